import type { EvidenceEdge } from '../../store/types.ts'
import { matterOf, sidesOfPair } from './matter.ts'
import type { OddsSignals } from './odds-weights.ts'
import type { ReviewGraph } from './review-graph.ts'
import { isStance, type VerdictOdds, verdictOdds } from './verdict-odds.ts'

/** How sure a correction is of what it says: it may be wrong, too. */
const CORRECTED = 0.96

/** All pairs between two sides. */
interface Matter {
  readonly edges: readonly EvidenceEdge[]
  readonly sides: readonly [string, string]
}

/** What is held of two sides, by the pairs between them. */
interface Belief {
  readonly supports: number
  readonly refutes: number
}

/** The verdicts of a task as a web: what the pairs around a pair say of it. */
export interface WebOfVerdicts {
  /** A pair of the same matter that was corrected, null where there is none; of several the last judged. */
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
  const matters = new Map<string, EvidenceEdge[]>()
  for (const { evidence } of graph.nodes.values())
    for (const edge of evidence) {
      const both = sidesOfPair(graph, edge)
      sides.set(edge.id, both)
      const known = matters.get(matterOf(both))
      if (known === undefined) matters.set(matterOf(both), [edge])
      else known.push(edge)
    }
  const sidesKnown = (edge: EvidenceEdge) => sides.get(edge.id) ?? sidesOfPair(graph, edge)
  const edgesOf = (edge: EvidenceEdge) => matters.get(matterOf(sidesKnown(edge))) ?? []
  const around = neighbours(
    [...matters.values()].flatMap((edges) => edges.slice(0, 1).map((first) => ({ edges, sides: sidesKnown(first) }))),
  )
  return {
    matterOf: (edge) => matterOf(sidesKnown(edge)),
    correctedMatter: (edge) => edgesOf(edge).findLast((one) => one.human_corrected) ?? null,
    signalsOf: (edge, odds) => {
      const told = strongest(edgesOf(edge).filter((one) => one.id !== edge.id && wasRead(one)))
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

function wasRead({ nli_signals: signals, human_corrected: corrected }: EvidenceEdge): boolean {
  return corrected || signals != null
}

type Neighbours = ReadonlyMap<string, ReadonlyMap<string, Belief>>

/** By each side the others that it was held beside. */
function neighbours(matters: readonly Matter[]): Neighbours {
  const around = new Map<string, Map<string, Belief>>()
  const keep = (from: string, to: string, belief: Belief) => {
    const known = around.get(from) ?? new Map<string, Belief>()
    known.set(to, belief)
    around.set(from, known)
  }
  for (const {
    edges,
    sides: [one, other],
  } of matters) {
    const belief = strongest(edges)
    if (belief === null || one === other) continue
    keep(one, other, belief)
    keep(other, one, belief)
  }
  return around
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
  around: Neighbours,
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
