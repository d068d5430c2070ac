import type { Say, WordKey } from './words/say.ts'

/** Reasons that Lyra tells in English sentences; what is not listed is shown as it is. */
const REASONS: readonly (readonly [RegExp, WordKey])[] = [
  [/^in dispute between sources of comparable trust$/, 'reason.dispute'],
  [/^contradicts a source of much higher trust$/, 'reason.rejected'],
  [/^its source is blocked$/, 'reason.source_blocked'],
  [/^fewer than two independent sources$/, 'reason.one_source'],
  [/^(?<count>\d+) sources agree, none of them listed above UNVERIFIED$/, 'reason.unlisted'],
  [/^its confidence is below (?<least>[\d.]+)$/, 'reason.below'],
  [/^(?<count>\d+) independent sources agree$/, 'reason.agree'],
  [/^its paper was retracted$/, 'reason.retracted'],
  [/^a person called it irrelevant$/, 'reason.irrelevant'],
  [/^it is a notice about another paper$/, 'reason.notice'],
  [/^its domain is blocked$/, 'reason.domain_blocked'],
  [/^same source as .*, which weighs more$/, 'reason.same_source'],
  [/^its own source has taken it back$/, 'reason.taken_back'],
  [/^robots\.txt forbids this page$/, 'reason.robots'],
  [/^The page asks for a login$/, 'reason.login'],
  [/^The page is a challenge \((?<kind>[^)]{1,80})\)$/, 'reason.challenge'],
  [/^The server answered (?<code>\d{3})$/, 'reason.answered'],
  [/^The replay archive does not hold this URL$/, 'reason.not_in_replay'],
]

export function sayReason(say: Say, reason: string): string {
  for (const [pattern, key] of REASONS) {
    const match = pattern.exec(reason)
    if (match !== null) return say(key, { ...match.groups })
  }
  return reason
}
