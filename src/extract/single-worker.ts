import type { WorkerFailure, WorkerHandle } from './worker-handle.ts'

/** One document for the worker. */
interface WorkerJob<Message, Answer> {
  readonly question: unknown
  readonly transfer?: readonly ArrayBuffer[]
  /** The time limit starts when the worker takes the document, not while it is queued. */
  readonly deadlineMs: number
  /** A caller that was cancelled while queued is skipped. */
  readonly signal?: AbortSignal | undefined
  /** The answer, or how much longer it may take from now on, perhaps with something the worker waits for. */
  read(message: Message): { readonly answer: Answer } | { readonly moreMs: number; readonly reply?: Promise<unknown> }
  /** What a worker that did not answer means; the worker is gone then, and the next job gets a new one. */
  failed(why: WorkerFailure): Answer
}

type RunWorkerJob<Message> = <Answer>(job: WorkerJob<Message, Answer>) => Promise<Answer>

/**
 * A thread or a process that runs one job at a time: a job that exhausts memory or never ends costs only the worker,
 * and this process stays responsive. An idle worker goes away, and its memory with it.
 */
export function createSingleWorker<Message>(
  open: () => WorkerHandle<Message>,
  { idleMs }: { readonly idleMs: number },
): RunWorkerJob<Message> {
  let worker: WorkerHandle<Message> | null = null
  let idle: NodeJS.Timeout | undefined
  let last: Promise<unknown> = Promise.resolve()

  /** Cleared first, so that an ending worker gets no further job. */
  const leave = (left: WorkerHandle<Message>) => {
    if (worker === left) worker = null
    left.end()
  }

  async function run<Answer>(job: WorkerJob<Message, Answer>): Promise<Answer> {
    job.signal?.throwIfAborted()
    clearTimeout(idle)
    const mine = worker?.alive === true ? worker : open()
    worker = mine
    mine.ref()
    const { answer, usable } = await answerOf(mine, job)
    if (!usable) leave(mine)
    mine.unref()
    idle = setTimeout(() => leave(mine), idleMs).unref()
    return answer
  }

  return (job) => {
    const mine = last.then(() => run(job))
    last = mine.catch(() => undefined)
    return mine
  }
}

function answerOf<Message, Answer>(
  worker: WorkerHandle<Message>,
  job: WorkerJob<Message, Answer>,
): Promise<{ readonly answer: Answer; readonly usable: boolean }> {
  return new Promise((resolve) => {
    let timer: NodeJS.Timeout | undefined
    const end = (answer: Answer, usable: boolean) => {
      clearTimeout(timer)
      worker.listen(null)
      resolve({ answer, usable })
    }
    const fail = (why: WorkerFailure) => end(job.failed(why), false)
    const within = (ms: number) => {
      clearTimeout(timer)
      timer = setTimeout(() => fail({ kind: 'late', seconds: ms / 1000 }), ms)
    }
    const message = (told: Message) => {
      const read = job.read(told)
      if ('answer' in read) return end(read.answer, true)
      within(read.moreMs)
      read.reply?.then(
        (reply) => worker.alive && worker.send(reply),
        (error: unknown) => fail({ kind: 'failed', message: String(error) }),
      )
    }
    worker.listen({ message, ended: fail })
    within(job.deadlineMs)
    worker.send(job.question, job.transfer)
  })
}
