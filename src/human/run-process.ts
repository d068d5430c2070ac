/** As much of a child process as is used. */
export interface RunningProcess {
  once(event: 'error', listener: (error: Error) => void): unknown
  once(event: 'close', listener: (code: number | null) => void): unknown
  kill(): unknown
}

interface Spawning {
  readonly spawn: (command: string, args: readonly string[]) => RunningProcess
}

interface Line {
  readonly command: string
  readonly args: readonly string[]
}

/** How a command of the desktop ended: its exit code, or that it is not there, was killed, or still runs. */
export function endOf(
  { spawn }: Spawning,
  { command, args }: Line,
  limitMs: number,
  overdue: (child: RunningProcess) => void = () => {},
): Promise<number | 'missing' | 'killed' | 'running'> {
  return new Promise((resolve) => {
    try {
      const child = spawn(command, args)
      const timer = setTimeout(() => {
        overdue(child)
        resolve('running')
      }, limitMs)
      const settle = (end: number | 'missing' | 'killed') => {
        clearTimeout(timer)
        resolve(end)
      }
      child.once('error', () => settle('missing'))
      child.once('close', (code) => settle(code ?? 'killed'))
    } catch {
      resolve('missing')
    }
  })
}

/** Whether a command of the desktop ended well within its time; one that hangs is ended. */
export async function runProcess(desktop: Spawning, line: Line, limitMs: number): Promise<boolean> {
  return (await endOf(desktop, line, limitMs, (child) => child.kill())) === 0
}
