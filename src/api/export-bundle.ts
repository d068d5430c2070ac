import { z } from 'zod'
import { type AnswerOf, defineUseCase } from './define-use-case.ts'
import { id, ok, shortText, taskId } from './fields.ts'

const counts = z.record(z.string(), z.number())
const filePath = z.string().min(1).max(4096)

export const exportBundle = defineUseCase({
  name: 'export_bundle',
  title: 'Hand a task over as one file',
  description:
    'The rows of a task and what they reach, its archive, its report and a manifest with hashes as one file, which ' +
    'another person can open, check, import and replay. Pages behind a login, sessions, cookies and keys stay at home.',
  input: z.strictObject({
    task_id: taskId,
    file: filePath.describe('The file to write; must not be there yet'),
    with_private: z
      .boolean()
      .optional()
      .describe('Also pages behind a login and of private addresses; the file says so'),
    without_corrections: z
      .boolean()
      .optional()
      .describe('Who corrected what, notes and what was learned stay at home; the graph stands as corrected'),
    signing_key: z.string().max(4096).optional().describe('Ed25519 private key (PEM) to sign the manifest with'),
  }),
  output: z.object({
    ok,
    task_id: id,
    file: shortText,
    bytes: z.number(),
    /** Equal conclusions have equal hashes; `lyra replay` compares with it. */
    conclusions_sha256: shortText,
    rows: counts,
    archive_records: z.number(),
    signed: z.boolean(),
    private_pages: z.enum(['none', 'left out', 'included']),
    /** How many pages are private, in the bundle or not. */
    private_page_count: z.number(),
    records_cleaned: z.number(),
    records_left_out: z.number(),
  }),
})

export type ExportBundleAnswer = AnswerOf<typeof exportBundle>
