import { z } from 'zod'
import { type AnswerOf, defineUseCase } from './define-use-case.ts'
import { id, ids, ok, shortText } from './fields.ts'

const counts = z.record(z.string(), z.number())

export const importBundle = defineUseCase({
  name: 'import_bundle',
  title: 'Add a task that somebody handed over',
  description:
    'Checks every byte of a bundle against its manifest, then adds what this home does not have. Nothing comes ' +
    'twice, nothing of the home is changed: what differs is named. Trust in domains is not taken over.',
  input: z.strictObject({
    file: z.string().min(1).max(4096).describe('The bundle'),
    key: z.string().max(4096).optional().describe('Ed25519 public key (PEM) that must have signed it'),
    dry_run: z.boolean().optional().describe('Say what would be added, add nothing'),
  }),
  output: z.object({
    ok,
    task_id: id,
    dry_run: z.boolean(),
    /** SHA-256 of the key that signed it; null where nobody did. */
    signed_by: shortText.nullable(),
    /** Pages of private addresses and behind a login of its maker; `included`: they came along. */
    private_pages: z.enum(['none', 'left out', 'included']),
    private_page_count: z.number(),
    /** Rows by table. */
    added: counts,
    same: counts,
    /** Rows that this home has otherwise; its own stay. */
    conflicts: z.array(z.object({ table: id, id: shortText, columns: ids })),
    /** Rows that gave orders to an AI (L2), and those that refer to them. */
    kept_out: counts,
    /** Trust that the other home had learned. */
    not_taken: counts,
    files_added: z.array(shortText),
    files_same: z.array(shortText),
    files_in_conflict: z.array(shortText),
  }),
})

export type ImportBundleAnswer = AnswerOf<typeof importBundle>
