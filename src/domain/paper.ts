import { z } from 'zod'

const identifierType = z.enum(['doi', 'pmid', 'pmcid', 'arxiv', 'openalex', 's2', 'isbn'])
export type IdentifierType = z.infer<typeof identifierType>

export const identifierSchema = z.object({ type: identifierType, value: z.string() }).readonly()
export type Identifier = z.infer<typeof identifierSchema>

export const identifierList = z.array(identifierSchema).readonly()

/** Names an identifier in a set: `doi:10.1000/182`. */
export function identifierKey({ type, value }: { readonly type: string; readonly value: string }): string {
  return `${type}:${value}`
}

/** The name an adapter of src/sources gives itself, e.g. `openalex`; open, so that a new one is a file and a line. */
const sourceName = z.string()
export type SourceName = z.infer<typeof sourceName>

const workUpdate = z
  .object({
    type: z.string(),
    /** DOI of the notice. */
    notice: z.string().nullable(),
    date: z.string().nullable(),
  })
  .readonly()
/** What a publisher announced about a work: correction, erratum, expression_of_concern, retraction ... */
export type PaperUpdate = z.infer<typeof workUpdate>

const workVersion = z.object({ kind: z.enum(['preprint', 'published']), identifier: identifierSchema }).readonly()
/** The same work, published elsewhere or earlier. */
export type PaperVersion = z.infer<typeof workVersion>

/** A paper as one academic source describes it; unknown is null, never a guess. */
export interface Paper {
  readonly source: SourceName
  readonly identifiers: readonly Identifier[]
  readonly title: string
  readonly abstract: string | null
  readonly authors: readonly string[]
  readonly year: number | null
  readonly published_at: string | null
  readonly venue: string | null
  readonly url: string | null
  readonly oa_url: string | null
  readonly licence: string | null
  readonly cited_by_count: number | null
  readonly reference_count: number | null
  readonly is_preprint: boolean
  readonly is_retracted: boolean
  /** DOI of the retraction notice, when one is known. */
  readonly retraction_notice: string | null
  readonly language: string | null
  /** Announcements about this work; left out by sources that have none to tell. */
  readonly updates?: readonly PaperUpdate[]
  /** Set on a notice: what it announces about which DOI. */
  readonly notice_of?: readonly { readonly doi: string; readonly type: string }[]
  /** Other versions the source names. */
  readonly versions?: readonly PaperVersion[]
}

/** A retracted work's support no longer counts; a corrected one's does. */
export function withdraws(updateType: string): boolean {
  return ['retraction', 'withdrawal', 'removal'].includes(updateType)
}

/** Another text stands in its place; a correction only mends it. */
export function replaces(updateType: string): boolean {
  return ['new_version', 'new_edition'].includes(updateType)
}

/** One line of a citation list. */
export interface CitedPaper {
  readonly work: Paper
  readonly is_influential: boolean
  readonly direction: 'reference' | 'citation'
}

/** The merged record: one row a paper, whichever sources told of it. */
export const canonicalPaperSchema = z
  .object({
    id: z.string(),
    identifiers: identifierList,
    title: z.string(),
    abstract: z.string().nullable(),
    authors: z.array(z.string()).readonly(),
    year: z.number().nullable(),
    published_at: z.string().nullable(),
    venue: z.string().nullable(),
    url: z.string().nullable(),
    oa_url: z.string().nullable(),
    licence: z.string().nullable(),
    cited_by_count: z.number().nullable(),
    reference_count: z.number().nullable(),
    is_preprint: z.boolean(),
    is_retracted: z.boolean(),
    retraction_notice: z.string().nullable(),
    language: z.string().nullable(),
    updates: z.array(workUpdate).readonly(),
    notice_of: z.array(z.object({ doi: z.string(), type: z.string() }).readonly()).readonly(),
    /** Preprint and published version by their own identifiers; more than one: the work has both. */
    versions: z.array(workVersion).readonly(),
    sources: z.array(sourceName).readonly(),
    /** Which source each field was taken from. */
    field_sources: z.record(z.string(), sourceName).readonly(),
  })
  .readonly()
export type CanonicalPaper = z.infer<typeof canonicalPaperSchema>
