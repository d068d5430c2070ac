import type { ErrorAnswer } from '../../api/error-answer.ts'
import { html, NOTHING } from './html.ts'
import type { PageRequest, PageView } from './page.ts'

type Problem = ErrorAnswer['error'] | 'path' | 'form'

/** What went wrong and what to do next. */
export function problemView({ say }: PageRequest, problem: Problem): PageView {
  const title = say(problem === 'path' ? 'problem.nothing_here' : 'problem.title')
  if (typeof problem === 'string')
    return {
      title,
      main: html`<h1>${title}</h1>
<p>${say(problem === 'path' ? 'problem.path' : 'problem.form')}</p>
<p><a href="/tasks">${say('problem.to_tasks')}</a></p>`,
    }
  const { code, message, hint, error_id: errorId } = problem
  return {
    title,
    main: html`<h1>${title}</h1>
<p class="problem" role="alert">${message}</p>
${hint === undefined || hint === '' ? NOTHING : html`<p>${hint}</p>`}
<p class="hint"><code>${code}</code>${
      errorId === undefined
        ? NOTHING
        : html`
· ${say('problem.log', { id: errorId })}`
    }</p>
<p><a href="/tasks">${say('problem.to_tasks')}</a></p>`,
  }
}
