import type { AsyncLocalStorage } from 'node:async_hooks'
import { LyraError } from '../domain/errors.ts'
import type { Waiting } from './slot-queue.ts'
import { PRIORITIES, type WorkOwner, type WorkRequest } from './work-request.ts'

export type WorkEnd = 'done' | 'timed_out' | 'failed'

/**
 * One unit of work from request to end. Keep each entry small: 10,000 may be queued, so closures are created only at
 * start.
 */
export class ScheduledWork<T = unknown> implements Waiting {
  readonly request: WorkRequest
  readonly priority: number
  readonly order: number
  readonly domain: string | null
  readonly promise: Promise<T>
  wanted = true
  readonly #owner: WorkOwner | undefined
  #work: (signal: AbortSignal) => Promise<T>
  #answer: ((answer: T | Promise<T>) => void) | null = null
  #controller: AbortController | null = null

  constructor(
    request: WorkRequest,
    order: number,
    owner: WorkOwner | undefined,
    work: (signal: AbortSignal) => Promise<T>,
  ) {
    this.request = request
    this.#owner = owner
    this.priority = PRIORITIES[request.kind]
    this.order = order
    this.domain = request.domain ?? null
    this.#work = work
    this.promise = new Promise<T>((resolve) => {
      this.#answer = resolve
    })
    request.signal?.addEventListener('abort', this, { once: true })
  }

  /** The caller's signal. */
  handleEvent(): void {
    this.abort(this.request.signal?.reason)
  }

  /** A cancelled caller is answered at once, whether its work is queued or running. */
  abort(reason: unknown): void {
    this.wanted = false
    this.#controller?.abort(reason)
    this.refuse(reason)
  }

  /**
   * `left` is called when the work itself ends, which may be after the caller was answered. The work runs in the
   * context of its own owner, although whoever freed the slot starts it.
   */
  begin(left: (work: ScheduledWork, end: WorkEnd) => void, owners: AsyncLocalStorage<WorkOwner | undefined>): void {
    this.wanted = false
    const controller = new AbortController()
    this.#controller = controller
    const { kind, timeoutMs } = this.request
    const late = () => this.abort(new LyraError('TIMEOUT', `${kind} took longer than ${Number(timeoutMs) / 1000} s`))
    const timer = timeoutMs === undefined ? undefined : setTimeout(late, timeoutMs)
    const end = (how: WorkEnd) => {
      clearTimeout(timer)
      left(this as ScheduledWork, how)
    }
    owners.run(this.#owner, started<T>, this.#work, controller.signal).then(
      (value) => {
        this.reply(value)
        end(controller.signal.aborted ? endOf(controller.signal) : 'done')
      },
      (error: unknown) => {
        this.refuse(error)
        end(endOf(controller.signal))
      },
    )
  }

  private reply(answer: T | Promise<T>): void {
    this.#answer?.(answer)
    this.#answer = null
    this.request.signal?.removeEventListener('abort', this)
  }

  private refuse(reason: unknown): void {
    if (this.#answer !== null) this.reply(Promise.reject(reason))
  }
}

/** Work that throws before it returns a promise fails like any other. */
async function started<T>(work: (signal: AbortSignal) => Promise<T>, signal: AbortSignal): Promise<T> {
  return work(signal)
}

function endOf({ aborted, reason }: AbortSignal): WorkEnd {
  return aborted && reason instanceof LyraError && reason.code === 'TIMEOUT' ? 'timed_out' : 'failed'
}
