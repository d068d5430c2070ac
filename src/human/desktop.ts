import type { RunningProcess } from './run-process.ts'

export interface Desktop {
  readonly platform: string
  readonly env: Readonly<Record<string, string | undefined>>
  readonly spawn: (command: string, args: readonly string[]) => RunningProcess
}

/** One whose windows can be listed and raised. */
export interface WindowedDesktop extends Desktop {
  /** What a short command of the desktop prints; null when it is not there, fails or does not end. */
  readonly read: (command: string, args: readonly string[]) => Promise<string | null>
  /** The process that listens on a port of this machine; null where that cannot be seen. */
  readonly listeningProcess: (port: number) => Promise<number | null>
}

/** A hanging window command is abandoned; the page is open either way. */
const READ_LIMIT_MS = 5000
/** A list of windows is a few kilobytes. */
const READ_LIMIT_BYTES = 1_000_000

export async function systemDesktop(): Promise<WindowedDesktop> {
  const [{ execFile, spawn }, { listeningProcess }] = await Promise.all([
    import('node:child_process'),
    import('./listening-process.ts'),
  ])
  return {
    platform: process.platform,
    env: process.env,
    spawn: (command, args) => spawn(command, args, { stdio: 'ignore', windowsHide: true }),
    read: (command, args) => {
      const { promise, resolve } = Promise.withResolvers<string | null>()
      const limits = { timeout: READ_LIMIT_MS, maxBuffer: READ_LIMIT_BYTES, windowsHide: true }
      execFile(command, args, limits, (error, stdout) => resolve(error === null ? stdout : null))
      return promise
    },
    listeningProcess: (port) => listeningProcess(port),
  }
}
