import { multilineRegExp } from '../../domain/multiline-regexp.ts'
import { aboutShare, type Rewrite } from './figure-rewrites.ts'

const KANJI_DIGITS = '〇一二三四五六七八九'
const KANJI_PLACES: Readonly<Record<string, number>> = { 十: 10, 百: 100, 千: 1000 }
/** 数十億円 and 第三回 count nothing that could be compared. */
const KANJI_NUMBER = multilineRegExp('gu')`
  (?<![\d数何第\p{Script=Han}])[〇一二三四五六七八九十百千]+(?=[万億兆割円人名年倍歳回%]|か月|ヶ月|カ月|週間|日間|時間|パーセント|ポイント|ドル|ユーロ)
  |(?<=\d[兆億万])[一二三四五六七八九十百千]+(?=[億万円人])`

/** 二十三 and 二三 as 23; digits stay. */
export function kanjiValue(kanji: string): string {
  if (/^\d/.test(kanji)) return kanji
  if (!/[十百千]/.test(kanji)) return [...kanji].map((digit) => KANJI_DIGITS.indexOf(digit)).join('')
  let [sum, digit] = [0, 0]
  for (const sign of kanji) {
    const place = KANJI_PLACES[sign]
    if (place === undefined) digit = KANJI_DIGITS.indexOf(sign)
    else [sum, digit] = [sum + (digit === 0 ? 1 : digit) * place, 0]
  }
  return String(sum + digit)
}

export const JAPANESE_SCALES: Readonly<Record<string, number>> = {
  百: 1e2,
  千: 1e3,
  万: 1e4,
  十万: 1e5,
  百万: 1e6,
  千万: 1e7,
  億: 1e8,
  十億: 1e9,
  百億: 1e10,
  千億: 1e11,
  兆: 1e12,
}
const PART = /(\d[\d,]*(?:\.\d+)?)([十百千]?[万億兆]|[百千])?/g
/** From the first digit of a run on: tried at each of its digits, a run that does not match costs their square. */
const PARTS = /(?=\d)(?<!\d,*)\d[\d,]*(?:\.\d+)?(?:[十百千]?[万億兆]|千)(?:\d[\d,]*(?:[十百千]?[万億]|[百千])?)+/g

/** 59万5千 is 595千 and 1億2435万 is 12435万: the last scale tells how exact it is. */
function addParts(run: string): string {
  const parts = [...run.matchAll(PART)].map(([, digits = '0', scale = '']) => ({
    digits: Number(digits.replaceAll(',', '')),
    scale,
  }))
  const last = parts.at(-1)?.scale ?? ''
  const sum = parts.reduce((total, { digits, scale }) => total + digits * (JAPANESE_SCALES[scale] ?? 1), 0)
  return `${sum / (JAPANESE_SCALES[last] ?? 1)}${last}`
}

/** In order: a later rewrite reads what the earlier ones left. */
export const JAPANESE_FIGURES: readonly Rewrite[] = [
  [KANJI_NUMBER, (kanji) => kanjiValue(kanji ?? '')],
  [PARTS, (run) => addParts(run ?? '')],
  [/(?:マイナス|零下|氷点下)(?=\d)/g, ' -'],
  [
    /(?<!\d)(\d+(?:\.\d+)?)割(?:(\d)分)?(?![引合り])/g,
    (_, tenths, hundredths) => `${Number((Number(tenths) * 10).toFixed(1)) + Number(hundredths ?? 0)}%`,
  ],
  [/(?<!\d)(\d+)分の(\d+)/g, (_, under, over) => aboutShare(Number(over), Number(under))],
  [/半数(?=[がはをの以])|半分(?=[がはをのに])|半減/g, `${aboutShare(1, 2)} `],
  [/(?<!\d)(\d+)人に(\d+)人/g, (_, under, over) => aboutShare(Number(over), Number(under))],
  [/1日(\d+)回/g, '$1 perday '],
  [/週(?:に)?(\d+)回/g, '$1 perweek '],
  // 1日量, 1回あたり: by what the figure is counted, not a figure.
  [/1[日回](?=\d|量|に\d|あたり|当たり|につき|平均)/g, ''],
]
