import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { LyraError } from '../domain/errors.ts'
import type { World } from './command.ts'
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
    cwd: process.cwd(),
    env: process.env,
    root: packageRoot(),
    signal: controller.signal,
    openLyra: async (options) => (await import('../app/open-lyra.ts')).openLyra(options),
  }
}

/** The folder with package.json, from src/cli as from dist/cli. */
export function packageRoot(): string {
  let folder = dirname(fileURLToPath(import.meta.url))
  while (!existsSync(join(folder, 'package.json'))) {
    const above = dirname(folder)
    if (above === folder) throw new LyraError('INTERNAL_ERROR', 'package.json was not found above the program')
    folder = above
  }
  return folder
}
