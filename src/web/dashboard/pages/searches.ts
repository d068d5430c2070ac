import { getSearchLog, type LoggedSearch } from '../../../api/get-search-log.ts'
import { bar, emptyState, tally } from '../elements.ts'
import { type Html, html, NOTHING } from '../html.ts'
import type { Page, PageRequest } from '../page.ts'

export const searchesPage: Page = {
  path: '/tasks/:id/searches',
  tab: 'searches',
  show: async (request) => {
    const { lyra, say, param } = request
    const taskId = param('id')
    const { searches, query } = await lyra.call(getSearchLog, { task_id: taskId })
    const main = html`<h1>${say('searches.title')}</h1>
<p class="lead">${say('searches.lead')}</p>
<div id="search-list" data-live data-task="${taskId}">${
      searches.length === 0
        ? emptyState(say('searches.none'), say('searches.none_next'))
        : searches.map((one) => card(request, one))
    }</div>`
    return { title: say('searches.title'), main, task: { id: taskId, query } }
  },
}

type Fact = readonly [name: string, value: Html | string]

function card({ say }: PageRequest, one: LoggedSearch): Html {
  const share = (value: number, name: string): Fact => [name, bar(say, value, name)]
  const primary = say(one.has_primary_source ? 'word.yes' : 'word.no')
  const facts: readonly Fact[] = [
    [say('searches.results'), tally(say, 'engine', one.results) || '–'],
    [say('searches.pages'), tally(say, 'outcome', one.pages) || '–'],
    [say('searches.useful'), say.number(one.useful_fragments)],
    share(one.satisfaction, say('searches.satisfaction')),
    share(one.novelty, say('searches.novelty')),
    [say('searches.independent'), say('searches.independent_value', { count: one.independent_sources, primary })],
  ]
  return html`<section class="card" id="${one.id}"><h2 class="words">${one.query}</h2>
<p><span class="badge">${say.value('search', one.status)}</span>${
    one.refute
      ? html` <span
class="badge status-contested">${say('searches.refuting')}</span>`
      : NOTHING
  }
<span class="hint">${say.time(one.started_at)}${
    one.finished_at === null ? NOTHING : html` – ${say.time(one.finished_at)}`
  }</span></p>
${one.error === null ? NOTHING : html`<p class="problem">${one.error}</p>`}
<dl class="facts">${facts.map(([name, value]) => html`<dt>${name}</dt><dd>${value}</dd>`)}</dl>
${
  one.warnings.length === 0
    ? NOTHING
    : html`<details>
<summary>${say('searches.warnings', { count: one.warnings.length })}</summary><ul>
${one.warnings.map((line) => html`<li>${line}</li>`)}</ul></details>`
}</section>`
}
