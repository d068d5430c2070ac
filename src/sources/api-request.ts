import type { z } from 'zod'
import { isSuccess, type Outcome } from '../domain/outcome.ts'
import type { SourceName } from '../domain/paper.ts'
import type { ArchiveRef, Gateway } from '../net/types.ts'
import type { ApiQuota } from './api-quota.ts'
import type { SourceAnswer, SourceCall } from './types.ts'

/** One request to an academic API. */
export interface ApiRequest {
  readonly source: SourceName
  readonly url: string
  readonly headers?: Readonly<Record<string, string>>
  /** Sent as a POST of JSON. */
  readonly json?: unknown
  readonly call: SourceCall
  /** Counts what is left, and what this request takes of it. */
  readonly quota?: ApiQuota
  readonly cost?: number
  /** Added to the reason of a refusal: what would lift it. */
  readonly remedy?: string | null
}

export type ApiReply<T> =
  | { readonly ok: true; readonly data: T; readonly archive: ArchiveRef | null }
  | { readonly ok: false; readonly refusal: SourceAnswer<never> }

const REFUSALS: readonly Outcome[] = ['rate_limited', 'blocked', 'login_wall']

/** One request through the gateway, which paces and backs off; anything but a readable body is a named refusal. */
export async function requestText(gateway: Pick<Gateway, 'fetch'>, question: ApiRequest): Promise<ApiReply<string>> {
  const { call, source, quota } = question
  const spent = quota?.spent(question.cost ?? 0) ?? null
  if (spent !== null) return { ok: false, refusal: refused(source, 'rate_limited', `${spent}${remedyOf(question)}`) }
  const headers =
    question.json === undefined ? question.headers : { ...question.headers, 'content-type': 'application/json' }
  const result = await gateway.fetch({
    url: question.url,
    purpose: 'api',
    taskId: call.taskId,
    causeId: call.causeId,
    ...(question.json === undefined ? {} : { method: 'POST' as const, body: JSON.stringify(question.json) }),
    ...(headers === undefined ? {} : { headers }),
    ...(call.signal === undefined ? {} : { signal: call.signal }),
  })
  if (result.response !== undefined) quota?.note(result.response.headers)
  if (isSuccess(result.outcome) && result.response !== undefined)
    return { ok: true, data: new TextDecoder().decode(result.response.body), archive: result.archive }
  const said = 'reason' in result ? result.reason : `${source} sent no body`
  const remedy = REFUSALS.includes(result.outcome) ? remedyOf(question) : ''
  return { ok: false, refusal: refused(source, result.outcome, `${said}${remedy}`) }
}

function remedyOf({ remedy }: ApiRequest): string {
  return remedy ? `; ${remedy}` : ''
}

/** The same for JSON of a known shape. */
export async function requestJson<T>(
  gateway: Pick<Gateway, 'fetch'>,
  question: ApiRequest,
  schema: z.ZodType<T>,
): Promise<ApiReply<T>> {
  const reply = await requestText(gateway, question)
  if (!reply.ok) return reply
  const parsed = schema.safeParse(parseJson(reply.data))
  if (parsed.success) return { ok: true, data: parsed.data, archive: reply.archive }
  return { ok: false, refusal: unreadable(question.source, parsed.error.issues[0]?.path.join('.') ?? '') }
}

export function refused(source: SourceName, outcome: Outcome, reason: string): SourceAnswer<never> {
  return { source, outcome, reason, items: [] }
}

export function unreadable(source: SourceName, where: string): SourceAnswer<never> {
  const place = where === '' ? '' : ` (at ${where})`
  return refused(source, 'unsupported_type', `${source} answered in a form that cannot be read${place}`)
}

/** A source asked for something it has no key for says so instead of guessing. */
export function noSuchLookUp(source: SourceName, type: string): SourceAnswer<never> {
  return { ...refused(source, 'not_found', `${source} cannot be asked by ${type}`), notAsked: true }
}

/** Entries are read one by one: a bad one is counted, the rest stands. */
export function answerOf<T>(
  source: SourceName,
  entries: readonly unknown[],
  read: (entry: unknown) => T | null,
  archive: ArchiveRef | null,
): SourceAnswer<T> {
  const items = entries.map(read).filter((item): item is T => item !== null)
  const lost = entries.length - items.length
  const reason = lost === 0 ? null : `${lost} of ${entries.length} entries had no title or could not be read`
  return { source, outcome: 'ok', reason, items, archive }
}

/**
 * Values in batches as large as the API takes, answers put together; a batch that is refused ends it with that refusal.
 * `ask` gives null for a batch that cannot be asked for, which is passed over.
 */
export async function collectBatches<T>(
  source: SourceName,
  values: readonly string[],
  size: number,
  ask: (batch: readonly string[]) => Promise<SourceAnswer<T> | null>,
): Promise<SourceAnswer<T>> {
  const items: T[] = []
  let last: SourceAnswer<T> = { source, outcome: 'ok', reason: null, items: [] }
  for (let from = 0; from < values.length; from += size) {
    const answer = await ask(values.slice(from, from + size))
    if (answer === null) continue
    if (answer.outcome !== 'ok') return answer
    last = answer
    items.push(...answer.items)
  }
  return { ...last, items }
}

/** Page after page until there are enough or no more; a page that is refused ends the list and names why. */
export async function collectPages<T>(
  wanted: number,
  page: (read: number) => Promise<{ readonly answer: SourceAnswer<T>; readonly more: boolean; readonly read: number }>,
): Promise<SourceAnswer<T>> {
  let { answer, more, read } = await page(0)
  while (more && isSuccess(answer.outcome) && answer.items.length < wanted) {
    const next = await page(read)
    if (!isSuccess(next.answer.outcome)) {
      const reason = `only the first ${answer.items.length}: ${next.answer.reason ?? next.answer.outcome}`
      return { ...answer, reason }
    }
    answer = { ...answer, items: [...answer.items, ...next.answer.items], reason: answer.reason ?? next.answer.reason }
    if (next.read === read) break
    more = next.more
    read = next.read
  }
  return { ...answer, items: answer.items.slice(0, wanted) }
}

export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
