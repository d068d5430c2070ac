import type { AsyncLocalStorage } from 'node:async_hooks'
import { LyraError } from '../domain/errors.ts'
import type { Waiting } from './slot-queue.ts'
import { PRIORITIES, type WorkOwner, type WorkRequest } from './work-request.ts'

export type WorkEnd = 'done' | 'timed_out' | 'failed'

/**
 * One piece of work from its asking to its end. Ten thousand may wait, and what waits is what the collector has to
 * carry: it holds one way to answer and no closures, the rest is made at the start.
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

  /** Whoever gives up, waiting or running, is answered at once. */
  abort(reason: unknown): void {
    this.wanted = false
    this.#controller?.abort(reason)
    this.refuse(reason)
  }

  /**
   * `left` hears of the end of the work itself, which may be later than the caller's answer. It is begun by whoever
   * left a place: it runs on behalf of its own owner all the same.
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
