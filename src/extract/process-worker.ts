import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { WorkerFailure, WorkerHandle, WorkerListener } from './worker-handle.ts'

/** Reads hostile files: it may read and compute, but neither write a file nor start a program. */
const RUNTIME = [
  '--permission',
  '--allow-fs-read=*',
  '--allow-worker',
  '--disable-warning=ExperimentalWarning',
  '--disable-warning=SecurityWarning',
]

/**
 * A process whose memory, heap and buffers together, is limited (`limitMemory` in its own file): whatever a document
 * makes it allocate, the parent grows by the answer only.
 */
export function startProcessWorker<Message>(file: URL, heapMb: number, argument: string): WorkerHandle<Message> {
  const child = fork(fileURLToPath(file), [argument], {
    execPath: process.execPath,
    execArgv: [...RUNTIME, `--max-old-space-size=${heapMb}`],
    env: {},
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    serialization: 'advanced',
  })
  let listener: WorkerListener<Message> | null = null
  let alive = true
  const ended = (why: WorkerFailure) => {
    alive = false
    listener?.ended(why)
  }
  child.on('message', (message) => listener?.message(message as Message))
  // Nobody but the watch over its memory, the runtime out of memory or the system out of memory sends it a signal.
  child.on('exit', (_code, signal) => ended({ kind: signal === null ? 'ended' : 'out_of_memory' }))
  child.on('error', (error) => ended({ kind: 'failed', message: error.message }))
  return {
    get alive() {
      return alive
    },
    send: (message) => {
      child.send(message as object, (error) => {
        // That it has ended is told by its exit, with the reason.
        if (error !== null && child.exitCode === null && child.signalCode === null && child.connected)
          ended({ kind: 'failed', message: error.message })
      })
    },
    listen: (next) => {
      listener = next
    },
    ref: () => {
      child.ref()
      child.channel?.ref()
    },
    unref: () => {
      child.unref()
      child.channel?.unref()
    },
    end: () => {
      alive = false
      child.kill('SIGKILL')
    },
  }
}
