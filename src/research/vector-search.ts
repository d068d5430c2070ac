import type { VectorAnswer, VectorInput } from '../api/vector-search.ts'
import type { Page } from '../domain/page.ts'
import { isStruckWhole } from '../domain/revision.ts'
import { requireTask } from '../store/require-task.ts'
import { embedMissing } from './embed-backfill.ts'
import { preview } from './find-texts.ts'
import { oncePerFinding } from './findings/once-per-finding.ts'
import type { ResearchParts } from './parts.ts'

export interface VectorSearchRule {
  /** Where no server does it in the background: some of the missing vectors before the search (EXPLORE 4.4.7). */
  readonly makeUp: boolean
  /** Whether there may still be texts without a vector. */
  readonly behind: boolean
  readonly signal: AbortSignal
}

type ShownParts = Pick<ResearchParts, 'store' | 'trust'>

/** Embedded before the answer of one command: some seconds with the shipped model. */
const MADE_UP = 500
/** Claims that one finding has at most, as a rule. */
const PER_FINDING = 4

/** EXPLORE 4.4: the stored graph by its meaning, over vectors of the current model only. */
export async function searchVectors(
  parts: Pick<ResearchParts, 'store' | 'embedder' | 'clock' | 'log' | 'trust'>,
  request: VectorInput,
  rule: VectorSearchRule,
): Promise<VectorAnswer> {
  const { store, embedder } = parts
  const { task_id: taskId } = request
  if (taskId !== undefined) requireTask(store, taskId)
  const target = request.target === 'fragments' ? 'fragment' : 'claim'
  if (rule.makeUp)
    await embedMissing(parts, target, rule.signal, { most: MADE_UP, taskId }).catch((error: unknown) => {
      // A text that the model rejects must not prevent searching the others.
      rule.signal.throwIfAborted()
      parts.log.warn('backlog_failed', { error: String(error) })
    })
  const [vector] = await embedder.embed([request.query], rule.signal)
  if (vector === undefined) return { ok: true, results: [], total_searched: 0 }
  const { hits, totalSearched } = store.vectors.search({
    target,
    modelId: embedder.modelId,
    vector,
    taskId,
    // Claims that say the same are told once, and leave room for others.
    topK: target === 'claim' ? request.top_k * PER_FINDING : request.top_k,
    minSimilarity: request.min_similarity,
  })
  const left = rule.behind ? store.vectors.missingCount(target, embedder.modelId, taskId) : 0
  return {
    ok: true,
    results: oncePerFinding(store, hits)
      .slice(0, request.top_k)
      .map(({ hit, finding }) => ({
        id: hit.id,
        ...(target === 'claim' ? shownClaim : shownFragment)(parts, hit.id, request.preview_chars),
        similarity: Math.round(hit.similarity * 10_000) / 10_000,
        ...(finding ?? {}),
      })),
    total_searched: totalSearched,
    ...(left === 0 ? {} : { not_embedded: left }),
  }
}

/** L5: beside a claim stands what is known of it and of its source. */
function shownClaim({ store, trust }: ShownParts, id: string, characters: number) {
  const claim = store.claims.get(id)
  const page = claim === null ? null : pageOf(store, claim.source_fragment_id)
  return {
    text_preview: preview(claim?.claim_text ?? '', characters),
    ...place(page),
    ...(page === null ? {} : { source_trust_level: trust.ofPage(page).level }),
    ...(claim === null ? {} : { verification_status: claim.verification_status }),
  }
}

function shownFragment({ store }: ShownParts, id: string, characters: number) {
  const fragment = store.fragments.get(id)
  return {
    text_preview: preview(fragment?.text_content ?? '', characters),
    ...(fragment !== null && isStruckWhole(fragment) ? { struck_out: true as const } : {}),
    ...place(pageOf(store, id)),
  }
}

function pageOf(store: ResearchParts['store'], fragmentId: string): Page | null {
  const fragment = store.fragments.get(fragmentId)
  return fragment === null ? null : store.pages.get(fragment.page_id)
}

/** Where the text can be read. */
function place(page: Page | null) {
  return page === null ? {} : { page_id: page.id, source_url: page.url }
}
