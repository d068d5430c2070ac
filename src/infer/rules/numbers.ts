export interface Quantity {
  readonly value: number
  readonly unit: string
  /** Half of the last digit given: 40 is 39.5..40.5, 0.12 is 0.115..0.125. */
  readonly slack: number
  readonly bound: 'exact' | 'least' | 'most'
}

export interface NumberComparison {
  readonly agree: number
  readonly differ: number
  /** Of those that agree and differ, the ones the claim is about (`isSetting`): a shared year excuses no wrong figure. */
  readonly figuresAgree: number
  readonly figuresDiffer: number
}

const SCALE: Readonly<Record<string, number>> = {
  thousand: 1e3,
  million: 1e6,
  billion: 1e9,
  trillion: 1e12,
  千: 1e3,
  万: 1e4,
  億: 1e8,
  兆: 1e12,
}

/** Spellings of one unit; anything else is its own unit, cut to a stem. */
const UNITS: readonly (readonly [RegExp, string])[] = [
  [/^(?:%|percent|per cent|percentage|パーセント|ポイント)/, '%'],
  [/^(?:fold|times|倍)/, 'times'],
  [/^(?:years? old|years?|yrs?|年間|歳|か年)/, 'year'],
  [/^年/, 'date'],
  [/^(?:months?|か月|ヶ月|ヵ月|カ月|月)/, 'month'],
  [/^(?:weeks?|wks?|週)/, 'week'],
  [/^(?:days?|日)/, 'day'],
  [/^(?:hours?|hrs?|時間)/, 'hour'],
  [/^(?:minutes?|mins?|分)/, 'minute'],
  [/^(?:seconds?|secs?|秒)/, 'second'],
  [
    /^(?:patients?|participants?|subjects?|people|persons?|individuals|women|men|children|adults|人|名|例|患者)/,
    'person',
  ],
  [/^(?:dollars?|usd|ドル)/, 'usd'],
  [/^(?:yen|jpy|円)/, 'jpy'],
  [/^(?:euros?|eur|ユーロ)/, 'eur'],
  [/^(?:mm ?hg)/, 'mmhg'],
  [/^(?:mg|ミリグラム)/, 'mg'],
  [/^(?:μg|ug|mcg|マイクログラム)/, 'ug'],
  [/^(?:kg|キログラム|キロ)/, 'kg'],
  [/^(?:km|キロメートル)/, 'km'],
  [/^(?:°c|℃|度)/, 'degree'],
]

/** Statistics that qualify a figure and are not the figure. */
const ASIDE =
  /\(?\b\d{2}\s*%\s*(?:ci\b|confidence|credible|信頼区間)[^);。]*\)?|\bp\s*(?:-?value)?\s*[<=>≤≥]\s*\d*\.?\d+|\bn\s*=\s*[\d,]+|\[[\d\s,–-]+\]|\bci\s*[:,]?\s*[\d.]+\s*(?:-|–|to)\s*[\d.]+/gi

const NUMBER =
  /(?<![\p{Script=Latin}\d.-])(?<money>[$€¥£]\s?)?(?<digits>\d+(?:,\d{3})+(?:\.\d+)?|\d*\.\d+|\d+)(?![\d]*[-][\p{L}])\s?(?<scale>thousand|million|billion|trillion|千|万|億|兆)?[\s-]?(?<unit>%|°c|[\p{Script=Latin}μ]{1,14}(?:\s(?:old|cent|hg))?|[\p{Script=Han}\p{Script=Katakana}ー]{1,3}|か月)?/giu

const MONEY: Readonly<Record<string, string>> = { $: 'usd', '€': 'eur', '¥': 'jpy', '£': 'gbp' }
const LEAST_BEFORE = /(?:more than|over|at least|above|greater than|exceed\w*|≥|>)\s*$/
const MOST_BEFORE = /(?:less than|under|at most|below|fewer than|up to|≤|<)\s*$/
const LEAST_AFTER = /^\s*(?:以上|超|を超|or more)/
const MOST_AFTER = /^\s*(?:以下|未満|を下回|or less)/
const HEDGED = /(?:about|around|approximately|nearly|almost|roughly|some|circa|約|およそ|ほぼ|~)\s*$/
const UNIT_STOP =
  /^(?:of|in|and|or|to|for|the|was|were|is|are|per|with|at|by|on|from|as|had|have|vs|versus|a|an|it|than|that)$/

const YEAR = /^(?:1[5-9]|20)\d\d$/
/** "In 2019 vitamin D ...": the word after such a year is no unit of it. */
const YEAR_BEFORE = /\b(?:in|since|until|during|early|late|mid)[\s-]$/

function unitOf(raw: string, money: string, digits: string, before: string): string {
  if (money !== '') return MONEY[money.trim()] ?? 'money'
  if (raw === '' || UNIT_STOP.test(raw)) return YEAR.test(digits) ? 'date' : ''
  for (const [pattern, unit] of UNITS) if (pattern.test(raw)) return unit
  if (YEAR.test(digits) && YEAR_BEFORE.test(before)) return 'date'
  return raw.replace(/s$/, '').slice(0, 6)
}

const JAPANESE_PARTS = /(\d[\d,]*(?:\.\d+)?)(兆|億|万|千)(?:(\d[\d,]*)(億|万|千)?)?(?:(\d[\d,]*)(万|千)?)?/g
const JAPANESE_SCALE: Readonly<Record<string, number>> = { 千: 1e3, 万: 1e4, 億: 1e8, 兆: 1e12 }

/** 59万5千 is 595000, 1億2435万 is 124350000, 3割 is 30 %. */
function foldJapaneseNumbers(text: string): string {
  return text
    .replace(JAPANESE_PARTS, (whole, ...groups: (string | undefined)[]) => {
      const parts = [0, 2, 4].filter((at) => groups[at] !== undefined)
      if (parts.length === 1) return whole
      const value = parts.reduce(
        (sum, at) =>
          sum + Number((groups[at] ?? '0').replaceAll(',', '')) * (JAPANESE_SCALE[groups[at + 1] ?? ''] ?? 1),
        0,
      )
      return String(value)
    })
    .replace(/(\d+(?:\.\d+)?)割(?![引合り])/g, (_, digits: string) => `${Number(digits) * 10}%`)
}

/** Figures with their unit. Digits inside names (BCL-2, CD44, type 2) are not figures. */
export function quantities(text: string): readonly Quantity[] {
  const folded = foldJapaneseNumbers(text.normalize('NFKC').toLowerCase().replace(ASIDE, ' '))
  const found: Quantity[] = []
  for (const match of folded.matchAll(NUMBER)) {
    const { money = '', digits = '', scale = '', unit: rawUnit = '' } = match.groups ?? {}
    const before = folded.slice(Math.max(0, match.index - 16), match.index)
    const after = folded.slice(match.index + match[0].length)
    const unit = unitOf(rawUnit.trim(), money, digits, before)
    if (unit === '' || /\b(?:type|types|grade|stage|phase|vitamin|day|class|version)\s*$/.test(before)) continue
    const times = SCALE[scale] ?? 1
    const decimals = digits.includes('.') ? digits.length - digits.indexOf('.') - 1 : 0
    const value = Number(digits.replaceAll(',', '')) * times
    const least = LEAST_BEFORE.test(before) || LEAST_AFTER.test(after)
    const most = MOST_BEFORE.test(before) || MOST_AFTER.test(after)
    const slack = Math.max(0.5 * 10 ** -decimals * times, HEDGED.test(before) ? value * 0.05 : 0)
    found.push({
      value,
      unit,
      slack: unit === 'date' ? 0 : slack,
      bound: least ? 'least' : most ? 'most' : 'exact',
    })
  }
  return found
}

function fits(claimed: Quantity, seen: Quantity): boolean {
  const slack = Math.max(claimed.slack, seen.slack)
  if (claimed.bound === 'least') return seen.value >= claimed.value - slack && seen.bound !== 'most'
  if (claimed.bound === 'most') return seen.value <= claimed.value + slack && seen.bound !== 'least'
  return seen.bound === claimed.bound && Math.abs(seen.value - claimed.value) <= slack
}

/** "Up to 18 mmHg" neither says nor denies that it was 18 mmHg. */
function isItsBound(claimed: Quantity, seen: Quantity): boolean {
  if (claimed.bound !== 'exact' || seen.bound === 'exact') return false
  return Math.abs(seen.value - claimed.value) <= Math.max(claimed.slack, seen.slack)
}

/** "(mean difference -2.6 mmHg, 95% CI ...)" is one study's estimate; another study that agrees has another one. */
const STATISTICS =
  /[(（][^()（）]*(?:\bci\b|\bp\s?[<=>]|difference|ratio|\b[oh]r\b|\brr\b|\bs[de]\b|\bn\s?=|i2|信頼区間|平均差|オッズ比|ハザード比)[^()（）]*[)）]/gi

export function withoutEstimates(text: string): string {
  return text
    .replace(STATISTICS, ' ')
    .replace(/\s+([.,;。、]|$)/g, '$1')
    .replace(/\s{2,}/g, ' ')
    .trim()
}

/** Persons and durations say in whom and for how long, beside the figure that was found. */
const SETTING_UNITS = new Set(['person', 'year', 'month', 'week', 'day', 'hour', 'minute', 'second'])

/** A date is always a setting: another year may be another event. */
function isSetting({ unit }: Quantity): boolean {
  return unit === 'date' || SETTING_UNITS.has(unit)
}

/** A claimed 40 % is not supported by 14 %; a figure without counterpart of its unit says nothing. */
export function compareNumbers(claim: string, evidence: string): NumberComparison {
  const seen = quantities(evidence)
  const all = quantities(withoutEstimates(claim))
  const compared = all.flatMap((claimed) => {
    const same = seen.filter((quantity) => quantity.unit === claimed.unit && !isItsBound(claimed, quantity))
    return same.length === 0 ? [] : [{ claimed, agrees: same.some((quantity) => fits(claimed, quantity)) }]
  })
  const agree = compared.filter(({ agrees }) => agrees).length
  const figures = compared.filter(({ claimed }) => !isSetting(claimed))
  const figuresAgree = figures.filter(({ agrees }) => agrees).length
  // "The time limit is 30 days": where nothing else is claimed and nothing fits, the duration is the figure. A number of
  // persons is not: two trials of 240 and of 180 adults do not contradict each other.
  const settingIsClaimed = agree === 0 && all.every(isSetting)
  const differing = settingIsClaimed
    ? compared.filter(({ claimed }) => claimed.unit !== 'date' && claimed.unit !== 'person')
    : figures
  return {
    agree,
    differ: compared.length - agree,
    figuresAgree,
    figuresDiffer: differing.filter(({ agrees }) => !agrees).length,
  }
}

/** Every figure of the text, also of its bracketed estimates, stands in the evidence. */
export function carriesFigures(text: string, evidence: string): boolean {
  const seen = quantities(evidence)
  return quantities(text).every((claimed) =>
    seen.some((quantity) => quantity.unit === claimed.unit && fits(claimed, quantity)),
  )
}
