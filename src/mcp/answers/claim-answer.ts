import type { ClaimAnswer } from '../../api/get-claim.ts'
import { roundTo } from '../../domain/round-to.ts'
import { shortenText } from '../../domain/shorten-text.ts'
import { stanceNoteWords } from '../../domain/stance-note-words.ts'
import { itemsThatFit } from './brief-lists.ts'
import { counted, listed, quote } from './quote.ts'

const PASSAGE_TOKENS = 1500
const TIMELINE_TOKENS = 500
const LONGEST_SENTENCE = 240

/**
 * What `lyra claim` prints: the passages that took a side, those that count first, by weight; the many that took none
 * are only a number.
 */
export function briefClaim(answer: ClaimAnswer, room = 1) {
  const { judgements, why, timeline, reading, confidence, ...rest } = answer
  const taking = passagesOf(answer)
  const passages = itemsThatFit(taking, PASSAGE_TOKENS * room)
  // Since when, and what has changed last.
  const [first, ...later] = timeline.map(({ page_id: _, ...moment }) => moment)
  const moments = itemsThatFit(later.reverse(), TIMELINE_TOKENS * room)
  return {
    ...rest,
    confidence: roundTo(confidence, 4),
    log_odds: roundTo(why.log_odds, 4),
    passages: passages.fit,
    ...(passages.left === 0 ? {} : { more_passages: passages.left }),
    neutral_passages: judgements.length - taking.length,
    ...(reading.primary_sources.length === 0 ? {} : { primary_sources: reading.primary_sources.slice(0, 3) }),
    ...(reading.in_dispute_with.length === 0 ? {} : { in_dispute_with: reading.in_dispute_with.slice(0, 5) }),
    timeline: [...(first === undefined ? [] : [first]), ...[...moments.fit].reverse()],
    ...(moments.left === 0 ? {} : { moments_between: moments.left }),
  }
}

function passagesOf({ judgements, why, reading }: ClaimAnswer) {
  const weights = new Map(why.contributions.map((part) => [part.edge_id, part]))
  const sentences = new Map(reading.passages.map((passage) => [passage.edge_id, passage]))
  return judgements
    .filter(({ relation }) => relation !== 'neutral')
    .map(({ edge_id, relation, url, notes, human_corrected }) => {
      const part = weights.get(edge_id)
      const { domain = '', sentence = null } = sentences.get(edge_id) ?? {}
      return {
        edge_id,
        relation,
        weight: roundTo(part?.weight ?? 0, 3),
        counted: part?.counted ?? false,
        ...(part?.counted === true ? {} : { reason: part?.reason ?? 'not weighed yet' }),
        domain,
        url,
        ...(sentence === null ? {} : { sentence: shortenText(sentence, LONGEST_SENTENCE) }),
        ...(notes.length === 0 ? {} : { notes: notes.map(stanceNoteWords) }),
        ...(human_corrected ? { human_corrected } : {}),
      }
    })
    .sort((a, b) => Number(b.counted) - Number(a.counted) || b.weight - a.weight || (a.edge_id < b.edge_id ? -1 : 1))
}

type BriefClaim = ReturnType<typeof briefClaim>

export function claimText(answer: BriefClaim): string {
  const { source, passages, more_passages: more = 0, moments_between: between = 0 } = answer
  return [
    `${answer.claim_id} ${quote(answer.text)}`,
    `Confidence ${answer.confidence} (log odds ${answer.log_odds}), ${answer.verification_status}${answer.status_reason === null ? '' : `: ${quote(answer.status_reason)}`}`,
    ...(answer.in_dispute_with ?? []).map((other) => `In dispute with ${other.claim_id}: ${quote(other.text)}`),
    `Source: ${source.url}, fragment ${source.fragment_id}, characters ${source.span_start} to ${source.span_end}; ` +
      `archive ${source.warc_file ?? 'none'} ${source.warc_record_id ?? ''}`.trimEnd(),
    passages.length === 0 ? 'No passage supports or refutes it.' : 'Passages, those that count first, by weight:',
    ...passages.map(passageLine),
    ...(more === 0 ? [] : [`… and ${more} more (details)`]),
    counted(answer.neutral_passages, 'neutral passage'),
    'Timeline:',
    ...answer.timeline
      .map(({ at, kind, what }) => `- ${at ?? 'undated'} ${kind}: ${quote(what)}`)
      .toSpliced(1, 0, ...(between === 0 ? [] : [`… ${between} between (details)`])),
  ].join('\n')
}

function passageLine(passage: BriefClaim['passages'][number]): string {
  const standing = listed([
    `${passage.relation} ${passage.weight}`,
    passage.counted ? 'counted' : `not counted (${passage.reason})`,
    passage.human_corrected === true && 'set by a person',
    ...(passage.notes ?? []),
  ])
  const sentence = passage.sentence === undefined ? '' : ` ${quote(passage.sentence)}`
  return `- ${passage.edge_id} ${standing}:${sentence} ${passage.url}`
}
