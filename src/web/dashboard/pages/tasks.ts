import { type BrowsedTask, browseTasks } from '../../../api/browse-tasks.ts'
import { emptyState, figures, fromOf, pager, table } from '../elements.ts'
import { type Html, html, NOTHING } from '../html.ts'
import { taskPath } from '../layout.ts'
import type { Page, PageRequest } from '../page.ts'

/** Columns that hold words; the others hold figures. */
const TEXTS: ReadonlySet<string> = new Set(['question', 'status', 'updated'])

const TASKS_A_PAGE = 25

export const homePage: Page = {
  path: '/',
  tab: 'tasks',
  show: async () => new Response(null, { status: 303, headers: { location: '/tasks' } }),
}

export const tasksPage: Page = {
  path: '/tasks',
  tab: 'tasks',
  show: async (request) => {
    const { lyra, say, query } = request
    const from = fromOf(query('from'))
    const words = query('words')
    const { tasks, total } = await lyra.call(browseTasks, { from, limit: TASKS_A_PAGE, words })
    const heads = ['question', 'status', 'findings', 'disputed', 'searches', 'pages', 'waiting', 'updated'] as const
    const rows = tasks.map((task) => row(request, task))
    const list =
      rows.length > 0
        ? html`${table(
            say('tasks.title'),
            heads.map((head) => (TEXTS.has(head) ? say(`tasks.${head}`) : figures(say(`tasks.${head}`)))),
            rows,
          )}${pager(say, { from, limit: TASKS_A_PAGE, total, base: '/tasks', query: { words } })}`
        : words === ''
          ? emptyState(say('tasks.none'), say('tasks.none_next'))
          : emptyState(say('tasks.none_match'), html`<a href="/tasks">${say('tasks.all')}</a>`)
    const main = html`<h1>${say('tasks.title')}</h1>
<form method="get" action="/tasks" class="row" role="search"><label>${say('tasks.find')} <input type="search"
name="words" value="${words}"></label> <button>${say('find.button')}</button></form>
<div id="task-list" data-live>${list}</div>`
    return { title: say('tasks.title'), main }
  },
}

function row({ say }: PageRequest, task: BrowsedTask): Html {
  return html`<tr>
<td><a class="words" href="${taskPath(task.id)}">${task.query}</a></td>
<td class="nowrap">${say.value('task', task.status)}${
    task.running > 0
      ? html` <span class="pulse"
title="${say('tasks.running')}">●</span>`
      : NOTHING
  }</td>
<td class="number">${say.number(task.findings)}</td>
<td class="number">${
    task.contested === 0 ? '0' : html`<a href="${taskPath(task.id, 'disputes')}">${say.number(task.contested)}</a>`
  }</td>
<td class="number">${say.number(task.searches)}</td>
<td class="number">${say.number(task.pages)} / ${say.number(task.max_pages)}</td>
<td class="number">${task.waiting === 0 ? '0' : html`<a href="/waiting">${say.number(task.waiting)}</a>`}</td>
<td class="nowrap">${say.time(task.updated_at)}</td></tr>`
}
