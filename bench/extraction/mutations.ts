import { seededRandom } from '../../src/domain/random.ts'
import { type Extract, type Extraction, UNEXPECTED_FAILURE } from '../../src/extract/types.ts'
import { damage, SEEDS } from '../../test/extract/damage.ts'
import { defaultExtract } from '../../test/extract/default-extract.ts'

export interface MutationRun {
  readonly inputs: number
  /** Inputs that ended in an exception, thrown or caught at the last fence, instead of a page or a failure foreseen. */
  readonly untyped: number
  readonly slowestMs: number
  /** Processor time of the slowest: what a quiet machine would see. */
  readonly slowestCpuMs: number
  readonly peakRss: number
  /** Peak of the second half over that of the first, less one: what is kept of every document would show here. */
  readonly rssGrowth: number
}

export async function mutationRun(
  inputs: number,
  say: (line: string) => void,
  extract: Extract = defaultExtract(),
): Promise<MutationRun> {
  const random = seededRandom(20260301)
  let untyped = 0
  let slowestMs = 0
  let slowestCpuMs = 0
  // Loading the readers is no part of reading.
  for (const [contentType, body] of SEEDS) await extract({ url: 'https://damaged.example/', contentType, body })
  const peaks = { first: 0, second: 0 }
  for (let index = 0; index < inputs; index += 1) {
    const [contentType, body] = SEEDS[index % SEEDS.length] as (typeof SEEDS)[number]
    const damaged = damage(body, random)
    const started = performance.now()
    const before = process.cpuUsage()
    const crash = await crashOf(() => extract({ url: 'https://damaged.example/a', contentType, body: damaged }))
    if (crash !== null) {
      untyped += 1
      say(`input ${index} (${contentType}): ${crash}`)
    }
    slowestMs = Math.max(slowestMs, performance.now() - started)
    const used = process.cpuUsage(before)
    slowestCpuMs = Math.max(slowestCpuMs, (used.user + used.system) / 1000)
    if (index % 10 === 9) {
      const half = index < inputs / 2 ? 'first' : 'second'
      peaks[half] = Math.max(peaks[half], process.memoryUsage.rss())
    }
    if (index % 1000 === 999)
      say(
        `${index + 1} inputs, slowest ${Math.round(slowestMs)} ms, ${Math.round(Math.max(peaks.first, peaks.second) / 1e6)} MB`,
      )
  }
  const peakRss = Math.max(peaks.first, peaks.second)
  return { inputs, untyped, slowestMs, slowestCpuMs, peakRss, rssGrowth: peaks.second / peaks.first - 1 }
}

/** createExtract turns every exception into a failure; its reason tells which were not foreseen. */
async function crashOf(read: () => Promise<Extraction>): Promise<string | null> {
  try {
    const extraction = await read()
    return !extraction.ok && extraction.reason.startsWith(UNEXPECTED_FAILURE) ? extraction.reason : null
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}
