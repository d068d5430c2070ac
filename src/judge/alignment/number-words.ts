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
const NUMBER = `(?:a|${UNITS.slice(1, 10).join('|')})`
const PART = 'third|quarter|fifth|sixth|seventh|eighth|ninth|tenth'
const PARTS: readonly string[] = PART.split('|')
/** "Two fifths", "a third cheaper"; a third time is no share. */
const SHARE = new RegExp(
  String.raw`\b(?<over>${NUMBER})[- ](?<under>${PART})(?:s\b|\b(?= (?:of|as|\p{L}{2,12}er|less|more)\b|[.,;)]|$))`,
  'giu',
)
/** "One rider in ten", "nine out of ten"; three ships in ten years are no share. */
const AMONG = new RegExp(
  String.raw`\b(?<over>${UNITS.slice(1, 10).join('|')}) (?:\p{L}{2,14} )?(?:in|out of) (?:every )?` +
    String.raw`(?<under>${UNITS.slice(2, 11).join('|')}|\d{1,3})\b` +
    String.raw`(?! (?:second|minute|hour|day|week|month|year|decade|centur))`,
  'giu',
)
/** "Seven to one" is seven times as many. */
const TO_ONE = new RegExp(String.raw`\b(${UNITS.slice(2).join('|')}|\d{1,3}) to one\b`, 'giu')
const KANJI_SHARE = /(?<![\p{Script=Han}\d])([二三四五六七八九十]|[2-9])分の([一二三四五六七八九])/gu
const HUNDREDS = /\b(\d{1,3}) hundred(?: and (\d{1,2}))?\b/giu
/** Before what Japanese counts by; 一 alone is too often a word of another kind. */
const KANJI =
  /(?<![\p{Script=Han}第数何\d,.])[〇一二三四五六七八九十百千][〇一二三四五六七八九十百千万億兆]*(?=[台本件両駅日月基尾隻棟軒校期度位冊社票席点枚頭匹個種杯階割人名年倍歳回円つ%か地])/gu
/** 総額十二億円: behind other signs only what has a place in it, and no year of an era. */
const KANJI_PLACED = new RegExp(
  String.raw`(?<=[\p{Script=Han}々])(?<![第数何成和正治〇一二三四五六七八九十百千万億兆])` +
    '[一二三四五六七八九十百千][〇一二三四五六七八九十百千]*[十百千万億兆][〇一二三四五六七八九十百千万億兆]*' +
    '(?=[台本件両基尾隻棟軒校位冊社票席枚頭匹個種割人名倍歳回円%か])',
  'gu',
)
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

const numberOf = (word: string) => (/^\d/u.test(word) ? Number(word) : Math.max(1, UNITS.indexOf(word.toLowerCase())))
const percent = (over: number, under: number) => `about ${Math.round((1000 * over) / under) / 10}%`

/** Shares told in words as the percentage they are about. */
function withShares(text: string): string {
  const groups = (parts: readonly unknown[]) => parts.at(-1) as Record<'over' | 'under', string>
  return text
    .replace(SHARE, (...parts) => {
      const { over, under } = groups(parts)
      return percent(numberOf(over), PARTS.indexOf(under.toLowerCase()) + FIRST_PART)
    })
    .replace(AMONG, (whole: string, ...parts) => {
      const { over, under } = groups(parts)
      return numberOf(over) < numberOf(under) ? percent(numberOf(over), numberOf(under)) : whole
    })
    .replace(TO_ONE, '$1 times')
    .replace(KANJI_SHARE, (_, under: string, over: string) =>
      percent(Number(kanjiValue(over)), Number(kanjiValue(under))),
    )
}

/** A third is the first of the parts. */
const FIRST_PART = 3

/** Decades and fortnights in the years and weeks that another text may have. */
function longSpan(count: number, span: string): string {
  const [length, measure] = LONG_SPANS[span.toLowerCase()] ?? [1, span]
  return `${count * length} ${measure}`
}

const LONG_SPANS: Readonly<Record<string, readonly [number, string]>> = {
  ...{ decade: [10, 'years'], century: [100, 'years'], fortnight: [2, 'weeks'] },
}

/** "sixty-two stalls" and 三十一か所 in digits, wherever they stand; the rest of the text stays as it is. */
export function withDigits(text: string): string {
  return withShares(text)
    .replace(KANJI_OLD_YEAR, (kanji) => kanjiValue(kanji))
    .replace(KANJI, kanjiNumber)
    .replace(KANJI_PLACED, kanjiNumber)
    .replace(DAYS_LONG, '日間')
    .replace(WORD, (...parts) => {
      const { ten, unit, small } = parts.at(-1) as Record<'ten' | 'unit' | 'small', string | undefined>
      if (small !== undefined) return String(UNITS.indexOf(small.toLowerCase()))
      const tens = (TENS.indexOf((ten ?? '').toLowerCase()) + 2) * 10
      return String(tens + (unit === undefined ? 0 : UNITS.indexOf(unit.toLowerCase())))
    })
    .replace(/\b(?:a|one|per|each) (decade|century|fortnight)\b/giu, (_, span: string) => longSpan(1, span))
    .replace(/\b(\d{1,2}) (decade|fortnight)s\b/giu, (_, count: string, span: string) => longSpan(Number(count), span))
    .replace(/\b(?:a|one) dozen\b/giu, '12')
    .replace(/\bhalf a dozen\b/giu, '6')
    .replace(/\bhalf (?:a|the|of the) year\b|半年/giu, '6 months')
    .replace(/\bhalf an hour\b|半時間/giu, '30 minutes')
    .replace(HUNDREDS, (_, hundreds: string, rest: string | undefined) =>
      String(Number(hundreds) * 100 + Number(rest ?? 0)),
    )
}
