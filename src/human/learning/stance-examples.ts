import { z } from 'zod'
import { ownWords, STANCE_RELATIONS } from '../../domain/claim.ts'
import { remembered } from '../../domain/remembered.ts'
import { isDecidedByCode, stanceFeatures } from '../../judge/learned-stance.ts'
import { claimBefore, goesOnWith } from '../../judge/sentence-before.ts'
import { scoresOfSignals } from '../../judge/stance-score.ts'
import type { StanceJudge, StanceVerdict } from '../../judge/types.ts'
import type { HumanDeps } from '../human-deps.ts'
import type { Correction } from './accept-adapter.ts'

/** What correct-nli.ts saved of a correction. */
const correction = z.object({ correct_relation: z.enum(STANCE_RELATIONS), confidence: z.number() })

/** Pages whose texts are kept in order while corrections are read. */
const PAGES = 64

/** A pair that somebody has corrected, as the judge is asked about it. */
export interface CorrectedPair {
  readonly edgeId: string
  readonly claim: Parameters<StanceJudge['judgeFragments']>[0]
  readonly passage: Parameters<StanceJudge['judgeFragments']>[1][number]
  readonly answer: number
  readonly weight: number
  /** The claim as it is kept: corrections of one claim say much the same. */
  readonly group: string
}

/**
 * The standing corrections of verdicts, one a pair, also of pairs that were never judged; not of those that words or
 * figures decided, which nothing learned changes. Oldest first.
 */
export function correctedPairs({ store }: HumanDeps): readonly CorrectedPair[] {
  const contextOf = ({
    page_id: page,
    heading_context: heading,
  }: {
    page_id: string
    heading_context: string | null
  }) => ({
    title: store.pages.get(page)?.title ?? null,
    heading,
  })
  const beforeOn = remembered((page: string) => goesOnWith(store.fragments.ofPage(page)), PAGES)
  return store.people.feedback.standingCorrections().flatMap((row): readonly CorrectedPair[] => {
    const edge = store.edges.get(row.target_id)
    const claim = edge === null ? null : store.claims.get(edge.target_id)
    const source = claim === null ? null : store.fragments.get(claim.source_fragment_id)
    const fragment = edge === null ? null : store.fragments.get(edge.source_id)
    if (edge === null || claim === null || source === null || fragment === null) return []
    if (isDecidedByCode({ notes: edge.nli_notes ?? [] })) return []
    const { correct_relation: relation, confidence: weight } = correction.parse(row.payload)
    return [
      {
        edgeId: edge.id,
        claim: {
          ...{ text: ownWords(claim), language: claim.language },
          context: { ...contextOf(source), before: claimBefore(claim, source, beforeOn(source.page_id)) },
        },
        passage: {
          ...{ id: fragment.id, text: fragment.text_content },
          context: { ...contextOf(fragment), before: beforeOn(fragment.page_id).get(fragment.id) ?? null },
        },
        answer: STANCE_RELATIONS.indexOf(relation),
        ...{ weight, group: claim.claim_text },
      },
    ]
  })
}

/** Of a verdict what is learned from; null where no model was asked, or what it said decides nothing. */
export type ReadPair = Pick<StanceVerdict, 'read' | 'scores' | 'signals' | 'hidden'> | null

/**
 * The pairs read anew by the judge as it is now: what it measured when they were judged may be another reader's, and
 * of the hidden layer nothing is kept. `known` spares those it has read before.
 */
export async function readCorrected(
  pairs: readonly CorrectedPair[],
  judge: Pick<StanceJudge, 'judgeFragments' | 'modelId'>,
  known: Map<string, ReadPair>,
  signal?: AbortSignal,
): Promise<{ readonly corrections: readonly Correction[]; readonly layer: string | null }> {
  for (const { edgeId, claim, passage } of pairs) {
    if (known.has(edgeId)) continue
    const [verdict] = await judge.judgeFragments(claim, [passage], signal)
    const isOwn = verdict !== undefined && verdict.decidedBy === judge.modelId && !isDecidedByCode(verdict)
    known.set(edgeId, isOwn ? verdict : null)
  }
  const read = pairs.flatMap((pair) => {
    const verdict = known.get(pair.edgeId) ?? null
    return verdict === null ? [] : [{ pair, verdict }]
  })
  const layers = new Set(read.map(({ verdict }) => verdict.hidden?.layer ?? null))
  const [layer = null] = layers.size === 1 ? layers : []
  const corrections = read.map(({ pair: { answer, weight, group }, verdict }): Correction => {
    const { supports, refutes, neutral } = verdict.read ?? verdict.scores
    const features = stanceFeatures(verdict.signals ?? [])
    const hidden = layer === null ? {} : { hidden: verdict.hidden?.values ?? [] }
    return { read: [supports, refutes, neutral], features, ...hidden, answer, weight, group }
  })
  return { corrections, layer }
}

/** A pair as the judge measured it; of one that was read once only the second part counts for nothing. */
export function stanceExample(signals: readonly number[], answer: number) {
  const { supports, refutes, neutral } = scoresOfSignals(signals)
  return { read: [supports, refutes, neutral], features: stanceFeatures(signals), answer, weight: 1 }
}
