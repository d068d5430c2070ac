/**
 * Light English stemming: inflection and the commonest noun and adverb endings, so that "treatments", "treated" and
 * "treating" meet. It conflates less than a full stemmer on purpose: a research query means its words.
 */
export function stem(word: string): string {
  if (word.length < 4 || !/^[a-z]+$/.test(word)) return word
  return undouble(derivation(inflection(plural(word))))
}

function plural(word: string): string {
  if (/(?:ss|us|is)$/.test(word)) return word
  if (/ies$/.test(word)) return word.length > 4 ? `${word.slice(0, -3)}y` : word.slice(0, -1)
  if (/(?:sses|shes|ches|xes|zes)$/.test(word)) return word.slice(0, -2)
  return word.endsWith('s') ? word.slice(0, -1) : word
}

function inflection(word: string): string {
  if (/eed$/.test(word)) return word.slice(0, -1)
  const cut = word.slice(0, word.endsWith('ed') ? -2 : word.endsWith('ing') ? -3 : 0)
  if (cut.length < 3 || !/[aeiouy]/.test(cut)) return word
  if (/(?:at|bl|iz|is|us|ys|yz|uc|ac|iv|rg|ng|nc|ur|ir|ar|ov|ol)$/.test(cut) && !/(?:ling|ring|ging)$/.test(cut))
    return `${cut}e`
  return cut
}

/** Ending, letters that must stand before it, what it becomes. */
const ENDINGS: readonly (readonly [string, number, string])[] = [
  ['ization', 3, 'ize'],
  ['isation', 3, 'ize'],
  ['ational', 3, 'ate'],
  ['ation', 3, 'ate'],
  ['fulness', 3, 'ful'],
  ['iveness', 3, 'ive'],
  ['ness', 3, ''],
  ['ically', 3, 'ic'],
  ['ably', 3, 'able'],
  ['ily', 3, 'y'],
  ['ly', 3, ''],
  ['ment', 4, ''],
  ['ical', 3, 'ic'],
  ['ise', 3, 'ize'],
]

function derivation(word: string): string {
  for (const [ending, before, becomes] of ENDINGS) {
    if (word.length >= before + ending.length && word.endsWith(ending)) return word.slice(0, -ending.length) + becomes
  }
  return word
}

/** The final e and y vary with the ending that was cut, and a doubled consonant is an ending's trace. */
function undouble(word: string): string {
  const cut = word.length > 4 && word.endsWith('e') ? word.slice(0, -1) : word
  const settled = cut.length > 3 && cut.endsWith('y') ? `${cut.slice(0, -1)}i` : cut
  return /([bdgklmnprt])\1$/.test(settled) && settled.length > 3 ? settled.slice(0, -1) : settled
}
