import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { cpus, platform, tmpdir, totalmem } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { benchMeasure, recordedFigures } from './from-benches.ts'
import { type KeptFigure, readKept, writeKept } from './kept-figures.ts'
import type { Measure } from './measure.ts'
import { MEASURES } from './measures.ts'
import { acceptancePage } from './page.ts'
import { loadAcceptanceRows, verdictOf } from './rows.ts'

/**
 * `npm run accept [-- <measure>...] [--records] [--check] [--data <folder>]`: measures the rows of
 * config/acceptance.yaml, all or those of the named measures, and writes docs/acceptance.md. `--records` takes the
 * figures of benchmarks from docs/benchmarks.md; `--check` only says whether the page is that of the kept figures.
 */
const root = join(import.meta.dirname, '..', '..')
const files = {
  rows: join(root, 'config', 'acceptance.yaml'),
  kept: join(root, 'bench', 'accept', 'kept-figures.json'),
  page: join(root, 'docs', 'acceptance.md'),
  benchmarks: join(root, 'docs', 'benchmarks.md'),
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    records: { type: 'boolean', default: false },
    check: { type: 'boolean', default: false },
    data: { type: 'string', default: process.env.LYRA_DATA ?? '../shared/data' },
  },
})
const rows = loadAcceptanceRows(files.rows)
const known = [...new Set(rows.flatMap(({ by }) => by ?? []))]
const wrong = positionals.filter((name) => !known.includes(name))
if (wrong.length > 0) {
  process.stderr.write(`No measure is called ${wrong.join(', ')}; known: ${known.join(', ')}\n`)
  process.exit(2)
}

const say = (line: string) => process.stdout.write(`${line}\n`)
const git = (...args: readonly string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim()
const date = new Date().toISOString().slice(0, 10)
const machine =
  `${cpus().length} x ${cpus()[0]?.model.trim() ?? 'unknown CPU'}, ` +
  `${Math.round(totalmem() / 1e9)} GB, ${platform()}`
const figures: Record<string, KeptFigure> = { ...readKept(files.kept) }

if (values.check) {
  const same = readFileSync(files.page, 'utf8') === acceptancePage(rows, figures)
  say(
    same
      ? 'docs/acceptance.md is the page of the kept figures'
      : 'docs/acceptance.md is not the page of the kept figures',
  )
  process.exit(same ? 0 : 1)
}

const failed: string[] = []
for (const name of positionals.length === 0 ? known : positionals) {
  const started = performance.now()
  say(`== ${name}`)
  try {
    for (const [id, figure] of Object.entries(await figuresOf(name))) figures[id] = figure
  } catch (error) {
    failed.push(name)
    say(`   failed: ${error instanceof Error ? error.message : String(error)}`)
  }
  for (const row of rows.filter(({ by }) => by === name)) {
    const figure = figures[row.id]
    say(`   ${verdictOf(row, figure?.value ?? null)}: ${row.id}: ${figure?.shown ?? '-'} (asked: ${row.asked})`)
  }
  say(`   ${Math.round((performance.now() - started) / 1000)} s`)
  // After every part, so that a run that is cut short has its figures.
  writeKept(
    files.kept,
    rows.map(({ id }) => id),
    figures,
  )
  writeFileSync(files.page, acceptancePage(rows, readKept(files.kept)))
}
const verdicts = rows.map((row) => ({ id: row.id, verdict: verdictOf(row, figures[row.id]?.value ?? null) }))
say(JSON.stringify({ rows: verdicts.length, ...countsOf(verdicts), failed, date, machine }))
process.exit(failed.length === 0 ? 0 : 1)

async function figuresOf(name: string): Promise<Readonly<Record<string, KeptFigure>>> {
  const own: Measure | undefined = MEASURES[name]
  if (own === undefined && values.records) return fromRecords(name)
  const measure = own ?? benchMeasure(name)
  if (measure === null) throw new Error(`no measure is called ${name}`)
  const folder = mkdtempSync(join(tmpdir(), `lyra-accept-${name}-`))
  try {
    const measured = await measure({ root, folder, data: resolve(root, values.data), say: (line) => say(`   ${line}`) })
    const run = { from: 'run' as const, date, tree: treeNow(), machine }
    return Object.fromEntries(Object.entries(measured).map(([id, figure]) => [id, { ...kept(figure), ...run }]))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function kept({ value, shown, how }: { readonly value: number; readonly shown: string; readonly how: string }) {
  return { value: Number.isNaN(value) ? null : Math.round(value * 1e6) / 1e6, shown, how }
}

function fromRecords(name: string): Readonly<Record<string, KeptFigure>> {
  const recorded = recordedFigures(name, readFileSync(files.benchmarks, 'utf8'))
  return Object.fromEntries(
    Object.entries(recorded).map(([id, { line, date: at, ...figure }]) => {
      const tree = git('blame', '-s', '-L', `${line},${line}`, '--', 'docs/benchmarks.md').split(' ', 1)[0]
      const entry: KeptFigure = { ...kept(figure), from: 'record', date: at, tree: tree ?? '', machine }
      return [id, entry]
    }),
  )
}

function treeNow(): string {
  const places = ['src', 'config', 'models', 'bench', ':!bench/accept/kept-figures.json']
  const changed = git('status', '--porcelain', '--', ...places) !== ''
  return `${git('rev-parse', '--short=8', 'HEAD')}${changed ? ' with changes' : ''}`
}

function countsOf(verdicts: readonly { readonly verdict: string }[]): Readonly<Record<string, number>> {
  const of = (verdict: string) => verdicts.filter((one) => one.verdict === verdict).length
  return { met: of('met'), missed: of('missed'), not_measured: of('not measured') }
}
