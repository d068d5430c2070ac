import { isoTime } from '../../domain/clock.ts'
import { sha256, stableId } from '../../domain/ids.ts'
import type { HumanDeps } from '../human-deps.ts'
import { type Applied, claimsTouchedByPages, type FeedbackInput, requirePage } from './target.ts'

export function flagMissing(deps: HumanDeps, input: FeedbackInput<'flag_missing'>): Applied {
  const { payload } = input
  const page = requirePage(deps, input.targetId)
  const known = deps.store.fragments.ofPage(page.id)
  const same = known.find((fragment) => plain(fragment.text_content) === plain(payload.missing_text))
  if (same !== undefined)
    return { applied: [`page ${page.id}: the text is already there as fragment ${same.id}`], touched: [], payload }
  const id = stableId('frag', page.id, 'user', payload.missing_text)
  deps.store.fragments.saveAll([
    {
      id,
      page_id: page.id,
      fragment_type: 'paragraph',
      text_content: payload.missing_text,
      heading_context: payload.location_hint ?? null,
      heading_hierarchy: [],
      element_index: 0,
      position: known.reduce((last, fragment) => Math.max(last, fragment.position), -1) + 1,
      char_start: 0,
      char_end: 0,
      page_number: null,
      text_hash: sha256(payload.missing_text),
      language: page.language,
      extraction_method: 'user',
      quality_score: 1,
      cluster_id: null,
      is_irrelevant: false,
      created_at: isoTime(deps.clock),
      cause_id: input.causeId,
    },
  ])
  return {
    applied: [`page ${page.id}: fragment ${id} added from the text a person gave`],
    touched: claimsTouchedByPages(deps, [page.id]),
    payload: { ...payload, fragment_id: id },
  }
}

function plain(text: string): string {
  return text.normalize('NFKC').replace(/\s+/gu, ' ').trim()
}
