import type { ReplayArchive } from '../archive/types.ts'
import type { LocalArchive } from '../archive/writer.ts'
import type { DocumentCopies } from '../research/documents/copy-files.ts'

/** Copies of the user's files are resource records in the archive of the task that they were added to. */
export function openDocumentCopies(archive: LocalArchive, replay: ReplayArchive | null): DocumentCopies {
  return {
    async save(taskId, copy, body) {
      const { file, recordId } = await archive.writeResource(copy.url, copy.content_type, body, taskId)
      return { ...copy, warc_file: file, warc_record_id: recordId }
    },
    async read({ url, warc_file: file, warc_record_id: recordId }) {
      const replayed = (await replay?.document?.(url)) ?? null
      if (replayed !== null) return replayed
      // A file that was added while the web is replayed, as in the demo, lies in the home itself.
      const kept = file === null || recordId === null ? null : await archive.read(file, recordId)
      return kept?.body ?? null
    },
  }
}
