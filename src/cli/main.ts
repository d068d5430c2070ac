import { PACKAGE_ROOT } from '../app/package-root.ts'
import { LyraError } from '../domain/errors.ts'
import type { World } from './command.ts'
import { becomeLean } from './lean-process.ts'
import { readKeys } from './read-keys.ts'
import { runCli } from './run-cli.ts'

/** Called by bin/lyra. */
export async function main(argv: readonly string[]): Promise<void> {
  const world = realWorld()
  const code = await runCli(argv, world)
  process.exitCode = code
}

function realWorld(): World {
  const controller = new AbortController()
  let interrupts = 0
  process.on('SIGINT', () => {
    interrupts++
    if (interrupts > 1) process.exit(130)
    controller.abort(new LyraError('CANCELLED', 'Interrupted'))
  })
  process.on('SIGTERM', () => controller.abort(new LyraError('CANCELLED', 'Terminated')))
  // A reader that closes early (`lyra query ... | head`) is no error of ours.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit(0)
    throw error
  })
  return {
    stdout: (text) => void process.stdout.write(text),
    stderr: (text) => void process.stderr.write(text),
    terminal: process.stderr.isTTY === true,
    columns: process.stderr.columns ?? 100,
    width: process.stdout.isTTY ? process.stdout.columns : Number.POSITIVE_INFINITY,
    cwd: process.cwd(),
    env: process.env,
    root: PACKAGE_ROOT,
    signal: controller.signal,
    keys: () => readKeys(process.stdin),
    becomeLean: () => becomeLean(),
    openLyra: async (options) => (await import('../app/open-lyra.ts')).openLyra(options),
  }
}
