import { spawnSync } from 'node:child_process'

export interface NpmResult {
  readonly status: number | null
  readonly stdout: string
  readonly stderr: string
}

/** Runs npm and waits: the one that started this script, else the one on PATH. */
export function npm(args: readonly string[], cwd: string, env: NodeJS.ProcessEnv = process.env): NpmResult {
  const cli = process.env.npm_execpath
  const [command, before] = cli === undefined ? ['npm', []] : [process.execPath, [cli]]
  const options = { cwd, env, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 } as const
  const { status, stdout, stderr, error } = spawnSync(command, [...before, ...args], options)
  if (error !== undefined) throw error
  return { status, stdout, stderr }
}
