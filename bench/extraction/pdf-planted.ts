/** A figure with something set high (^{...}) or low (_{...}) in it, and the text it must come out as. */
export interface Planted {
  readonly marked: string
  readonly expected: string
}

const same = (marked: string): Planted => ({ marked, expected: marked.replaceAll(/\^\{([^}]*)\}/g, '^$1') })
const low = (marked: string): Planted => ({
  marked,
  expected: marked.replaceAll(/_\{([^}]*)\}/g, '$1').replaceAll(/\^\{([^}]*)\}/g, '^$1'),
})

export const PLANTED: readonly Planted[] = [
  ...['10^{6}', '3 × 10^{8} cells', '6.02 × 10^{23} atoms', '1.6 × 10^{-19} coulomb', '4 × 10^{-22} eV'].map(same),
  ...['2^{10} bytes', '7.5 × 10^{-5} mol', '10^{12}', '1.05^{10}', '5 m^{2}', '9.8 m s^{-2}', '35 cm^{3}'].map(same),
  ...['120 kg m^{-2}', '8 km^{2}', '64 mol L^{-1}', 'x^{2}', 'R^{2} of 0.87', 'e^{-3}', 'Na^{+} ions'].map(same),
  ...['Ca^{2+} ions', '5.2^{a}', '3 × 10^{-4} per day', '15 m^{3} s^{-1}', '2.5 × 10^{15} Hz'].map(same),
  ...['CO_{2}', 'H_{2}O', 'C_{6}H_{12}O_{6}', 'PM_{2.5}', 'N_{2}O', 'CH_{4} and CO_{2}', 'SO_{4}^{2-}'].map(low),
  ...['NO_{3}^{-} ions', 'T_{max} of 12', 'log_{10} units', 'x_{1} and x_{2}', 'H_{2}SO_{4}', 'SiO_{2}'].map(low),
  { marked: 'the 21^{st} value', expected: 'the 21st value' },
  { marked: 'the 2019^{3} value', expected: 'the 2019[3] value' },
  { marked: '1,234^{5} wells', expected: '1,234[5] wells' },
  { marked: '48%^{4} of it', expected: '48%[4] of it' },
  { marked: 'clean water^{12}', expected: 'clean water[12]' },
  { marked: 'less water,^{2,3} then more', expected: 'less water,[2,3] then more' },
]

export function sentenceOf(index: number, value: string): string {
  return `Sample ${index + 1} of the series gave ${value} in the second run.`
}

/** Rows of a table under their headings. */
export const TABLE: readonly (readonly Planted[])[] = [
  ['Group', 'Mean, 10^{-3}', 'CO_{2}, m^{-3}'].map(low),
  ...Array.from({ length: 12 }, (_, row) => [
    { marked: `Batch ${row + 1}`, expected: `Batch ${row + 1}` },
    same(`${row + 2}.${row} × 10^{${row - 7}}`),
    same(`${(row + 3) * 7} × 10^{${row + 2}}`),
  ]),
]
