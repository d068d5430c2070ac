import { getTimeline, type TimelineAnswer } from '../../../api/get-timeline.ts'
import { emptyState } from '../elements.ts'
import { type Html, html, NOTHING } from '../html.ts'
import type { Page, PageRequest } from '../page.ts'

/** Evidence by year, and what happened in the task. */
export const timelinePage: Page = {
  path: '/tasks/:id/timeline',
  tab: 'timeline',
  show: async (request) => {
    const { lyra, say, param } = request
    const taskId = param('id')
    const { years, events, query } = await lyra.call(getTimeline, { task_id: taskId })
    const main = html`<h1>${say('timeline.title')}</h1>
<h2>${say('timeline.years')}</h2>
${years.length === 0 ? emptyState(say('timeline.none'), say('searches.none_next')) : yearPicture(request, years)}
<h2>${say('timeline.events')}</h2>
<ol class="timeline" id="event-list" data-live data-task="${taskId}">${events.map(
      (event) =>
        html`<li id="${event.id}"><span class="when">${say.time(event.at)}</span> <span class="badge">${say.value('event', event.kind)}</span> <span class="hint">${event.what}</span></li>`,
    )}</ol>`
    return { title: say('timeline.title'), main, task: { id: taskId, query } }
  },
}

const BAR = 26
const HALF = 90

/** Up: passages for a finding; down: against. Undated pages stand apart at the left. */
function yearPicture({ say }: PageRequest, years: TimelineAnswer['years']): Html {
  const most = Math.max(...years.flatMap(({ supports, refutes }) => [supports, refutes]))
  const tall = (count: number) => Math.round((count / most) * HALF * 10) / 10
  const width = Math.max(320, years.length * (BAR + 14) + 20)
  const bars = years.map(({ year, supports, refutes }, at) => {
    const x = 10 + at * (BAR + 14)
    const name = year === null ? say('time.unknown') : String(year)
    return html`<g><title>${say('timeline.bar', { year: name, supports, refutes })}</title>
<rect class="pro-fill" x="${x}" y="${HALF + 16 - tall(supports)}" width="${BAR}" height="${tall(supports)}"/>
<rect class="contra-fill" x="${x}" y="${HALF + 34}" width="${BAR}" height="${tall(refutes)}"/>
<text class="small" text-anchor="middle" x="${x + BAR / 2}" y="${HALF + 29}">${year === null ? '?' : String(year)}</text>
${supports === 0 ? NOTHING : html`<text class="tiny" text-anchor="middle" x="${x + BAR / 2}" y="${HALF + 12 - tall(supports)}">${supports}</text>`}
${refutes === 0 ? NOTHING : html`<text class="tiny" text-anchor="middle" x="${x + BAR / 2}" y="${HALF + 46 + tall(refutes)}">${refutes}</text>`}</g>`
  })
  return html`<figure class="picture scroll" tabindex="0" role="group" aria-label="${say('timeline.years')}"><svg width="${width}" height="${2 * HALF + 56}" viewBox="0 0 ${width} ${2 * HALF + 56}" role="img" aria-label="${say('timeline.picture')}">${bars}</svg>
<figcaption><span class="mark-for">▲ ${say('finding.for')}</span> · <span class="mark-against">▼ ${say('finding.against')}</span></figcaption></figure>`
}
