import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Statement, World } from '../worlds/load-world.ts'
import type { Played } from '../worlds/play-world.ts'
import { readGraph } from '../worlds/read-graph.ts'
import { matchClaims, scoreWorld } from '../worlds/score-world.ts'
import type { Matched, Share } from '../worlds/world-score.ts'

/** Quality of the findings; counts, so that worlds can be added up. */
export interface Quality {
  readonly status: Share
  /** Contradictions of the truth whose two findings are in dispute with each other. */
  readonly disputes: Share
  readonly order: Share
  /** The same of every two findings whose order the truth implies: what is verified above what is not to be held. */
  readonly implied: Share
}

export function qualityOf(world: World, played: Played): Quality {
  const graph = readGraph(played)
  const { findingStatus: status, findingOrder: order } = scoreWorld(world, graph)
  const { claims } = matchClaims(world.truth.statements, graph.claims)
  const inDispute = readDisputes(played)
  const findingsOf = (statement: string) => (claims.get(statement) ?? []).map(({ finding }) => finding.id)
  const contradictions = world.truth.pairs
    .filter(({ label, plain }) => label === 'refutes' && plain)
    .map(({ evidence, claim }) => [findingsOf(evidence), findingsOf(claim)] as const)
    .filter(([one, other]) => one.length > 0 && other.length > 0)
  const found = contradictions.filter(([one, other]) =>
    one.some((first) => other.some((second) => inDispute.has(`${first} ${second}`))),
  )
  const implied = impliedOrder(world, claims)
  return { status, disputes: { of: contradictions.length, hits: found.length }, order, implied }
}

/**
 * A world's list of orders names a dozen, of which five to eleven are found: one is worth ten points. By its statuses
 * the truth says the same of some hundreds: whatever is verified is surer than what was rejected or replaced.
 */
function impliedOrder({ truth }: World, claims: Matched['claims']): Share {
  const confidences = (...statuses: readonly Statement['status'][]) =>
    truth.statements
      .filter(({ status }) => statuses.includes(status))
      .flatMap(({ id }) => (claims.get(id) ?? []).slice(0, 1).map(({ finding }) => finding.confidence))
  const low = confidences('rejected', 'superseded')
  const judged = confidences('verified').flatMap((high) => low.map((other) => high > other))
  return { of: judged.length, hits: judged.filter((right) => right).length }
}

function readDisputes({ home, taskId }: Played): ReadonlySet<string> {
  const db = new DatabaseSync(join(home, 'lyra.db'), { readOnly: true })
  try {
    const rows = db
      .prepare(
        `SELECT d.finding_id || ' ' || d.opposing_finding_id AS pair
         FROM finding_disputes d JOIN findings f ON f.id = d.finding_id WHERE f.task_id = ?`,
      )
      .all(taskId)
    return new Set(rows.map(({ pair }) => String(pair)))
  } finally {
    db.close()
  }
}
