import { foldEras, takeDates } from '../../judge/rules/dates.ts'
import { yearsOf } from '../graph/same-scope.ts'

/** Days, months and years that a text names, in their order: 2023-03-15, 2023-03, 2023, 2019/2021. */
export function periodsIn(text: string): readonly string[] {
  const folded = foldEras(text.normalize('NFKC')).toLowerCase()
  const { dates, rest } = takeDates(folded)
  const exact = dates.filter(({ yearless }) => !yearless).map(({ first, last }) => written(first, last))
  const years = [...yearsOf(rest)].map(String)
  return [...new Set([...exact, ...years])].sort()
}

function written(first: number, last: number): string {
  const [from, to] = [Math.floor(first / 10_000), Math.floor(last / 10_000)]
  if (from !== to) return `${from}/${to}`
  const month = Math.floor(first / 100) % 100
  if (month === 0) return String(from)
  const day = first % 100
  const start = `${from}-${String(month).padStart(2, '0')}`
  return day === 0 ? start : `${start}-${String(day).padStart(2, '0')}`
}
