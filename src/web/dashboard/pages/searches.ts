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

function card({ say }: PageRequest, one: LoggedSearch): Html {
  const fact = (name: string, value: Html | string) => html`<dt>${name}</dt><dd>${value}</dd>`
  return html`<section class="card" id="${one.id}"><h2 class="words">${one.query}</h2>
<p><span class="badge">${say.value('search', one.status)}</span>${one.refute ? html` <span class="badge status-contested">${say('searches.refuting')}</span>` : NOTHING}
<span class="hint">${say.time(one.started_at)}${one.finished_at === null ? NOTHING : html` – ${say.time(one.finished_at)}`}</span></p>
${one.error === null ? NOTHING : html`<p class="problem">${one.error}</p>`}
<dl class="facts">${fact(say('searches.results'), tally(say, 'engine', one.results) || '–')}${fact(say('searches.pages'), tally(say, 'outcome', one.pages) || '–')}
${fact(say('searches.useful'), say.number(one.useful_fragments))}${fact(say('searches.satisfaction'), bar(say, one.satisfaction, say('searches.satisfaction')))}
${fact(say('searches.novelty'), bar(say, one.novelty, say('searches.novelty')))}${fact(say('searches.independent'), say('searches.independent_value', { count: one.independent_sources, primary: say(one.has_primary_source ? 'word.yes' : 'word.no') }))}</dl>
${one.warnings.length === 0 ? NOTHING : html`<details><summary>${say('searches.warnings', { count: one.warnings.length })}</summary><ul>${one.warnings.map((line) => html`<li>${line}</li>`)}</ul></details>`}</section>`
}
