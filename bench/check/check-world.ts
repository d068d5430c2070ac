import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { checkText } from '../../src/api/check-text.ts'
import { vectorSearch } from '../../src/api/vector-search.ts'
import { createLyra } from '../../src/app/create-lyra.ts'
import { openLyra } from '../../src/app/open-lyra.ts'
import { loadWorld, worldFolders } from '../worlds/load-world.ts'
import { type Played, playWorld } from '../worlds/play-world.ts'
import type { WrittenStatement } from './statements.ts'

/** A written statement, what the check says of it, and how near the nearest passage of the task is. */
export interface CheckedWritten {
  readonly written: WrittenStatement
  readonly verdicts: readonly string[]
  readonly alarm: boolean
  /** What its alarms rest on, each once. */
  readonly grounds: readonly string[]
  readonly similarity: number
}

/** Homes that were played before, one folder a world; a person who tunes does not play a world every time. */
const PLAYED = process.env.CHECK_BENCH_HOMES

export async function checkWorld(
  name: string,
  statements: readonly WrittenStatement[],
  root: string,
): Promise<readonly CheckedWritten[]> {
  const { home, taskId } = await playedHome(name, root)
  const lyra = createLyra(() => openLyra({ flags: { 'log.level': 'silent' }, home, mode: 'cli', mustExist: true }))
  const checked: CheckedWritten[] = []
  try {
    for (const written of statements) {
      const answer = await lyra.call(checkText, { text: written.text, task_id: taskId })
      const verdicts = answer.statements.map(({ verdict }) => verdict)
      const grounds = [...new Set(answer.statements.flatMap(({ reasons }) => reasons.map(({ ground }) => ground)))]
      const alarm = verdicts.some((verdict) => verdict !== 'supported')
      const query = answer.statements.map(({ text }) => text).join(' ') || written.text
      const near = await lyra.call(vectorSearch, {
        query,
        target: 'fragments',
        task_id: taskId,
        top_k: 1,
        min_similarity: 0,
      })
      checked.push({ written, verdicts, alarm, grounds, similarity: near.results[0]?.similarity ?? 0 })
    }
  } finally {
    await lyra.close()
  }
  return checked
}

export async function playedHome(name: string, root: string): Promise<Played> {
  const home = join(PLAYED ?? '', name)
  if (PLAYED !== undefined && existsSync(join(home, 'lyra.db')))
    return { home, taskId: readFileSync(`${home}.task`, 'utf8').trim() }
  return playWorld(loadWorld(folderOf(name, root)), root)
}

export function folderOf(name: string, root: string): string {
  const folders = ['open', 'fresh', 'retired', 'taught', 'unseen', 'closed'].flatMap((kind) =>
    worldFolders(join(root, 'bench', 'worlds', kind)),
  )
  const folder = folders.find((one) => one.endsWith(`/${name}`))
  if (folder === undefined) throw new Error(`No world is called ${name}`)
  return folder
}
