import type { ReviewAnswer, ReviewEntry } from '../../api/get-review.ts'
import { counted, quote } from './quote.ts'

/** Letters that a line has for a sentence; one of Japanese says twice as much. */
const LONGEST = 70
const LONGEST_JAPANESE = 30
/** Verdicts less probable than this are in the data alone. */
const SHOWN_FROM = 0.05

const HEAD =
  'A line: place, id for feedback, verdict and its probability | sentence | claim | its finding now; ' +
  'another verdict (its probability): what the finding would be'

/** LYRA 3.8: about 60 tokens an entry, since an assistant reads many of them. */
export function reviewText(answer: ReviewAnswer): string {
  const { decisions, pairs, total, items, next } = answer
  if (total === 0) return 'Nothing in doubt that would change a finding.'
  return [
    `${counted(decisions, 'decision')} on ${counted(pairs, 'pair')}; ${counted(total, 'entry', 'entries')} in all`,
    HEAD,
    ...items.map(entryLine),
    ...(next === null ? [] : [`next: ${next}`]),
  ].join('\n')
}

export function entryLine(item: ReviewEntry): string {
  const copies =
    item.copies.length === 0 || item.kind === 'block' ? '' : ` +${counted(item.copies.length, 'copy', 'copies')}`
  const verdict = item.verdict === null ? item.kind : `${item.verdict} ${figure(item.probability ?? 0)}`
  const ids = item.kind === 'unjudged' ? `${item.target_id} ${item.claim_id ?? ''}` : item.target_id
  return [
    `${item.place} ${ids} ${verdict}${copies}`,
    part(item.sentence),
    part(item.claim_text),
    [now(item), ...otherwise(item)].join('; '),
  ].join(' | ')
}

function now({ finding }: ReviewEntry): string {
  return finding === null ? 'no finding' : `${finding.status} ${figure(finding.confidence)}`
}

/** The likeliest, of its own finding; the rest is in the data. */
function otherwise({ changes, finding_id: own }: ReviewEntry): readonly string[] {
  return changes
    .filter((change) => change.finding_id === own && change.probability >= SHOWN_FROM)
    .toSorted((a, b) => b.probability - a.probability)
    .slice(0, 1)
    .map(({ to, probability, confidence, status }) => `${to} (${figure(probability)}): ${status} ${figure(confidence)}`)
}

function part(text: string): string {
  const letters = [...text.replace(/\s+/gu, ' ').trim()]
  const longest = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text) ? LONGEST_JAPANESE : LONGEST
  return quote(letters.length <= longest ? letters.join('') : `${letters.slice(0, longest).join('')}…`)
}

/** .27 */
function figure(value: number): string {
  return value.toFixed(2).replace(/^0/u, '')
}
