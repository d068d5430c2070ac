import { STANCE_RELATIONS, type StanceRelation } from '../../domain/claim.ts'
import { weigh } from '../../judge/stance-score.ts'
import type { StanceWeights } from '../../judge/stance-weights.ts'
import type { EvidenceEdge } from '../../store/types.ts'
import { ODDS_WEIGHTS, type OddsSignal } from './odds-weights.ts'
import type { ReviewGraph } from './review-graph.ts'
import { isStance, readingOf, type VerdictOdds, verdictOdds } from './verdict-odds.ts'
import type { WebOfVerdicts } from './web-of-verdicts.ts'

/** How probable each verdict on a pair is, by its reading, the verdicts around it and what was corrected. */
export type TaskOdds = (edge: EvidenceEdge) => VerdictOdds

export type OddsWeights = StanceWeights<OddsSignal>

/** Verdicts that count as seen before the first correction: so many corrections weigh as much as the reading. */
const AS_READ = 3
/** How often two pairs of one matter have the same answer. */
const SAME_MATTER = 0.8

/**
 * What the readings and the verdicts around a pair say, corrected twice by the corrections of the task: verdicts that
 * were overturned more often than foreseen are less sure, and a pair whose matter was told has most likely the same
 * answer.
 */
export function taskOdds(graph: ReviewGraph, web: WebOfVerdicts, weights: OddsWeights = ODDS_WEIGHTS): TaskOdds {
  const foreseen = (edge: EvidenceEdge, read: VerdictOdds) => weigh(web.signalsOf(edge, read), weights)
  const corrected = [...graph.nodes.values()].flatMap(({ evidence }) => evidence.filter((edge) => edge.human_corrected))
  const overturned = overturns(corrected, foreseen)
  return (edge) => {
    const read = foreseen(edge, verdictOdds(edge))
    const factors = isStance(edge.relation) ? overturned[edge.relation] : null
    const odds = factors === null ? read : shared((to) => read[to] * factors[to])
    const answer = web.correctedMatter(edge)?.relation
    if (answer === undefined || !isStance(answer)) return odds
    return shared((to) => (1 - SAME_MATTER) * odds[to] + (to === answer ? SAME_MATTER : 0))
  }
}

type Factors = Readonly<Record<StanceRelation, VerdictOdds>>

/** By the verdict of the judge: how often each answer was given, beside how often it was foreseen. */
function overturns(
  corrected: readonly EvidenceEdge[],
  foreseen: (edge: EvidenceEdge, read: VerdictOdds) => VerdictOdds,
): Factors {
  const of = (verdict: StanceRelation) => {
    const own = corrected.filter((edge) => edge.nli_label === verdict)
    const odds = own.map((edge) => foreseen(edge, readingOf({ ...edge, relation: verdict })))
    return byRelation((to) => {
      const given = own.filter(({ relation }) => relation === to).length
      const expected = odds.reduce((sum, one) => sum + one[to], 0)
      return (given + AS_READ) / (expected + AS_READ)
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
