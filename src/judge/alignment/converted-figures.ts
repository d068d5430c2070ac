/** Of a figure what a conversion looks at. */
interface Measured {
  readonly value: number
  readonly measure: string | null
  readonly rough: unknown
}

/** What one of each measure is in the first of its row. */
const KINDS: readonly Readonly<Record<string, number>>[] = [
  { m: 1, mm: 0.001, cm: 0.01, km: 1000, in: 0.0254, ft: 0.3048, yd: 0.9144, mile: 1609 },
  {
    ...{ m2: 1, 'square m': 1, 平方m: 1, are: 100, ha: 10_000, km2: 1e6, 'square km': 1e6, 平方km: 1e6 },
    ...{ 'square ft': 0.0929, acre: 4047, 'square mile': 2.59e6, tsubo: 3.306 },
  },
  { litre: 1, ml: 0.001, m3: 1000, 'cubic m': 1000, 立方m: 1000, gal: 3.785, bbl: 159 },
  { g: 1, kg: 1000, t: 1e6, tonne: 1e6, oz: 28.35, lb: 453.6 },
  { day: 1, week: 7, month: 30.44, year: 365.25 },
  { second: 1, minute: 60, hour: 3600 },
]

/** Whoever converts rounds; who says so rounds more. */
const ROUNDED = 0.015
const ROUGH = 0.06

/** 200 feet for 60 metres, 1.4 square kilometres for 140 hectares. */
export function isConverted(claimed: Measured, seen: Measured): boolean {
  const [mine, theirs] = [claimed.measure, seen.measure]
  if (mine === null || theirs === null || mine === theirs || seen.value <= 0) return false
  const kind = KINDS.find((sizes) => mine in sizes && theirs in sizes)
  if (kind === undefined) return false
  const ratio = (claimed.value * (kind[mine] ?? 0)) / (seen.value * (kind[theirs] ?? 1))
  return Math.abs(ratio - 1) <= (claimed.rough === null && seen.rough === null ? ROUNDED : ROUGH)
}
