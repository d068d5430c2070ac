import type { ClaimAnswer } from '../../domain/answers.ts'
import { takePositionals } from '../arguments.ts'
import type { Command } from '../command.ts'
import { withLyra } from '../session.ts'
import { printable, table } from '../text.ts'

export const claimCommand: Command = {
  name: 'claim',
  summary: 'Walk one claim back: why its confidence, what happened to it, where its bytes lie',
  usage: '<claim_id>',
  details: [
    'Every contribution to the confidence with its weight, counted or not and why; the timeline; the archive record.',
  ],
  flags: {},
  examples: [{ line: 'lyra claim claim_0123456789abcdef', about: 'ids stand in the report and in every answer' }],
  run: async (call) => {
    const [claimId] = takePositionals(call.positionals, ['claim_id'], 'claim')
    const answer = await withLyra(call, async (lyra) => lyra.claim(claimId))
    return { document: answer, text: claimText(answer) }
  },
}

function claimText(answer: ClaimAnswer): string {
  const { source, why, timeline } = answer
  const weights = why.contributions.map((part) => [
    part.relation,
    part.weight.toFixed(3),
    part.counted ? 'yes' : 'no',
    part.edge_id,
  ])
  return [
    printable(answer.text),
    `confidence ${answer.confidence.toFixed(3)} (log odds ${why.log_odds.toFixed(3)}${why.no_refutation_decay === null ? '' : ', 5 % off: no refutation found'}), ${answer.verification_status}`,
    '',
    `source    ${source.url}`,
    `fragment  ${source.fragment_id}, characters ${source.span_start} to ${source.span_end}`,
    `archive   ${source.warc_file ?? 'none'} ${source.warc_record_id ?? ''}`,
    '',
    table(weights, { columns: ['relation', 'weight', 'counted', 'edge'] }),
    '',
    table(
      timeline.map((entry) => [entry.at ?? 'undated', entry.kind, entry.what]),
      { columns: ['when', 'what', 'how'], widest: 80 },
    ),
  ].join('\n')
}
