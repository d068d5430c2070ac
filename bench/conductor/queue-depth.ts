import { seededRandom } from '../../src/domain/random.ts'
import { createScheduler } from '../../src/work/scheduler.ts'
import { PRIORITIES, type WorkKind } from '../../src/work/work-request.ts'
import { median } from '../bench.ts'

const KINDS = Object.keys(PRIORITIES) as WorkKind[]
const JOBS = 10_000
/** Rounds before the compiler has settled, and measured rounds a run: one round is ten milliseconds. */
const WARM_UP = 5
const ROUNDS = 5

/** Time a job costs besides its work, which here is nothing, with short and with long queues. */
export async function deepQueue(runs: number) {
  const figures = { bare: [] as number[], short: [] as number[], long: [] as number[] }
  for (let round = 0; round < WARM_UP; round += 1) for (const depth of [100, JOBS]) await batches(depth)
  for (let round = 0; round < runs * ROUNDS; round += 1) {
    figures.bare.push(await timed(async () => void (await Promise.all(Array.from({ length: JOBS }, async () => {})))))
    figures.short.push(await timed(() => batches(100)))
    figures.long.push(await timed(() => batches(JOBS)))
  }
  const each = (values: readonly number[]) => Math.round((median(values) / JOBS) * 1e6) / 1e3
  return {
    queued_jobs: JOBS,
    baseline_us: each(figures.bare),
    overhead_us_100: each(figures.short),
    overhead_us_10000: each(figures.long),
  }
}

async function batches(depth: number): Promise<void> {
  const scheduler = createScheduler({ network_client: 4, cpu_nlp: 2, queue_limit: JOBS + 1 }, () => {})
  const random = seededRandom(7)
  for (let done = 0; done < JOBS; done += depth) {
    await Promise.all(
      Array.from({ length: depth }, () => {
        const kind = KINDS[Math.floor(random.next() * KINDS.length)] as WorkKind
        const domain = `site${Math.floor(random.next() * 500)}.example`
        return scheduler.run({ kind, slot: 'network_client', domain, taskId: 'task_1' }, async () => {})
      }),
    )
  }
}

async function timed(work: () => Promise<void>): Promise<number> {
  const started = performance.now()
  await work()
  return performance.now() - started
}
