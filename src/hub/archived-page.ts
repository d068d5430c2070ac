import { z } from 'zod'
import { LyraError } from '../domain/errors.ts'
import type { BundleStore } from './bundles/bundle-store.ts'
import { type ArchivedRecord, readArchivedRecord } from './bundles/read-archived.ts'
import type { HubConnection } from './connection.ts'
import { noteRead } from './note-read.ts'

const placeRow = z.object({
  url: z.string(),
  warc_file: z.string().nullable(),
  warc_record_id: z.string().nullable(),
})
const PLACE = `SELECT coalesce(final_url, url) AS url, warc_file, warc_record_id FROM lyra.pages WHERE id = $1`
const taskRow = z.object({ bundle_sha256: z.string().nullable(), manifest_sha256: z.string().nullable() })

/** A page as it was archived, out of the bundle of the task that read it, where the user may see that task. */
export async function archivedPage(hub: HubConnection, bundles: BundleStore, pageId: string): Promise<ArchivedRecord> {
  await noteRead(hub, 'archived_page', pageId)
  const [page] = await hub.rows(placeRow, PLACE, [pageId])
  if (page === undefined)
    throw new LyraError('NOT_FOUND', `The hub has no page ${pageId.slice(0, 80)} that you may see`)
  const [taskId = '', file = ''] = page.warc_file?.split('/', 2) ?? []
  if (page.warc_record_id === null || file === '')
    throw new LyraError('NOT_FOUND', `${pageId} was not archived, or its bytes stayed with whoever read it`)
  const [task] = await hub.rows(taskRow, 'SELECT bundle_sha256, manifest_sha256 FROM hub.tasks WHERE id = $1', [taskId])
  if (task === undefined) throw new LyraError('NOT_FOUND', 'The page was read by a task that you may not see')
  if (task.bundle_sha256 === null || task.manifest_sha256 === null)
    throw new LyraError('NOT_FOUND', `The bundle of ${taskId} is of before records could be read out of one`, {
      hint: 'The next search of the task makes one; `lyra hub pull` brings the whole bundle',
    })
  return readArchivedRecord(bundles, {
    ...{ bundleSha256: task.bundle_sha256, manifestSha256: task.manifest_sha256 },
    ...{ file, url: page.url, recordId: page.warc_record_id },
  })
}
