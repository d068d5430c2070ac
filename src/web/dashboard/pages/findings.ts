import { type FindingEntry, type FindingsAnswer, getFindings } from '../../../api/get-findings.ts'
import { VERIFICATION_STATUSES, type VerificationStatus } from '../../../domain/verification.ts'
import { bar, emptyState, fromOf, pager, statusBadge } from '../elements.ts'
import { type Html, html, NOTHING, path } from '../html.ts'
import { taskPath } from '../layout.ts'
import type { Page, PageRequest } from '../page.ts'
import { bothSides } from '../passage.ts'
import { sayReason } from '../reasons.ts'
import { taskSummary } from '../task-summary.ts'

/** In the order in which a reader wants them. */
const CHIPS: readonly VerificationStatus[] = ['contested', 'verified', 'pending', 'superseded', 'rejected']

const FINDINGS_A_PAGE = 100
/** Passages shown on each side of a finding in the list. */
const SHOWN = 2

export function findingPath(taskId: string, findingId: string): string {
  return `${taskPath(taskId)}/findings/${encodeURIComponent(findingId)}`
}

export const findingsPage: Page = {
  path: '/tasks/:id',
  tab: 'findings',
  show: async (request) => {
    const { lyra, say, param, query } = request
    const taskId = param('id')
    const from = fromOf(query('from'))
    const words = query('words')
    const status = VERIFICATION_STATUSES.find((one) => one === query('status'))
    const answer = await lyra.call(getFindings, {
      task_id: taskId,
      from,
      words,
      limit: FINDINGS_A_PAGE,
      passages: SHOWN,
      ...(status === undefined ? {} : { status }),
    })
    const isFiltered = words !== '' || status !== undefined
    const list =
      answer.findings.length === 0
        ? emptyState(
            say(isFiltered ? 'findings.none_match' : 'findings.none'),
            isFiltered ? html`<a href="${taskPath(taskId)}">${say('findings.all')}</a>` : say('findings.none_next'),
          )
        : answer.findings.map((one) => findingCard(request, one, taskId))
    const kept = { words, status: status ?? '' }
    const paging = { from, limit: FINDINGS_A_PAGE, total: answer.total, base: taskPath(taskId), query: kept }
    const main = html`<h1 class="sr">${say('tab.findings')}</h1>
${await taskSummary(request, taskId)}
${filters(request, answer, status)}
<form method="get" action="${taskPath(taskId)}" class="row" role="search">${
      status === undefined ? NOTHING : html`<input type="hidden" name="status" value="${status}">`
    }<label>${say('findings.find')} <input type="search" name="words" value="${words}"></label>
<button>${say('find.button')}</button></form>
<div id="finding-list">${list}</div>
${pager(say, paging)}`
    return { title: answer.query, main, task: { id: taskId, query: answer.query } }
  },
}

function filters(
  { say }: PageRequest,
  { by_status: counts, task_id: id }: FindingsAnswer,
  chosen?: VerificationStatus,
): Html {
  const all = Object.values(counts).reduce((sum, count) => sum + count, 0)
  const chip = (status: VerificationStatus | undefined, count: number) =>
    html`<li><a href="${path(taskPath(id), { status })}"${status === chosen ? html` aria-current="true"` : NOTHING}>${
      status === undefined ? say('findings.every') : say.value('status', status)
    } <span class="count">${count}</span></a></li>`
  const chips = CHIPS.flatMap((status) => {
    const count = counts[status] ?? 0
    return count === 0 ? [] : [chip(status, count)]
  })
  return html`<nav aria-label="${say('findings.filter')}"><ul class="chips">${chip(undefined, all)}${chips}</ul></nav>`
}

function findingCard(request: PageRequest, finding: FindingEntry, taskId: string): Html {
  return html`<article class="card finding" id="${finding.id}">
<h2 class="words"><a class="title" href="${findingPath(taskId, finding.id)}">${finding.text}</a></h2>
${standing(request, finding)}
${bothSides({ say: request.say, taskId }, finding)}
</article>`
}

/** Status with its reason, confidence, how many independent sources stand on each side. */
export function standing({ say }: PageRequest, finding: FindingEntry): Html {
  const counts = { supporting: finding.supporting_sources, refuting: finding.refuting_sources }
  return html`<p class="standing">${statusBadge(say, finding.status)}
<span class="hint">${finding.status_reason === null ? NOTHING : sayReason(say, finding.status_reason)}</span>
${bar(say, finding.confidence, say('finding.confidence'))}
<span class="hint">${say('finding.sources', counts)}${
    finding.no_refutation_found ? ` · ${say('finding.no_refutation')}` : NOTHING
  }</span></p>`
}
