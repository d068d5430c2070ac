import { NO_CALIBRATIONS, type SearchCalibrations } from '../domain/calibration.ts'
import { type Claim, ownWords, type StanceRelation } from '../domain/claim.ts'
import { isoTime } from '../domain/clock.ts'
import type { Fragment, Page } from '../domain/page.ts'
import { remembered } from '../domain/remembered.ts'
import { isStruckWhole } from '../domain/revision.ts'
import { dot } from '../domain/vector.ts'
import { claimBefore, goesOnWith } from '../judge/sentence-before.ts'
import { NO_CONTEXT } from '../judge/text-context.ts'
import type { StanceVerdict } from '../judge/types.ts'
import { createQuoteCheck } from '../rank/duplicates.ts'
import { standsUnder } from './graph/stands-under.ts'
import type { ResearchParts } from './parts.ts'
import { calibrationsOf } from './search-calibrations.ts'
import { isEvidence } from './stages/evidence.ts'
import { findDuplicates } from './stages/mark-duplicates.ts'
import { type JudgedPair, stanceEdge } from './stages/stance-edge.ts'

export type PassageParts = Pick<ResearchParts, 'store' | 'embedder' | 'stance' | 'clock' | 'settings' | 'calibrations'>

/** Claims that one passage is judged against at once; the nearest ones of a large task. */
const MOST_CLAIMS = 50

export interface PassageStance {
  readonly edgeId: string
  readonly claimId: string
  readonly relation: StanceRelation
}

/** Saves vector, words and stances of the passage, whose fragment is there by then; belongs in a transaction. */
export type SavePassage = (causeId: string) => readonly PassageStance[]

/**
 * FEEDBACK 3: a passage that a person points at is embedded and judged against the claims of the task at once, as a
 * search would have done (EXPLORE 4.4.7, REQ 3.3.1). Claims it was judged against before keep their stance.
 */
export async function judgePassage(
  parts: PassageParts,
  taskId: string,
  fragment: Fragment,
  signal: AbortSignal,
): Promise<SavePassage> {
  const { store, embedder, stance, clock } = parts
  const text = fragment.text_content
  const known = store.vectors.get('fragment', fragment.id, embedder.modelId)
  const vector = known ?? (await embedder.embed([text], signal))[0]
  if (vector === undefined) return () => []
  const judged: { readonly claim: Claim; readonly under: readonly string[]; readonly verdict: StanceVerdict }[] = []
  const contextOf = ({ page_id: page, heading_context: heading }: Fragment) => ({
    ...{ title: store.pages.get(page)?.title ?? null, heading },
  })
  const beforeOn = remembered((page: string) => goesOnWith(store.fragments.ofPage(page)), MOST_CLAIMS)
  // What its page has struck out speaks for nothing, whoever points at it.
  for (const claim of isStruckWhole(fragment) ? [] : nearestClaims(parts, taskId, fragment, vector)) {
    const source = store.fragments.get(claim.source_fragment_id)
    const context =
      source === null
        ? NO_CONTEXT
        : { ...contextOf(source), before: claimBefore(claim, source, beforeOn(source.page_id)) }
    const asked = { text: ownWords(claim), language: claim.language, context }
    const before = beforeOn(fragment.page_id).get(fragment.id) ?? null
    const passage = { id: fragment.id, text, context: { ...contextOf(fragment), before } }
    const [verdict] = await stance.judgeFragments(asked, [passage], signal)
    const under = source === null ? [] : standsUnder(source, store.pages.get(source.page_id))
    if (verdict !== undefined) judged.push({ claim, under, verdict })
  }
  const heading = fragment.heading_context
  const words = store.texts.prepare('fragment', [
    { id: fragment.id, text: heading === null ? text : `${heading}\n${text}` },
  ])
  const markCopies = await findDuplicates(store, [...store.fragments.ofTask(taskId), fragment].filter(isEvidence))
  return (causeId) => {
    store.texts.save('fragment', words)
    if (known === null) store.vectors.save('fragment', fragment.id, embedder.modelId, vector, isoTime(clock))
    markCopies()
    const corrections = latestCalibrations(parts, taskId, causeId)
    const above = standsUnder(fragment, store.pages.get(fragment.page_id))
    return judged.map(({ claim, under, verdict }) =>
      saveStance(parts, { claim, fragment, under: { claim: under, passage: above }, verdict, corrections, causeId }),
    )
  }
}

function saveStance(parts: Pick<PassageParts, 'store' | 'clock' | 'settings'>, judged: JudgedPair): PassageStance {
  const edge = stanceEdge(judged, parts)
  parts.store.edges.saveStance(edge)
  return { edgeId: edge.id, claimId: judged.claim.id, relation: edge.nli_label ?? judged.verdict.relation }
}

/** Those that the latest search of the task applied: a replay, which repeats the feedback, then applies the same. */
function latestCalibrations(parts: PassageParts, taskId: string, causeId: string): SearchCalibrations {
  const search = parts.store.searches.ofTask(taskId).at(-1)
  return search === undefined ? NO_CALIBRATIONS : calibrationsOf(parts, { taskId, searchId: search.id, causeId })
}

/** Claims near in meaning that the passage may speak about, nearest first; never a claim of its own text. */
function nearestClaims(
  { store, embedder, settings }: PassageParts,
  taskId: string,
  fragment: Fragment,
  vector: Float32Array,
): readonly Claim[] {
  const claims = store.claims.ofTask(taskId)
  const sources = byId(store.fragments.many([...new Set(claims.map((claim) => claim.source_fragment_id))]))
  const pages = byId(store.pages.many([...new Set([...sources.values(), fragment].map((one) => one.page_id))]))
  const page = pages.get(fragment.page_id)
  const evidence = store.edges.evidenceOf(claims.map((claim) => claim.id))
  const quotes = createQuoteCheck()
  const near = claims.flatMap((claim) => {
    const source = sources.get(claim.source_fragment_id)
    const other = store.vectors.get('claim', claim.id, embedder.modelId)
    if (source === undefined || other === null || isSameText(page, pages.get(source.page_id))) return []
    if (evidence.get(claim.id)?.some((edge) => edge.fragment.id === fragment.id) === true) return []
    const similarity = dot(vector, other)
    if (similarity < settings.judgement.candidate_similarity) return []
    // A page that repeats the claim's own sentence word for word says nothing of its own about it (REQ 3.3.1).
    const words = source.text_content.slice(claim.span_start, claim.span_end)
    return quotes(fragment, words) ? [] : [{ claim, similarity }]
  })
  near.sort((a, b) => b.similarity - a.similarity || (a.claim.id < b.claim.id ? -1 : 1))
  return near.slice(0, MOST_CLAIMS).map(({ claim }) => claim)
}

/** The same page, another page of the same paper, or of the same narrative (REQ 3.3.3). */
function isSameText(one: Page | undefined, other: Page | undefined): boolean {
  if (one === undefined || other === undefined) return true
  if (one.id === other.id || (one.work_id !== null && one.work_id === other.work_id)) return true
  return one.narrative_id != null && one.narrative_id === other.narrative_id
}

function byId<T extends { readonly id: string }>(rows: readonly T[]): ReadonlyMap<string, T> {
  return new Map(rows.map((row) => [row.id, row]))
}
