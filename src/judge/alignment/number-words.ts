import { kanjiValue } from '../rules/japanese-figures.ts'

const UNITS = (
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen ' +
  'seventeen eighteen nineteen'
).split(' ')
const TENS = 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ')
/** "One" is mostly no figure: "one of them", "the one". */
const SMALL = UNITS.slice(2).join('|')
const WORD = new RegExp(
  String.raw`\b(?:(?<ten>${TENS.join('|')})(?:[- ](?<unit>${UNITS.slice(1, 10).join('|')}))?|(?<small>${SMALL}))\b`,
  'giu',
)
const HUNDREDS = /\b(\d{1,3}) hundred(?: and (\d{1,2}))?\b/giu
/** Before what Japanese counts by; 一 alone is too often a word of another kind. */
const KANJI =
  /(?<![\p{Script=Han}第数何\d,.])[〇一二三四五六七八九十百千][〇一二三四五六七八九十百千万億兆]*(?=[台本件両駅日月基尾隻棟軒校期度位冊社票席点枚頭匹個種杯階割人名年倍歳回円つ%か地])/gu
const KANJI_OLD_YEAR = /[〇一二三四五六七八九]{4}(?=年)/gu
/** 5日で消えた is five days long, 5日に消えた is a day of the month. */
const DAYS_LONG = /(?<=\d)日(?=で(?![はも])|ほど|以内|後|かけ|分|連続)/gu
const PLACES: Readonly<Record<string, number>> = { 万: 1e4, 億: 1e8, 兆: 1e12 }

/** 一億二千六百万 is 126000000. */
function kanjiNumber(kanji: string): string {
  if (kanji === '一') return kanji
  let sum = 0
  let rest = ''
  for (const sign of kanji) {
    const place = PLACES[sign]
    if (place === undefined) rest += sign
    else {
      sum += Number(rest === '' ? 1 : kanjiValue(rest)) * place
      rest = ''
    }
  }
  return String(sum + (rest === '' ? 0 : Number(kanjiValue(rest))))
}

/** "sixty-two stalls" and 三十一か所 in digits, wherever they stand; the rest of the text stays as it is. */
export function withDigits(text: string): string {
  return text
    .replace(KANJI_OLD_YEAR, (kanji) => kanjiValue(kanji))
    .replace(KANJI, kanjiNumber)
    .replace(DAYS_LONG, '日間')
    .replace(WORD, (...parts) => {
      const { ten, unit, small } = parts.at(-1) as Record<'ten' | 'unit' | 'small', string | undefined>
      if (small !== undefined) return String(UNITS.indexOf(small.toLowerCase()))
      const tens = (TENS.indexOf((ten ?? '').toLowerCase()) + 2) * 10
      return String(tens + (unit === undefined ? 0 : UNITS.indexOf(unit.toLowerCase())))
    })
    .replace(/\b(?:a|one) dozen\b/giu, '12')
    .replace(/\bhalf a dozen\b/giu, '6')
    .replace(/\bhalf (?:a|the|of the) year\b|半年/giu, '6 months')
    .replace(/\bhalf an hour\b|半時間/giu, '30 minutes')
    .replace(HUNDREDS, (_, hundreds: string, rest: string | undefined) =>
      String(Number(hundreds) * 100 + Number(rest ?? 0)),
    )
}
