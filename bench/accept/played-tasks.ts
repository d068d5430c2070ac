import { execFile } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { systemClock } from '../../src/domain/clock.ts'
import { seededIds } from '../../src/domain/ids.ts'
import { DomainTrust } from '../../src/research/domain-trust.ts'
import { openStore } from '../../src/store/open-store.ts'
import type { Store } from '../../src/store/types.ts'
import { loadWorld, worldFolders } from '../worlds/load-world.ts'
import { playWorld } from '../worlds/play-world.ts'
import type { MeasureContext } from './measure.ts'

/** A task that was researched from its first query to its last citation. */
export interface PlayedTask {
  readonly name: string
  readonly home: string
  readonly taskId: string
  readonly seconds: number
}

/** The four open worlds by an MCP client, and the demo by its command: five tasks in replay, by the real program. */
export async function playTasks({ root, folder, say }: MeasureContext): Promise<readonly PlayedTask[]> {
  const tasks: PlayedTask[] = []
  const timed = async (name: string, play: () => Promise<Omit<PlayedTask, 'name' | 'seconds'>>) => {
    const started = performance.now()
    const { home, taskId } = await play()
    tasks.push({ name, home, taskId, seconds: (performance.now() - started) / 1000 })
    say(`${name}: ${Math.round(tasks.at(-1)?.seconds ?? 0)} s`)
  }
  for (const place of worldFolders(join(root, 'bench', 'worlds', 'open'))) {
    const world = loadWorld(place)
    await timed(world.plan.name, () => playWorld(world, root))
  }
  const home = join(folder, 'demo')
  await timed('demo', async () => {
    await runLyra(root, ['demo', '--home', home, '--json'])
    return { home, taskId: onlyTask(home, root) }
  })
  return tasks
}

/** What is left in a home, as the product's own rooms read it. */
export function openPlayed(home: string, root: string): { readonly store: Store; readonly trust: DomainTrust } {
  const ids = seededIds('accept')
  const store = openStore({ path: join(home, 'lyra.db'), clock: systemClock, ids, viewFolders: [], terms: null })
  const files = [join(root, 'config', 'domains.yaml'), join(home, 'domains.yaml')]
  return { store, trust: new DomainTrust(files, store.domains) }
}

function onlyTask(home: string, root: string): string {
  const { store } = openPlayed(home, root)
  try {
    const [task] = store.tasks.list(1)
    if (task === undefined) throw new Error(`no task in ${home}`)
    return task.id
  } finally {
    store.close()
  }
}

export interface CheckedReport {
  readonly markdown: string
  readonly citations: number
  readonly broken: number
}

/** The written report, and every citation of it walked back to its bytes. */
export async function checkedReport(root: string, { home, taskId }: PlayedTask): Promise<CheckedReport> {
  const { markdown } = JSON.parse(await runLyra(root, ['report', taskId, '--home', home, '--json'])) as {
    markdown: string
  }
  const file = join(home, 'accept-report.md')
  writeFileSync(file, markdown)
  const checked = checkedSchema.parse(
    JSON.parse(await runLyra(root, ['report', taskId, '--check', file, '--home', home, '--json'])),
  )
  return { markdown, citations: checked.citations, broken: checked.broken.length }
}

const checkedSchema = z.object({ citations: z.number(), broken: z.array(z.unknown()) })

export function runLyra(root: string, args: readonly string[], env: NodeJS.ProcessEnv = process.env): Promise<string> {
  return new Promise((resolve, reject) => {
    const program = [join(root, 'bin', 'lyra'), ...args]
    execFile(process.execPath, program, { env, maxBuffer: 64_000_000 }, (error, out, err) => {
      if (error === null || out.trimEnd().startsWith('{')) resolve(out)
      else reject(new Error(`lyra ${args[0]}: ${err.slice(-600) || error.message}`))
    })
  })
}
