import type { AnswerOf, InputOf } from '../api/define-use-case.ts'
import { feedback } from '../api/feedback.ts'
import { type SearchAnswer, search } from '../api/search.ts'
import type { CallHooks } from '../app/lyra.ts'
import { LyraError } from '../domain/errors.ts'
import { type AskedCall, equalSearch } from '../hub/asked-calls.ts'
import { addSearch, requireSeen } from '../hub/hub-tasks.ts'
import type { RemoteParts } from './parts.ts'
import { storedStatus } from './status-on-hub.ts'
import { answerOf, hubSearchId, waitForCall } from './wait-for-call.ts'

/** Queued for a worker; the same call again waits for it, and later gets its answer. */
export async function searchOnHub(
  parts: RemoteParts,
  { task_id: taskId, query = '', targets, pivot_from, options: given = {} }: InputOf<typeof search>,
  hooks: CallHooks,
): Promise<SearchAnswer> {
  const { hub, settings } = parts
  // Also for what is known of the sources, which stands beside the answer (L5).
  await storedStatus(parts, taskId)
  const { wait_seconds: wait = settings.task.wait_seconds, fresh = false, ...rest } = given
  const options = {
    ...rest,
    ...(targets === undefined ? {} : { targets }),
    ...(pivot_from === undefined ? {} : { pivot_from }),
  }
  const known = await equalSearch(hub, { taskId, query, options, fresh })
  const id = known?.id ?? (await addSearch(hub, { taskId, query, options: fresh ? { ...options, fresh } : options }))
  const call = await waitForCall(parts, id, wait, hooks)
  if (call.state === 'queued' || call.state === 'running') return underWay(parts, taskId, call)
  await storedStatus(parts, taskId)
  return search.output.parse(answerOf(call))
}

/** What was found so far stays with the worker until its bundle is published. */
async function underWay(parts: RemoteParts, taskId: string, call: AskedCall): Promise<SearchAnswer> {
  const { budget } = await storedStatus(parts, taskId)
  const words =
    call.state === 'queued'
      ? `Search ${call.id} waits for a worker of the hub, or for an earlier search of the task`
      : `Search ${call.id} is run by a worker of the hub; its claims come when it has ended`
  return {
    ...{ ok: true, search_id: hubSearchId(call.id), query: call.query, status: call.state as 'queued' | 'running' },
    ...{ pages_fetched: 0, useful_fragments: 0, harvest_rate: 0, claims_found: [], refutations: [] },
    ...{ refutations_total: 0, satisfaction_score: 0, novelty_score: 0 },
    budget_remaining: { pages: budget.pages_limit - budget.pages_used, percent: budget.remaining_percent },
    warnings: [words],
  }
}

/** The largest input that the queue keeps. */
const LARGEST_INPUT = 90_000
const FEEDBACK_WAIT_SECONDS = 120

/** Applied by a worker to the newest bundle, in the order of asking among the searches of the task. */
export async function feedbackOnHub(
  parts: RemoteParts,
  input: InputOf<typeof feedback>,
  hooks: CallHooks,
): Promise<AnswerOf<typeof feedback>> {
  const { task_id: taskId, ...options } = input
  await requireSeen(parts.hub, taskId)
  if (JSON.stringify(options).length > LARGEST_INPUT)
    throw new LyraError('INVALID_PARAMS', 'These corrections are too large for one call', {
      hint: 'Send fewer at once',
    })
  const id = await addSearch(parts.hub, { taskId, query: '', options, useCase: 'feedback' })
  const call = await waitForCall(parts, id, FEEDBACK_WAIT_SECONDS, hooks)
  if (call.state === 'queued' || call.state === 'running')
    throw new LyraError('TIMEOUT', `The correction is recorded as ${id} in the queue of the hub, and not applied yet`, {
      hint: 'Do not send it again; get_status shows when nothing is under way any more',
    })
  return feedback.output.parse(answerOf(call))
}
