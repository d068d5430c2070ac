import { z } from 'zod'
import { type AnswerOf, defineUseCase } from './define-use-case.ts'
import { givenId, id, ok, shortText, taskId } from './fields.ts'

/** Into one file, or into a folder of files. */
export const EXPORT_FORMATS = [
  ...(['csl-json', 'bibtex', 'ris', 'jsonld', 'wacz', 'claimreview'] as const),
  ...(['csv', 'parquet', 'ro-crate', 'obsidian'] as const),
] as const
export type ExportFormat = (typeof EXPORT_FORMATS)[number]

export const exportTask = defineUseCase({
  name: 'export_task',
  title: 'Write a task in a format of other programs',
  description:
    'References (csl-json, bibtex, ris), tables (csv and parquet, a file a view), provenance (jsonld, ro-crate), ' +
    "notes (obsidian), the web archive (wacz), or the user's own verdicts (claimreview). Pages behind a login, " +
    'cookies and keys stay at home.',
  input: z.strictObject({
    task_id: taskId,
    format: z.enum(EXPORT_FORMATS).describe('What to write'),
    out: z
      .string()
      .min(1)
      .max(4096)
      .describe('File to write; for csv, parquet, ro-crate and obsidian a folder. Must not be there'),
    with_private: z.boolean().optional().describe('Also pages behind a login and of private addresses'),
    reviewer: z
      .strictObject({
        name: z.string().trim().min(1).max(200).describe('Of the person whose verdicts they are'),
        url: z.url().max(2000).optional().describe('A page about the person'),
        verdicts: z.record(givenId, z.string().trim().min(1).max(200)).describe('In their own words, by finding id'),
      })
      .optional()
      .describe('Of claimreview: in whose name, and their verdicts by finding'),
  }),
  output: z.object({
    ok,
    task_id: id,
    format: z.enum(EXPORT_FORMATS),
    out: shortText,
    /** Names inside of the folder, or the file itself. */
    files: z.array(shortText),
    bytes: z.number(),
    /** Pages that were left out, or 0 where they were asked for. */
    private_pages_left_out: z.number(),
  }),
})

export type ExportTaskAnswer = AnswerOf<typeof exportTask>
