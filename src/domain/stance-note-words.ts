/**
 * The rules of stance in a reader's words (REQ 3.3.1): `lyra claim` prints these, `--json` the names. Every note that
 * `judge` writes has its line; test/cli/stance-note-words.test.ts holds the two together.
 */
const WORDS: Readonly<Record<string, string>> = {
  figure_differs: 'it gives another figure for the same thing',
  figure_agrees: 'it gives the same figure',
  date_differs: 'it gives another date',
  date_agrees: 'it gives the same date',
  same_words: 'it is the claim in its own words',
  denied_plainly: 'it is the claim in its own words, denied',
  other_scope: 'it speaks of another year or version',
  other_direction: 'it speaks of less where the claim speaks of more, or the other way round',
  promoted: 'the larger model had the last word',
  implied: 'it was not read so: it follows from other verdicts',
  // Written by earlier versions.
  number_mismatch: 'its figures differ',
  direction_mismatch: 'it says the effect goes the other way',
  direction_match: 'it says the effect goes the same way',
  negation_mismatch: 'one of the two denies what the other affirms',
  only_a_report: 'the claim tells what a study reported, and this does not take that back',
  off_topic: 'it is about something else',
  no_sentence: 'it has no sentence that could be judged',
}

/** An edge of an older version may carry a note that no rule writes any more: its name is better than nothing. */
export function stanceNoteWords(note: string): string {
  return WORDS[note] ?? note
}
