import { admitMissingText } from '../../intake/admit-missing-text.ts'
import type { HumanDeps } from '../human-deps.ts'
import { type Applied, claimsTouchedByPages, type FeedbackInput, requirePage } from './target.ts'

export function flagMissing(deps: HumanDeps, input: FeedbackInput<'flag_missing'>): Applied {
  const { payload } = input
  const page = requirePage(deps, input.targetId)
  const missing = { text: payload.missing_text, place: payload.location_hint ?? null }
  const { fragmentId, isNew, safe, warnings } = admitMissingText(deps, page, missing, input.causeId)
  // What is kept of the payload is shown as well: no word of it that was not let in.
  const kept = {
    ...(safe.text === null ? {} : { missing_text: safe.text }),
    ...(safe.place === null ? {} : { location_hint: safe.place }),
  }
  if (fragmentId === null) return { applied: warnings, touched: [], payload: kept }
  if (!isNew) {
    const there = `page ${page.id}: the text is already there as fragment ${fragmentId}`
    return { applied: [there, ...warnings], touched: [], payload: kept }
  }
  return {
    applied: [`page ${page.id}: fragment ${fragmentId} added from the text a person gave`, ...warnings],
    touched: claimsTouchedByPages(deps, [page.id]),
    payload: { ...kept, fragment_id: fragmentId },
  }
}
