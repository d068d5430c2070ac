import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Bench, BenchOptions, BenchResult } from './bench.ts'
import { collectPatterns } from './hostile/collect-patterns.ts'
import { HOSTILE_DRAFTS, HOSTILE_LISTS } from './hostile/drafts.ts'
import { HOSTILE_PAGES } from './hostile/pages.ts'
import type { SourcePattern } from './hostile/pattern-literals.ts'
import { PDF_BOMBS } from './hostile/pdf-bombs.ts'
import { waitBehindSlowQueries } from './hostile/query-wait.ts'
import { slowestSmallInput } from './hostile/small-inputs.ts'
import { describeGrowth, type Superlinear, sweepPatterns } from './hostile/sweep-patterns.ts'
import { WARC_BOMBS } from './hostile/warc-bombs.ts'

const run = promisify(execFile)
const PAGE_BYTES = 1_000_000
const DRAFT_BYTES = 1_000_000
const LIST_BYTES = 5_000_000
const MOST_TURN_MS = 250
const MOST_GROWN_MB = 200
/** A search over a page made to be slow takes a minute on a busy machine; what takes longer counts as without end. */
const CHILD_TIMEOUT_MS = 300_000
/** After so long no further page or bomb is begun, no pattern waited for: the others are told as not run. */
const PART_MS = 20 * 60_000

type Numbers = Record<string, number | string | null>
type Rows = BenchResult['rows'][number][]

/** What pages, archives and clients may send to stop the engine, and how long it stops. */
export const hostile: Bench = {
  about: 'every pattern over adversarial text, pages of a megabyte through a whole search, drafts, PDF and WARC bombs',
  run: async (options) => {
    const numbers: Numbers = { bench: 'hostile' }
    const rows: Rows = []
    const asked = options.set ?? null
    if (asked !== null && !(asked in PARTS)) throw new Error(`no part named ${asked}: ${Object.keys(PARTS).join(', ')}`)
    const ran: string[] = []
    for (const [name, part] of Object.entries(PARTS)) {
      if (asked !== null && asked !== name) continue
      const started = performance.now()
      await part(options, numbers, rows)
      const minutes = ((performance.now() - started) / 60_000).toFixed(1)
      ran.push(name)
      options.say(`part ${name}: ${minutes} min`)
    }
    numbers.parts = ran.join(' ')
    return { numbers, rows }
  },
}

type Part = (options: BenchOptions, numbers: Numbers, rows: Rows) => Promise<void>

/** `--set <part>` runs one alone; each ends within its minutes, and tells what it did not come to. */
const PARTS: Readonly<Record<string, Part>> = {
  patterns,
  pages,
  drafts: (...input) => drafts('draft', Object.keys(HOSTILE_DRAFTS), DRAFT_BYTES, ...input),
  lists: (...input) => drafts('list', Object.keys(HOSTILE_LISTS), LIST_BYTES, ...input),
  pdf: (...input) => bombs('pdf', Object.keys(PDF_BOMBS), ...input),
  warc: (...input) => bombs('warc', Object.keys(WARC_BOMBS), ...input),
  query,
}

async function query(_options: BenchOptions, numbers: Numbers, rows: Rows): Promise<void> {
  const waited = await waitBehindSlowQueries()
  numbers.query_behind_30_slow_ms = Math.round(waited.ms)
  numbers.query_behind_30_slow_end = waited.end
  rows.push({
    what: 'a query with a deadline of 300 ms behind 30 that never end',
    measured: `${waited.end} after ${Math.round(waited.ms)} ms`,
    baseline: '34 s (waiting did not count)',
    target: 'its deadline',
  })
}

async function patterns(options: BenchOptions, numbers: Numbers, rows: Rows): Promise<void> {
  const { patterns: found } = await collectPatterns(options.root)
  const late = performance.now() + PART_MS
  const measured: SourcePattern[] = []
  const superlinear: Superlinear[] = []
  while (measured.length < found.length && performance.now() < late) {
    const portion = found.slice(measured.length, measured.length + PATTERNS_AT_ONCE)
    superlinear.push(...(await sweepPatterns(portion)))
    measured.push(...portion)
  }
  for (const one of superlinear) options.say(describeGrowth(one))
  numbers.patterns_not_run = found.length - measured.length
  numbers.patterns = found.length
  numbers.patterns_superlinear = superlinear.length
  rows.push({
    what: 'patterns of the source tree that grow faster than their input (10 and 20 kB)',
    measured: `${superlinear.length} of ${measured.length}${notRun(found.length - measured.length)}`,
    baseline: '85 of 520 (before)',
    target: '0',
  })
}

/** Patterns between two looks at the clock. */
const PATTERNS_AT_ONCE = 100

function notRun(count: number): string {
  return count === 0 ? '' : `, ${count} not run`
}

interface PageFigures {
  readonly turnMs: number
}

async function pages(options: BenchOptions, numbers: Numbers, rows: Rows): Promise<void> {
  const turns: { name: string; ms: number }[] = []
  const names = Object.keys(HOSTILE_PAGES)
  const late = performance.now() + PART_MS
  const endless: string[] = []
  const lane = async () => {
    while (names.length > 0 && performance.now() < late) {
      const name = names.shift() ?? ''
      const seen = await figures<PageFigures>(options, 'page-child.ts', [name, String(PAGE_BYTES)])
      if (seen === null) endless.push(name)
      else turns.push({ name, ms: seen.turnMs })
      options.say(`${name}: ${seen === null ? 'did not end' : `${Math.round(seen.turnMs)} ms`}`)
    }
  }
  await Promise.all([lane(), lane()])
  const small = slowestSmallInput()
  turns.sort((a, b) => b.ms - a.ms)
  numbers.pages = turns.length
  numbers.pages_without_end = endless.length
  numbers.pages_not_run = names.length
  numbers.worst_page = turns[0]?.name ?? null
  numbers.worst_page_turn_ms = Math.round(turns[0]?.ms ?? 0)
  numbers.pages_over_limit = turns.filter(({ ms }) => ms > MOST_TURN_MS).length
  numbers.worst_small_input = small.name
  numbers.worst_small_input_ms = Math.round(small.ms)
  rows.push(
    {
      what: `longest turn of the event loop in a search over pages of 1 MB, ${turns.length} kinds, processor time`,
      measured:
        [
          `${numbers.worst_page_turn_ms} ms (${numbers.worst_page})`,
          ...endless.map((name) => `without end: ${name}`),
        ].join(', ') + notRun(names.length),
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
  const endless: string[] = []
  const left = [...names]
  const late = performance.now() + PART_MS
  while (left.length > 0 && performance.now() < late) {
    const name = left.shift() ?? ''
    const one = await figures<DraftFigures>(options, 'draft-child.ts', [what, name, String(bytes)])
    if (one === null) endless.push(name)
    else all.push({ name, ...one })
    options.say(
      `${what} ${name}: ${one === null ? 'did not end' : `${Math.round(one.turnMs)} ms, ${one.seconds.toFixed(1)} s`}`,
    )
  }
  const [slowest] = [...all].sort((a, b) => b.turnMs - a.turnMs)
  const longest = Math.max(...all.map(({ seconds }) => seconds))
  numbers[`${what}s`] = all.length
  numbers[`${what}s_without_end`] = endless.length
  numbers[`${what}s_not_run`] = left.length
  numbers[`worst_${what}`] = slowest?.name ?? null
  numbers[`worst_${what}_turn_ms`] = Math.round(slowest?.turnMs ?? 0)
  numbers[`${what}s_longest_s`] = Math.round(longest * 10) / 10
  rows.push({
    what:
      what === 'draft'
        ? `longest turn of the event loop over a draft of 1 MB, ${all.length} kinds, processor time`
        : `the same over a reference list of 5 MB, ${all.length} kinds`,
    measured:
      [
        `${Math.round(slowest?.turnMs ?? 0)} ms (${slowest?.name ?? ''}), at most ${longest.toFixed(1)} s in all`,
        ...endless.map((name) => `without end: ${name}`),
      ].join(', ') + notRun(left.length),
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

/** Killed after its time: it ended by no name. */
const WITHOUT_END: BombFigures = { turnMs: 0, outcome: '', seconds: CHILD_TIMEOUT_MS / 1000, grownMb: 0 }

async function bombs(
  kind: 'pdf' | 'warc',
  names: readonly string[],
  options: BenchOptions,
  numbers: Numbers,
  rows: Rows,
) {
  const all: (BombFigures & { readonly name: string })[] = []
  const late = performance.now() + PART_MS
  const missed: string[] = []
  for (const name of names) {
    if (performance.now() >= late) {
      missed.push(name)
      continue
    }
    const one = (await figures<BombFigures>(options, 'bomb-child.ts', [kind, name])) ?? WITHOUT_END
    all.push({ name, ...one })
    options.say(`${kind} ${name}: ${one.outcome}, ${one.seconds.toFixed(1)} s, ${Math.round(one.grownMb)} MB`)
  }
  const most = (of: (one: BombFigures) => number) => Math.round(Math.max(...all.map(of)))
  numbers[`${kind}_bombs`] = all.length
  numbers[`${kind}_bombs_untyped`] = all.filter(({ outcome }) => outcome === 'untyped' || outcome === '').length
  numbers[`${kind}_bombs_longest_s`] = most(({ seconds }) => seconds)
  numbers[`${kind}_bombs_grown_mb`] = most(({ grownMb }) => grownMb)
  numbers[`${kind}_bombs_turn_ms`] = most(({ turnMs }) => turnMs)
  numbers[`${kind}_bombs_not_run`] = missed.length
  const shown = `${numbers[`${kind}_bombs_untyped`]} untyped, ${numbers[`${kind}_bombs_longest_s`]} s, server ${numbers[`${kind}_bombs_grown_mb`]} MB larger at its peak${notRun(missed.length)}`
  rows.push({
    what: `${all.length} ${kind.toUpperCase()} bombs: ends without a name, longest, memory`,
    measured: shown,
    baseline: kind === 'pdf' ? '60 s, 3 GB (before)' : '',
    target: `0, within its limits, <= ${MOST_GROWN_MB} MB`,
  })
}

/** Null where the child did not end in its time. */
async function figures<T>(options: BenchOptions, script: string, args: readonly string[]): Promise<T | null> {
  const path = join(options.root, 'bench', 'hostile', script)
  try {
    const { stdout } = await run(process.execPath, [path, ...args], {
      timeout: CHILD_TIMEOUT_MS,
      killSignal: 'SIGKILL',
    })
    return JSON.parse(stdout.trim().split('\n').at(-1) ?? '') as T
  } catch (error) {
    if (error instanceof Error && 'killed' in error && error.killed === true) return null
    throw error
  }
}
