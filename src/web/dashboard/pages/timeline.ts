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
    const { years, events, query } = await lyra.call(getTimeline, { task_id: taskId, limit: 1000 })
    const main = html`<h1>${say('timeline.title')}</h1>
<h2>${say('timeline.years')}</h2>
${years.length === 0 ? emptyState(say('timeline.none'), say('searches.none_next')) : yearPicture(request, years)}
<h2>${say('timeline.events')}</h2>
<ol class="timeline" id="event-list" data-live
data-task="${taskId}">${runs(events).map((run) => eventItem(request, run))}</ol>`
    return { title: say('timeline.title'), main, task: { id: taskId, query } }
  },
}

type Event = TimelineAnswer['events'][number]

/** Events of one kind that follow one another are one entry. */
function runs(events: readonly Event[]): readonly (readonly Event[])[] {
  const grouped: Event[][] = []
  for (const event of events) {
    const last = grouped.at(-1)
    if (last?.[0]?.kind === event.kind) last.push(event)
    else grouped.push([event])
  }
  return grouped
}

function eventItem({ say }: PageRequest, run: readonly Event[]): Html {
  const [first] = run
  if (first === undefined) return NOTHING
  const head = html`<span class="when">${say.time(first.at)}</span>
<span class="badge">${say.value('event', first.kind)}</span>`
  if (run.length === 1) return html`<li id="${first.id}">${head} ${told(first)}</li>`
  return html`<li><details><summary>${head} <span class="count">× ${run.length}</span></summary>
<ul>${run.map((event) => html`<li id="${event.id}">${told(event)}</li>`)}</ul></details></li>`
}

function told({ subject_id: subject, what }: Event): Html {
  const href = subject?.startsWith('claim_') ? `/claims/${subject}` : null
  return html`<span class="hint">${what}${
    href === null ? NOTHING : html` <a href="${href}"><code>${subject}</code></a>`
  }</span>`
}

const BAR = 26
const STEP = BAR + 14
const HALF = 90
/** Below the upper bars: the years. */
const AXIS = HALF + 16

/** Up: passages for a finding; down: against. Pages without a year stand apart at the left. */
function yearPicture({ say }: PageRequest, years: TimelineAnswer['years']): Html {
  const most = Math.max(1, ...years.flatMap(({ supports, refutes }) => [supports, refutes]))
  const tall = (count: number) => Math.round((count / most) * HALF * 10) / 10
  const lowest = Math.max(...years.map(({ refutes }) => tall(refutes)))
  const [width, height] = [Math.max(320, years.length * STEP + 20), AXIS + lowest + 36]
  const bars = years.map(({ year, supports, refutes }, at) => {
    const x = 10 + at * STEP
    const middle = x + BAR / 2
    const name = year === null ? say('time.unknown') : String(year)
    const figure = (count: number, y: number) =>
      count === 0 ? NOTHING : html`<text class="tiny" text-anchor="middle" x="${middle}" y="${y}">${count}</text>`
    return html`<g><title>${say('timeline.bar', { year: name, supports, refutes })}</title>
<rect class="pro-fill" x="${x}" y="${AXIS - tall(supports)}" width="${BAR}" height="${tall(supports)}"/>
<rect class="contra-fill" x="${x}" y="${AXIS + 18}" width="${BAR}" height="${tall(refutes)}"/>
<text class="small" text-anchor="middle" x="${middle}" y="${AXIS + 13}">${year === null ? '?' : String(year)}</text>
${figure(supports, AXIS - 4 - tall(supports))}${figure(refutes, AXIS + 30 + tall(refutes))}</g>`
  })
  return html`<figure class="picture scroll" tabindex="0" role="group" aria-label="${say('timeline.years')}">
<svg width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img"
aria-label="${say('timeline.picture')}">
${bars}</svg>
<figcaption><span class="mark-for">▲ ${say('finding.for')}</span> ·
<span class="mark-against">▼ ${say('finding.against')}</span></figcaption></figure>`
}
