import { createTask } from '../../api/create-task.ts'
import { listTasks } from '../../api/list-tasks.ts'
import { pauseTask } from '../../api/pause-task.ts'
import { raiseBudget } from '../../api/raise-budget.ts'
import { resumeTask } from '../../api/resume-task.ts'
import { stopTask } from '../../api/stop-task.ts'
import type { Lyra } from '../../app/lyra.ts'
import { nearestName } from '../../domain/edit-distance.ts'
import { LyraError } from '../../domain/errors.ts'
import { takePositionals } from '../arguments.ts'
import type { Call, Command, Result } from '../command.ts'
import { contractArguments } from '../contract-arguments.ts'
import { withLyra, withNewLyra } from '../session.ts'
import { plural, table } from '../text.ts'

const input = {
  new: contractArguments('task new', createTask, {
    action: 'new',
    names: { query: 'question', 'config.priority_domains': 'domain', 'config.scope.language': 'only-language' },
    without: ['config.scope.period.asked_on'],
  }),
  stop: contractArguments('task stop', stopTask, { action: 'stop' }),
  pause: contractArguments('task pause', pauseTask),
  resume: contractArguments('task resume', resumeTask),
  budget: contractArguments('task budget', raiseBudget),
}

const ACTIONS: Readonly<Record<string, (call: Call, lyra: Lyra, rest: readonly string[]) => Promise<Result>>> = {
  new: newTask,
  list,
  stop,
  pause,
  resume,
  budget,
}

export const taskCommand: Command = {
  name: 'task',
  summary: 'Create, list, stop, pause and resume research tasks, and raise their budgets',
  usage: [...Object.entries(input).map(([action, { usage }]) => `${action} ${usage}`), 'list'].join(' | '),
  details: [
    'A task holds one question, its budget (settings task.max_pages, task.max_seconds), its searches and its claims. ' +
      'A stopped task can be searched again, which reopens it.',
    'A search that was interrupted (power, kill, shutdown, a login that was missing) is kept, and so are citations ' +
      'that were still to be followed; `resume` finishes them here. A server (`lyra mcp`, `lyra serve`) does so by ' +
      'itself when it opens.',
    '`stop` ends running work at once, also that of a server, and says what was cut off; what it had saved stays.',
    '`pause` puts the running searches of a task aside, also those of a server, until `resume` or the next search of ' +
      'the task; what they have read stays.',
    '`budget` gives a task more pages or more time (`--max-pages`, `--max-seconds`); a larger one stays.',
  ],
  flags: { ...input.new.flags, ...input.stop.flags },
  examples: [
    { line: 'lyra task new "Does daily walking lower blood pressure?" --max-pages 40', about: 'prints the task id' },
    { line: 'T=$(lyra task new "Does tea help?") && lyra search "$T" "tea trial"', about: 'in a script' },
    { line: 'lyra task list', about: 'newest first' },
    { line: 'lyra task stop task_0123456789abcdef --reason session_completed', about: 'final counts' },
    { line: 'lyra task stop task_0123456789abcdef --finish-first', about: 'let running work end first' },
    { line: 'lyra task pause task_0123456789abcdef', about: 'put it aside for now' },
    { line: 'lyra task resume task_0123456789abcdef', about: 'finish what was interrupted' },
    { line: 'lyra task budget task_0123456789abcdef --max-pages 200', about: 'let it read more' },
  ],
  run: async (call) => {
    const [action = '', ...rest] = call.positionals
    const handler = Object.hasOwn(ACTIONS, action) ? ACTIONS[action] : undefined
    if (handler === undefined) throw unknownAction(action)
    const open = handler === newTask ? withNewLyra : withLyra
    return open(call, (lyra) => handler(call, lyra, rest))
  },
}

function unknownAction(action: string): LyraError {
  const near = nearestName(action, Object.keys(ACTIONS))
  const message =
    action === '' ? 'task needs new, list, stop, pause, resume or budget' : `There is no \`task ${action}\``
  return new LyraError('INVALID_PARAMS', message, {
    hint: near === null ? 'Run `lyra task --help` for examples' : `Did you mean \`lyra task ${near}\`?`,
  })
}

async function newTask(call: Call, lyra: Lyra, rest: readonly string[]): Promise<Result> {
  const answer = await lyra.call(createTask, input.new.read({ positionals: rest, flags: call.flags }))
  const { max_pages, max_seconds } = answer.budget
  return {
    document: answer,
    // Alone on stdout: T=$(lyra task new "...") is the id.
    text: answer.task_id,
    aside: `Budget: ${max_pages} pages, ${max_seconds} seconds\nNext: lyra search ${answer.task_id} "<query>"`,
  }
}

async function list(call: Call, lyra: Lyra, rest: readonly string[]): Promise<Result> {
  takePositionals(rest, [], 'task list')
  const answer = await lyra.call(listTasks, {})
  const rows = answer.tasks.map((task) => [task.id, task.status, task.created_at, task.query])
  return {
    document: answer,
    text:
      rows.length === 0
        ? 'No tasks yet. Create one with `lyra task new "<question>"`.'
        : table(rows, { columns: ['task', 'status', 'created', 'question'], fit: call.world.width }),
  }
}

async function stop(call: Call, lyra: Lyra, rest: readonly string[]): Promise<Result> {
  const answer = await lyra.call(stopTask, input.stop.read({ positionals: rest, flags: call.flags }))
  const { task_id: taskId, summary } = answer
  const lines = [
    `${taskId}: ${answer.final_status}`,
    `Searches: ${summary.total_searches}, satisfied ${summary.satisfied_searches}`,
    `Claims: ${summary.total_claims}, primary sources ${Math.round(summary.primary_source_ratio * 100)} %`,
    ...answer.cut_off.searches.map((query) => `Cut off: ${query}`),
    ...answer.cut_off.citations_of.map((query) => `Cut off: the citations of ${query}`),
    ...summary.unsatisfied_queries.map((query) => `Not satisfied: ${query}`),
    `Next: lyra report ${taskId}`,
  ]
  return { document: answer, text: lines.join('\n') }
}

async function pause(call: Call, lyra: Lyra, rest: readonly string[]): Promise<Result> {
  const answer = await lyra.call(pauseTask, input.pause.read({ positionals: rest, flags: call.flags }))
  const goOn = `Paused; go on with \`lyra task resume ${answer.task_id}\``
  const text = answer.paused === 0 ? 'Nothing is under way.' : goOn
  return { document: answer, text }
}

async function resume(call: Call, lyra: Lyra, rest: readonly string[]): Promise<Result> {
  const answer = await lyra.call(resumeTask, input.resume.read({ positionals: rest, flags: call.flags }))
  return {
    document: answer,
    text: `${answer.task_id}: ${plural(answer.resumed, 'job')} finished (searches, citations of their papers)`,
  }
}

async function budget(call: Call, lyra: Lyra, rest: readonly string[]): Promise<Result> {
  const answer = await lyra.call(raiseBudget, input.budget.read({ positionals: rest, flags: call.flags }))
  const { max_pages, max_seconds } = answer.budget
  return { document: answer, text: `${answer.task_id}: ${max_pages} pages, ${max_seconds} seconds` }
}
