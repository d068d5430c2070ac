import { listTasks } from '../../../api/list-tasks.ts'
import { emptyState } from '../elements.ts'
import { html } from '../html.ts'
import { taskPath } from '../layout.ts'
import type { Page } from '../page.ts'

export const homePage: Page = {
  path: '/',
  tab: 'tasks',
  show: async () => new Response(null, { status: 303, headers: { location: '/tasks' } }),
}

export const tasksPage: Page = {
  path: '/tasks',
  tab: 'tasks',
  show: async ({ lyra, say }) => {
    const { tasks } = await lyra.call(listTasks, {})
    const rows = tasks.map(
      (task) => html`<tr><td><a href="${taskPath(task.id)}">${task.query}</a></td>
<td>${say.value('task_status', task.status)}</td><td>${say.time(task.updated_at)}</td></tr>`,
    )
    const table = html`<table><thead><tr><th scope="col">${say('tasks.question')}</th><th scope="col">${say('tasks.status')}</th><th scope="col">${say('tasks.updated')}</th></tr></thead><tbody>${rows}</tbody></table>`
    return {
      title: say('tasks.title'),
      main: html`<h1>${say('tasks.title')}</h1><div id="task-list" data-live>${
        rows.length === 0 ? emptyState(say('tasks.none'), say('tasks.none_next')) : table
      }</div>`,
    }
  },
}
