import type { BenchResult } from '../bench.ts'
import { type Load, type Simulated, simulateHub } from './simulate.ts'
import type { TeamFigures } from './team-run.ts'

type Times = Pick<TeamFigures, 'runMs' | 'mergeMs'>

/**
 * What no bench on one machine can tell and is taken as it is: four searches of a task, twelve pages a search, a second
 * a request, pauses as the settings have them (5 s and 1.5 to 5.5 s more), 5,000 sites of which few are asked often,
 * one worker lost in 200 searches.
 */
export const ASSUMED = {
  searchesPerTask: 4,
  pagesPerSearch: 12,
  requestMs: 1000,
  spacingMs: 8500,
  sites: 5000,
  skew: 1,
  lost: 0.005,
  leaseMs: 60_000,
  days: 5,
  seed: 25,
} as const

const WORKERS = [1, 2, 4, 16, 64, 100]
const TASKS_PER_DAY = 1000
/** Beyond what is asked for, until something is full. */
const MORE = [2000, 5000, 20_000]

/** How the requests fall on sites: 11 of 100 on the first; 1 of 100; none that anybody waits for. */
const WEBS = { 'few sites': {}, 'many sites': { skew: 0.5 }, replayed: { pagesPerSearch: 0 } } as const

export interface Simulation {
  readonly workers: number
  readonly tasksPerDay: number
  readonly web: keyof typeof WEBS
  /** How many times as long a search is as the one that was measured, which judges few claims. */
  readonly times: number
  readonly result: Simulated
}

export function simulateAll({ runMs, mergeMs }: Times): readonly Simulation[] {
  const simulate = (workers: number, tasksPerDay: number, web: keyof typeof WEBS, times: number): Simulation => {
    // The time of a search has its merge in it, which is simulated by itself.
    const workMs = runMs.map((ms, n) => Math.max(0, ms - (mergeMs[n] ?? 0)) * times)
    const scaled = { workMs, mergeMs: mergeMs.map((ms) => ms * times) }
    const load: Load = { ...ASSUMED, ...WEBS[web], ...scaled, workers, tasksPerDay }
    return { workers, tasksPerDay, web, times, result: simulateHub(load) }
  }
  return [
    ...WORKERS.map((workers) => simulate(workers, TASKS_PER_DAY, 'few sites', 1)),
    ...WORKERS.map((workers) => simulate(workers, TASKS_PER_DAY, 'many sites', 10)),
    ...MORE.map((tasks) => simulate(100, tasks, 'many sites', 10)),
    ...MORE.map((tasks) => simulate(100, tasks, 'replayed', 10)),
  ]
}

const percent = (share: number) => `${Math.round(share * 1000) / 10} %`
const whole = (count: number) => Math.round(count).toLocaleString('en')
const seconds = (ms: number) => `${Math.round(ms / 100) / 10} s`

export function simulationRows(measured: Times): Pick<BenchResult, 'numbers' | 'rows'> {
  const simulations = simulateAll(measured)
  const numbers: Record<string, number> = {}
  const rows = simulations.map(({ workers, tasksPerDay, web, times, result }) => {
    const name = `simulated_${workers}_workers_${tasksPerDay}_tasks_${web.replace(' ', '_')}_x${times}`
    Object.assign(numbers, {
      [`${name}_per_day`]: Math.round(result.perDay),
      [`${name}_wait_p50_ms`]: result.waitMs.p50,
      [`${name}_wait_p95_ms`]: result.waitMs.p95,
      [`${name}_end_p95_ms`]: result.endMs.p95,
      [`${name}_merge_busy`]: Math.round(result.mergeBusy * 1e4) / 1e4,
      [`${name}_busiest_site`]: Math.round(result.busiestSite * 1e4) / 1e4,
    })
    return {
      what: `Simulated: ${workers} workers, ${whole(tasksPerDay)} tasks a day, ${web}, searches x ${times}`,
      measured:
        `${whole(result.perDay)} searches a day; in the queue ${seconds(result.waitMs.p50)}, ` +
        `p95 ${seconds(result.waitMs.p95)}; to the end p95 ${seconds(result.endMs.p95)}; workers busy ` +
        `${percent(result.workersBusy)}, merge ${percent(result.mergeBusy)}, first site ${percent(result.busiestSite)}`,
      baseline: `${whole(result.asked / ASSUMED.days)} asked for a day`,
      target: '',
    }
  })
  return { numbers, rows }
}
