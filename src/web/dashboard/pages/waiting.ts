import { answerQuestion } from '../../../api/answer-question.ts'
import type { UseCase } from '../../../api/define-use-case.ts'
import { type AuthItem, getAuthQueue } from '../../../api/get-auth-queue.ts'
import { listQuestions, type OpenQuestion } from '../../../api/list-questions.ts'
import { type ResolveAuthInput, resolveAuth } from '../../../api/resolve-auth.ts'
import { LyraError } from '../../../domain/errors.ts'
import { emptyState, outsideLink } from '../elements.ts'
import { type Html, html } from '../html.ts'
import type { Action, FormFields, Page, PageRequest } from '../page.ts'
import type { WordKey } from '../words/say.ts'

const ENDS: Readonly<Record<ResolveAuthInput['data']['status'], WordKey>> = {
  resolved: 'waiting.resolved',
  skipped: 'waiting.skipped',
  failed: 'waiting.failed',
}

/**
 * REQ 3.6.1 without a terminal: the questions of assistants, the sites that wait for a person, a link to each page, and
 * what became of it. The link opens in the person's own browser; Lyra does nothing there.
 */
export const waitingPage: Page = {
  path: '/waiting',
  tab: 'waiting',
  show: async (request) => {
    const { lyra, say } = request
    const [answer, { questions }] = await Promise.all([lyra.call(getAuthQueue, {}), lyra.call(listQuestions, {})])
    const sites = [...Map.groupBy('queue' in answer ? answer.queue : [], (item) => item.domain)]
    const waiting = [
      ...questions.map((one) => questionForm(request, one)),
      ...sites.map(([domain, rows]) => siteForm(request, domain, rows)),
    ]
    const main = html`<h1>${say('waiting.title')}</h1>
<p class="lead">${say('waiting.lead')}</p>
<div id="waiting-list" data-live>${
      waiting.length === 0 ? emptyState(say('waiting.none'), say('waiting.none_next')) : waiting
    }</div>`
    return { title: say('waiting.title'), main }
  },
}

/** The address that notices and hints have named so far. */
export const authPath: Page = {
  path: '/auth',
  tab: 'waiting',
  show: async () => new Response(null, { status: 303, headers: { location: '/waiting' } }),
}

export const answerAction: Action = {
  path: '/waiting/answer',
  act: async ({ lyra }, fields) => {
    const useCase: UseCase = answerQuestion
    await unlessSettled(() => lyra.call(useCase, { ...fields, channel: 'dashboard' }))
    return '/waiting'
  },
}

export const settleAction: Action = {
  path: '/waiting/settle',
  // What a form sends is for the contract to check, as what an MCP client sends is.
  act: async ({ lyra }, fields: FormFields) => {
    const useCase: UseCase = resolveAuth
    await unlessSettled(() => lyra.call(useCase, { target: 'domain', data: fields }))
    return '/waiting'
  },
}

/** Settled meanwhile, in another window, or its time is over: the list shows what is left. */
async function unlessSettled(act: () => Promise<unknown>): Promise<void> {
  try {
    await act()
  } catch (error) {
    if (!(error instanceof LyraError) || error.code !== 'NOT_FOUND') throw error
  }
}

function questionForm({ say, formToken }: PageRequest, { question_id, prompt, choices, asked_at }: OpenQuestion): Html {
  const buttons = choices.map((choice) => html`<button name="answer" value="${choice}">${choice}</button> `)
  const words = html`<label>${say('waiting.your_answer')} <input name="answer" required maxlength="4000"></label>
<button>${say('waiting.answer')}</button>`
  return html`<section class="card" id="${question_id}"><h2>${say('waiting.question')}</h2>
<p class="hint">${say.time(asked_at)}</p><p>${prompt}</p>
<form method="post" action="/waiting/answer" class="row">${formToken}<input type="hidden" name="question_id"
value="${question_id}">${choices.length === 0 ? words : buttons}</form></section>`
}

function siteForm({ say, formToken }: PageRequest, domain: string, rows: readonly AuthItem[]): Html {
  const pages = rows.map(
    (row) =>
      html`<li>${outsideLink(row.url)} <span class="hint">${say.value('auth', row.type)}
· ${say.value('priority', row.priority)} · ${say.time(row.queued_at)}</span></li>`,
  )
  const buttons = Object.entries(ENDS).map(
    ([status, word]) => html`<button name="status" value="${status}">${say(word)}</button> `,
  )
  return html`<section class="card" id="site-${domain}"><h2>${domain}</h2><ul>${pages}</ul>
<form method="post" action="/waiting/settle" class="row">${formToken}<input type="hidden" name="domain"
value="${domain}">${buttons}</form></section>`
}
