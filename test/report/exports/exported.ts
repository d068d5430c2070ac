import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { type ExportFormat, exportTask } from '../../../src/api/export-task.ts'
import { importBundle } from '../../../src/api/import-bundle.ts'
import { createLyra } from '../../../src/app/create-lyra.ts'
import { openLyra } from '../../../src/app/open-lyra.ts'
import { bundleWorld, exportFrom, folderOf, TASK } from '../bundle/bundle-world.ts'

/** A home of its own with the task of the bundle world, and the folder beside it. */
export async function homeWithTask(t: TestContext, flags: Readonly<Record<string, string>> = {}) {
  const folder = folderOf(t)
  using made = await bundleWorld()
  const { file } = await exportFrom(made, join(folder, 'a.lyra.zip'))
  const lyra = createLyra(() => openLyra({ flags, home: join(folder, 'home'), mode: 'cli' }))
  t.after(() => lyra.close())
  await lyra.call(importBundle, { file })
  return { folder, lyra }
}

interface Reviewer {
  readonly name: string
  readonly verdicts: Readonly<Record<string, string>>
}

/** That task, exported as a user exports it: what was written and where. */
export async function exported(t: TestContext, format: ExportFormat, reviewer?: Reviewer) {
  const { folder, lyra } = await homeWithTask(t)
  const out = join(folder, 'out')
  const { files } = await lyra.call(exportTask, {
    ...{ task_id: TASK, format, out },
    ...(reviewer === undefined ? {} : { reviewer }),
  })
  return { out, files }
}

export const jsonOf = (file: string): unknown => JSON.parse(readFileSync(file, 'utf8'))
