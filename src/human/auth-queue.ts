import type { AuthItem, AuthQueueAnswer, ResolveAuthAnswer, StatusAnswer } from '../domain/answers.ts'
import type { AuthRequest } from '../domain/auth-request.ts'
import { isoTime } from '../domain/clock.ts'
import { LyraError } from '../domain/errors.ts'
import { registrableDomain } from '../domain/url.ts'
import type { AuthRow } from '../store/people/auth-rows.ts'
import { requireTask } from '../store/require-task.ts'
import type { HumanRoom } from './room.ts'
import { storeSession } from './session-data.ts'

export interface Enqueued {
  readonly id: string
  /** Set when this item lifted the task's queue to another alert level (REQ 3.6.1): the moment to tell the user. */
  readonly newAlert: string | null
}

/** REQ 3.6.1: a page that needs a person is queued, and the search goes on without it. */
export function enqueueAuth(room: HumanRoom, request: AuthRequest): Enqueued {
  const level = (alert: string | undefined) => alert?.split(':', 1)[0]
  const before = request.taskId === null ? [] : authSummary(room, request.taskId).warnings
  const id = room.people.auth.enqueue({
    id: room.ids.next('auth'),
    task_id: request.taskId,
    search_id: request.searchId,
    domain: domainOf(request.url),
    url: request.url,
    auth_type: request.challenge,
    priority: request.priority,
    queued_at: isoTime(room.clock),
    cause_id: request.causeId,
  })
  const [alert] = request.taskId === null ? [] : authSummary(room, request.taskId).warnings
  return { id, newAlert: alert !== undefined && level(alert) !== level(before[0]) ? alert : null }
}

/** REQ 3.6.1 alert thresholds. */
const WARNING_FROM = 3
const CRITICAL_FROM = 5
const CRITICAL_HIGH_FROM = 2

export function authSummary(
  room: HumanRoom,
  taskId: string,
): { readonly auth_queue: StatusAnswer['auth_queue']; readonly warnings: readonly string[] } {
  const rows = room.people.auth.pending({ taskId })
  const high = rows.filter((row) => row.priority === 'high').length
  const counts: Record<string, number> = {}
  for (const row of rows) counts[row.auth_type] = (counts[row.auth_type] ?? 0) + 1
  return {
    auth_queue: {
      pending_count: rows.length,
      high_priority_count: high,
      domains: distinct(rows.map((row) => row.domain)),
      oldest_queued_at: rows.map((row) => row.queued_at).sort()[0] ?? null,
      by_auth_type: counts,
    },
    warnings: authAlerts(rows.length, high),
  }
}

function authAlerts(pending: number, high: number): readonly string[] {
  const facts = `${pending} pages wait for a person, ${high} of high priority`
  if (pending >= CRITICAL_FROM || high >= CRITICAL_HIGH_FROM) return [`critical: auth queue: ${facts}`]
  if (pending >= WARNING_FROM) return [`warning: auth queue: ${facts}`]
  return []
}

export function getAuthQueue(
  room: HumanRoom,
  taskId?: string,
  options: {
    readonly group_by?: 'none' | 'domain' | 'type' | undefined
    readonly priority_filter?: 'high' | 'normal' | 'all' | undefined
  } = {},
): AuthQueueAnswer {
  if (taskId !== undefined) requireTask(room.store, taskId)
  const filter = options.priority_filter ?? 'all'
  const rows = room.people.auth.pending({ taskId, priority: filter === 'all' ? undefined : filter })
  if (options.group_by === 'domain') {
    const domains = groups(rows, (row) => row.domain).map(([domain, items]) => ({
      domain,
      pending_count: items.length,
      high_priority_count: items.filter((row) => row.priority === 'high').length,
      affected_tasks: distinct(items.flatMap((row) => row.task_id ?? [])),
      auth_types: distinct(items.map((row) => row.auth_type)),
    }))
    return { ok: true, total_domains: domains.length, total_pending: rows.length, domains }
  }
  if (options.group_by === 'type') {
    const types = groups(rows, (row) => row.auth_type).map(([type, items]) => ({
      type,
      pending_count: items.length,
      domains: distinct(items.map((row) => row.domain)),
    }))
    return { ok: true, total_pending: rows.length, types }
  }
  return { ok: true, queue: rows.map((row) => itemOf(room, row)), total_pending: rows.length }
}

function itemOf(room: HumanRoom, row: AuthRow): AuthItem {
  return {
    id: row.id,
    domain: row.domain,
    url: row.url,
    type: row.auth_type,
    priority: row.priority,
    queued_at: row.queued_at,
    blocking_searches: searchesOf(room.people.auth.pendingOfUrl(row.url)),
  }
}

/** The session that a person's browser was seen using on a site, where Lyra opened the page and looked on. */
export type SeenSessions = (domain: string) => unknown

/** `unblock` hears of the searches that waited for what a person passed now: their pages can be read. */
export function resolveAuth(
  room: HumanRoom,
  target: 'item' | 'domain',
  data: {
    readonly auth_id?: string | undefined
    readonly domain?: string | undefined
    readonly status: 'resolved' | 'skipped' | 'failed'
    readonly session_data?: unknown
  },
  unblock: (searchIds: readonly string[]) => void = () => {},
  seen: SeenSessions = () => null,
): ResolveAuthAnswer {
  const { answer, rows } = room.store.write(() => {
    const causeId = room.store.events.append({
      kind: 'auth.settled',
      subjectId: data.auth_id ?? data.domain ?? '',
      data: { target, status: data.status },
      causeId: room.ids.next('cause'),
    })
    const settling = { ...data, causeId, seen }
    return target === 'item' ? resolveItem(room, settling) : resolveDomain(room, settling)
  })
  if (data.status === 'resolved') unblock(searchesOf(rows))
  return answer
}

type ResolveData = Parameters<typeof resolveAuth>[2] & { readonly causeId: string; readonly seen: SeenSessions }
interface Resolved {
  readonly answer: ResolveAuthAnswer
  readonly rows: readonly AuthRow[]
}

/** The same page may hold up several searches; one pass by a person settles all of them. */
function resolveItem(room: HumanRoom, data: ResolveData): Resolved {
  if (data.auth_id === undefined) throw new LyraError('INVALID_PARAMS', 'data.auth_id is needed when target is item')
  const item = room.people.auth.get(data.auth_id)
  if (item === null) throw new LyraError('NOT_FOUND', `The auth queue has no item ${data.auth_id}`)
  if (item.status !== 'pending')
    throw new LyraError('INVALID_PARAMS', `Item ${item.id} is already ${item.status}`, {
      hint: 'See get_auth_queue for what still waits',
    })
  const rows = room.people.auth.pendingOfUrl(item.url)
  settle(room, rows, data, item.domain)
  const unblocked = data.status === 'resolved' ? searchesOf(rows) : []
  return { answer: { ok: true, auth_id: item.id, status: data.status, unblocked_searches: unblocked }, rows }
}

function resolveDomain(room: HumanRoom, data: ResolveData): Resolved {
  if (data.domain === undefined) throw new LyraError('INVALID_PARAMS', 'data.domain is needed when target is domain')
  const domain = plainHost(data.domain)
  const rows = room.people.auth.pendingOfDomain(domain)
  if (rows.length === 0 && data.session_data === undefined)
    throw new LyraError('NOT_FOUND', `Nothing waits for the domain ${domain}`)
  const stored = settle(room, rows, data, domain)
  const answer: ResolveAuthAnswer = {
    ok: true,
    domain,
    resolved_count: rows.length,
    affected_tasks: distinct(rows.flatMap((row) => row.task_id ?? [])),
    session_stored: stored,
  }
  return { answer, rows }
}

function settle(room: HumanRoom, rows: readonly AuthRow[], data: ResolveData, domain: string): boolean {
  const at = isoTime(room.clock)
  const session = data.session_data ?? data.seen(domain) ?? undefined
  const stored = data.status === 'resolved' && storeSession(room, domain, session, data.causeId)
  room.people.auth.settle(
    rows.map((row) => row.id),
    data.status,
    at,
  )
  if (data.status === 'resolved') endCooldown(room, domain, at, data.causeId)
  for (const row of rows)
    room.log.info('auth.settled', {
      id: row.id,
      type: row.auth_type,
      status: data.status,
      waited_seconds: Math.round((Date.parse(at) - Date.parse(row.queued_at)) / 1000),
    })
  return stored
}

/**
 * What refused us lets us in now: without this the queries that waited would meet the cool-down of their own refusal.
 */
function endCooldown({ store }: HumanRoom, domain: string, at: string, causeId: string): void {
  const site = registrableDomain(`https://${domain}/`) ?? domain
  if (store.domains.cooldownUntil(site) !== null) store.domains.setCooldown(site, null, 0, at, causeId)
}

/** Host without a leading www: one login serves both (REQ 3.6.1, sessions are kept by domain). */
export function domainOf(url: string): string {
  if (!URL.canParse(url)) throw new LyraError('INVALID_PARAMS', `Not a URL: ${url.slice(0, 200)}`)
  return plainHost(new URL(url).hostname)
}

function plainHost(host: string): string {
  return host
    .trim()
    .toLowerCase()
    .replace(/\.$/, '')
    .replace(/^www\./, '')
}

function searchesOf(rows: readonly AuthRow[]): readonly string[] {
  return distinct(rows.flatMap((row) => row.search_id ?? []))
}

function distinct(values: readonly string[]): readonly string[] {
  return [...new Set(values)]
}

function groups(rows: readonly AuthRow[], key: (row: AuthRow) => string): readonly (readonly [string, AuthRow[]])[] {
  const found = new Map<string, AuthRow[]>()
  for (const row of rows) found.set(key(row), [...(found.get(key(row)) ?? []), row])
  return [...found].sort(([, left], [, right]) => right.length - left.length)
}
