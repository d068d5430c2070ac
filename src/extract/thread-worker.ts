import { Worker } from 'node:worker_threads'
import type { WorkerFailure, WorkerHandle, WorkerListener } from './worker-handle.ts'

/** A thread with a heap of its own; buffers outside the heap are not limited, which pages of text do not need. */
export function startThreadWorker<Message>(file: URL, heapMb: number): WorkerHandle<Message> {
  const resourceLimits = { maxOldGenerationSizeMb: heapMb, maxYoungGenerationSizeMb: 64 }
  const thread = new Worker(file, { resourceLimits })
  let listener: WorkerListener<Message> | null = null
  let alive = true
  const ended = (why: WorkerFailure) => {
    alive = false
    listener?.ended(why)
  }
  thread.on('message', (message: Message) => listener?.message(message))
  thread.on('error', (error: Error & { code?: string }) =>
    ended(
      error.code === 'ERR_WORKER_OUT_OF_MEMORY'
        ? { kind: 'out_of_memory' }
        : { kind: 'failed', message: error.message },
    ),
  )
  thread.on('exit', () => ended({ kind: 'ended' }))
  return {
    get alive() {
      return alive
    },
    send: (message, transfer = []) => thread.postMessage(message, transfer),
    listen: (next) => {
      listener = next
    },
    ref: () => thread.ref(),
    unref: () => thread.unref(),
    end: () => {
      alive = false
      void thread.terminate()
    },
  }
}
