import type { z } from 'zod'
import { isSuccess, type Outcome } from '../domain/outcome.ts'
import type { SourceName } from '../domain/work.ts'
import type { ArchiveRef, Gateway } from '../net/types.ts'
import type { SourceAnswer, SourceCall } from './types.ts'

export interface Question {
  readonly source: SourceName
  readonly url: string
  readonly headers?: Readonly<Record<string, string>>
  readonly call: SourceCall
  /** Added to the reason of a refusal: what would lift it. */
  readonly remedy?: string | null
}

export type Reply<T> =
  | { readonly ok: true; readonly data: T; readonly archive: ArchiveRef | null }
  | { readonly ok: false; readonly refusal: SourceAnswer<never> }

const REFUSALS: readonly Outcome[] = ['rate_limited', 'blocked', 'login_wall']

/** One request through the gateway, which paces and backs off; anything but a readable body is a named refusal. */
export async function askText(gateway: Gateway, question: Question): Promise<Reply<string>> {
  const { call, source } = question
  const result = await gateway.fetch({
    url: question.url,
    purpose: 'api',
    taskId: call.taskId,
    causeId: call.causeId,
    ...(question.headers === undefined ? {} : { headers: question.headers }),
    ...(call.signal === undefined ? {} : { signal: call.signal }),
  })
  if (isSuccess(result.outcome) && result.response !== undefined)
    return { ok: true, data: new TextDecoder().decode(result.response.body), archive: result.archive }
  const said = 'reason' in result ? result.reason : `${source} sent no body`
  const remedy = question.remedy && REFUSALS.includes(result.outcome) ? `; ${question.remedy}` : ''
  return { ok: false, refusal: refused(source, result.outcome, `${said}${remedy}`) }
}

/** The same for JSON of a known shape. */
export async function askJson<T>(gateway: Gateway, question: Question, schema: z.ZodType<T>): Promise<Reply<T>> {
  const reply = await askText(gateway, question)
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
  return refused(source, 'not_found', `${source} cannot be asked by ${type}`)
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

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
