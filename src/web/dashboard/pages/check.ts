import { type CheckedStatement, type CheckedText, checkText } from '../../../api/check-text.ts'
import { getSources } from '../../../api/get-sources.ts'
import { LyraError } from '../../../domain/errors.ts'
import { emptyState, table } from '../elements.ts'
import { type Html, html, NOTHING, path } from '../html.ts'
import { taskPath } from '../layout.ts'
import type { Action, Page, PageRequest, PageView } from '../page.ts'

/** Characters that a form may send; a longer draft is for `lyra check`. */
const LONGEST_PASTED = 200_000
/** How an alarm is coloured: against the evidence, or not borne out by it. */
const BADGES: Readonly<Record<string, string>> = {
  ...{ supported: 'verified', partly: 'contested', contradicted: 'rejected', 'not in the evidence': 'contested' },
  ...{ 'number differs': 'rejected', 'quote differs': 'rejected', 'source unknown': 'rejected' },
  'source retracted': 'superseded',
}

/** A draft is pasted, and every statement of it laid beside the evidence of the task. */
export const checkPage: Page = {
  path: '/tasks/:id/check',
  tab: 'check',
  show: async (request) => pageOf(request, '', NOTHING),
}

/** Nothing is stored: the answer is the page itself. */
export const checkAction: Action = {
  path: '/tasks/:id/check',
  act: async (request, { text = '' }) => {
    const { lyra, say, param, signal } = request
    if (text.trim() === '') return pageOf(request, text, emptyState(say('check.empty'), say('check.lead')))
    if (text.length > LONGEST_PASTED)
      throw new LyraError('INVALID_PARAMS', say('check.too_long', { most: LONGEST_PASTED }), {
        hint: `lyra check draft.md --task ${param('id')}`,
      })
    const answer = await lyra.call(checkText, { text, task_id: param('id') }, { signal })
    return pageOf(request, text, verdictsOf(request, answer))
  },
}

async function pageOf({ lyra, say, param, formToken }: PageRequest, text: string, shown: Html): Promise<PageView> {
  const taskId = param('id')
  const { query: question } = await lyra.call(getSources, { task_id: taskId })
  const main = html`<h1>${say('check.title')}</h1>
<p class="lead">${say('check.lead')}</p>
<form method="post" action="${taskPath(taskId, 'check')}">${formToken}<label for="draft">${say('check.draft')}</label>
<textarea id="draft" name="text" rows="10" maxlength="${LONGEST_PASTED}" required>${text}</textarea>
<p class="row"><button class="main">${say('check.run')}</button></p></form>
${shown}`
  return { title: say('check.title'), main, task: { id: taskId, query: question ?? '' } }
}

function verdictsOf(request: PageRequest, answer: CheckedText): Html {
  const { say, param } = request
  const { statements, counts, not_checked: left } = answer
  if (statements.length === 0) return emptyState(say('check.nothing_stated'), say('check.lead'))
  const tally = Object.entries(counts)
    .filter(([, count]) => count > 0)
    .map(([verdict, count]) => html`<li>${badge(request, verdict)} ${say.number(count)}</li>`)
  const head = [say('check.line'), say('check.statement'), say('check.verdict'), say('check.passage')]
  const rows = statements.map((statement) => rowOf(request, statement, param('id')))
  const beyond = left.beyond.map(({ line, text }) => html`<li>${line}: ${text}</li>`)
  return html`<section aria-label="${say('check.result')}"><ul class="row">${tally}</ul>
${left.too_many > 0 ? html`<p>${say('check.left_out', { count: left.too_many })}</p>` : NOTHING}
${beyond.length > 0 ? html`<ul>${beyond}</ul>` : NOTHING}
${table(say('check.result'), head, rows)}</section>`
}

function badge({ say }: PageRequest, verdict: string): Html {
  const colour = BADGES[verdict] ?? 'contested'
  return html`<span class="badge status-${colour}">${say.value('check_verdict', verdict)}</span>`
}

function rowOf(request: PageRequest, statement: CheckedStatement, taskId: string): Html {
  const { say } = request
  const { line, text, verdict, reasons, place, elsewhere, cited } = statement
  const why = reasons.map(({ said, problem }) => html`<li>${said === '' ? '' : `“${said}”: `}${problem}</li>`)
  const other = elsewhere === null ? NOTHING : html`<p class="hint">${say('check.elsewhere', { url: elsewhere })}</p>`
  const passage =
    place === null
      ? NOTHING
      : html`<blockquote>${place.passage}</blockquote><p><a
href="${path(`/archive/page/${encodeURIComponent(place.page_id)}`, { fragment: place.fragment_id, task: taskId })}">${
          place.url
        }</a></p>`
  return html`<tr><td class="number">${line}</td><td>${text}${
    cited.length === 0 ? NOTHING : html`<p class="hint">${cited.join(' · ')}</p>`
  }</td><td>${badge(request, verdict)}${why.length === 0 ? NOTHING : html`<ul>${why}</ul>`}${other}</td>
<td>${passage}</td></tr>`
}
