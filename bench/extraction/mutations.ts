import { seededRandom } from '../../src/domain/random.ts'
import { createExtract } from '../../src/extract/extract.ts'
import { damage, SEEDS } from '../../test/extract/damage.ts'

export interface MutationRun {
  readonly inputs: number
  /** Inputs that ended in an exception instead of a page or a typed failure. */
  readonly untyped: number
  readonly slowestMs: number
  /** Processor time of the slowest: what a quiet machine would see. */
  readonly slowestCpuMs: number
  readonly peakRss: number
}

export async function mutationRun(inputs: number, say: (line: string) => void): Promise<MutationRun> {
  const extract = createExtract()
  const random = seededRandom(20260301)
  let untyped = 0
  let slowestMs = 0
  let slowestCpuMs = 0
  // Loading the readers is no part of reading.
  for (const [contentType, body] of SEEDS) await extract({ url: 'https://damaged.example/', contentType, body })
  let peakRss = 0
  for (let index = 0; index < inputs; index += 1) {
    const [contentType, body] = SEEDS[index % SEEDS.length] as (typeof SEEDS)[number]
    const damaged = damage(body, random)
    const started = performance.now()
    const before = process.cpuUsage()
    try {
      await extract({ url: 'https://damaged.example/a', contentType, body: damaged })
    } catch (error) {
      untyped += 1
      say(`input ${index}: ${error instanceof Error ? error.message : String(error)}`)
    }
    slowestMs = Math.max(slowestMs, performance.now() - started)
    const used = process.cpuUsage(before)
    slowestCpuMs = Math.max(slowestCpuMs, (used.user + used.system) / 1000)
    if (index % 50 === 0) peakRss = Math.max(peakRss, process.memoryUsage.rss())
    if (index % 1000 === 999)
      say(`${index + 1} inputs, slowest ${Math.round(slowestMs)} ms, ${Math.round(peakRss / 1e6)} MB`)
  }
  return { inputs, untyped, slowestMs, slowestCpuMs, peakRss }
}
