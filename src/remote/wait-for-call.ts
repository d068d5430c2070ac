import type { CallHooks } from '../app/lyra.ts'
import { ERROR_TABLE, type ErrorCode, LyraError } from '../domain/errors.ts'
import { type AskedCall, askedCall } from '../hub/asked-calls.ts'
import type { RemoteParts } from './parts.ts'

/** A notice of the queue comes at once; this is for one that was lost. */
const LOOK_AGAIN_MS = 2000

/** Until the call has ended, or the time is over: then as it stands. Whoever waits no more leaves it in the queue. */
export async function waitForCall(
  parts: RemoteParts,
  id: number,
  seconds: number,
  hooks: CallHooks,
): Promise<AskedCall> {
  const waiting: Waiting = { wake: () => {} }
  const ended = await parts.notices.on(() => waiting.wake())
  try {
    return await lookUntil(parts, waiting, { id, deadline: parts.clock.now() + seconds * 1000, hooks })
  } finally {
    ended()
  }
}

interface Waiting {
  wake: () => void
}

async function lookUntil(
  { hub, clock }: RemoteParts,
  waiting: Waiting,
  { id, deadline, hooks }: { readonly id: number; readonly deadline: number; readonly hooks: CallHooks },
): Promise<AskedCall> {
  for (let turn = 0; ; turn += 1) {
    const rest = new AbortController()
    waiting.wake = () => rest.abort()
    const call = await askedCall(hub, id)
    if (call === null) throw new LyraError('TASK_NOT_FOUND', 'The task of this call was deleted from the hub')
    const left = deadline - clock.now()
    if ((call.state !== 'queued' && call.state !== 'running') || left <= 0) return call
    hooks.onProgress?.({ done: Math.min(turn, 98), total: 100, message: `Search ${id} of the hub is ${call.state}` })
    const signal = hooks.signal === undefined ? rest.signal : AbortSignal.any([rest.signal, hooks.signal])
    await clock.sleep(Math.min(left, LOOK_AGAIN_MS), signal).catch(() => undefined)
    if (hooks.signal?.aborted === true)
      throw new LyraError('CANCELLED', `You wait no more; search ${id} of the hub goes on`)
  }
}

/** What the worker answered; its error where it failed. */
export function answerOf(call: AskedCall): unknown {
  if (call.state === 'cancelled') throw new LyraError('CANCELLED', `Search ${call.id} of the hub was cancelled`)
  if (call.state === 'failed') throw failureOf(call)
  if (call.answer === null)
    throw new LyraError('NOT_FOUND', `Search ${call.id} was run by a worker that kept no answer`, {
      hint: 'Ask query_graph for what it found, or search with options.fresh',
    })
  return call.answer
}

/** `CODE: message`, as workers write it. */
function failureOf({ id, error }: AskedCall): LyraError {
  const [, code = '', message = ''] = /^([A-Z_]{3,40}): ([\s\S]*)$/u.exec(error ?? '') ?? []
  if (code in ERROR_TABLE) return new LyraError(code as ErrorCode, message)
  return new LyraError('PIPELINE_ERROR', `Search ${id} of the hub failed: ${error ?? 'no reason is known'}`)
}

/** Of a search that has no id of its task's graph yet. */
export function hubSearchId(id: number): string {
  return `hub_search_${id}`
}
