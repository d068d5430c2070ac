import type { EvidenceEdge } from '../../store/types.ts'
import { matterOf, sidesOf } from './matter.ts'
import type { OddsSignals } from './odds-weights.ts'
import type { ReviewGraph } from './review-graph.ts'
import { isStance, type VerdictOdds, verdictOdds } from './verdict-odds.ts'

/** How sure a correction is of what it says: it may be wrong, too. */
const CORRECTED = 0.96

/** All pairs of one matter. */
interface Matter {
  readonly edges: readonly EvidenceEdge[]
  readonly belief: Belief
}

interface Belief {
  readonly supports: number
  readonly refutes: number
}

/** The verdicts of a task as a web: what the pairs around a pair say of it. */
export interface WebOfVerdicts {
  /** The latest correction of a pair of the same matter, null where there is none. */
  correctedMatter(edge: EvidenceEdge): EvidenceEdge | null
  /** By its own reading and by the pairs around it. */
  signalsOf(edge: EvidenceEdge, read: VerdictOdds): OddsSignals
  readonly matterOf: (edge: EvidenceEdge) => string
}

/**
 * Two statements that are for and against a third are most likely against each other, and two that are for it agree.
 * Nothing of it is heard in the words of the two, so it finds what the reader took for plainly neutral.
 */
export function webOfVerdicts(graph: ReviewGraph): WebOfVerdicts {
  const sides = new Map<string, readonly [string, string]>()
  const grouped = new Map<string, EvidenceEdge[]>()
  for (const { evidence } of graph.nodes.values())
    for (const edge of evidence) {
      const both = sidesOf(graph, edge)
      sides.set(edge.id, both)
      const key = matterOf(both)
      const known = grouped.get(key)
      if (known === undefined) grouped.set(key, [edge])
      else known.push(edge)
    }
  const matters = new Map<string, Matter>()
  const around = new Map<string, Map<string, Belief>>()
  for (const [key, edges] of grouped) {
    const [one = '', other = ''] = key.split(' ')
    const belief = strongest(edges) ?? { supports: 0, refutes: 0 }
    matters.set(key, { edges, belief })
    if (one === other) continue
    for (const [from, to] of [
      [one, other],
      [other, one],
    ] as const) {
      const known = around.get(from) ?? new Map<string, Belief>()
      known.set(to, belief)
      around.set(from, known)
    }
  }
  const sidesKnown = (edge: EvidenceEdge) => sides.get(edge.id) ?? sidesOf(graph, edge)
  const edgesOf = (edge: EvidenceEdge) => matters.get(matterOf(sidesKnown(edge)))?.edges ?? []
  return {
    matterOf: (edge) => matterOf(sidesKnown(edge)),
    correctedMatter: (edge) => edgesOf(edge).findLast((one) => one.human_corrected) ?? null,
    signalsOf: (edge, odds) => {
      const told = strongest(edgesOf(edge).filter(({ id, nli_signals: read }) => id !== edge.id && read != null))
      return {
        supports: logOdds(odds.supports, odds.neutral),
        refutes: logOdds(odds.refutes, odds.neutral),
        told: told === null ? 0 : 1,
        toldSupports: told === null ? 0 : logOdds(told.supports, 1 - told.supports),
        toldRefutes: told === null ? 0 : logOdds(told.refutes, 1 - told.refutes),
        ...thirds(around, sidesKnown(edge)),
      }
    },
  }
}

/** Of corrections their word, of readings the loudest on either side; null where there are none. */
function strongest(edges: readonly EvidenceEdge[]): Belief | null {
  const corrected = edges.filter((edge) => edge.human_corrected)
  const some = corrected.length > 0 ? corrected : edges
  if (some.length === 0) return null
  const odds = some.map(beliefIn)
  return {
    supports: Math.max(...odds.map(({ supports }) => supports)),
    refutes: Math.max(...odds.map(({ refutes }) => refutes)),
  }
}

function beliefIn(edge: EvidenceEdge): VerdictOdds {
  if (!edge.human_corrected || !isStance(edge.relation)) return verdictOdds(edge)
  const rest = (1 - CORRECTED) / 2
  return { supports: rest, refutes: rest, neutral: rest, [edge.relation]: CORRECTED }
}

/** How probable it is that some third is supported by both, divides the two, or has to do with one of them alone. */
function thirds(
  around: ReadonlyMap<string, ReadonlyMap<string, Belief>>,
  [one, other]: readonly [string, string],
): Pick<OddsSignals, 'thirdSupported' | 'thirdDivides' | 'thirdApart'> {
  const [first, second] = [around.get(one), around.get(other)]
  const not = { supported: 1, divides: 1, apart: 1 }
  if (first !== undefined && second !== undefined) {
    const [few, many] = first.size <= second.size ? [first, second] : [second, first]
    for (const [third, a] of few) {
      const b = many.get(third)
      if (b === undefined || third === one || third === other) continue
      not.supported *= 1 - a.supports * b.supports
      not.divides *= (1 - a.supports * b.refutes) * (1 - a.refutes * b.supports)
      not.apart *= (1 - a.supports * neutral(b)) * (1 - neutral(a) * b.supports)
    }
  }
  return { thirdSupported: 1 - not.supported, thirdDivides: 1 - not.divides, thirdApart: 1 - not.apart }
}

function neutral({ supports, refutes }: Belief): number {
  return 1 - Math.max(supports, refutes)
}

const [LEAST, MOST] = [0.02, 0.98]

function logOdds(p: number, other: number): number {
  const bounded = (value: number) => Math.min(MOST, Math.max(LEAST, value))
  return Math.log(bounded(p) / bounded(other))
}
