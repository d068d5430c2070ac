/** What an alarm of the check of drafts rests on. */
export const ALARM_GROUNDS = [
  ...(['figure', 'year', 'turned_change', 'opposite', 'denial', 'name', 'other_name', 'other_line'] as const),
  ...(['speaker', 'doubt', 'certainty', 'quote', 'far', 'unknown_source', 'retracted_source'] as const),
  /** Of a statement that is borne out: a finding on its passage that does not stand. */
  ...(['disputed_finding', 'rejected_finding', 'superseded_finding'] as const),
] as const
export type AlarmGround = (typeof ALARM_GROUNDS)[number]
