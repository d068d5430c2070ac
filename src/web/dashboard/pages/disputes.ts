import { type FindingEntry, type FindingPassage, getFindings } from '../../../api/get-findings.ts'
import { emptyState, fromOf, pager, statusBadge } from '../elements.ts'
import { type Html, html, NOTHING } from '../html.ts'
import { taskPath } from '../layout.ts'
import type { Page, PageRequest } from '../page.ts'
import { archivedPath } from '../passage.ts'
import { findingPath } from './findings.ts'

const FINDINGS_A_PAGE = 40
const PASSAGES = 50

/** Contradictions as a matrix: one row a disputed finding, one column a site, in each cell the side it takes. */
export const disputesPage: Page = {
  path: '/tasks/:id/disputes',
  tab: 'disputes',
  show: async (request) => {
    const { lyra, say, param, query } = request
    const taskId = param('id')
    const from = fromOf(query('from'))
    const answer = await lyra.call(getFindings, {
      task_id: taskId,
      disputed: true,
      from,
      limit: FINDINGS_A_PAGE,
      passages: PASSAGES,
    })
    const main = html`<h1>${say('disputes.title')}</h1>
<p class="lead">${say('disputes.lead')}</p>
${
  answer.findings.length === 0
    ? emptyState(say('disputes.none'), html`<a href="${taskPath(taskId)}">${say('disputes.none_next')}</a>`)
    : html`${legend(request)}${matrix(request, answer.findings, taskId)}`
}
${pager(say, { from, limit: FINDINGS_A_PAGE, total: answer.total, base: taskPath(taskId, 'disputes'), query: {} })}`
    return { title: say('disputes.title'), main, task: { id: taskId, query: answer.query } }
  },
}

/** Columns: the sites that speak most often, first. */
function matrix(request: PageRequest, findings: readonly FindingEntry[], taskId: string): Html {
  const { say } = request
  const spoken = findings.flatMap((finding) => [...finding.for, ...finding.against].map(({ domain }) => domain))
  const counts = Map.groupBy(spoken, (domain) => domain)
  const domains = [...counts.keys()].sort(
    (a, b) => (counts.get(b)?.length ?? 0) - (counts.get(a)?.length ?? 0) || (a < b ? -1 : 1),
  )
  const heads = domains.map((domain) => html`<th scope="col"><span class="turned">${domain}</span></th>`)
  const rows = findings.map((finding) => {
    const cells = domains.map((domain) => cell(request, finding, domain, taskId))
    return html`<tr id="${finding.id}"><th scope="row"><a class="words"
href="${findingPath(taskId, finding.id)}">${finding.text}</a>
${statusBadge(say, finding.status)} <span class="hint">${say.share(finding.confidence)}</span></th>${cells}</tr>`
  })
  return html`<div class="scroll" role="region" aria-label="${say('disputes.title')}" tabindex="0"><table
class="matrix"><caption class="sr">${say('disputes.title')}</caption>
<thead><tr><th scope="col">${say('disputes.finding')}</th>${heads}</tr></thead><tbody>${rows}</tbody></table></div>`
}

/** A site that says both has both marks; a passage that does not count is in brackets. */
function cell({ say }: PageRequest, finding: FindingEntry, domain: string, taskId: string): Html {
  const mark = (side: 'for' | 'against', passages: readonly FindingPassage[]) => {
    const own = passages.filter((one) => one.domain === domain)
    const [first] = own
    if (first === undefined) return NOTHING
    const sign = side === 'for' ? '+' : '−'
    const words = say(side === 'for' ? 'disputes.says' : 'disputes.denies', { domain })
    return html`<a class="mark-${side}" href="${archivedPath(first, taskId)}" title="${first.sentence}"><span
class="sr">${words}</span><span aria-hidden="true">${own.some((one) => one.counted) ? sign : `(${sign})`}</span></a>`
  }
  return html`<td class="cell">${mark('for', finding.for)} ${mark('against', finding.against)}</td>`
}

function legend({ say }: PageRequest): Html {
  return html`<p class="hint"><span class="mark-for">+</span> ${say('disputes.plus')} · <span
class="mark-against">−</span> ${say('disputes.minus')} · (+) (−) ${say('disputes.brackets')}</p>`
}
