import type { FindAnswer, FindInput } from '../api/find-texts.ts'
import { LyraError } from '../domain/errors.ts'
import { isStruckWhole } from '../domain/revision.ts'
import { requireTask } from '../store/require-task.ts'
import { StoreBusy } from '../store/store-error.ts'
import { indexBackfill } from './index-backfill.ts'
import type { ResearchParts } from './parts.ts'

/** EXPLORE 4.2.2 previews: 200 characters, never half of one. */
const PREVIEW = 200

export function preview(text: string, characters = PREVIEW): string {
  return [...text].slice(0, characters).join('')
}

/** Indexed before the answer where no server has done it: some seconds at most. */
const MADE_UP = 2000

/**
 * The stored graph by its words, best first (BM25): the other side of `vector_search`, with the same scope and
 * previews.
 */
export async function findTexts(
  parts: Pick<ResearchParts, 'store' | 'log'>,
  request: FindInput,
  signal: AbortSignal,
): Promise<FindAnswer> {
  const { store } = parts
  if (request.task_id !== undefined) requireTask(store, request.task_id)
  const target = request.target === 'fragments' ? 'fragment' : 'claim'
  await indexBackfill(parts, signal, MADE_UP).catch((error: unknown) => {
    // The answer says how many are not indexed.
    if (!(error instanceof StoreBusy)) throw error
  })
  const { hits, totalSearched, wordless } = store.texts.search({
    target,
    query: request.words,
    taskId: request.task_id,
    topK: request.top_k,
  })
  if (wordless)
    throw new LyraError(
      'INVALID_PARAMS',
      'There is no word to look for: only marks, or words such as "the" and 「する」',
    )
  const ids = hits.map(({ id }) => id)
  const fragments = target === 'claim' ? [] : store.fragments.many(ids)
  const texts = new Map(
    target === 'claim'
      ? store.claims.many(ids).map((claim) => [claim.id, claim.claim_text])
      : fragments.map((fragment) => [fragment.id, fragment.text_content]),
  )
  const struck = new Set(fragments.filter(isStruckWhole).map(({ id }) => id))
  return {
    ok: true,
    results: hits.map(({ id, score }) => ({
      id,
      text_preview: preview(texts.get(id) ?? ''),
      ...(struck.has(id) ? { struck_out: true as const } : {}),
      score: Number(score.toPrecision(4)),
    })),
    total_searched: totalSearched,
    not_indexed: store.texts.missingCount(target),
  }
}
