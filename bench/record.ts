import { readFileSync, writeFileSync } from 'node:fs'
import type { BenchResult } from './bench.ts'

/** Puts the rows of one benchmark into its table: a row with the same subject and machine is replaced, others stay. */
export function recordRows(
  file: string,
  bench: string,
  rows: BenchResult['rows'],
  run: { readonly date: string; readonly machine: string },
): void {
  const text = readFileSync(file, 'utf8')
  writeFileSync(file, mergeRows(text, bench, rows, run))
}

export function mergeRows(
  text: string,
  bench: string,
  rows: BenchResult['rows'],
  run: { readonly date: string; readonly machine: string },
): string {
  const [open, close] = [`<!-- ${bench} -->\n`, `<!-- /${bench} -->`]
  const from = text.indexOf(open)
  const to = text.indexOf(close)
  if (from === -1 || to === -1) throw new Error(`docs/benchmarks.md has no place marked ${open.trim()} for ${bench}`)
  const before = text
    .slice(from + open.length, to)
    .split('\n')
    .filter((line) => line.startsWith('| ') && !line.startsWith('| what '))
  const lines = rows.map(
    (row) => `| ${[row.what, row.measured, row.baseline, row.target, run.date, run.machine].join(' | ')} |`,
  )
  const key = (line: string) => {
    const cells = line.split(' | ')
    return `${cells[0]}|${cells.at(-1)}`
  }
  const fresh = new Set(lines.map(key))
  const table = [
    '| what | measured | baseline | target | date | machine |',
    '|---|---|---|---|---|---|',
    ...before.filter((line) => !fresh.has(key(line))),
    ...lines,
  ]
  return `${text.slice(0, from + open.length)}${table.join('\n')}\n${text.slice(to)}`
}
