import { z } from 'zod'
import { type AnswerOf, defineUseCase, type InputOf } from './define-use-case.ts'
import { id, ok, ownText, shortText, webShortText, webUrl } from './fields.ts'

/** Characters of a reference list: some ten thousand entries. */
export const LONGEST_LIST = 5_000_000
/** Entries that one audit asks the sources about. */
export const MOST_REFERENCES = 500

/**
 * `unchecked`: nobody could be asked, or nobody who was asked can tell (a library lacks a book, a live page has no
 * title), and `reasons` says why; `no identifier`: there is nothing to look it up by, and no work of that title was
 * found; `skipped`: a line of the list that is no reference.
 */
export const REFERENCE_STATUSES = [
  'found',
  'another work',
  'retracted',
  'corrected',
  'dead link',
  'not found',
  'no identifier',
  'unchecked',
  'skipped',
] as const

export const auditBibliography = defineUseCase({
  name: 'audit_bibliography',
  title: 'Audit a reference list',
  description:
    'Looks every entry of a list up, in the graph and by the sources: does it exist, is it the work cited, was ' +
    'it retracted or corrected, is its link dead',
  input: z.strictObject({
    list: z.string().min(1).max(LONGEST_LIST).describe('The list: plain text, BibTeX, RIS or CSL-JSON'),
    format: z
      .enum(['text', 'bibtex', 'ris', 'csl'])
      .optional()
      .describe('Its format; told by how it begins when left out'),
    offline: z.boolean().default(false).describe('Ask nobody: only what the graph knows'),
  }),
  output: z.object({
    ok,
    format: shortText,
    items: z.array(
      z.object({
        key: ownText(300),
        entry: ownText(2000),
        status: z.enum(REFERENCE_STATUSES),
        /** Who knows it: the graph, or the sources that answered. */
        known_by: z.array(shortText),
        title: webShortText.nullable(),
        mismatches: z.array(z.object({ field: shortText, cited: webShortText, found: webShortText })),
        notices: z.array(z.object({ type: shortText, notice: webShortText.nullable(), date: shortText.nullable() })),
        link: z
          .object({
            url: webUrl,
            outcome: shortText,
            /** Where a copy lies that was read: in the archive of this home. */
            copy: z.object({ file: shortText, record_id: shortText, at: shortText.nullable() }).nullable(),
          })
          .nullable(),
        page_id: id.nullable(),
        reasons: z.array(webShortText),
      }),
    ),
    counts: z.record(z.enum(REFERENCE_STATUSES), z.number()),
    not_audited: z.number(),
  }),
})

export type AuditInput = InputOf<typeof auditBibliography>
export type AuditAnswer = AnswerOf<typeof auditBibliography>
export type AuditedReference = AuditAnswer['items'][number]
export type ReferenceStatus = AuditedReference['status']
