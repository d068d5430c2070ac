import type { ChildProcess } from 'node:child_process'
import { z } from 'zod'
import { seededRandom } from '../../src/domain/random.ts'
import type { HubConnection } from '../../src/hub/connection.ts'
import { crashOf, ended, isAlive } from './worker-processes.ts'

export interface Storm {
  readonly hub: HubConnection
  readonly pool: ChildProcess[]
  readonly events: number
  readonly seed: number
  /** Fewer open searches than this: more are queued, so that every event meets work. */
  readonly leastOpen: number
  readonly again: (n: number) => ChildProcess
  readonly moreWork: () => Promise<void>
}

export interface Disturbed {
  readonly kills: number
  readonly cuts: number
}

/** Of three events the third cuts every connection of the hub, also in the middle of a merge. */
const EVERY = 3
const LEAST_MS = 800
const SPREAD_MS = 5000
const CUT = `SELECT count(pg_terminate_backend(pid)) AS n FROM pg_stat_activity
  WHERE datname = current_database() AND pid <> pg_backend_pid() AND application_name = 'lyra'`
const OPEN = `SELECT count(*) AS n FROM hub.searches WHERE state IN ('queued', 'running')`
const countRow = z.object({ n: z.number() })

/** Kills workers and cuts connections at times that a seed draws; each killed one is followed by a new one. */
export async function disturb(storm: Storm): Promise<Disturbed> {
  const { hub, pool, events } = storm
  const random = seededRandom(storm.seed)
  let [kills, cuts] = [0, 0]
  while (kills + cuts < events) {
    await new Promise((resolve) => setTimeout(resolve, LEAST_MS + random.next() * SPREAD_MS))
    while (((await asked(hub, OPEN))[0]?.n ?? 0) < storm.leastOpen) await storm.moreWork()
    if ((kills + cuts) % EVERY === EVERY - 1) {
      await asked(hub, CUT)
      cuts += 1
      continue
    }
    const alive = pool.filter(isAlive)
    const victim = alive[Math.floor(random.next() * alive.length)]
    if (victim === undefined) throw new Error(`no worker is left: ${pool.map(crashOf).filter(Boolean).at(-1)}`)
    victim.kill('SIGKILL')
    await ended(victim)
    kills += 1
    pool.push(storm.again(kills))
  }
  return { kills, cuts }
}

/** The storm cuts its own idle connections as well. */
async function asked(hub: HubConnection, statement: string): Promise<readonly { readonly n: number }[]> {
  return hub.rows(countRow, statement).catch(() => hub.rows(countRow, statement))
}
