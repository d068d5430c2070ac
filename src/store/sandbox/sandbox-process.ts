import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { LyraError } from '../../domain/errors.ts'
import { LONGEST_QUERY_MS } from '../../domain/query-limits.ts'
import { siblingFile } from '../../domain/sibling-file.ts'
import { cpuMsOf, startDeadline } from './cpu-deadline.ts'
import { type Answer, type ChildMessage, childMessage, type QueryRequest } from './messages.ts'

const FILE = fileURLToPath(siblingFile(import.meta.url, 'child'))

/** Answers are small (`max_answer_bytes`), so the runtime needs little; SQLite's memory is not part of this heap. */
const RUNTIME = ['--max-old-space-size=64', '--disable-warning=ExperimentalWarning']

export interface SandboxProcess {
  readonly ready: Promise<void>
  /** Kills the process when the deadline passes; it is useless afterwards. */
  ask(request: QueryRequest, deadlineMs: number): Promise<Answer>
  readonly alive: boolean
  readonly busyMs: number
  kill(): void
}

export function startSandboxProcess(dbPath: string, memoryMb: number): SandboxProcess {
  const child = fork(FILE, [dbPath, String(memoryMb)], {
    execPath: process.execPath,
    execArgv: RUNTIME,
    env: {},
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    serialization: 'json',
  })
  let alive = true
  let busyMs = 0
  let onMessage: (message: ChildMessage) => void = () => {}
  let onEnd: (why: string) => void = () => {}
  const end = (why: string) => {
    alive = false
    onEnd(why)
  }
  child.on('message', (raw) => {
    const message = childMessage.safeParse(raw)
    if (message.success) onMessage(message.data)
  })
  child.on('exit', (code, signal) => end(`the sandbox process ended (${signal ?? code})`))
  child.on('error', (error) => end(error.message))

  const ready = new Promise<void>((resolve, reject) => {
    const fail = (why: string) =>
      reject(new LyraError('STORE_UNAVAILABLE', `query_graph could not open the database: ${why}`))
    onEnd = fail
    onMessage = (message) => (message.kind === 'ready' ? resolve() : fail('message' in message ? message.message : ''))
  })
  // A spare that fails to start is noticed by the query that needs it.
  ready.catch(() => {})
  ready.then(
    () => rest(child),
    () => rest(child),
  )

  return {
    ready,
    get alive() {
      return alive
    },
    get busyMs() {
      return busyMs
    },
    kill: () => {
      alive = false
      child.kill('SIGKILL')
    },
    ask: (request, deadlineMs) =>
      new Promise<Answer>((resolve, reject) => {
        const started = performance.now()
        child.ref()
        child.channel?.ref()
        const done = (settle: () => void) => {
          cancelDeadline()
          busyMs += performance.now() - started
          onMessage = () => {}
          onEnd = () => {}
          rest(child)
          settle()
        }
        // The caller does not wait while the system takes back the memory of a large process.
        const giveUp = () => {
          alive = false
          child.kill('SIGKILL')
          done(() =>
            reject(
              new LyraError('TIMEOUT', `the query took longer than ${deadlineMs} ms and was stopped`, {
                hint: `Narrow the query (WHERE, LIMIT, fewer joins) or raise timeout_ms (at most ${LONGEST_QUERY_MS})`,
              }),
            ),
          )
        }
        const cancelDeadline = startDeadline(deadlineMs, { cpuMs: () => cpuMsOf(child.pid), giveUp })
        onEnd = (why) =>
          done(() =>
            reject(new LyraError('QUERY_REJECTED', `the query ended its process, most likely out of memory: ${why}`)),
          )
        onMessage = (message) => {
          if (message.kind === 'answer' && message.id === request.id) done(() => resolve(message))
          if (message.kind === 'rejected' && message.id === request.id)
            done(() =>
              reject(
                new LyraError('QUERY_REJECTED', message.message, message.hint === null ? {} : { hint: message.hint }),
              ),
            )
        }
        child.send(request, (error) => {
          if (error !== null && error !== undefined) end(error.message)
        })
      }),
  }
}

/** An idle sandbox does not keep its parent running. */
function rest(child: ChildProcess): void {
  child.unref()
  child.channel?.unref()
}
