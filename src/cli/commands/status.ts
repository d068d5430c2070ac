import { getStatus, type StatusAnswer } from '../../api/get-status.ts'
import type { Command } from '../command.ts'
import { contractArguments } from '../contract-arguments.ts'
import { callLyra } from '../session.ts'
import { plural, shorten, table } from '../text.ts'

/** A person gets everything; the brief form is for assistants. */
const input = contractArguments('status', getStatus, { without: ['details'] })

export const statusCommand: Command = {
  name: 'status',
  summary: getStatus.title,
  usage: input.usage,
  details: ['Metrics only; what to do next is the decision of whoever drives the research.'],
  flags: input.flags,
  examples: [
    { line: 'lyra status task_0123456789abcdef', about: 'the task in a dozen lines' },
    { line: 'lyra status task_0123456789abcdef --json', about: 'the answer of the get_status tool' },
  ],
  run: async (call) => {
    const answer = await callLyra(call, getStatus, input.read(call))
    return { document: answer, text: statusText(answer, call.world.width) }
  },
}

function statusText(answer: StatusAnswer, fit: number): string {
  const { metrics, budget, auth_queue: queue } = answer
  const searches = answer.searches.map((search) => [
    search.status,
    search.satisfaction_score.toFixed(2),
    search.novelty_score.toFixed(2),
    String(search.pages_fetched),
    search.refute ? 'yes' : '',
    search.query,
  ])
  const lines = [
    `${answer.task_id}: ${answer.status}`,
    shorten(answer.query, 160),
    '',
    `Findings ${metrics.total_findings}, claims ${metrics.total_claims} ` +
      `(contested ${metrics.contested_claims}, rejected ${metrics.rejected_claims}), ` +
      `fragments ${metrics.total_fragments}, pages ${metrics.total_pages}, ` +
      `retracted sources ${metrics.retracted_sources}`,
    `Budget: pages ${budget.pages_used}/${budget.pages_limit}, ` +
      `seconds ${Math.round(budget.time_used_seconds)}/${budget.time_limit_seconds}, ` +
      `${Math.round(budget.remaining_percent)} % left`,
    `Waiting for a person: ${queue.pending_count}${queue.domains.length > 0 ? ` (${queue.domains.join(', ')})` : ''}`,
  ]
  const pending = answer.background.citations_pending
  if (pending > 0) lines.push(`Still following citations: of ${plural(pending, 'search', 'searches')}`)
  if (searches.length > 0)
    lines.push('', table(searches, { columns: ['status', 'satisf.', 'novelty', 'pages', 'refute', 'query'], fit }))
  for (const blocked of answer.blocked_domains)
    lines.push(`Blocked: ${blocked.domain} (${shorten(blocked.reason, 100)})`)
  for (const warning of [...answer.warnings, ...answer.verification_alerts])
    lines.push(`Note: ${shorten(warning, 160)}`)
  return lines.join('\n')
}
