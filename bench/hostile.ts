import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Bench, BenchOptions, BenchResult } from './bench.ts'
import { collectPatterns } from './hostile/collect-patterns.ts'
import { HOSTILE_DRAFTS, HOSTILE_LISTS } from './hostile/drafts.ts'
import { HOSTILE_PAGES } from './hostile/pages.ts'
import { PDF_BOMBS } from './hostile/pdf-bombs.ts'
import { waitBehindSlowQueries } from './hostile/query-wait.ts'
import { slowestSmallInput } from './hostile/small-inputs.ts'
import { describeGrowth, sweepPatterns } from './hostile/sweep-patterns.ts'
import { WARC_BOMBS } from './hostile/warc-bombs.ts'

const run = promisify(execFile)
const PAGE_BYTES = 1_000_000
const DRAFT_BYTES = 1_000_000
const LIST_BYTES = 5_000_000
const MOST_TURN_MS = 250
const MOST_GROWN_MB = 200
/** A search over a page made to be slow takes a minute on a busy machine. */
const PAGE_TIMEOUT_MS = 600_000

type Numbers = Record<string, number | string | null>
type Rows = BenchResult['rows'][number][]

/** What pages, archives and clients may send to stop the engine, and how long it stops. */
export const hostile: Bench = {
  about: 'every pattern over adversarial text, pages of a megabyte through a whole search, drafts, PDF and WARC bombs',
  run: async (options) => {
    const numbers: Numbers = { bench: 'hostile' }
    const rows: Rows = []
    await patterns(options, numbers, rows)
    await pages(options, numbers, rows)
    await drafts('draft', Object.keys(HOSTILE_DRAFTS), DRAFT_BYTES, options, numbers, rows)
    await drafts('list', Object.keys(HOSTILE_LISTS), LIST_BYTES, options, numbers, rows)
    await bombs('pdf', Object.keys(PDF_BOMBS), options, numbers, rows)
    await bombs('warc', Object.keys(WARC_BOMBS), options, numbers, rows)
    const waited = await waitBehindSlowQueries()
    numbers.query_behind_30_slow_ms = Math.round(waited.ms)
    numbers.query_behind_30_slow_end = waited.end
    rows.push({
      what: 'a query with a deadline of 300 ms behind 30 that never end',
      measured: `${waited.end} after ${Math.round(waited.ms)} ms`,
      baseline: '34 s (waiting did not count)',
      target: 'its deadline',
    })
    return { numbers, rows }
  },
}

async function patterns(options: BenchOptions, numbers: Numbers, rows: Rows): Promise<void> {
  const { patterns: found } = await collectPatterns(options.root)
  const superlinear = await sweepPatterns(found)
  for (const one of superlinear) options.say(describeGrowth(one))
  numbers.patterns = found.length
  numbers.patterns_superlinear = superlinear.length
  rows.push({
    what: 'patterns of the source tree that grow faster than their input (10 and 20 kB)',
    measured: `${superlinear.length} of ${found.length}`,
    baseline: '85 of 520 (before)',
    target: '0',
  })
}

interface PageFigures {
  readonly turnMs: number
}

async function pages(options: BenchOptions, numbers: Numbers, rows: Rows): Promise<void> {
  const turns: { name: string; ms: number }[] = []
  const names = Object.keys(HOSTILE_PAGES)
  const lane = async () => {
    for (let name = names.shift(); name !== undefined; name = names.shift()) {
      const { turnMs } = await figures<PageFigures>(options, 'page-child.ts', [name, String(PAGE_BYTES)])
      turns.push({ name, ms: turnMs })
      options.say(`${name}: ${Math.round(turnMs)} ms`)
    }
  }
  await Promise.all([lane(), lane()])
  const small = slowestSmallInput()
  turns.sort((a, b) => b.ms - a.ms)
  numbers.pages = turns.length
  numbers.worst_page = turns[0]?.name ?? null
  numbers.worst_page_turn_ms = Math.round(turns[0]?.ms ?? 0)
  numbers.pages_over_limit = turns.filter(({ ms }) => ms > MOST_TURN_MS).length
  numbers.worst_small_input = small.name
  numbers.worst_small_input_ms = Math.round(small.ms)
  rows.push(
    {
      what: `longest turn of the event loop in a search over pages of 1 MB, ${turns.length} kinds, processor time`,
      measured: `${numbers.worst_page_turn_ms} ms (${numbers.worst_page})`,
      baseline: '515 s (one letter, before)',
      target: `<= ${MOST_TURN_MS} ms`,
    },
    {
      what: 'slowest robots.txt, sitemap, address or challenge page of 1 MB, processor time',
      measured: `${numbers.worst_small_input_ms} ms (${small.name.replaceAll('|', '')})`,
      baseline: '28 s (before)',
      target: `<= ${MOST_TURN_MS} ms`,
    },
  )
}

interface DraftFigures {
  readonly turnMs: number
  readonly seconds: number
}

async function drafts(
  what: 'draft' | 'list',
  names: readonly string[],
  bytes: number,
  options: BenchOptions,
  numbers: Numbers,
  rows: Rows,
): Promise<void> {
  const all: (DraftFigures & { readonly name: string })[] = []
  for (const name of names) {
    const one = await figures<DraftFigures>(options, 'draft-child.ts', [what, name, String(bytes)])
    all.push({ name, ...one })
    options.say(`${what} ${name}: ${Math.round(one.turnMs)} ms, ${one.seconds.toFixed(1)} s`)
  }
  const [slowest] = [...all].sort((a, b) => b.turnMs - a.turnMs)
  const longest = Math.max(...all.map(({ seconds }) => seconds))
  numbers[`${what}s`] = all.length
  numbers[`worst_${what}`] = slowest?.name ?? null
  numbers[`worst_${what}_turn_ms`] = Math.round(slowest?.turnMs ?? 0)
  numbers[`${what}s_longest_s`] = Math.round(longest * 10) / 10
  rows.push({
    what:
      what === 'draft'
        ? `longest turn of the event loop over a draft of 1 MB, ${all.length} kinds, processor time`
        : `the same over a reference list of 5 MB, ${all.length} kinds`,
    measured: `${Math.round(slowest?.turnMs ?? 0)} ms (${slowest?.name ?? ''}), at most ${longest.toFixed(1)} s in all`,
    baseline: what === 'draft' ? '2.1 s in one turn at 100 kB, growing by its square (before)' : '',
    target: `<= ${MOST_TURN_MS} ms`,
  })
}

interface BombFigures {
  readonly turnMs: number
  readonly outcome: string
  readonly seconds: number
  readonly grownMb: number
}

async function bombs(
  kind: 'pdf' | 'warc',
  names: readonly string[],
  options: BenchOptions,
  numbers: Numbers,
  rows: Rows,
) {
  const all: (BombFigures & { readonly name: string })[] = []
  for (const name of names) {
    const one = await figures<BombFigures>(options, 'bomb-child.ts', [kind, name])
    all.push({ name, ...one })
    options.say(`${kind} ${name}: ${one.outcome}, ${one.seconds.toFixed(1)} s, ${Math.round(one.grownMb)} MB`)
  }
  const most = (of: (one: BombFigures) => number) => Math.round(Math.max(...all.map(of)))
  numbers[`${kind}_bombs`] = all.length
  numbers[`${kind}_bombs_untyped`] = all.filter(({ outcome }) => outcome === 'untyped' || outcome === '').length
  numbers[`${kind}_bombs_longest_s`] = most(({ seconds }) => seconds)
  numbers[`${kind}_bombs_grown_mb`] = most(({ grownMb }) => grownMb)
  numbers[`${kind}_bombs_turn_ms`] = most(({ turnMs }) => turnMs)
  const shown = `${numbers[`${kind}_bombs_untyped`]} untyped, ${numbers[`${kind}_bombs_longest_s`]} s, server ${numbers[`${kind}_bombs_grown_mb`]} MB larger at its peak`
  rows.push({
    what: `${all.length} ${kind.toUpperCase()} bombs: ends without a name, longest, memory`,
    measured: shown,
    baseline: kind === 'pdf' ? '60 s, 3 GB (before)' : '',
    target: `0, within its limits, <= ${MOST_GROWN_MB} MB`,
  })
}

async function figures<T>(options: BenchOptions, script: string, args: readonly string[]): Promise<T> {
  const path = join(options.root, 'bench', 'hostile', script)
  const { stdout } = await run(process.execPath, [path, ...args], { timeout: PAGE_TIMEOUT_MS })
  return JSON.parse(stdout.trim().split('\n').at(-1) ?? '') as T
}
