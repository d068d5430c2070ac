import { join } from 'node:path'
import { z } from 'zod'
import { checkInput } from '../../src/api/check-input.ts'
import { createTask } from '../../src/api/create-task.ts'
import { exportBundle } from '../../src/api/export-bundle.ts'
import { resumeTask } from '../../src/api/resume-task.ts'
import { search } from '../../src/api/search.ts'
import { createLyra } from '../../src/app/create-lyra.ts'
import { openLyra } from '../../src/app/open-lyra.ts'
import type { HubConnection } from '../../src/hub/connection.ts'
import { DEMO_ARCHIVE } from '../e2e/demo-client.ts'

export const QUESTION = 'Does silverleaf tea lower blood pressure?'
/** Runs are held against each other, whatever they find: fewer claims are judged sooner. */
export const FEW_CLAIMS = { 'judgement.claims_per_search': '3', 'judgement.candidates_per_claim': '2' }
/** Pages that are read without an engine, and so without a browser. */
export const PAGES = [
  'https://garden-almanac.example/plants/silverleaf',
  'https://health-agency.example/advice/silverleaf-tea',
  'https://heart-podcast.example/episodes/88-silverleaf',
]

/** The same searches in one home, one after the other: what a team must come to as well. */
export async function onOneMachine(folder: string, taskId: string, targets: readonly string[]): Promise<string> {
  const open = { flags: FEW_CLAIMS, home: join(folder, `home-${taskId}`), replay: DEMO_ARCHIVE, mode: 'cli' as const }
  const lyra = createLyra(() => openLyra({ ...open, newTaskId: taskId }))
  try {
    await lyra.call(createTask, { query: QUESTION })
    for (const target of targets) {
      const input = { task_id: taskId, targets: [target], options: { wait_seconds: 280 } }
      await lyra.call(search, checkInput(search, input))
      await lyra.call(resumeTask, { task_id: taskId })
    }
    const file = join(folder, `${taskId}.lyra.zip`)
    return (await lyra.call(exportBundle, { task_id: taskId, file })).conclusions_sha256
  } finally {
    await lyra.close()
  }
}

const doneRow = z.object({ id: z.string(), conclusions_sha256: z.string().nullable(), generation: z.number() })

export function publishedTasks(hub: HubConnection) {
  return hub.rows(doneRow, 'SELECT id, conclusions_sha256, generation FROM hub.tasks ORDER BY created_at, id')
}
