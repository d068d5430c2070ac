import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { FEW_CLAIMS } from '../../test/hub/team-world.ts'

export interface WorkerPlace {
  readonly root: string
  readonly url: string
  readonly home: string
}

/** `lyra worker` as a process of its own, over the replayed web of the demo or over the settings that are given. */
export function startWorker(
  { root, url, home }: WorkerPlace,
  over: { readonly settings: Readonly<Record<string, string>>; readonly replay: boolean } = {
    settings: {},
    replay: true,
  },
): ChildProcess {
  const settings = Object.entries({ ...FEW_CLAIMS, ...over.settings }).flatMap(([name, value]) => [
    '--set',
    `${name}=${value}`,
  ])
  const replay = over.replay ? ['--replay', join(root, 'demo', 'demo-web.warc.gz')] : []
  const args = ['worker', '--until-empty', '--home', home, ...replay, ...settings]
  const child = spawn(process.execPath, [join(root, 'bin', 'lyra'), ...args], {
    env: { ...process.env, LYRA_HUB: url },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    lastWords.set(child, `${lastWords.get(child) ?? ''}${text}`.slice(-MOST_WORDS))
  })
  return child
}

const MOST_WORDS = 2000
const lastWords = new WeakMap<ChildProcess, string>()

/** What a worker said before it ended, where it ended by itself and not in order. */
export function crashOf(child: ChildProcess): string | null {
  if (child.exitCode === null || child.exitCode === 0) return null
  return `exit ${child.exitCode}: ${lastWords.get(child) ?? ''}`
}

export function isAlive(child: ChildProcess): boolean {
  return child.exitCode === null && child.signalCode === null
}

export function ended(child: ChildProcess): Promise<void> {
  if (!isAlive(child)) return Promise.resolve()
  return new Promise((resolve) => child.once('exit', () => resolve()))
}
