import type { UseCase } from '../../../api/define-use-case.ts'
import { feedback } from '../../../api/feedback.ts'
import { type Correction, getCorrections } from '../../../api/get-corrections.ts'
import { getReview, type ReviewEntry } from '../../../api/get-review.ts'
import { getSources } from '../../../api/get-sources.ts'
import { emptyState, fromOf } from '../elements.ts'
import { type Html, html, NOTHING, path } from '../html.ts'
import { taskPath } from '../layout.ts'
import type { Action, Page, PageRequest } from '../page.ts'
import type { Say } from '../words/say.ts'
import { findingPath } from './findings.ts'

/** Answered with one key each; the others are shown with what can be done about them. */
const KEYS: Readonly<Record<string, readonly (readonly [key: string, verdict: string])[]>> = {
  pair: [
    ['s', 'supports'],
    ['r', 'refutes'],
    ['n', 'neutral'],
  ],
  unjudged: [
    ['s', 'supports'],
    ['r', 'refutes'],
    ['n', 'neutral'],
  ],
  merge: [
    ['s', 'same'],
    ['n', 'apart'],
  ],
}

/** Uncertain judgements, what a correction would change most first, one at a time and one key each. */
export const reviewPage: Page = {
  path: '/tasks/:id/review',
  tab: 'review',
  show: async (request) => {
    const { lyra, say, param, query } = request
    const taskId = param('id')
    const from = fromOf(query('from'))
    const [review, { corrections }, { query: question }] = await Promise.all([
      lyra.call(getReview, { task_id: taskId, from, limit: 1 }),
      lyra.call(getCorrections, { task_id: taskId }),
      lyra.call(getSources, { task_id: taskId }),
    ])
    const [item] = review.items
    const main = html`<h1>${say('review.title')}</h1>
<p class="lead">${say('review.lead', { decisions: review.decisions, total: review.total })}</p>
${item === undefined ? emptyState(say('review.none'), say('review.none_next')) : card(request, item, { taskId, from })}
${made(request, corrections, taskId, from)}`
    return { title: say('review.title'), main, scripts: ['review.js'], task: { id: taskId, query: question ?? '' } }
  },
}

interface Place {
  readonly taskId: string
  readonly from: number
}

function card({ say, formToken }: PageRequest, item: ReviewEntry, { taskId, from }: Place): Html {
  const hidden = (name: string, value: string | null) =>
    value === null ? NOTHING : html`<input type="hidden" name="${name}" value="${value}">`
  const answers = (KEYS[item.kind] ?? []).map(
    ([key, verdict]) =>
      html`<button name="verdict" value="${verdict}" data-key="${key}" aria-keyshortcuts="${key}"><kbd>${key}</kbd>
${say.value('review', verdict)}</button> `,
  )
  const fields = { from: String(from), kind: item.kind, target_id: item.target_id, claim_id: item.claim_id }
  const skip = path(taskPath(taskId, 'review'), { from: from + 1 })
  return html`<section class="card review" id="review-item"><p class="hint">${headOf(say, item)}</p>
<div class="sides"><div class="side"><h2>${say('review.sentence')}</h2><blockquote>${item.sentence}</blockquote></div>
<div class="side"><h2>${say(item.kind === 'merge' ? 'review.other_claim' : 'review.claim')}</h2>
<blockquote>${item.claim_text}</blockquote></div></div>
${effects(say, item, taskId)}
<form method="post" action="${taskPath(taskId, 'review')}" class="row">${formToken}
${Object.entries({ ...fields, original: item.verdict }).map(([name, value]) => hidden(name, value))}
${answers}<a class="button" data-key="k" aria-keyshortcuts="k" href="${skip}"><kbd>k</kbd> ${say('review.skip')}</a>
</form></section>`
}

function headOf(say: Say, { kind, domain, verdict, probability }: ReviewEntry): string {
  const share = probability === null ? '–' : say.share(probability)
  const judged = verdict === null ? [] : [say('review.judged', { verdict: say.value('relation', verdict), share })]
  return [say.value('review_kind', kind), domain, ...judged].join(' · ')
}

function effects(say: Say, item: ReviewEntry, taskId: string): Html {
  if (item.finding === null || item.changes.length === 0) return NOTHING
  const { finding } = item
  const lines = item.changes
    .filter((change) => change.finding_id === item.finding_id)
    .map(
      (change) =>
        html`<li>${say('review.if', {
          verdict: say.value('review', change.to),
          confidence: say.share(change.confidence),
          status: say.value('status', change.status),
        })}</li>`,
    )
  const link =
    item.finding_id === null
      ? NOTHING
      : html`<a href="${findingPath(taskId, item.finding_id)}">${say('review.finding')}</a>: `
  const now = { confidence: say.share(finding.confidence), status: say.value('status', finding.status) }
  return html`<p>${link}${say('review.now', now)}</p><ul class="hint">${lines}</ul>`
}

function made({ say, formToken }: PageRequest, corrections: readonly Correction[], taskId: string, from: number): Html {
  if (corrections.length === 0) return NOTHING
  // What followed from a correction stands before it, and goes with it.
  const last = corrections.findIndex((one) => one.can_undo)
  const items = corrections.map((one, at) => {
    const undo = one.can_undo
      ? html`<form method="post" action="${taskPath(taskId, 'review')}/undo">${formToken}<input type="hidden"
name="from" value="${from}"><input type="hidden" name="feedback_id" value="${one.feedback_id}"><button${
          at === last ? html` data-key="u" aria-keyshortcuts="u"` : NOTHING
        }>${at === last ? html`<kbd>u</kbd> ` : NOTHING}${say('review.undo')}</button></form>`
      : html`<span class="hint">${one.undone_at === null ? NOTHING : say('review.undone')}</span>`
    return html`<li id="${one.feedback_id}"><span class="when">${say.time(one.at)}</span>
<span class="badge">${say.value('correction', one.action)}</span> ${say.value('relation', one.what)} <span
class="hint">${say.value('actor', one.actor)}</span><blockquote>${one.about}</blockquote>${undo}</li>`
  })
  return html`<h2>${say('review.made')}</h2><ol class="timeline corrections">${items}</ol>`
}

export const judgeAction: Action = {
  path: '/tasks/:id/review',
  act: async (
    { lyra, param },
    { from = '', back = '', kind = '', target_id = '', claim_id, original, verdict = '' },
  ) => {
    const taskId = param('id')
    // What a form sends is for the contract to check, as what an MCP client sends is.
    const useCase: UseCase = feedback
    const correction = {
      correct_relation: verdict,
      ...(original === undefined ? {} : { original_relation: original }),
      ...(kind === 'unjudged' ? { claim_id } : {}),
    }
    if (kind !== 'merge')
      await lyra.call(useCase, { task_id: taskId, action: 'correct_nli', target_id, payload: correction }, BY_PERSON)
    else if (verdict === 'apart')
      await lyra.call(useCase, { task_id: taskId, action: 'split_claim', target_id, payload: {} }, BY_PERSON)
    // They stand in one finding already: nothing is to be changed.
    else return path(taskPath(taskId, 'review'), { from: Number(from) + 1 })
    return back === '' ? path(taskPath(taskId, 'review'), { from: from === '0' ? '' : from }) : back
  },
}

export const undoAction: Action = {
  path: '/tasks/:id/review/undo',
  act: async ({ lyra, param }, { from = '', feedback_id = '' }) => {
    const useCase: UseCase = feedback
    const input = { task_id: param('id'), action: 'undo', target_id: feedback_id }
    await lyra.call(useCase, input, BY_PERSON)
    return path(taskPath(param('id'), 'review'), { from: from === '0' ? '' : from })
  },
}

const BY_PERSON = { byPerson: true } as const
