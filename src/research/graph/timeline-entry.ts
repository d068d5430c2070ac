export type TimelineKind = 'first_seen' | 'updated' | 'corrected' | 'retracted'

export interface TimelineEntry {
  readonly kind: TimelineKind
  /** ISO time, or a date as the source gives it; null when a source names none. */
  readonly at: string | null
  readonly what: string
  readonly page_id: string | null
  readonly cause_id: string | null
}
