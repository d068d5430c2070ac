import type { AuthItem, AuthQueueAnswer, AuthQueueInput } from '../api/get-auth-queue.ts'
import type { StatusAnswer } from '../api/get-status.ts'
import type { ResolveAuthAnswer, ResolveAuthInput, SessionData } from '../api/resolve-auth.ts'
import type { AuthRequest } from '../domain/auth-request.ts'
import { isoTime } from '../domain/clock.ts'
import { LyraError } from '../domain/errors.ts'
import type { Settings } from '../domain/settings.ts'
import { plainHost, registrableDomain } from '../domain/url.ts'
import type { AuthRow } from '../store/people/auth-rows.ts'
import { requireTask } from '../store/require-task.ts'
import type { HumanDeps } from './human-deps.ts'
import { storeSession } from './session-data.ts'

interface Enqueued {
  readonly id: string
  /** Set for the first page that waits, and when the task's queue reaches another alert level: tell the user now. */
  readonly newAlert: string | null
}

/**
 * REQ 3.6.1: a page that needs a person is queued, and the search goes on without it. What the person skipped in this
 * task is not asked again: null.
 */
export function enqueueAuth(deps: HumanDeps, request: AuthRequest): Enqueued | null {
  const { taskId, url } = request
  if (taskId !== null && deps.store.people.auth.skipped({ taskId, url, domain: domainOf(url) }) !== null) return null
  const level = (alert: string | undefined) => alert?.split(':', 1)[0]
  const before = summaryOf(deps, request.taskId)
  const id = deps.store.people.auth.enqueue({
    id: deps.ids.next('auth'),
    task_id: request.taskId,
    search_id: request.searchId,
    domain: domainOf(request.url),
    url: request.url,
    auth_type: request.challenge,
    priority: request.priority,
    queued_at: isoTime(deps.clock),
    cause_id: request.causeId,
  })
  const after = summaryOf(deps, request.taskId)
  const [alert] = after.warnings
  if (alert !== undefined) return { id, newAlert: level(alert) === level(before.warnings[0]) ? null : alert }
  const isFirst = before.waiting === 0 && after.waiting === 1
  return { id, newAlert: isFirst ? `auth queue: a page waits for a person (${request.challenge}): ${url}` : null }
}

function summaryOf(deps: HumanDeps, taskId: string | null) {
  if (taskId === null) return { waiting: 0, warnings: [] }
  const { auth_queue: queue, warnings } = authSummary(deps, taskId)
  return { waiting: queue.pending_count, warnings }
}

export function authSummary(
  deps: HumanDeps,
  taskId: string,
): { readonly auth_queue: StatusAnswer['auth_queue']; readonly warnings: readonly string[] } {
  const rows = deps.store.people.auth.pending({ taskId })
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
    warnings: authAlerts(deps.settings.human, rows.length, high),
  }
}

function authAlerts(limits: Settings['human'], pending: number, high: number): readonly string[] {
  const facts = `${pending} pages wait for a person, ${high} of high priority`
  if (pending >= limits.auth_critical_from || high >= limits.auth_critical_high_from)
    return [`critical: auth queue: ${facts}`]
  if (pending >= limits.auth_warning_from) return [`warning: auth queue: ${facts}`]
  return []
}

export function getAuthQueue(deps: HumanDeps, { task_id: taskId, options }: AuthQueueInput): AuthQueueAnswer {
  if (taskId !== undefined) requireTask(deps.store, taskId)
  const filter = options.priority_filter
  const rows = deps.store.people.auth.pending({ taskId, priority: filter === 'all' ? undefined : filter })
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
  return { ok: true, queue: rows.map((row) => itemOf(deps, row)), total_pending: rows.length }
}

function itemOf(deps: HumanDeps, row: AuthRow): AuthItem {
  return {
    id: row.id,
    domain: row.domain,
    url: row.url,
    type: row.auth_type,
    priority: row.priority,
    queued_at: row.queued_at,
    blocking_searches: searchesOf(deps.store.people.auth.pendingOfUrl(row.url)),
  }
}

/** The session seen in the person's browser, where Lyra opened the page and observed it. */
type SeenSessions = (domain: string) => SessionData | null

/** `unblock` gets the searches that waited for this page: it can be read now. */
export function resolveAuth(
  deps: HumanDeps,
  input: ResolveAuthInput,
  unblock: (searchIds: readonly string[]) => void = () => {},
  seen: SeenSessions = () => null,
): ResolveAuthAnswer {
  const { status } = input.data
  const { answer, rows } = deps.store.write(() => {
    const causeId = deps.store.events.append({
      kind: 'auth.settled',
      subjectId: input.data.auth_id ?? input.data.domain ?? '',
      data: { target: input.target, status },
      causeId: deps.ids.next('cause'),
    })
    const wholeSite = input.target === 'domain'
    const settling = { status, session: input.data.session_data, causeId, seen, wholeSite }
    return input.target === 'item'
      ? resolveItem(deps, input.data.auth_id, settling)
      : resolveDomain(deps, plainHost(input.data.domain), settling)
  })
  if (status === 'resolved') unblock(searchesOf(rows))
  return answer
}

interface Settling {
  readonly status: ResolveAuthInput['data']['status']
  readonly session: SessionData | undefined
  readonly causeId: string
  readonly seen: SeenSessions
  readonly wholeSite: boolean
}
interface Resolved {
  readonly answer: ResolveAuthAnswer
  readonly rows: readonly AuthRow[]
}

/** Several searches may wait for the same page; one resolution settles all of them. */
function resolveItem(deps: HumanDeps, authId: string, settling: Settling): Resolved {
  const item = deps.store.people.auth.get(authId)
  if (item === null) throw new LyraError('NOT_FOUND', `The auth queue has no item ${authId}`)
  if (item.status !== 'pending')
    throw new LyraError('INVALID_PARAMS', `Item ${item.id} is already ${item.status}`, {
      hint: 'See get_auth_queue for what still waits',
    })
  const rows = deps.store.people.auth.pendingOfUrl(item.url)
  settle(deps, rows, settling, item.domain)
  const unblocked = settling.status === 'resolved' ? searchesOf(rows) : []
  return { answer: { ok: true, auth_id: item.id, status: settling.status, unblocked_searches: unblocked }, rows }
}

function resolveDomain(deps: HumanDeps, domain: string, settling: Settling): Resolved {
  const { auth } = deps.store.people
  // A site that was skipped and is passed after all is read again.
  const rows = [
    ...auth.pendingOfDomain(domain),
    ...(settling.status === 'resolved' ? auth.skippedOfDomain(domain) : []),
  ]
  if (rows.length === 0 && settling.session === undefined)
    throw new LyraError('NOT_FOUND', `Nothing waits for the domain ${domain}`)
  const stored = settle(deps, rows, settling, domain)
  const answer: ResolveAuthAnswer = {
    ok: true,
    domain,
    resolved_count: rows.length,
    affected_tasks: distinct(rows.flatMap((row) => row.task_id ?? [])),
    session_stored: stored,
  }
  return { answer, rows }
}

function settle(deps: HumanDeps, rows: readonly AuthRow[], settling: Settling, domain: string): boolean {
  const { status, causeId } = settling
  const at = isoTime(deps.clock)
  const session = status === 'resolved' ? (settling.session ?? settling.seen(domain)) : null
  if (session !== null) storeSession(deps, domain, session, causeId)
  deps.store.people.auth.settle(
    rows.map((row) => row.id),
    status,
    at,
    settling.wholeSite,
  )
  if (status === 'resolved') endCooldown(deps, domain, at, causeId)
  for (const row of rows)
    deps.log.info('auth.settled', {
      id: row.id,
      type: row.auth_type,
      status,
      waited_seconds: Math.round((Date.parse(at) - Date.parse(row.queued_at)) / 1000),
    })
  return session !== null
}

/** Ends the cool-down: otherwise the retried queries would be refused because of the earlier refusal. */
function endCooldown({ store }: HumanDeps, domain: string, at: string, causeId: string): void {
  const site = registrableDomain(`https://${domain}/`) ?? domain
  if (store.domains.cooldownUntil(site) !== null) store.domains.setCooldown(site, null, 0, at, causeId)
}

/** The domain under which a page waits and its session is kept. */
export function domainOf(url: string): string {
  if (!URL.canParse(url)) throw new LyraError('INVALID_PARAMS', `Not a URL: ${url.slice(0, 200)}`)
  return plainHost(new URL(url).hostname)
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
