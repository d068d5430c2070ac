import { browseTasks } from '../../api/browse-tasks.ts'
import { getSearchLog } from '../../api/get-search-log.ts'
import { type Html, html, NOTHING } from './html.ts'
import { taskPath } from './layout.ts'
import type { PageRequest } from './page.ts'

/** Where the task stands, kept up to date while it runs. */
export async function taskSummary({ lyra, say }: PageRequest, taskId: string): Promise<Html> {
  const [{ tasks }, { searches }] = await Promise.all([
    lyra.call(browseTasks, { task_id: taskId }),
    lyra.call(getSearchLog, { task_id: taskId }),
  ])
  const [task] = tasks
  if (task === undefined) return NOTHING
  const running = searches.filter(({ status }) => status === 'running' || status === 'queued')
  return html`<section id="task-summary" class="summary" data-live data-task="${taskId}"
aria-label="${say('summary.label')}">
<p><strong>${say.value('task', task.status)}</strong>${
    task.running > 0
      ? html` <span class="pulse"
aria-hidden="true">●</span>`
      : NOTHING
  }
 · <a href="${taskPath(taskId, 'searches')}">${say('summary.searches', { count: task.searches })}</a>
 · <a href="${taskPath(taskId, 'flow')}">${say('summary.pages', { count: task.pages, limit: task.max_pages })}</a>
 · ${say('summary.findings', { count: task.findings })}
 · <a href="${taskPath(taskId, 'disputes')}">${say('summary.contested', { count: task.contested })}</a>
${task.waiting === 0 ? NOTHING : html` · <a href="/waiting">${say('summary.waiting', { count: task.waiting })}</a>`}
 · <span class="hint">${say.time(task.updated_at)}</span></p>
${
  running.length === 0
    ? NOTHING
    : html`<ul class="running">${running.map(
        (one) =>
          html`<li><span class="words">${one.query}</span> <span class="hint">${say.value('search', one.status)}
· ${say('summary.read', { count: one.pages.reduce((sum, { count }) => sum + count, 0) })}</span></li>`,
      )}</ul>`
}</section>`
}
