/*
 * Symbols of units, put together as the SI and its neighbours do: a prefix and a symbol. They are written with capitals
 * inside (kWh, mmHg) and would pass for names.
 */

const split = (words: string) => words.split(' ')
const PREFIXES = ['', ...split('y z a f p n µ μ u m c d da h k M G T P E Z Y Ki Mi Gi Ti')]
const SYMBOLS = split(
  'm g s A K mol cd Hz N Pa J W V F Ω S Wb T H lm lx Bq Gy Sv kat L l bar eV Wh VA Ah Wp var cal t b B bit bps ' +
    'Bps Da M Eq Osm U IU Ci Torr atm psi rpm dB dBA dBm mHg mHg mH2O mAq gal lb oz ft yd mi nmi kn ha Btu BTU ' +
    'CO2e CO2eq tCO2 tCO2e toe boe',
)
const UNITS: ReadonlySet<string> = new Set(PREFIXES.flatMap((prefix) => SYMBOLS.map((symbol) => `${prefix}${symbol}`)))
const CURRENCIES: ReadonlySet<string> = new Set(
  split(
    'USD EUR JPY GBP CNY CHF AUD CAD NZD SEK NOK DKK KRW TWD HKD SGD INR IDR THB MYR PHP VND BRL MXN ARS CLP ZAR TRY ' +
      'RUB PLN CZK HUF ILS AED SAR EGP NGN KES',
  ),
)
const FIGURE = /^[\d０-９][\d０-９.,，]*(?:-[\d.]+)?$/u
const SCALES = /^(?:million|billion|trillion|thousand|per)$/u

/**
 * Whether a word between two others is a unit: mmHg and kWh wherever they stand, since no name is written so; GB, TB
 * and USD beside a figure alone.
 *
 *     isUnitSymbol('mmHg', 'in', ',') // true
 *     isUnitSymbol('GB', '16', 'of')  // true
 *     isUnitSymbol('GB', 'from', 'to') // false
 */
export function isUnitSymbol(word: string, before: string, after: string): boolean {
  const bare = word.replace(/^\d[\d.,]*/u, '')
  const isCounted = bare !== word || FIGURE.test(before) || SCALES.test(before) || before === '/'
  if (CURRENCIES.has(bare)) return isCounted || FIGURE.test(after)
  const parts = bare.split('/')
  if (parts.some((part) => !UNITS.has(part))) return false
  return isCounted || (/\p{Ll}/u.test(bare) && /(?<!^)\p{Lu}/u.test(bare))
}
