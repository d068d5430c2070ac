import { calibrated, type SearchCalibrations } from '../../domain/calibration.ts'
import type { Claim } from '../../domain/claim.ts'
import { isoTime } from '../../domain/clock.ts'
import { stableId } from '../../domain/ids.ts'
import type { Fragment, Page } from '../../domain/page.ts'
import { dot } from '../../domain/vector.ts'
import { createQuoteCheck, type QuoteCheck } from '../../rank/duplicates.ts'
import type { ResearchParts } from '../parts.ts'
import { calibrationsOf } from '../search-calibrations.ts'
import type { SearchCall } from '../search-call.ts'
import { embedStatements, type StatementText } from './statement-vectors.ts'

export type StanceDeps = Pick<ResearchParts, 'stance' | 'embedder' | 'store' | 'clock' | 'settings' | 'calibrations'>

/** Often enough to show whoever waits that it goes on, without a notice for every claim. */
const CLAIMS_PER_NOTICE = 5

/**
 * Every claim of the task against the fragments it was not judged with yet: new claims meet everything the task has
 * read, old claims meet what this search brought.
 */
export async function judgeStances(
  deps: StanceDeps,
  call: SearchCall,
  claims: { readonly fresh: readonly Claim[]; readonly old: readonly Claim[] },
  fragments: { readonly all: readonly Fragment[]; readonly fresh: readonly Fragment[] },
): Promise<void> {
  const total = claims.fresh.length + claims.old.length
  const pageIds = [...fragments.all, ...fragments.fresh].map((fragment) => fragment.page_id)
  const pages = new Map(deps.store.pages.many([...new Set(pageIds)]).map((page) => [page.id, page]))
  const statements = await embedStatements(deps, [...new Set([...fragments.all, ...fragments.fresh])], call.signal)
  const known: Known = { pages, statements, quotes: createQuoteCheck(), corrections: calibrationsOf(deps, call) }
  let done = 0
  const judgeAll = async (list: readonly Claim[], against: readonly Fragment[]) => {
    for (const claim of list) {
      call.signal.throwIfAborted()
      done += 1
      if (done % CLAIMS_PER_NOTICE === 1) call.progress(`Judging claim ${done}/${total}`)
      await judgeClaim(deps, call, claim, against, known)
    }
  }
  await judgeAll(claims.fresh, fragments.all)
  await judgeAll(claims.old, fragments.fresh)
}

interface Known {
  readonly pages: ReadonlyMap<string, Page>
  readonly statements: ReadonlyMap<string, StatementText>
  readonly quotes: QuoteCheck
  readonly corrections: SearchCalibrations
}

async function judgeClaim(
  deps: StanceDeps,
  { signal, causeId }: SearchCall,
  claim: Claim,
  fragments: readonly Fragment[],
  known: Known,
): Promise<void> {
  const { store, stance, clock } = deps
  const near = nearest(deps, claim, fragments, known)
  if (near.length === 0) return
  const verdicts = await stance.judgeFragments(
    { text: claim.claim_text, language: claim.language },
    near.map((fragment) => ({ id: fragment.id, text: fragment.text_content })),
    signal,
  )
  store.write(() => {
    for (const [index, fragment] of near.entries()) {
      const verdict = verdicts[index]
      if (verdict === undefined) continue
      store.edges.saveStance({
        id: stableId('edge', fragment.id, claim.id, 'stance'),
        source_type: 'fragment',
        source_id: fragment.id,
        target_type: 'claim',
        target_id: claim.id,
        relation: verdict.relation,
        nli_label: verdict.relation,
        nli_confidence: calibrated(known.corrections.nli_judge, verdict.confidence),
        nli_raw_confidence: verdict.confidence,
        nli_model: verdict.decidedBy,
        nli_notes: verdict.notes,
        rationale: verdict.rationale,
        citation_source: null,
        is_influential: false,
        human_corrected: false,
        created_at: isoTime(clock),
        cause_id: causeId,
      })
    }
  })
}

function nearest(
  { store, embedder, settings }: Pick<StanceDeps, 'store' | 'embedder' | 'settings'>,
  claim: Claim,
  fragments: readonly Fragment[],
  { pages, statements, quotes }: Known,
): readonly Fragment[] {
  const source = store.fragments.get(claim.source_fragment_id)
  const vector = store.vectors.get('claim', claim.id, embedder.modelId)
  if (source === null || vector === null) return []
  const own = pages.get(source.page_id) ?? store.pages.get(source.page_id)
  const words = source.text_content.slice(claim.span_start, claim.span_end)
  const scored = fragments.flatMap((fragment) => {
    const isOwn = isCopy(source, fragment) || isSameText(own, pages.get(fragment.page_id) ?? null)
    const kept = () => store.vectors.get('fragment', fragment.id, embedder.modelId)
    const other = isOwn ? null : (statements.get(fragment.id)?.vector ?? kept())
    const similarity = other === null ? -1 : dot(vector, other)
    if (similarity < settings.judgement.candidate_similarity) return []
    // A page that repeats the claim's own sentence word for word says nothing of its own about it (REQ 3.3.1).
    return quotes(fragment, words) ? [] : [{ fragment, similarity }]
  })
  scored.sort((a, b) => b.similarity - a.similarity || (a.fragment.id < b.fragment.id ? -1 : 1))
  return scored.slice(0, settings.judgement.candidates_per_claim).map((entry) => entry.fragment)
}

/** A claim is never judged by the page it came from, nor by a syndicated copy of its fragment (REQ 3.3.1). */
function isCopy(source: Fragment, fragment: Fragment): boolean {
  return (
    fragment.page_id === source.page_id || (source.cluster_id !== null && fragment.cluster_id === source.cluster_id)
  )
}

/** Nor by another page of the same paper (abstract and full text) or of the same narrative (REQ 3.3.3). */
function isSameText(own: Page | null, other: Page | null): boolean {
  if (own === null || other === null) return false
  const sameWork = own.work_id !== null && own.work_id === other.work_id
  return sameWork || (own.narrative_id != null && own.narrative_id === other.narrative_id)
}
