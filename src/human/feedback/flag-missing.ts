import { LyraError } from '../../domain/errors.ts'
import type { Fragment, Page } from '../../domain/page.ts'
import { findPassage, holdsPassage, isLongEnough } from '../../extract/find-passage.ts'
import { screenMissingText } from '../../intake/admit-missing-text.ts'
import type { HumanDeps } from '../human-deps.ts'
import type { FeedbackEffects, JudgedStance } from './effects.ts'
import { type Applied, type FeedbackInput, requirePage } from './target.ts'

/**
 * FEEDBACK 3: the passage is looked up in the archived copy of the page, taken in the page's own words, embedded and
 * judged before the transaction that saves it all; the returned function is for that transaction.
 */
export async function flagMissing(
  deps: HumanDeps,
  input: Omit<FeedbackInput<'flag_missing'>, 'causeId'>,
  effects: FeedbackEffects,
): Promise<(causeId: string) => Applied> {
  const { taskId, payload } = input
  const page = requirePage(deps, input.targetId)
  const text = await ownWords(page, payload.missing_text, effects)
  const { safe, fragment, save } = screenMissingText(deps, page, { text, place: payload.location_hint ?? null })
  // What is kept of the payload is shown as well: no word of it that was not let in.
  const kept = {
    ...(safe.text === null ? {} : { missing_text: safe.text }),
    ...(safe.place === null ? {} : { location_hint: safe.place }),
  }
  if (fragment === null) return (causeId) => ({ applied: save(causeId), touched: [], payload: kept })
  const there = deps.store.fragments.ofPage(page.id).find((one) => holdsPassage(one.text_content, text))
  const judged = await effects.judgePassage(taskId, there ?? fragment)
  return (causeId) => {
    const warnings = there === undefined ? save(causeId) : []
    const stances = judged(causeId)
    return {
      applied: [told(page, fragment, there), ...stanceLines(stances), ...warnings],
      touched: stances.flatMap((stance) => (stance.relation === 'neutral' ? [] : [stance.claimId])),
      payload: { ...kept, fragment_id: there?.id ?? fragment.id },
    }
  }
}

async function ownWords(page: Page, quotation: string, effects: FeedbackEffects): Promise<string> {
  if (!isLongEnough(quotation))
    throw new LyraError('INVALID_PARAMS', 'payload.missing_text: too short to be found for sure', {
      hint: 'Quote the whole sentence',
    })
  const whole = await effects.archivedText(page)
  if (whole === null)
    throw new LyraError('NOT_FOUND', `Page ${page.id} has no archived copy that the text could be looked up in`)
  const passage = findPassage(whole, quotation)
  if (passage === null)
    throw new LyraError(
      'NOT_FOUND',
      `The archived copy of page ${page.id} does not have this text; nothing was added`,
      {
        hint: `Quote it word for word, without leaving words out; the page was read on ${page.fetched_at.slice(0, 10)}`,
      },
    )
  return passage
}

function told(page: Page, fragment: Fragment, there: Fragment | undefined): string {
  if (there === undefined) return `page ${page.id}: fragment ${fragment.id} added, in the words of the archived page`
  const reason = there.is_irrelevant ? ', which a person called irrelevant' : ''
  return `page ${page.id}: the text is already there as fragment ${there.id}${reason}`
}

function stanceLines(stances: readonly JudgedStance[]): readonly string[] {
  const taken = stances.filter((stance) => stance.relation !== 'neutral')
  const neutral = stances.length - taken.length
  return [
    ...taken.map(({ edgeId, relation, claimId }) => `edge ${edgeId}: it ${relation} claim ${claimId}`),
    ...(neutral === 0 ? [] : [`neutral toward ${neutral} more claim${neutral === 1 ? '' : 's'}`]),
    ...(stances.length === 0 ? ['no other claim of the task is near enough to be judged by it'] : []),
  ]
}
