import type { VectorAnswer, VectorInput } from '../api/vector-search.ts'
import { requireTask } from '../store/require-task.ts'
import { embedMissing } from './embed-backlog.ts'
import { preview } from './find-texts.ts'
import type { ResearchParts } from './parts.ts'

export interface VectorSearchRule {
  /** Where no server does it in the background: some of the missing vectors before the search (EXPLORE 4.4.7). */
  readonly makeUp: boolean
  /** Whether there may still be texts without a vector. */
  readonly behind: boolean
  readonly signal: AbortSignal
}

/** Embedded before the answer of one command: some seconds with the shipped model. */
const MADE_UP = 500

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
      // One text the model cannot take does not keep the others from being searched.
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
    topK: request.top_k,
    minSimilarity: request.min_similarity,
  })
  const left = rule.behind ? store.vectors.missingCount(target, embedder.modelId, taskId) : 0
  return {
    ok: true,
    results: hits.map((hit) => ({
      id: hit.id,
      ...(target === 'claim' ? shownClaim(parts, hit.id) : shownFragment(parts, hit.id)),
      similarity: Math.round(hit.similarity * 10_000) / 10_000,
    })),
    total_searched: totalSearched,
    ...(left === 0 ? {} : { not_embedded: left }),
  }
}

/** L5: beside a claim stands what is known of it and of its source. */
function shownClaim({ store, trust }: Pick<ResearchParts, 'store' | 'trust'>, id: string) {
  const claim = store.claims.get(id)
  const fragment = claim === null ? null : store.fragments.get(claim.source_fragment_id)
  const page = fragment === null ? null : store.pages.get(fragment.page_id)
  return {
    text_preview: preview(claim?.claim_text ?? ''),
    ...(page === null ? {} : { source_trust_level: trust.ofPage(page).level }),
    ...(claim === null ? {} : { verification_status: claim.verification_status }),
  }
}

function shownFragment({ store }: Pick<ResearchParts, 'store'>, id: string) {
  return { text_preview: preview(store.fragments.get(id)?.text_content ?? '') }
}
