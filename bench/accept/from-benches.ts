import type { Bench, BenchOptions } from '../bench.ts'
import type { Figure, Measure, MeasureContext } from './measure.ts'

interface Taken {
  readonly id: string
  /** The number of the benchmark, and the beginning of the row of docs/benchmarks.md that carries it. */
  readonly number: string
  readonly row: string
  readonly how: string
}

interface TakenBench {
  readonly load: () => Promise<Bench>
  readonly rows: readonly Taken[]
}

const ACQUISITION =
  '`npm run bench -- acquisition`: 200 pages on a loopback web with planted faults; every route is real.'
const ENGINES =
  '`npm run bench -- acquisition`: twelve loopback engines over three simulated days, sick in known spells.'

function taken(id: string, number: string, row: string, how: string): Taken {
  return { id, number, row, how }
}

/** The figures of REQ 7 that a benchmark measures: run again here, or read from its last record. */
export const TAKEN_BENCHES: Readonly<Record<string, TakenBench>> = {
  acquisition: {
    load: async () => (await import('../acquisition.ts')).acquisition,
    rows: [
      taken(
        'fetch.success',
        'success_share',
        'pages got, of those a rule-abiding visitor can get',
        `${ACQUISITION} Of those a rule-abiding visitor can get.`,
      ),
      taken('fetch.recovery', 'recovered_share', 'got within 3 further attempts after 403 or 429', ACQUISITION),
      taken(
        'captcha.detected',
        'captcha_share',
        'challenges recognised',
        `${ACQUISITION} Twelve challenges of six kinds.`,
      ),
      taken('exposure.browser', 'browser_share', 'pages that needed a browser', ACQUISITION),
      taken('exposure.referer', 'referer_share', 'documents asked for with a Referer that fits', ACQUISITION),
      taken('exposure.revisits', 'confirmed_share', 'revisits answered by 304, where the site offers it', ACQUISITION),
      taken('cache.revisits', 'confirmed_share', 'revisits answered by 304, where the site offers it', ACQUISITION),
      taken(
        'tor.share',
        'tor_share',
        'requests over Tor',
        `${ACQUISITION} Tor is a SOCKS double with an exit address of its own.`,
      ),
      taken('ipv6.success', 'ipv6_share', 'connections over IPv6, where the site offers it', ACQUISITION),
      taken('ipv6.switches', 'family_switch_share', 'switches of address family that helped', ACQUISITION),
      taken('archive.warc', 'archived_share', 'answered pages in the archive', ACQUISITION),
      taken('archive.screenshots', 'screenshot_share', 'browser pages with a screenshot', ACQUISITION),
      taken('archive.resources', 'resource_list_share', 'browser pages with a list of resource hashes', ACQUISITION),
      taken('engines.precision', 'engine_precision', 'engine faults reported that were faults', ENGINES),
      taken('engines.recall', 'engine_recall', 'engine faults that were reported', ENGINES),
      taken('cache.serp', 'serp_cache_share', 'result pages from the cache on a second run', ENGINES),
      taken(
        'site_search.success',
        'site_search_share',
        "searches typed into sites' own forms that brought results",
        '`npm run bench -- acquisition`: ten sites with search forms, ' +
          'six of them usable, a real browser; of the usable ones.',
      ),
    ],
  },
  conductor: {
    load: async () => (await import('../conductor.ts')).conductor,
    rows: [
      taken(
        'scheduler.exclusive',
        'exclusion_violations',
        '100 tasks of mixed fake work: gpu and browser_headful together',
        '`npm run bench -- conductor`: 100 tasks of mixed fake work through the real slots.',
      ),
      taken(
        'scheduler.domain',
        'domain_concurrency',
        'most requests to one domain at once',
        '`npm run bench -- conductor`: 100 tasks of mixed fake work through the real slots.',
      ),
    ],
  },
  academic: {
    load: async () => (await import('../academic.ts')).academic,
    rows: [
      taken(
        'osint.loops',
        'loop_recall',
        'citation loops:',
        '`npm run bench -- academic`: rings planted in 20 citation graphs of 600 pages, one citation in ten lost.',
      ),
    ],
  },
}

export function benchMeasure(name: string): Measure | null {
  const entry = TAKEN_BENCHES[name]
  if (entry === undefined) return null
  return async (context) => {
    const { numbers } = await (await entry.load()).run(optionsOf(context))
    return Object.fromEntries(entry.rows.map((row) => [row.id, figureOf(row, numbers[row.number])]))
  }
}

function optionsOf({ root, data, say }: MeasureContext): BenchOptions {
  return { root, data, model: null, runs: 7, demo: false, say }
}

function figureOf({ id, number, how }: Taken, value: unknown): Figure {
  if (typeof value !== 'number') throw new Error(`${id}: the benchmark has no number ${number}`)
  return { value, shown: String(value), how }
}

export interface Recorded extends Figure {
  readonly date: string
  /** Number of the line in docs/benchmarks.md. */
  readonly line: number
}

/** The same figures out of docs/benchmarks.md, where a run is too long or not possible; those that stand there. */
export function recordedFigures(name: string, benchmarks: string): Readonly<Record<string, Recorded>> {
  const lines = benchmarks.split('\n')
  const found = (TAKEN_BENCHES[name]?.rows ?? []).flatMap((row) => {
    const at = lines.findIndex((line) => line.startsWith(`| ${row.row}`))
    const cells = at === -1 ? [] : (lines[at] ?? '').split(' | ')
    const value = Number.parseFloat(cells[1] ?? '')
    const date = cells.at(-2) ?? ''
    if (Number.isNaN(value)) return []
    return [[row.id, { value, shown: String(value), how: row.how, date, line: at + 1 }] as const]
  })
  return Object.fromEntries(found)
}
