import { getUnread, type UnreadPage } from '../../../api/get-unread.ts'
import { emptyState, outsideLink } from '../elements.ts'
import { type Html, html, NOTHING } from '../html.ts'
import type { Page, PageRequest } from '../page.ts'
import { sayReason } from '../reasons.ts'
import type { Say } from '../words/say.ts'

/** What the person can do about an outcome; nothing for the others. */
const NEXT: Readonly<Record<string, 'unread.next_person' | 'unread.next_later'>> = {
  captcha: 'unread.next_person',
  login_wall: 'unread.next_person',
  rate_limited: 'unread.next_later',
  cooling_down: 'unread.next_later',
  timeout: 'unread.next_later',
  offline: 'unread.next_later',
  server_error: 'unread.next_later',
}

/** What could not be read, by reason: a gap that is told is not a gap in the dark. */
export const unreadPage: Page = {
  path: '/tasks/:id/unread',
  tab: 'unread',
  show: async (request) => {
    const { lyra, say, param } = request
    const taskId = param('id')
    const { pages, query } = await lyra.call(getUnread, { task_id: taskId })
    const groups = [...Map.groupBy(pages, (page) => page.outcome)].sort((a, b) => b[1].length - a[1].length)
    const main = html`<h1>${say('unread.title')}</h1>
<p class="lead">${say('unread.lead')}</p>
${
  groups.length === 0
    ? emptyState(say('unread.none'), say('unread.none_next'))
    : groups.map(([outcome, list]) => group(request, outcome, list))
}`
    return { title: say('unread.title'), main, task: { id: taskId, query } }
  },
}

function group({ say }: PageRequest, outcome: string, pages: readonly UnreadPage[]): Html {
  const next = NEXT[outcome]
  const items = pages.map(
    (page) => html`<li>${outsideLink(page.url)}
<br><span class="hint">${
      page.reason === null
        ? NOTHING
        : html`${sayReason(say, page.reason)}
· `
    }${say('unread.from_search', { search: page.search })}</span>
${
  page.attempts.length < 2
    ? NOTHING
    : html`<br><span
class="hint">${say('unread.tried')} ${waysOf(say, page)}</span>`
}</li>`,
  )
  return html`<section class="card" id="${outcome}"><h2>${say.value('outcome', outcome)} <span
class="count">${pages.length}</span></h2>
${
  next === undefined
    ? NOTHING
    : html`<p>${say(next)}${
        next === 'unread.next_person' ? html` <a href="/waiting">${say('menu.waiting')}</a>` : NOTHING
      }</p>`
}
<ul>${items}</ul></section>`
}

function waysOf(say: Say, { attempts }: UnreadPage): string {
  return attempts.map((one) => `${say.value('route', one.route)}: ${say.value('outcome', one.outcome)}`).join(' → ')
}
