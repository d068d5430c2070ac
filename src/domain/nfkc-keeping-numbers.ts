/** Digits and signs set high (10⁻⁵), and set low (CO₂). */
const HIGH = /^[\u00b2\u00b3\u00b9\u2070\u2074-\u207b]/u
const LOW = /^[\u2080-\u208b]/u
const PLAIN_DIGIT = /^[%\p{Nd}]/u
/**
 * Numbers that are one character (½, ①), the signs set high, and characters with a number in them: ㎡, ㋀ (1月), ㏠ (1日), ㍘
 * (0点).
 */
const WITH_NUMBER = '\\p{No}\\u207a\\u207b\\u33a0\\u33a1\\u33a4\\u33a5\\u32c0-\\u32cb\\u3358-\\u3370\\u33e0-\\u33fe'
const ANY = new RegExp(`[${WITH_NUMBER}]`, 'u')
const NEXT_TO = new RegExp(`([%\\p{Nd}${WITH_NUMBER}])(?=([\\p{Nd}${WITH_NUMBER}]))`, 'gu')

/**
 * The separator to insert so that NFKC does not merge two characters into a new number, since no number may change on
 * its way into the graph (REQ 3.3.1): 10⁵ must not become 105, 1½ not 11⁄2, ②100 not 2100. Empty where both belong to
 * one number: 10, ⁻¹².
 */
export function numberSeparator(before: string, next: string): '' | '^' | ' ' | '; ' {
  if (!ANY.test(before) && !ANY.test(next)) return ''
  if ([PLAIN_DIGIT, HIGH, LOW].some((row) => row.test(before) && row.test(next))) return ''
  const [first, second] = [before.normalize('NFKC'), next.normalize('NFKC')]
  if (!/[%\d]$/.test(first)) return ''
  if (HIGH.test(next)) return '^'
  if (!/^\d/.test(second)) return ''
  return `${first}${second}`.includes('⁄') ? ' ' : '; '
}

/** NFKC that keeps figures apart. */
export function nfkcKeepingNumbers(text: string): string {
  if (!ANY.test(text)) return text.normalize('NFKC')
  return text.replace(NEXT_TO, (before, _, next: string) => before + numberSeparator(before, next)).normalize('NFKC')
}
