import { Worker } from 'node:worker_threads'
import { createIdleTimer, IDLE_MS } from '../domain/idle-timer.ts'
import { siblingFile } from '../domain/sibling-file.ts'
import { silenceModelRuntime } from './model-runtime.ts'

export interface OpenRequest {
  readonly modelPath: string
  readonly provider: string
  readonly threads: number
}

/** Whole numbers in rows of one width, by the name of the input. */
export interface RunRequest {
  readonly feeds: readonly { readonly name: string; readonly values: BigInt64Array }[]
  readonly rows: number
  readonly width: number
  readonly output: string
  /** Another output of the same run. */
  readonly beside?: string
}

interface RunOutput {
  readonly data: Float32Array
  readonly dims: readonly number[]
  readonly beside?: Float32Array
}

interface ModelNames {
  readonly inputNames: readonly string[]
  readonly outputNames: readonly string[]
}

/** Answers come in the order of the requests; the first one is that of the opening. */
export type ThreadAnswer =
  | ({ readonly kind: 'open' } & ModelNames)
  | ({ readonly kind: 'output' } & RunOutput)
  | { readonly kind: 'failed'; readonly reason: string }

/** A model open in a thread of its own. */
export interface Inference extends ModelNames {
  run(request: RunRequest): Promise<RunOutput>
}

interface Waiting {
  resolve(answer: ThreadAnswer): void
  reject(error: Error): void
}

/** The runtime computes on the thread that asks: a server must not wait for it, nor what prepares the next text. */
const startThread = (request: OpenRequest) =>
  new Worker(siblingFile(import.meta.url, 'inference-thread'), { workerData: request })

/**
 * A thread that ends, for want of memory say, takes what was asked of it along; the next question opens another
 * (LYRA 6.4). One that nobody asks for a while is ended, and its memory with it.
 */
export async function openInference(
  request: OpenRequest,
  start = startThread,
  idleMs: number = IDLE_MS,
): Promise<Inference> {
  silenceModelRuntime()
  let open = await openThread(start(request))
  let opening: Promise<void> | null = null
  let underWay = 0
  const idle = createIdleTimer(() => (underWay === 0 ? open.end() : idle.touch()), idleMs)
  const reopen = async () => {
    open = await openThread(start(request))
  }
  idle.touch()
  return {
    inputNames: open.inputNames,
    outputNames: open.outputNames,
    run: async (asked) => {
      underWay += 1
      try {
        if (open.isEnded()) {
          opening ??= reopen().finally(() => {
            opening = null
          })
          await opening
        }
        return await open.run(asked)
      } finally {
        underWay -= 1
        idle.touch()
      }
    },
  }
}

interface OpenThread extends Inference {
  isEnded(): boolean
  end(): void
}

async function openThread(worker: Worker): Promise<OpenThread> {
  const waiting: Waiting[] = []
  let ended: Error | null = null
  const end = (error: Error) => {
    ended ??= error
    for (const { reject } of waiting.splice(0)) reject(ended)
  }
  worker.on('message', (answer: ThreadAnswer) => {
    waiting.shift()?.resolve(answer)
    // Only work under way keeps the process up.
    if (waiting.length === 0) worker.unref()
  })
  worker.on('error', end)
  worker.on('exit', () => end(new Error('the thread of the model ended')))
  const nextAnswer = (): Promise<ThreadAnswer> =>
    new Promise((resolve, reject) => {
      if (ended !== null) return reject(ended)
      waiting.push({ resolve, reject })
      worker.ref()
    })
  const opened = await nextAnswer()
  if (opened.kind !== 'open') {
    void worker.terminate()
    throw new Error(opened.kind === 'failed' ? opened.reason : 'the model answered before it was open')
  }
  return {
    inputNames: opened.inputNames,
    outputNames: opened.outputNames,
    isEnded: () => ended !== null,
    end: () => {
      end(new Error('the thread of the model rests'))
      void worker.terminate()
    },
    run: async (asked) => {
      const answered = nextAnswer()
      worker.postMessage(asked)
      const answer = await answered
      if (answer.kind !== 'output') throw new Error(answer.kind === 'failed' ? answer.reason : 'no output')
      return answer
    },
  }
}
