/** What an alarm of the check of drafts rests on. */
export const ALARM_GROUNDS = [
  ...(['figure', 'year', 'turned_change', 'opposite', 'denial', 'name', 'other_name', 'other_line'] as const),
  ...(['speaker', 'doubt', 'certainty', 'quote', 'far', 'unknown_source', 'retracted_source'] as const),
] as const
export type AlarmGround = (typeof ALARM_GROUNDS)[number]
