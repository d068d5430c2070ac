import { STANCE_RELATIONS, type StanceRelation } from '../../domain/claim.ts'
import type { EvidenceEdge } from '../../store/types.ts'
import { matterOf } from './matter.ts'
import type { ReviewGraph } from './review-graph.ts'
import { isStance, readingOf, type VerdictOdds, verdictOdds } from './verdict-odds.ts'

/** How probable each verdict on a pair of the task is, by what its corrections have told so far. */
export type TaskOdds = (edge: EvidenceEdge) => VerdictOdds

/** Verdicts that count as seen before the first correction: so many corrections weigh as much as the reading. */
const AS_READ = 3
/** How often two pairs of one matter have the same answer. */
const SAME_MATTER = 0.8

/**
 * The judge's readings, corrected twice by the corrections of the task: verdicts that were overturned more often than
 * the readings had said are less sure, and a pair whose matter was told has most likely the same answer.
 */
export function taskOdds(graph: ReviewGraph): TaskOdds {
  const corrected = [...graph.nodes.values()].flatMap(({ evidence }) => evidence.filter((edge) => edge.human_corrected))
  const overturned = overturns(corrected)
  const told = new Map(corrected.map((edge) => [matterOf(graph, edge), edge.relation]))
  return (edge) => {
    const read = verdictOdds(edge)
    const factors = isStance(edge.relation) ? overturned[edge.relation] : null
    const odds = factors === null ? read : shared((to) => read[to] * factors[to])
    const answer = told.get(matterOf(graph, edge))
    if (answer === undefined || !isStance(answer)) return odds
    return shared((to) => (1 - SAME_MATTER) * odds[to] + (to === answer ? SAME_MATTER : 0))
  }
}

type Factors = Readonly<Record<StanceRelation, VerdictOdds>>

/** By the verdict of the judge: how often each answer was given, beside how often the readings had foreseen it. */
function overturns(corrected: readonly EvidenceEdge[]): Factors {
  const of = (verdict: StanceRelation) => {
    const own = corrected.filter((edge) => edge.nli_label === verdict)
    return byRelation((to) => {
      const given = own.filter(({ relation }) => relation === to).length
      const foreseen = own.reduce((sum, edge) => sum + readingOf({ ...edge, relation: verdict })[to], 0)
      return (given + AS_READ) / (foreseen + AS_READ)
    })
  }
  return { supports: of('supports'), refutes: of('refutes'), neutral: of('neutral') }
}

function byRelation(of: (relation: StanceRelation) => number): VerdictOdds {
  return { supports: of('supports'), refutes: of('refutes'), neutral: of('neutral') }
}

function shared(of: (relation: StanceRelation) => number): VerdictOdds {
  const total = STANCE_RELATIONS.reduce((sum, relation) => sum + of(relation), 0) || 1
  return byRelation((relation) => of(relation) / total)
}
