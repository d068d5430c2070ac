import { type ClaimAnswer, getClaim } from '../../api/get-claim.ts'
import { stanceNoteWords } from '../../domain/stance-note-words.ts'

import type { Command, World } from '../command.ts'
import { contractArguments } from '../contract-arguments.ts'
import { callLyra } from '../session.ts'
import { plural, printable, shorten, table } from '../text.ts'

/** A person gets everything; the brief form is for assistants. */
const input = contractArguments('claim', getClaim, { without: ['details'] })

export const claimCommand: Command = {
  name: 'claim',
  summary: getClaim.title,
  usage: input.usage,
  details: [
    `${getClaim.description}.`,
    'Every passage that supports or refutes it, the heaviest first: its weight, its domain, whether it was counted ' +
      'or why not, the sentence that decided and the rules that changed the answer; then the timeline and the ' +
      'archive record. --json adds the neutral passages, the model that decided each stance and its confidence ' +
      'before calibration.',
    'A wrong stance is put right with `lyra feedback` (correct_nli), which takes the edge id.',
  ],
  flags: input.flags,
  examples: [{ line: 'lyra claim claim_0123456789abcdef', about: 'ids stand in the report and in every answer' }],
  run: async (call) => {
    const answer = await callLyra(call, getClaim, input.read(call))
    const { reading: _, ...document } = answer
    return { document, text: claimText(answer, call.world) }
  },
}

/** Where, when, of what and of whom it is said. */
function scopeLine(scope: ClaimAnswer['reading']['scope']): readonly string[] {
  const parts = Object.entries(scope ?? {}).filter(([, names]) => names.length > 0)
  return parts.length === 0
    ? []
    : [printable(`scope     ${parts.map(([kind, names]) => `${kind}: ${names.join(', ')}`).join('; ')}`)]
}

function claimText(answer: ClaimAnswer, { columns, width }: Pick<World, 'columns' | 'width'>): string {
  const { source, why, timeline, reading } = answer
  const tested = answer.no_refutation_found ? '; no refutation found among sources that count' : ''
  const reason = answer.status_reason === null ? '' : `: ${printable(answer.status_reason)}`
  return [
    printable(answer.text),
    `confidence ${answer.confidence.toFixed(3)} (log odds ${why.log_odds.toFixed(3)}${tested})`,
    `${answer.verification_status}${reason}`,
    ...reading.in_dispute_with.map((other) => shorten(`in dispute with ${other.claim_id}: ${other.text}`, columns)),
    '',
    ...scopeLine(reading.scope),
    ...reading.primary_sources.map((one) => shorten(primarySourceLine(one), columns)),
    `source    ${source.url}`,
    `fragment  ${source.fragment_id}, characters ${source.span_start} to ${source.span_end}`,
    `archive   ${source.warc_file ?? 'none'} ${source.warc_record_id ?? ''}`,
    '',
    ...passageLines(answer, { columns, width }),
    ...noteLines(answer),
    '',
    table(
      timeline.map((entry) => [entry.at ?? 'undated', entry.kind, entry.what]),
      { columns: ['when', 'what', 'how'], widest: 80, fit: width },
    ),
  ].join('\n')
}

/** The page it was found on names another: that one stands first. */
function primarySourceLine({
  url,
  says,
  outcome,
  sentence,
}: ClaimAnswer['reading']['primary_sources'][number]): string {
  const words = { supports: 'supports it', refutes: 'says otherwise', neutral: 'does not say it' }
  const read = outcome === 'ok' || outcome === 'not_modified'
  const told = read ? words[says ?? 'neutral'] : `not read: ${outcome}`
  return `primary   ${url} (${told})${sentence === null ? '' : `: ${printable(sentence)}`}`
}

/** What a person wrote beside it, in full: it is there to be read. */
function noteLines({ notes }: ClaimAnswer): readonly string[] {
  if (notes.length === 0) return []
  return ['', ...notes.map(({ on, at, note }) => `note (${on}, ${at.slice(0, 10)}): ${printable(note)}`)]
}

/** What took a side, the heaviest first, each with its words beneath it; the many that took none are only counted. */
function passageLines(answer: ClaimAnswer, { columns, width }: Pick<World, 'columns' | 'width'>): readonly string[] {
  const passages = takingSides(answer)
  const neutral = answer.judgements.length - passages.length
  const [head = '', rule = '', ...rows] = table(
    passages.map(({ judgement, part, domain }) => [
      judgement.relation,
      part?.weight.toFixed(3) ?? '-',
      domain,
      judgement.edge_id,
      part === undefined ? 'not weighed yet' : part.counted ? 'counted' : `not counted: ${part.reason ?? 'no reason'}`,
    ]),
    { columns: ['relation', 'weight', 'domain', 'edge', 'counted'], fit: width },
  ).split('\n')
  const beneath = (text: string) => `  ${shorten(text, columns - 2)}`
  return [
    ...(passages.length === 0 ? ['No passage supports or refutes it.'] : [head, rule]),
    ...passages.flatMap(({ judgement, sentence }, at) => {
      const notes = [...(judgement.human_corrected ? ['set by a person'] : []), ...judgement.notes.map(stanceNoteWords)]
      return [
        rows[at] ?? '',
        ...(sentence === '' ? [] : [beneath(`“${sentence}”`)]),
        ...(notes.length === 0 ? [] : [beneath(`(${notes.join('; ')})`)]),
      ]
    }),
    ...(neutral === 0 ? [] : [`${plural(neutral, 'neutral passage')}; --json lists ${neutral === 1 ? 'it' : 'them'}`]),
  ]
}

function takingSides({ judgements, why, reading }: ClaimAnswer) {
  const parts = new Map(why.contributions.map((part) => [part.edge_id, part]))
  const passages = new Map(reading.passages.map((passage) => [passage.edge_id, passage]))
  return judgements
    .filter((judgement) => judgement.relation !== 'neutral')
    .map((judgement) => ({
      judgement,
      part: parts.get(judgement.edge_id),
      domain: passages.get(judgement.edge_id)?.domain ?? '',
      sentence: passages.get(judgement.edge_id)?.sentence ?? '',
    }))
    .sort(
      (a, b) => (b.part?.weight ?? 0) - (a.part?.weight ?? 0) || (a.judgement.edge_id < b.judgement.edge_id ? -1 : 1),
    )
}
