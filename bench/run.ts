import { cpus, loadavg, platform, totalmem } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import type { Bench } from './bench.ts'
import { recordRows } from './record.ts'

/**
 * `npm run bench -- <name> [--json] [--data <folder>] [--model <folder>] [--runs <n>] [--demo] [--mutations]
 * [--before <checkout>] [--set <name>] [--calls <n>] [--size <times>] [--write]`; last line: one JSON object.
 */
const BENCHES: Readonly<Record<string, () => Promise<Bench>>> = {
  stance: async () => (await import('./stance.ts')).stance,
  injection: async () => (await import('./injection.ts')).injection,
  conductor: async () => (await import('./conductor.ts')).conductor,
  graph: async () => (await import('./graph.ts')).graph,
  sql: async () => (await import('./sql.ts')).sql,
  academic: async () => (await import('./academic.ts')).academic,
  'full-text': async () => (await import('./full-text.ts')).fullText,
  extraction: async () => (await import('./extraction.ts')).extraction,
  startup: async () => (await import('./startup.ts')).startup,
  retrieval: async () => (await import('./retrieval.ts')).retrieval,
  vectors: async () => (await import('./vectors.ts')).vectors,
  acquisition: async () => (await import('./acquisition.ts')).acquisition,
  worlds: async () => (await import('./worlds.ts')).worlds,
  learning: async () => (await import('./learning.ts')).learning,
  answers: async () => (await import('./answers.ts')).answers,
  hostile: async () => (await import('./hostile.ts')).hostile,
  check: async () => (await import('./check.ts')).check,
  install: async () => (await import('./install.ts')).install,
  documents: async () => (await import('./documents.ts')).documents,
  dashboard: async () => (await import('./dashboard.ts')).dashboard,
  entities: async () => (await import('./entities.ts')).entities,
  soak: async () => (await import('./soak.ts')).soak,
  team: async () => (await import('./team.ts')).team,
  'demo-time': async () => (await import('./demo-time.ts')).demoTime,
}

const root = join(import.meta.dirname, '..')
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    json: { type: 'boolean', default: false },
    data: { type: 'string', default: process.env.LYRA_DATA ?? '../shared/data' },
    model: { type: 'string' },
    runs: { type: 'string', default: '7' },
    demo: { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
    mutations: { type: 'boolean', default: false },
    before: { type: 'string' },
    set: { type: 'string' },
    calls: { type: 'string' },
    size: { type: 'string' },
  },
})

const load = BENCHES[positionals[0] ?? '']
const runs = Number(values.runs)
const wholeNumbers = [runs, Number(values.size ?? 1), Number(values.calls ?? 1)]
if (load === undefined || positionals.length !== 1 || !wholeNumbers.every((n) => Number.isInteger(n) && n >= 1)) {
  process.stderr.write(
    `Usage: npm run bench -- <${Object.keys(BENCHES).join(' | ')}> [--json] [--data <folder>] [--model <folder>] [--runs <n>] [--demo] [--mutations] [--before <checkout>] [--set <name>] [--calls <n>] [--size <times>] [--write]\n`,
  )
  process.exit(2)
}

const name = positionals[0] as string
const machine = `${cpus().length} x ${cpus()[0]?.model.trim() ?? 'unknown CPU'}, ${Math.round(totalmem() / 1e9)} GB, ${platform()}`
// Other work on the machine shows in every time: the reader of a figure should know of it.
const load1m = Math.round((loadavg()[0] ?? 0) * 100) / 100
const bench = await load()
const result = await bench.run({
  root,
  data: resolve(root, values.data),
  model: values.model === undefined ? null : resolve(values.model),
  runs,
  demo: values.demo,
  mutations: values.mutations,
  before: values.before ?? null,
  set: values.set ?? null,
  calls: values.calls === undefined ? null : Number(values.calls),
  size: values.size === undefined ? null : Number(values.size),
  say: (line) => {
    if (!values.json) process.stdout.write(`${line}\n`)
  },
})
const date = new Date().toISOString().slice(0, 10)
if (values.write) recordRows(join(root, 'docs', 'benchmarks.md'), name, result.rows, { date, machine })
process.stdout.write(`${JSON.stringify({ ...result.numbers, load_1m_before: load1m, date, machine })}\n`)
