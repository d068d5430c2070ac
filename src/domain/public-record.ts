import { z } from 'zod'

/** What a number or a name stands for: `law`, `lei`, `corporate_number`, `domain`... Open, as sources are data. */
export const recordIdentifierSchema = z.object({ type: z.string(), value: z.string() }).readonly()
export type RecordIdentifier = z.infer<typeof recordIdentifierSchema>

/** One value of a record, and where in the archived answer it stands. */
export interface RecordAttribute {
  readonly name: string
  readonly value: string
  /** `/data/attributes/entity/legalName/name`, by the same steps in JSON and XML; list places count from 0. */
  readonly path: string
}

/** Whom or what a record names, by the attribute that says so. */
export interface RecordEntity {
  readonly type: 'organisation' | 'person' | 'place' | 'product' | 'law'
  readonly name: string
  /** What it is in the record: registrant, applicant, speaker... */
  readonly role: string
}

/** Text of a record that becomes a fragment. */
export interface RecordPassage {
  /** Made of the record's values by its description; else the source's own words. */
  readonly isStatement: boolean
  readonly heading: string | null
  readonly text: string
  readonly language: string | null
}

/** What one public source tells of one thing; unknown is null, never a guess. */
export interface PublicRecord {
  readonly source: string
  /** law, company, domain, certificate, trial, patent, paper, book, filing, case, minutes, statistics, news... */
  readonly kind: string
  readonly title: string
  readonly url: string
  readonly published_at: string | null
  readonly language: string | null
  readonly licence: string | null
  /** The register itself speaks, nobody tells of it. */
  readonly is_primary: boolean
  /** An official register, a court or the laws, kept by a public body. */
  readonly is_official: boolean
  readonly identifiers: readonly RecordIdentifier[]
  readonly entities: readonly RecordEntity[]
  readonly attributes: readonly RecordAttribute[]
  readonly passages: readonly RecordPassage[]
}

/** A record of a public source, by the page it became. */
export interface StoredRecord {
  readonly id: string
  readonly page_id: string
  readonly source: string
  readonly kind: string
  readonly title: string
  readonly licence: string | null
  readonly is_primary: boolean
  readonly published_at: string | null
  readonly identifiers: readonly RecordIdentifier[]
  readonly entities: readonly RecordEntity[]
  readonly attributes: readonly RecordAttribute[]
  readonly warc_file: string | null
  readonly warc_record_id: string | null
  readonly fetched_at: string
  readonly cause_id: string
}
