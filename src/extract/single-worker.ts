import { Worker, type WorkerOptions } from 'node:worker_threads'

export interface WorkerLimits {
  readonly heapMb: number
  /** An idle thread goes away, and its memory with it. */
  readonly idleMs: number
}

export type WorkerFailure =
  | { readonly kind: 'late'; readonly seconds: number }
  | { readonly kind: 'out_of_memory' }
  | { readonly kind: 'failed'; readonly message: string }
  | { readonly kind: 'ended' }

/** One document for the thread. */
interface WorkerJob<Message, Answer> {
  readonly question: unknown
  readonly transfer?: readonly ArrayBuffer[]
  /** From when the thread takes it: what waits behind a slow document loses none of its own time. */
  readonly deadlineMs: number
  /** A caller that gave up while waiting is not served any more. */
  readonly signal?: AbortSignal | undefined
  /** The answer, or how much longer it may take from now on. */
  read(message: Message): { readonly answer: Answer } | { readonly moreMs: number }
  /** What a thread that did not answer means; the thread is gone then, and the next job gets a new one. */
  failed(why: WorkerFailure): Answer
}

type RunWorkerJob<Message> = <Answer>(job: WorkerJob<Message, Answer>) => Promise<Answer>

/**
 * A thread with a heap of its own that does one job at a time: what exhausts it or never ends takes only the thread
 * with it, and the process goes on answering meanwhile.
 */
export function createSingleWorker<Message>(
  name: string,
  limits: WorkerLimits,
  options: Pick<WorkerOptions, 'workerData'> = {},
): RunWorkerJob<Message> {
  const file = new URL(`./${name}.ts`, import.meta.url)
  let worker: Worker | null = null
  let idle: NodeJS.Timeout | undefined
  let last: Promise<unknown> = Promise.resolve()

  const open = (): Worker => {
    const resourceLimits = { maxOldGenerationSizeMb: limits.heapMb, maxYoungGenerationSizeMb: 32 }
    const opened = new Worker(file, { ...options, resourceLimits })
    // Whether a job is waiting or not: a thread that ended is not asked again.
    opened.on('error', () => {})
    opened.on('exit', () => {
      if (worker === opened) worker = null
    })
    return opened
  }
  /** Forgotten first: a thread that is ending must not be given another job. */
  const leave = (thread: Worker) => {
    if (worker === thread) worker = null
    void thread.terminate()
  }

  async function run<Answer>(job: WorkerJob<Message, Answer>): Promise<Answer> {
    job.signal?.throwIfAborted()
    clearTimeout(idle)
    worker ??= open()
    const thread = worker
    thread.ref()
    const { answer, usable } = await answerOf(thread, job)
    if (!usable) leave(thread)
    thread.unref()
    idle = setTimeout(() => leave(thread), limits.idleMs).unref()
    return answer
  }

  return (job) => {
    const mine = last.then(() => run(job))
    last = mine.catch(() => undefined)
    return mine
  }
}

function answerOf<Message, Answer>(
  thread: Worker,
  job: WorkerJob<Message, Answer>,
): Promise<{ readonly answer: Answer; readonly usable: boolean }> {
  return new Promise((resolve) => {
    let timer: NodeJS.Timeout | undefined
    const end = (answer: Answer, usable: boolean) => {
      clearTimeout(timer)
      thread.off('message', onMessage).off('error', onError).off('exit', onExit)
      resolve({ answer, usable })
    }
    const fail = (why: WorkerFailure) => end(job.failed(why), false)
    const within = (ms: number) => {
      clearTimeout(timer)
      timer = setTimeout(() => fail({ kind: 'late', seconds: ms / 1000 }), ms)
    }
    const onMessage = (message: Message) => {
      const read = job.read(message)
      if ('answer' in read) end(read.answer, true)
      else within(read.moreMs)
    }
    const onError = (error: Error & { code?: string }) => {
      if (error.code === 'ERR_WORKER_OUT_OF_MEMORY') fail({ kind: 'out_of_memory' })
      else fail({ kind: 'failed', message: error.message })
    }
    const onExit = () => fail({ kind: 'ended' })
    thread.on('message', onMessage).on('error', onError).on('exit', onExit)
    within(job.deadlineMs)
    thread.postMessage(job.question, job.transfer ?? [])
  })
}
