import { existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defaultSettings } from '../../src/domain/settings.ts'
import { createStanceJudge } from '../../src/judge/stance-judge.ts'
import { createEmbedder } from '../../src/models/embedder.ts'
import { createReader } from '../../src/models/reader.ts'
import { checkDraft } from '../../src/report/check/check-draft.ts'
import type { ComparedPages } from '../../src/report/check/check-statement.ts'
import { type CheckHome, readHome, smallHome } from './check-home.ts'
import { folderOf } from './check-world.ts'
import { keptStance } from './kept-readings.ts'
import type { WrittenStatement } from './statements.ts'

/** A written statement with every comparison that the check made for it, a list per sentence of the draft. */
export interface MeasuredStatement {
  readonly written: WrittenStatement
  readonly verdicts: readonly string[]
  readonly sentences: readonly (readonly ComparedPages[])[]
}

/** What the check knows of each statement before it decides; the pages of its world are read from their files. */
export async function measureStatements(
  root: string,
  statements: readonly WrittenStatement[],
  say: (line: string) => void,
): Promise<readonly MeasuredStatement[]> {
  const { signal } = new AbortController()
  const models = { home: tmpdir(), threads: 2 }
  const embedder = createEmbedder({ ...models, model: 'lyra-embed-mini' })
  const reader = createReader({ ...models, model: 'lyra-reader-mini' })
  const judge = createStanceJudge({ nli: reader, reader, embedder, settings: defaultSettings.judgement })
  const kept = process.env.CHECK_FIT_CACHE
  const stance = kept === undefined ? judge : keptStance(judge, kept)
  const openHome = async (world: string): Promise<CheckHome> => {
    const small = join(root, 'bench', 'check', 'small-worlds', `${world}.json`)
    if (existsSync(small)) return smallHome(small, embedder, signal)
    return readHome(folderOf(world, root), embedder, signal)
  }
  const measured: MeasuredStatement[] = []
  for (const world of [...new Set(statements.map((one) => one.world))]) {
    using home = await openHome(world)
    for (const written of statements.filter((one) => one.world === world)) {
      const sentences: (readonly ComparedPages[])[] = []
      const parts = {
        ...home.parts,
        embedder,
        stance,
        observe: (some: readonly ComparedPages[]) => sentences.push(some),
      }
      const input = { text: written.text, task_id: home.taskId, strict: false }
      const answer = await checkDraft(parts, input, signal)
      measured.push({ written, verdicts: answer.statements.map(({ verdict }) => verdict), sentences })
    }
    say(`${world}: measured`)
  }
  return measured
}
