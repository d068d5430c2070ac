/** What an archived version of a page that still lives said otherwise (REQ 3.1.6). */
export interface PageStatement {
  readonly page_id: string
  /** The claim that the page makes now in these words; null where none was taken from them. */
  readonly claim_id: string | null
  readonly was: string
  /** Null: the page says nothing in its place. */
  readonly now: string | null
  /** ISO times of the oldest and the newest capture that has it. */
  readonly said_from: string
  readonly said_until: string
  readonly warc_file: string | null
  readonly warc_record_id: string | null
  readonly cause_id: string
}
