import { setTimeout as wait } from 'node:timers/promises'
import { seededRandom } from '../../src/domain/random.ts'
import type { JobSlot } from '../../src/store/jobs.ts'
import { createScheduler, type Scheduler } from '../../src/work/scheduler.ts'
import { PRIORITIES, type WorkRequest } from '../../src/work/work-request.ts'

const SIZES = { network_client: 4, cpu_nlp: 2, queue_limit: 10_000 }
const DOMAINS = 12
const PAGES = 8

type Gate = Pick<Scheduler, 'run'>

/** Without a scheduler everything starts at once: what the figures would be without slots. */
const noGate: Gate = { run: (_request, work) => work(new AbortController().signal) }

interface Watch {
  readonly running: Map<JobSlot, number>
  readonly domains: Map<string, number>
  exclusion: number
  domainPeak: number
  slotPeaks: Record<string, number>
}

/** Tasks of mixed kinds, all at once: result pages, fetches, extraction, embedding, model work. */
export async function fakeTasks(count: number) {
  const waiting = new Map<JobSlot, Map<number, number>>()
  const subject = await play(
    count,
    createScheduler(SIZES, () => {}),
    waiting,
  )
  const baseline = await play(count, noGate, new Map())
  return {
    tasks: count,
    jobs: subject.jobs,
    exclusion_violations: subject.watch.exclusion,
    domain_concurrency: subject.watch.domainPeak,
    network_peak: subject.watch.slotPeaks.network_client ?? 0,
    cpu_peak: subject.watch.slotPeaks.cpu_nlp ?? 0,
    priority_violations: subject.overtakings,
    baseline_exclusion_violations: baseline.watch.exclusion,
    baseline_domain_concurrency: baseline.watch.domainPeak,
  }
}

async function play(count: number, gate: Gate, waiting: Map<JobSlot, Map<number, number>>) {
  const random = seededRandom(9)
  const watch: Watch = { running: new Map(), domains: new Map(), exclusion: 0, domainPeak: 0, slotPeaks: {} }
  let jobs = 0
  let overtakings = 0
  const job = (request: WorkRequest) => {
    jobs += 1
    const priority = PRIORITIES[request.kind]
    // Only where nothing but the priority decides: slots without domains.
    const line = request.domain === undefined ? lineOf(waiting, request.slot) : null
    if (line !== null) line.set(priority, (line.get(priority) ?? 0) + 1)
    const ms = 1 + Math.floor(random.next() * 4)
    return gate.run(request, async () => {
      if (line !== null) {
        line.set(priority, (line.get(priority) ?? 0) - 1)
        if ([...line].some(([other, left]) => other > priority && left > 0)) overtakings += 1
      }
      enter(watch, request)
      await wait(ms)
      leave(watch, request)
    })
  }
  const task = async (index: number) => {
    const taskId = `task_${index}`
    const domain = () => `site${Math.floor(random.next() * DOMAINS)}.example`
    await job({
      kind: 'serp',
      slot: random.next() < 0.3 ? 'browser_headful' : 'network_client',
      taskId,
      domain: domain(),
    })
    await Promise.all(
      Array.from({ length: PAGES }, async () => {
        await job({ kind: 'prefetch', slot: 'network_client', taskId, domain: domain() })
        await job({ kind: 'extract', slot: 'cpu_nlp', taskId })
      }),
    )
    await job({ kind: 'embed', slot: 'gpu', taskId })
    await job({ kind: 'rerank', slot: 'cpu_nlp', taskId })
    await job({ kind: random.next() < 0.5 ? 'llm_fast' : 'llm_slow', slot: 'gpu', taskId })
  }
  await Promise.all(Array.from({ length: count }, (_, index) => task(index)))
  return { watch, jobs, overtakings }
}

function lineOf(waiting: Map<JobSlot, Map<number, number>>, slot: JobSlot): Map<number, number> {
  const line = waiting.get(slot) ?? new Map<number, number>()
  waiting.set(slot, line)
  return line
}

function enter(watch: Watch, { slot, domain }: WorkRequest): void {
  const now = (watch.running.get(slot) ?? 0) + 1
  watch.running.set(slot, now)
  watch.slotPeaks[slot] = Math.max(watch.slotPeaks[slot] ?? 0, now)
  const [gpu, headful] = [watch.running.get('gpu') ?? 0, watch.running.get('browser_headful') ?? 0]
  if ((slot === 'gpu' || slot === 'browser_headful') && gpu + headful > 1) watch.exclusion += 1
  if (domain === undefined || slot !== 'network_client') return
  const same = (watch.domains.get(domain) ?? 0) + 1
  watch.domains.set(domain, same)
  watch.domainPeak = Math.max(watch.domainPeak, same)
}

function leave(watch: Watch, { slot, domain }: WorkRequest): void {
  watch.running.set(slot, (watch.running.get(slot) ?? 1) - 1)
  if (domain !== undefined && slot === 'network_client') watch.domains.set(domain, (watch.domains.get(domain) ?? 1) - 1)
}
