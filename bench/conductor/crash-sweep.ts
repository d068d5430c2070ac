import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { isDeepStrictEqual } from 'node:util'
import { seededRandom } from '../../src/domain/random.ts'
import {
  archiveRemains,
  type CrashServer,
  type CrashStep,
  crashRun,
  killPoints,
  type Remains,
  remainsOf,
  startServer,
} from '../../test/e2e/crash-world.ts'
import { demoHome, demoScript } from '../../test/e2e/demo-client.ts'
import { timeIsUp } from '../bench.ts'

/** Where the process is killed: in which homes, over which web, with which searches. */
export interface SweepWorld {
  readonly question: string
  readonly script: readonly CrashStep[]
  /** The citations of the first search take about so long; null where nothing follows the answer. */
  readonly citationsMs: number | null
  /** What must be equal. */
  readonly equal: readonly (keyof Remains)[]
  newHome(): string
  start(home: string): Promise<CrashServer>
}

/** A trial and a refuting search of the demo, from its archive. */
export const replayWorld: SweepWorld = {
  question: demoScript.question,
  script: [
    { query: demoScript.steps[0]?.search ?? '', options: { max_pages: 4, seek_primary: true } },
    { query: demoScript.steps.at(-1)?.search ?? '', options: { max_pages: 2, refute: true } },
  ],
  citationsMs: 4000,
  equal: ['claims', 'edges', 'searchPages'],
  newHome: demoHome,
  start: (home) => startServer(home),
}

/** Undisturbed once, then in fresh homes with seeded kills until `kills` is reached. */
export async function crashSweep(world: SweepWorld, kills: number, say: (line: string) => void) {
  const { question, script } = world
  const result = {
    kills: 0,
    homes: 0,
    unequal: 0,
    duplicates: 0,
    open_jobs: 0,
    unexplained_events: 0,
    archive_missing: 0,
    twice_fetched: 0,
    calm_seconds: 0,
    killed_seconds: 0,
  }
  const calmHome = world.newHome()
  try {
    const started = performance.now()
    const calm = await crashRun(calmHome, question, script, [], [], world.start)
    result.calm_seconds = seconds(started)
    const expected = remainsOf(calmHome)
    const [first = 0, second = 0] = calm.steps
    const seen: number[] = []
    const begunAll = performance.now()
    for (let seed = 1; result.kills < kills && !timeIsUp(begunAll); seed += 1) {
      const home = world.newHome()
      const begun = performance.now()
      // Some homes die once anywhere in each search, some again and again early: deep and repeated crashes are both
      // met.
      const [count, share] = (
        [
          [1, 0.95],
          [5, 0.2],
          [3, 0.35],
        ] as const
      )[seed % 3] as readonly [number, number]
      const points = [killPoints(seed, count, first * share), killPoints(seed + 1000, count, second * share)]
      // And once while the citations of the first search are followed.
      const after = world.citationsMs === null ? [] : [[seededRandom(seed + 2000).next() * world.citationsMs]]
      const run = await crashRun(home, question, script, points, after, world.start)
      seen.push(seconds(begun))
      const found = remainsOf(home)
      const unequal = world.equal.filter((key) => !isDeepStrictEqual(found[key], expected[key]))
      const equal = unequal.length === 0
      const archive = await archiveRemains(home)
      result.kills += run.kills
      result.homes += 1
      result.unequal += equal && found.integrity === 'ok' ? 0 : 1
      result.duplicates += found.duplicates
      result.open_jobs += found.openJobs
      result.unexplained_events += found.unexplainedEvents
      result.archive_missing += archive.missing.length
      result.twice_fetched += twiceFetched(home)
      const how = equal ? 'equal' : `UNEQUAL in ${unequal.join(', ')}, kept at ${home}`
      say(`home ${result.homes}: ${run.kills} kills, ${how}`)
      if (equal) rmSync(home, { recursive: true, force: true })
    }
    result.killed_seconds = Math.round((seen.reduce((sum, one) => sum + one, 0) / seen.length) * 10) / 10
    return result
  } finally {
    rmSync(calmHome, { recursive: true, force: true })
  }
}

/** Pages whose fetch is in the event log more than once; those under way at a kill have to be. */
function twiceFetched(home: string): number {
  const db = new DatabaseSync(join(home, 'lyra.db'), { readOnly: true })
  try {
    const row = db
      .prepare(
        `SELECT count(*) AS n FROM (SELECT 1 FROM events WHERE kind = 'net.fetch' AND json_extract(data, '$.purpose') = 'page'
           AND json_extract(data, '$.outcome') = 'ok' GROUP BY subject_id HAVING count(*) > 1)`,
      )
      .get()
    return Number(row?.n)
  } finally {
    db.close()
  }
}

function seconds(since: number): number {
  return Math.round((performance.now() - since) / 100) / 10
}
