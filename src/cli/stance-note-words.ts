/**
 * The rules of stance in a reader's words (REQ 3.3.1): `lyra claim` prints these, `--json` the names. Every note that
 * `judge` writes has its line; test/cli/stance-note-words.test.ts holds the two together.
 */
const WORDS: Readonly<Record<string, string>> = {
  number_mismatch: 'its figures differ',
  figure_left_open: 'it leaves the figure open, so it does not refute',
  figures_fit: 'its figures fit, so it does not refute',
  direction_mismatch: 'it says the effect goes the other way',
  direction_match: 'it says the effect goes the same way',
  negation_mismatch: 'one of the two denies what the other affirms',
  denied_plainly: 'it is the claim in its own words, denied',
  denies_another_direction: 'it denies another effect than the claim speaks of',
  nothing_opposes: 'nothing in its words could speak against the claim',
  only_a_report: 'the claim tells what a study reported, and this does not take that back',
  off_topic: 'it is about something else',
  no_sentence: 'it has no sentence that could be judged',
  japanese_refute_unconfirmed: 'a refutation in Japanese that the rules did not confirm',
  promoted: 'the larger model had the last word',
}

/** An edge of an older version may carry a note that no rule writes any more: its name is better than nothing. */
export function stanceNoteWords(note: string): string {
  return WORDS[note] ?? note
}
