import { type FlowAnswer, getFlow } from '../../../api/get-flow.ts'
import { emptyState, tally } from '../elements.ts'
import { flowPicture } from '../flow-picture.ts'
import { html } from '../html.ts'
import { taskPath } from '../layout.ts'
import type { Page } from '../page.ts'
import type { Say } from '../words/say.ts'

/** From found to used, after the flow picture of systematic reviews; the same as a list for those who cannot see it. */
export const flowPage: Page = {
  path: '/tasks/:id/flow',
  tab: 'flow',
  show: async ({ lyra, say, param }) => {
    const taskId = param('id')
    const flow = await lyra.call(getFlow, { task_id: taskId })
    const main = html`<h1>${say('flow.title')}</h1>
<p class="lead">${say('flow.lead')}</p>
${
  flow.found === 0
    ? emptyState(say('flow.none'), say('searches.none_next'))
    : html`<div id="flow-picture" data-live data-task="${taskId}">${flowPicture(say, flow)}
<details><summary>${say('flow.as_list')}</summary><ul>${lines(say, flow).map((line) => html`<li>${line}</li>`)}</ul>
</details></div>
<p><a href="${taskPath(taskId, 'unread')}">${say('flow.to_unread')}</a></p>`
}`
    return { title: say('flow.title'), main, task: { id: taskId, query: flow.query } }
  },
}

function lines(say: Say, flow: FlowAnswer): readonly string[] {
  return [
    `${say('flow.found')}: ${flow.found} (${tally(say, 'engine', flow.found_by)})`,
    `− ${say('flow.repeated')}: ${flow.repeated}`,
    `= ${say('flow.screened')}: ${flow.screened}`,
    `− ${say('flow.not_tried')}: ${flow.not_tried}`,
    `= ${say('flow.tried')}: ${flow.tried}`,
    `− ${say('flow.unread')}: ${flow.unread} (${tally(say, 'outcome', flow.unread_by)})`,
    `− ${say('flow.same_page')}: ${flow.same_page}`,
    `= ${say('flow.read')}: ${flow.read}`,
    `− ${say('flow.unused')}: ${flow.unused} (${tally(say, 'outcome', flow.unused_by)})`,
    `= ${say('flow.used')}: ${flow.used}`,
    say('flow.sides', { supporting: flow.used_for, refuting: flow.used_against, findings: flow.findings }),
  ]
}
