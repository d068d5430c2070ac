/** As much of a child process as is used. */
export interface RunningProcess {
  once(event: 'error', listener: (error: Error) => void): unknown
  once(event: 'close', listener: (code: number | null) => void): unknown
  kill(): unknown
}

/** Whether a command of the desktop ended well. `overdue` tells what one means that still runs after `limitMs`. */
export function runProcess(
  { spawn }: { readonly spawn: (command: string, args: readonly string[]) => RunningProcess },
  { command, args }: { readonly command: string; readonly args: readonly string[] },
  limitMs: number,
  overdue: 'has worked' | 'is stopped',
): Promise<boolean> {
  return new Promise((resolve) => {
    try {
      const child = spawn(command, args)
      const timer = setTimeout(() => {
        if (overdue === 'is stopped') child.kill()
        resolve(overdue === 'has worked')
      }, limitMs)
      const settle = (done: boolean) => {
        clearTimeout(timer)
        resolve(done)
      }
      child.once('error', () => settle(false))
      child.once('close', (code) => settle(code === 0))
    } catch {
      resolve(false)
    }
  })
}
