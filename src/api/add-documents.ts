import { z } from 'zod'
import { OUTCOMES } from '../domain/outcome.ts'
import { FILE_OUTCOMES, ownDocumentSchema } from '../domain/own-document.ts'
import { LONGEST_WAIT_SECONDS } from '../domain/task.ts'
import { type AnswerOf, defineUseCase, type InputOf } from './define-use-case.ts'
import { givenText, id, ok, taskId, webShortText, webUrl } from './fields.ts'
import { search } from './search.ts'

const readFile = z.object({
  /** As it lies under the folder that was named. */
  name: webShortText,
  /** What came of it: how it was read, or why it was not. */
  outcome: z.enum([...new Set([...OUTCOMES, ...FILE_OUTCOMES])]),
  reason: webShortText.nullable(),
  url: webUrl.nullable(),
  page_id: id.nullable(),
})

export const addDocuments = defineUseCase({
  name: 'add_documents',
  title: 'Read your own files into a task',
  description:
    'Copies files and folders (PDF, Word, PowerPoint, Excel, EPUB, HTML, Markdown, text, CSV, e-mail, pictures by ' +
    'OCR) into the archive of a task, reads them like pages of the web, and judges what they say with the rest. ' +
    'They stay on this machine: nothing of them is searched for, and a bundle leaves them out unless asked',
  input: z.strictObject({
    task_id: taskId,
    paths: z.array(z.string().min(1).max(4096)).max(1000).default([]).describe('Files and folders'),
    zotero: z
      .string()
      .min(1)
      .max(20)
      .optional()
      .describe('Also from Zotero on this machine: the key of a collection, or `all`'),
    query: givenText.optional().describe('What they are read for; the question of the task when left out'),
    documents: z.array(ownDocumentSchema).max(10_000).optional().describe('Copies that are in the archive (replay)'),
    fresh: z.boolean().optional().describe('Read again what was read'),
    wait_seconds: z.number().min(0).max(LONGEST_WAIT_SECONDS).optional().describe('Answer after this long'),
  }),
  output: z.object({
    ok,
    files: z.array(readFile).max(20_000),
    /** Null where no file could be copied. */
    search: search.output.nullable(),
  }),
})

export type AddDocumentsInput = InputOf<typeof addDocuments>
export type AddDocumentsAnswer = AnswerOf<typeof addDocuments>
