import type { StatusAnswer } from '../../api/get-status.ts'
import { reviewUri } from '../../api/resource-uris.ts'
import { roundTo } from '../../domain/round-to.ts'
import { shortenText } from '../../domain/shorten-text.ts'
import { estimateTokens } from '../../domain/token-estimate.ts'
import { firstLines, itemsThatFit } from './brief-lists.ts'
import { counted, listed, quote } from './quote.ts'

/** What a status may be, whatever the task, less the notes of L5 that come on top. */
const ANSWER_TOKENS = 600
const LONGEST_QUERY = 120
const LINES = 3
const LONGEST_LINE = 120

/** A status as an assistant reads it again and again: the newest searches, and what is not zero. */
export function briefStatus(answer: StatusAnswer) {
  const { metrics, budget, auth_queue: queue, background, blocked_domains: blocked } = answer
  const known = {
    ok: answer.ok,
    task_id: answer.task_id,
    status: answer.status,
    query: shortenText(answer.query, LONGEST_QUERY),
    metrics: { ...metrics, elapsed_seconds: Math.round(metrics.elapsed_seconds) },
    budget: { ...budget, time_used_seconds: Math.round(budget.time_used_seconds) },
    ...(queue.pending_count === 0 ? {} : { auth_queue: briefQueue(queue) }),
    background,
    ...(answer.review === undefined || answer.review.pairs === 0 ? {} : { review: answer.review }),
    warnings: firstLines([...answer.warnings, ...answer.verification_alerts], LINES, LONGEST_LINE, 'details'),
    blocked_domains: firstLines(
      blocked.map((one) => `${one.domain}: ${one.reason}`),
      LINES,
      LONGEST_LINE,
      'details',
    ),
  }
  const room = ANSWER_TOKENS - estimateTokens(JSON.stringify({ ...known, earlier_searches: 99 }))
  const newest = itemsThatFit([...answer.searches].reverse().map(briefSearchLine), room)
  return {
    ...known,
    searches: [...newest.fit].reverse(),
    ...(newest.left === 0 ? {} : { earlier_searches: newest.left }),
  }
}

function briefQueue({ pending_count, high_priority_count, domains }: StatusAnswer['auth_queue']) {
  return { pending_count, high_priority_count, domains: firstLines(domains, 5, 100, 'get_auth_queue') }
}

function briefSearchLine(line: StatusAnswer['searches'][number]) {
  const { query, warnings, harvest_rate, satisfaction_score, novelty_score, has_primary_source, refute, ...rest } = line
  return {
    ...rest,
    query: shortenText(query, LONGEST_QUERY),
    harvest_rate: roundTo(harvest_rate, 2),
    satisfaction_score: roundTo(satisfaction_score, 2),
    novelty_score: roundTo(novelty_score, 2),
    ...(has_primary_source ? { has_primary_source } : {}),
    ...(refute ? { refute } : {}),
    ...(warnings.length === 0 ? {} : { warnings: warnings.length }),
  }
}

type BriefStatus = ReturnType<typeof briefStatus>

export function statusText(answer: BriefStatus): string {
  const { metrics, budget, auth_queue: queue, earlier_searches: earlier = 0 } = answer
  const following = answer.background.citations_pending
  return [
    `Task ${answer.task_id} ${answer.status}: ${quote(answer.query)}`,
    `${listed([
      counted(metrics.total_claims, 'claim'),
      metrics.contested_claims > 0 && `${metrics.contested_claims} contested`,
      metrics.rejected_claims > 0 && `${metrics.rejected_claims} rejected`,
      counted(metrics.total_fragments, 'fragment'),
      counted(metrics.total_pages, 'page'),
      metrics.retracted_sources > 0 && counted(metrics.retracted_sources, 'retracted source'),
    ])}; ${metrics.satisfied_count} of ${counted(metrics.total_searches, 'search', 'searches')} satisfied.`,
    `Budget: ${budget.pages_used} of ${budget.pages_limit} pages, ${budget.time_used_seconds} of ` +
      `${budget.time_limit_seconds} s, ${budget.remaining_percent} % left.`,
    ...(earlier > 0 ? [`${counted(earlier, 'earlier search', 'earlier searches')}: details`] : []),
    ...answer.searches.map(searchLine),
    ...(following > 0 ? [`Citations of ${counted(following, 'search', 'searches')} are still followed.`] : []),
    ...(answer.review === undefined ? [] : [reviewLine(answer.task_id, answer.review)]),
    ...(queue === undefined
      ? []
      : [`Waiting for a person: ${queue.pending_count} (${queue.domains.join(', ')}), see get_auth_queue`]),
    ...answer.warnings.map((warning) => `Warning: ${quote(warning)}`),
    ...answer.blocked_domains.map((line) => `Blocked: ${quote(line)}`),
  ].join('\n')
}

function reviewLine(taskId: string, { decisions, pairs }: NonNullable<BriefStatus['review']>): string {
  const hang = decisions === 1 ? 'hangs' : 'hang'
  return `${counted(decisions, 'decision')} ${hang} on ${counted(pairs, 'pair')}: ${reviewUri(taskId)}`
}

function searchLine(search: BriefStatus['searches'][number]): string {
  const figures = listed([
    counted(search.pages_fetched, 'page'),
    counted(search.useful_fragments, 'useful fragment'),
    `satisfaction ${search.satisfaction_score}`,
    `novelty ${search.novelty_score}`,
    search.has_primary_source === true && 'primary source',
    search.refute === true && 'refuting',
    search.warnings !== undefined && counted(search.warnings, 'warning'),
  ])
  return `- ${search.id} ${search.status} ${quote(search.query)}: ${figures}`
}
