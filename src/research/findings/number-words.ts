const ONES = 'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen'
const REST = 'sixteen seventeen eighteen nineteen'
const SMALL = `${ONES} ${REST}`.split(' ')
const TENS = 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ')
const NUMBER_WORD = new RegExp(
  String.raw`\b(?:(${TENS.join('|')})(?:[- ](${SMALL.slice(1, 10).join('|')}))?|(${SMALL.slice(2).join('|')}))\b`,
  'gi',
)

/** "Sixty-two stalls" as "62 stalls". "One" and "zero" stay: they mostly are no figures. */
export function numberWordsAsDigits(text: string): string {
  return text.replace(NUMBER_WORD, (_, tens?: string, ones?: string, small?: string) => {
    if (small !== undefined) return String(SMALL.indexOf(small.toLowerCase()))
    const ten = (TENS.indexOf(tens?.toLowerCase() ?? '') + 2) * 10
    return String(ten + (ones === undefined ? 0 : SMALL.indexOf(ones.toLowerCase())))
  })
}
