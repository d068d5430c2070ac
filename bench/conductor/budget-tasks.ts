import { createTask } from '../../src/research/tasks.ts'
import { openSmallWeb } from '../../test/research/small-web.ts'

/**
 * Tasks through the real conductor, store and pipeline over a web of three pages, each with fewer pages than it would
 * take.
 */
export async function budgetTasks(count: number) {
  const web = openSmallWeb({ path: ':memory:' })
  try {
    const tasks = Array.from({ length: count }, (_, index) => {
      const limit = 1 + (index % 3)
      const { task_id: id } = createTask(web.parts, { query: `question ${index}`, budget: { max_pages: limit } })
      return { id, limit }
    })
    const started = performance.now()
    await Promise.all(tasks.map(({ id }, index) => web.conductor.search(id, `silverleaf aspect ${index}`, {}, {})))
    const seconds = (performance.now() - started) / 1000
    const used = tasks.map(({ id }) => web.store.searches.pagesUsed(id))
    return {
      budget_tasks: count,
      over_budget: tasks.filter(({ limit }, index) => (used[index] ?? 0) > limit).length,
      not_stopped: tasks.filter(({ id }) => web.store.tasks.get(id)?.stop_reason !== 'budget_exhausted').length,
      ms_a_task: Math.round((seconds * 10_000) / count) / 10,
    }
  } finally {
    await web.conductor.close()
    web.store.close()
  }
}
