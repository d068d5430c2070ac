import { type Random, seededRandom } from '../../src/domain/random.ts'
import { createEventQueue } from './event-queue.ts'

const SECOND = 1000
const HOUR = 3600 * SECOND
export const DAY = 24 * HOUR

export interface Load {
  readonly workers: number
  readonly tasksPerDay: number
  readonly searchesPerTask: number
  /** Milliseconds that a worker is at a search, the waiting for sites apart; one of them is drawn for each. */
  readonly workMs: readonly number[]
  /** Milliseconds of a merge, drawn likewise. */
  readonly mergeMs: readonly number[]
  /** Requests of a search to sites; 0: a replayed web, which nobody waits for. */
  readonly pagesPerSearch: number
  /** From the end of a request to a site to the next one there, by whichever worker. */
  readonly spacingMs: number
  readonly requestMs: number
  /** Sites that there are; the n-th is asked 1/n^skew as often as the first. */
  readonly sites: number
  readonly skew: number
  /** Share of searches in which the worker is lost. */
  readonly lost: number
  readonly leaseMs: number
  readonly days: number
  readonly seed: number
}

export interface Simulated {
  readonly asked: number
  readonly done: number
  readonly perDay: number
  /** From the moment a search may begin to a worker's taking it. */
  readonly waitMs: Quantiles
  /** From the moment a search may begin to its end. */
  readonly endMs: Quantiles
  /** Time in line for the one merge at a time. */
  readonly mergeWaitMs: Quantiles
  readonly mergeBusy: number
  readonly workersBusy: number
  /** Share of a worker's time that is waiting for sites. */
  readonly siteShare: number
  /** Share of the day in which the most asked site is taken, its pause included. */
  readonly busiestSite: number
  readonly open: number
}

export interface Quantiles {
  readonly p50: number
  readonly p95: number
}

interface Search {
  readonly since: number
  /** Searches of the task that come after it. */
  readonly rest: number
}

/** Of ten working hours come 85 of 100 tasks; the rest over the whole day. */
const WORKING = { from: 8 * HOUR, hours: 10, share: 0.85 }

/** A hub with its workers as discrete events; the same numbers for the same load and seed. */
export function simulateHub(load: Load): Simulated {
  const random = seededRandom(load.seed)
  const events = createEventQueue()
  const sites = createSites(load, random)
  const ready: Search[] = []
  // Whose worker was lost: first in line again.
  const again: Search[] = []
  const told = { waits: [] as number[], ends: [] as number[], mergeWaits: [] as number[] }
  let [idle, taken, mergeFree, merging, working, waiting, asked] = [load.workers, 0, 0, 0, 0, 0, 0]

  const drawn = (values: readonly number[]) => values[Math.floor(random.next() * values.length)] ?? 0
  function offer(now: number, rest: number): void {
    ready.push({ since: now, rest })
    next(now)
  }
  function next(now: number): void {
    if (idle === 0) return
    const search = again.shift() ?? ready[taken]
    if (search === undefined) return
    if (search === ready[taken]) taken += 1
    idle -= 1
    told.waits.push(now - search.since)
    run(now, search)
    next(now)
  }
  function run(now: number, search: Search): void {
    const read = sites.readAll(now)
    const worked = read + drawn(load.workMs)
    if (random.next() < load.lost) {
      const gone = now + (worked - now) * random.next()
      working += gone - now
      events.add(gone + load.leaseMs, (at) => {
        again.push(search)
        idle += 1
        next(at)
      })
      return
    }
    waiting += read - now
    events.add(worked, (at) => {
      const begin = Math.max(at, mergeFree)
      const took = drawn(load.mergeMs)
      mergeFree = begin + took
      merging += took
      told.mergeWaits.push(begin - at)
      events.add(mergeFree, (end) => {
        working += end - now
        told.ends.push(end - search.since)
        idle += 1
        if (search.rest > 0) offer(end, search.rest - 1)
        next(end)
      })
    })
  }
  for (let day = 0; day < load.days; day += 1)
    for (let n = 0; n < load.tasksPerDay; n += 1) {
      asked += load.searchesPerTask
      events.add(day * DAY + timeOfDay(random), (at) => offer(at, load.searchesPerTask - 1))
    }
  const span = load.days * DAY
  events.run(span)
  const done = told.ends.length
  return {
    ...{ asked, done, perDay: done / load.days, open: asked - done },
    waitMs: quantiles(told.waits),
    endMs: quantiles(told.ends),
    mergeWaitMs: quantiles(told.mergeWaits),
    mergeBusy: merging / span,
    workersBusy: working / (span * load.workers),
    siteShare: working === 0 ? 0 : waiting / working,
    busiestSite: sites.busiest(span),
  }
}

function timeOfDay(random: Random): number {
  const { from, hours, share } = WORKING
  return random.next() < share ? from + random.next() * hours * HOUR : random.next() * DAY
}

/** One request at a time to a site, over all workers, with the pause between. */
function createSites({ sites, skew, pagesPerSearch, spacingMs, requestMs }: Load, random: Random) {
  const freeAt = new Float64Array(sites)
  const taken = new Float64Array(sites)
  const upTo: number[] = []
  let sum = 0
  for (let n = 1; n <= sites; n += 1) {
    sum += 1 / n ** skew
    upTo.push(sum)
  }
  const draw = () => {
    const wanted = random.next() * sum
    let [low, high] = [0, sites - 1]
    while (low < high) {
      const half = (low + high) >> 1
      if ((upTo[half] as number) < wanted) low = half + 1
      else high = half
    }
    return low
  }
  return {
    /** When the last of a search's pages has come. */
    readAll: (now: number): number => {
      let last = now
      for (let n = 0; n < pagesPerSearch; n += 1) {
        const site = draw()
        const end = Math.max(now, freeAt[site] as number) + requestMs
        freeAt[site] = end + spacingMs
        taken[site] = (taken[site] as number) + requestMs + spacingMs
        last = Math.max(last, end)
      }
      return last
    },
    busiest: (span: number): number => Math.max(0, ...taken) / span,
  }
}

export function quantiles(values: readonly number[]): Quantiles {
  const sorted = [...values].sort((a, b) => a - b)
  const at = (share: number) => Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0)
  return { p50: at(0.5), p95: at(0.95) }
}
