import { type SearchAnswer, search } from '../../api/search.ts'
import type { Command } from '../command.ts'
import { contractArguments } from '../contract-arguments.ts'
import { progressLine } from '../progress.ts'
import { searchToEnd } from '../search-to-end.ts'
import { withLyra } from '../session.ts'
import { plural, shorten, table } from '../text.ts'
import { waitForCitations } from '../wait-for-citations.ts'

/** Of the scope: `--language` on `lyra task new` is a wish, this is a limit. */
export const SCOPE_FLAGS = { 'options.scope.language': 'only-language' }

const given = contractArguments('search', search, {
  positionals: ['query'],
  names: SCOPE_FLAGS,
  without: [
    // `lyra read` takes them, with --query for a search beside them: patent numbers hold commas.
    'targets',
    ...['options.wait_seconds', 'options.period.asked_on'],
    // `lyra task budget` raises it.
    ...['options.budget.max_pages', 'options.budget.max_seconds'],
  ],
})

export const searchCommand: Command = {
  name: 'search',
  summary: search.title,
  usage: given.usage,
  details: [
    'Web search, academic sources, fetching, extraction, ranking, claims and stance, in one call. The query is used ' +
      'as you write it: Lyra does not design queries. Without flags the settings engines.default and ' +
      'task.search_pages hold. Progress goes to stderr; Ctrl-C cancels cleanly.',
    'The answer is printed as soon as it is there; the command then stays while the citations of the papers found ' +
      'are followed. Ctrl-C leaves them to the next server, or to `lyra task resume`.',
  ],
  flags: given.flags,
  examples: [
    {
      line: 'lyra search task_0123456789abcdef "walking blood pressure randomised trial"',
      about: 'claims found, with confidence',
    },
    {
      line: 'lyra search task_0123456789abcdef "ウォーキング 血圧 効果" --engines duckduckgo,mojeek --max-pages 8',
      about: 'named engines, a small budget',
    },
    {
      line: 'lyra search task_0123456789abcdef "walking blood pressure" --after 2023 --category technical',
      about: 'what was published since 2023, by engines of one kind',
    },
    {
      line: 'lyra search task_0123456789abcdef "walking blood pressure" --lens medicine --exclude-domains example.com',
      about: 'inside a named set of sources, without one domain',
    },
    {
      line: 'lyra search task_0123456789abcdef "walking lowers blood pressure" --refute',
      about: 'what speaks against the sentence',
    },
  ],
  run: async (call) => {
    const input = given.read(call)
    return withLyra(call, async (lyra) => {
      const progress = progressLine(call.world)
      const hooks = { signal: call.world.signal, onProgress: progress.update }
      const answer = await searchToEnd(lyra, input, hooks).finally(progress.end)
      // Printed before citations are followed, because they may take long.
      call.world.stdout(`${call.json ? JSON.stringify(answer) : searchText(answer, call.world.width)}\n`)
      await waitForCitations(lyra, input.task_id, call.world)
      return { document: undefined, text: '' }
    })
  },
}

/** What became of each target, those that were not read first. */
function targetLines(targets: SearchAnswer['targets'] = []): readonly string[] {
  const isRead = ({ outcome }: (typeof targets)[number]) => outcome === 'read' || outcome === 'already_read'
  const ordered = [...targets.filter((one) => !isRead(one)), ...targets.filter(isRead)]
  return ordered.map(({ target, kind, outcome, reason, url }) => {
    const where = url === undefined || url === target ? '' : ` ${url}`
    const why = reason === undefined ? '' : `: ${shorten(reason, 160)}`
    return `${outcome}: ${shorten(target, 120)} (${kind})${where}${why}`
  })
}

/** What each step of a pivot could ask, and what it found. */
function pivotLines(steps: SearchAnswer['pivots'], fit: number): readonly string[] {
  if (steps === undefined) return []
  const rows = steps.map(({ ask, source, value = '', outcome, found, same_name, reason = '' }) => [
    ...[ask, source, shorten(value, 40), outcome === 'ok' ? String(found) : outcome],
    ...[found === same_name ? '' : String(same_name), shorten(reason, 60)],
  ])
  return ['', table(rows, { columns: ['ask', 'source', 'for', 'found', 'of this name', ''], widest: 60, fit })]
}

function expansionLines(expansions: SearchAnswer['expansions'] = []): readonly string[] {
  return expansions.map(({ query, by, term, synonym }) => {
    const how = term === undefined || synonym === undefined ? '' : `: ${term} as ${synonym}`
    return `Also asked: ${query} (${by}${how})`
  })
}

export function searchText(answer: SearchAnswer, fit: number): string {
  const rows = answer.claims_found.map((claim) => [
    claim.confidence.toFixed(2),
    claim.verification_status,
    claim.source_trust_level,
    claim.text,
  ])
  const lines = [
    `${answer.search_id}: ${answer.status}`,
    `${plural(answer.pages_fetched, 'page')}, ${plural(answer.useful_fragments, 'useful fragment')}, ` +
      `harvest ${answer.harvest_rate.toFixed(2)}, satisfaction ${answer.satisfaction_score.toFixed(2)}, ` +
      `novelty ${answer.novelty_score.toFixed(2)}`,
    `Budget left: ${plural(answer.budget_remaining.pages, 'page')} (${Math.round(answer.budget_remaining.percent)} %)`,
    ...targetLines(answer.targets),
    ...pivotLines(answer.pivots, fit),
    ...expansionLines(answer.expansions),
    '',
    rows.length === 0
      ? 'No claims found.'
      : table(rows, { columns: ['conf', 'status', 'trust', 'claim'], widest: 100, fit }),
  ]
  for (const { verification_status: status, status_reason: reason, text } of answer.claims_found)
    if (status === 'rejected' && reason !== undefined) lines.push(`Rejected: ${shorten(text, 80)}: ${reason}`)
  for (const { published_at, rationale, source_url } of answer.refutations)
    lines.push(`Against (${published_at ?? 'undated'}): ${shorten(rationale, 100)} (${source_url})`)
  if (answer.refutations_total > answer.refutations.length)
    lines.push(`${answer.refutations_total - answer.refutations.length} more passages against it`)
  if (answer.warnings.length > 0)
    lines.push('', ...answer.warnings.map((warning) => `Warning: ${shorten(warning, 160)}`))
  return lines.join('\n')
}
