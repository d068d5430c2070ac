import { limitMemory } from './limit-memory.ts'
import { readOffice } from './office/read-office.ts'
import type { FromOfficeChild } from './office-reader.ts'
import { type RawDocument, UNEXPECTED_FAILURE } from './types.ts'

/** The process behind office-reader.ts: a document comes in, an extraction goes out. */
function tell(message: FromOfficeChild): void {
  process.send?.(message)
}

process.on('message', (message) => {
  tell({ kind: 'taken' })
  readOffice(message as RawDocument).then(
    (reading) => tell({ kind: 'done', ...reading }),
    (error: unknown) => {
      const reason = `${UNEXPECTED_FAILURE}: ${error instanceof Error ? error.message : String(error)}`
      tell({ kind: 'done', extraction: { ok: false, failure: 'broken_document', reason }, attachments: [] })
    },
  )
})
process.on('disconnect', () => process.exit(0))
limitMemory(Number(process.argv[2]))
