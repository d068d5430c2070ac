import type { ResourceLink } from '@modelcontextprotocol/server'
import type { AnswerOf, UseCase } from '../../api/define-use-case.ts'
import type { ErrorAnswer } from '../../api/error-answer.ts'
import { getClaim } from '../../api/get-claim.ts'
import { getStatus } from '../../api/get-status.ts'
import type { TrustNotes } from '../../api/lyra-meta.ts'
import { queryGraph } from '../../api/query-graph.ts'
import { graphUri, reportUri } from '../../api/resource-uris.ts'
import { search } from '../../api/search.ts'
import { stopTask } from '../../api/stop-task.ts'
import { vectorSearch } from '../../api/vector-search.ts'
import { briefClaim, claimText } from './claim-answer.ts'
import { queryText, vectorText } from './graph-answers.ts'
import { quote } from './quote.ts'
import { briefSearch, searchText } from './search-answer.ts'
import { briefStatus, statusText } from './status-answer.ts'

/** An answer as it leaves: data for a program, and the same in words for whoever reads only the text. */
export interface ShownAnswer {
  readonly data: Readonly<Record<string, unknown>>
  readonly text: string
  readonly links: readonly ResourceLink[]
}

type Show = (answer: unknown, taskId: string | null) => ShownAnswer

/**
 * The tools whose answers have a form of their own; the others are told field by field. A text names ids, standing and
 * what to do next, so that a client that hands only texts to its model can go on.
 */
const SHOWN = new Map<UseCase, Show>([
  shown(search, (answer, taskId) => {
    const data = briefSearch(answer)
    const more = data.warnings.some((warning) => /^\d+ more claims/u.test(warning))
    return { data, text: searchText(data), links: more && taskId !== null ? [graphLink(taskId)] : [] }
  }),
  shown(getStatus, (answer) => {
    const data = briefStatus(answer)
    return { data, text: statusText(data), links: [] }
  }),
  shown(getClaim, (answer) => {
    const data = briefClaim(answer)
    return { data, text: claimText(data), links: [] }
  }),
  shown(queryGraph, (answer) => ({ data: answer, text: queryText(answer), links: [] })),
  shown(vectorSearch, (answer) => ({ data: answer, text: vectorText(answer), links: [] })),
  shown(stopTask, (answer) => ({
    data: answer,
    text: `${fieldByField(answer)}\nThe report: ${reportUri(answer.task_id)}`,
    links: [reportLink(answer.task_id)],
  })),
])

/** Beside every item of these stands the trust of its source: a list of unverified domains would repeat it. */
const SAY_TRUST: ReadonlySet<UseCase> = new Set<UseCase>([search, vectorSearch])

/** L5: the notes that the answer does not already hold; a status names the blocked domains itself. */
export function notesBeside(tool: UseCase, notes: TrustNotes): TrustNotes {
  return {
    unverified_domains: SAY_TRUST.has(tool) ? [] : notes.unverified_domains,
    blocked_domains: tool === getStatus ? [] : notes.blocked_domains,
    security_warnings: notes.security_warnings,
  }
}

function shown<U extends UseCase>(
  useCase: U,
  show: (answer: AnswerOf<U>, taskId: string | null) => ShownAnswer,
): readonly [UseCase, Show] {
  return [useCase, (answer, taskId) => show(answer as AnswerOf<U>, taskId)]
}

/** `answer` has passed L7; `whole` when the caller asked for details. */
export function showAnswer(tool: UseCase, answer: object, taskId: string | null, whole: boolean): ShownAnswer {
  const show = whole ? undefined : SHOWN.get(tool)
  return show?.(answer, taskId) ?? { data: { ...answer }, text: fieldByField(answer), links: [] }
}

/** `task_id: task_1` a line; what is no plain word is JSON, which keeps it on its line. */
function fieldByField(answer: object): string {
  const lines = Object.entries(answer)
    .filter(([name]) => name !== 'ok')
    .map(([name, value]) => `${name}: ${plainText(value)}`)
  return ['ok', ...lines].join('\n')
}

function plainText(value: unknown): string {
  return typeof value === 'string' && /^[\w.:/@-]+$/u.test(value) ? value : JSON.stringify(value)
}

export function errorText({ error }: ErrorAnswer): string {
  const { code, message, hint, retry, error_id: id, details } = error
  return [
    `${code}: ${message}`,
    ...(hint === undefined ? [] : [hint]),
    ...(details === undefined ? [] : [`Details: ${JSON.stringify(details)}`]),
    `Retry: ${retry}${id === undefined ? '' : `; error_id ${id}`}`,
  ].join('\n')
}

/** L5 in words: empty where there is nothing to know about what is read. */
export function notesText({ security_warnings: warnings, blocked_domains: blocked }: TrustNotes): readonly string[] {
  return [
    ...warnings.map((warning) => `Security: ${quote(warning)}`),
    ...(blocked.length === 0 ? [] : [`Blocked, do not rely on: ${blocked.join(', ')}`]),
  ]
}

function reportLink(taskId: string): ResourceLink {
  const uri = reportUri(taskId)
  return { type: 'resource_link', uri, name: 'report', title: 'Report of the task', mimeType: 'text/markdown' }
}

function graphLink(taskId: string): ResourceLink {
  const uri = graphUri(taskId)
  return { type: 'resource_link', uri, name: 'graph', title: 'All claims of the task', mimeType: 'application/json' }
}
