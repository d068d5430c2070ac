/** What a figure counts or measures. */
export interface Unit {
  readonly name: string
  /** Units of one kind measure the same thing. */
  readonly kind: string
  /** How many of the kind's base one of it is; 0 where nothing converts it (a currency, a percentage point). */
  readonly inBase: number
}

interface Spelled extends Unit {
  /** Whole words, in small letters. */
  readonly latin: string
  /** What the text after the figure begins with. */
  readonly japanese: string
}

const unit = (kind: string, name: string, inBase: number, latin: string, japanese = ''): Spelled => ({
  name,
  kind,
  inBase,
  latin,
  japanese,
})

const UNITS: readonly Spelled[] = [
  unit('share', '%', 1, '% percent percentage', 'パーセント'),
  unit('share', 'point', 0, 'percentpoint percentpoints', 'ポイント'),
  unit('multiple', 'times', 1, 'fold times', '倍'),
  unit('age', 'age', 1, 'yearold yearsold', '歳 才'),
  unit('time', 'second', 1, 'second seconds sec secs s', '秒'),
  unit('time', 'minute', 60, 'minute minutes min mins', '分間 分'),
  unit('time', 'hour', 3600, 'hour hours hr hrs h', '時間'),
  unit('time', 'day', 86_400, 'day days', '日間 日'),
  unit('time', 'week', 604_800, 'week weeks wk wks', '週間 週'),
  unit('time', 'month', 2_629_800, 'month months mo', 'か月 ヶ月 ヵ月 カ月 ケ月 箇月'),
  unit('time', 'year', 31_557_600, 'year years yr yrs', '年間 か年 カ年 年'),
  unit('frequency', 'perday', 1, 'perday'),
  unit('frequency', 'perweek', 1 / 7, 'perweek'),
  unit('frequency', 'permonth', 12 / 365.25, 'permonth'),
  unit('frequency', 'peryear', 1 / 365.25, 'peryear'),
  unit('calendar', 'calendar month', 0, '', '月'),
  unit(
    'person',
    'person',
    1,
    'patient patients participant participants subject subjects people person persons individuals women men ' +
      'children adults',
    '人 名 例 患者',
  ),
  unit('money', 'usd', 0, 'dollar dollars usd', 'ドル'),
  unit('money', 'jpy', 0, 'yen jpy', '円'),
  unit('money', 'eur', 0, 'euro euros eur', 'ユーロ'),
  unit('money', 'gbp', 0, 'gbp sterling', 'ポンド'),
  unit('money', 'cny', 0, 'yuan renminbi cny', '人民元 元'),
  unit('mass', 'ng', 1e-9, 'ng nanogram nanograms', 'ナノグラム'),
  unit('mass', 'ug', 1e-6, 'μg ug mcg microgram micrograms', 'マイクログラム'),
  unit('mass', 'mg', 1e-3, 'mg milligram milligrams', 'ミリグラム'),
  unit('mass', 'g', 1, 'g gram grams gramme grammes', 'グラム'),
  unit('mass', 'kg', 1e3, 'kg kilo kilos kilogram kilograms', 'キログラム キロ'),
  unit('mass', 'tonne', 1e6, 'tonne tonnes', 'トン'),
  unit('length', 'mm', 1e-3, 'mm millimetre millimetres millimeter millimeters', 'ミリメートル'),
  unit('length', 'cm', 1e-2, 'cm centimetre centimetres centimeter centimeters', 'センチメートル センチ'),
  unit('length', 'm', 1, 'm metre metres meter meters', 'メートル'),
  unit('length', 'km', 1e3, 'km kilometre kilometres kilometer kilometers', 'キロメートル'),
  unit('length', 'mile', 1609, 'mile miles', 'マイル'),
  unit('speed', 'km/h', 1, 'km/h kph kmh'),
  unit('speed', 'mph', 1.609, 'mph'),
  unit('speed', 'm/s', 3.6, 'm/s'),
  unit('volume', 'ml', 1e-3, 'ml millilitre millilitres milliliter milliliters', 'ミリリットル'),
  unit('volume', 'litre', 1, 'l litre litres liter liters', 'リットル'),
  unit('pressure', 'mmhg', 1, 'mmhg', 'ミリ水銀'),
  unit('pressure', 'kpa', 7.5006, 'kpa'),
  unit('temperature', 'degree', 1, '°c degree degrees', '度'),
  unit('temperature', 'fahrenheit', 0, '°f'),
  unit('power', 'kw', 1, 'kw kilowatt kilowatts', 'キロワット'),
  unit('power', 'mw', 1e3, 'mw megawatt megawatts', 'メガワット'),
  unit('power', 'gw', 1e6, 'gw gigawatt gigawatts', 'ギガワット'),
  unit('energy', 'kwh', 1, 'kwh', 'キロワット時'),
  unit('energy', 'mwh', 1e3, 'mwh'),
  unit('energy', 'gwh', 1e6, 'gwh'),
]

const split = (words: string) => words.split(' ').filter((word) => word !== '')
const LATIN = new Map(UNITS.flatMap((entry) => split(entry.latin).map((word) => [word, entry] as const)))
/** The longest first: キログラム is no キロ, 日間 is no 日. */
const JAPANESE = UNITS.flatMap((entry) => split(entry.japanese).map((start) => [start, entry] as const)).sort(
  ([a], [b]) => b.length - a.length,
)

/** A dose of a day is told with and without its day ("20 mg/day", "20 mg daily"). */
const PER_DAY = /\/(?:d|day|days|日)$/
/** What follows a Japanese figure and belongs to no unit: 300隻以上 counts 隻. */
const BOUND_AFTER = /(?:以上|以下|以内|未満|超).*$/s

interface ReadUnit {
  readonly unit: Unit
  /** How much of the text after the figure it took. */
  readonly length: number
}

/** The unit that a text directly after a figure begins with; a word of no list is its own unit, cut to a stem. */
export function readUnit(raw: string): ReadUnit {
  const word = raw.replace(PER_DAY, '')
  const known = LATIN.get(word)
  if (known !== undefined) return { unit: known, length: raw.length }
  const spelled = JAPANESE.find(([start]) => word.startsWith(start))
  if (spelled !== undefined) return { unit: spelled[1], length: spelled[0].length }
  const [over = '', per] = word.split('/')
  if (per !== undefined && over !== '') {
    // 10 mg/kg is no 10 mg, and nothing converts the one into the other.
    return { unit: { name: word, kind: readUnit(over).unit.kind, inBase: 0 }, length: raw.length }
  }
  const counted = word.replace(BOUND_AFTER, '')
  const name = counted.replace(/s$/, '').slice(0, 6)
  return { unit: { name, kind: name, inBase: 1 }, length: counted.length }
}

export function unitNamed(name: string, kind = name): Unit {
  return UNITS.find((entry) => entry.name === name) ?? { name, kind, inBase: 1 }
}
