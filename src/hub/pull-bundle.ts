import { existsSync } from 'node:fs'
import { z } from 'zod'
import { LyraError } from '../domain/errors.ts'
import type { BundleStore } from './bundles/bundle-store.ts'
import type { HubConnection } from './connection.ts'
import { noteRead } from './note-read.ts'

/** The newest bundle of a task, for `lyra open`, `lyra import` and `lyra replay`. */
export async function pullBundle(
  hub: HubConnection,
  bundles: BundleStore,
  taskId: string,
  file: string,
): Promise<void> {
  if (existsSync(file)) throw new LyraError('INVALID_PARAMS', `${file} is there already`)
  await noteRead(hub, 'hub_pull', taskId)
  const bundleRow = z.object({ bundle_sha256: z.string().nullable() })
  const [task] = await hub.rows(bundleRow, 'SELECT bundle_sha256 FROM hub.tasks WHERE id = $1', [taskId])
  if (task === undefined) throw new LyraError('TASK_NOT_FOUND', `The hub has no task ${taskId} that you may see`)
  if (task.bundle_sha256 === null)
    throw new LyraError('NOT_FOUND', `No search of ${taskId} has ended yet`, { hint: '`lyra hub status` tells' })
  await bundles.get(task.bundle_sha256, file)
}
