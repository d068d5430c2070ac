import { isoTime } from '../../domain/clock.ts'
import type { ChallengeKind, Outcome } from '../../domain/outcome.ts'
import { isSuccess, needsPerson } from '../../domain/outcome.ts'
import type { Page } from '../../domain/page.ts'
import { isPrimarySource } from '../../domain/trust.ts'
import { registrableDomain } from '../../domain/url.ts'
import type { Identifier } from '../../domain/work.ts'
import type { PageFetch } from '../../net/types.ts'
import type { SearchRun } from '../parts.ts'
import type { FetchCandidate } from './find.ts'
import { saveWebPage } from './save-page.ts'

/** TRUST phase 6: what is no paper is fetched, archived and extracted; identifiers found inside go back to enrichment. */
export async function fetchPages(
  run: SearchRun,
  candidates: readonly FetchCandidate[],
  budget: number,
): Promise<readonly Identifier[]> {
  const wanted = candidates.filter((candidate) => !skipKnown(run, candidate)).slice(0, budget)
  const fetches = await inParallel(wanted, run.parts.settings.net.concurrency, (candidate, index) => {
    run.step(`Reading ${index + 1}/${wanted.length}: ${registrableDomain(candidate.url) ?? candidate.url}`)
    return run.parts.fetcher.fetchPage({
      url: candidate.url,
      purpose: 'page',
      taskId: run.task.id,
      causeId: run.causeId,
      signal: run.signal,
      ...(candidate.referer === null ? {} : { referer: candidate.referer }),
    })
  })
  const identifiers: Identifier[] = []
  for (const [index, candidate] of wanted.entries()) {
    const fetched = fetches[index]
    if (fetched !== undefined) identifiers.push(...(await keep(run, candidate, fetched)))
  }
  return identifiers
}

/** Pages another search already read are used again without fetching; blocked domains are left alone, by name. */
function skipKnown(run: SearchRun, candidate: FetchCandidate): boolean {
  const domain = registrableDomain(candidate.url) ?? ''
  if (run.parts.trust.ofUrl(candidate.url, domain).level === 'BLOCKED') {
    note(run, candidate, null, 'blocked', 'the domain is blocked', [], false)
    return true
  }
  const page = run.parts.store.pages.byUrl(candidate.url)
  if (page === null || !isSuccess(page.outcome)) return false
  note(run, candidate, page, page.outcome, 'already in the graph', [], false)
  return true
}

async function keep(run: SearchRun, candidate: FetchCandidate, fetched: PageFetch): Promise<readonly Identifier[]> {
  const { result } = fetched
  if (!isSuccess(result.outcome) || result.response === undefined) {
    const reason = 'reason' in result ? result.reason : 'no answer'
    note(run, candidate, null, result.outcome, reason, fetched.attempts, true)
    if (needsPerson(result.outcome))
      askPerson(run, candidate, 'challenge' in result ? result.challenge : undefined, result.outcome)
    return []
  }
  const saved = await saveWebPage(run, candidate, fetched)
  note(run, candidate, saved.page, saved.outcome, saved.reason, fetched.attempts, true)
  if (saved.outcome === 'login_wall') askPerson(run, candidate, 'login', 'login_wall')
  return saved.identifiers
}

function askPerson(
  run: SearchRun,
  candidate: FetchCandidate,
  challenge: ChallengeKind | undefined,
  outcome: Outcome,
): void {
  const domain = registrableDomain(candidate.url) ?? ''
  const primary = isPrimarySource(run.parts.trust.ofUrl(candidate.url, domain).level)
  run.parts.enqueueAuth({
    taskId: run.task.id,
    searchId: run.row.id,
    url: candidate.url,
    challenge: challenge ?? (outcome === 'login_wall' ? 'login' : 'captcha'),
    priority: primary ? 'high' : 'normal',
    causeId: run.causeId,
  })
}

function note(
  run: SearchRun,
  candidate: FetchCandidate,
  page: Page | null,
  outcome: Outcome,
  reason: string | null,
  attempts: PageFetch['attempts'],
  counts: boolean,
): void {
  const { store, clock } = run.parts
  store.write(() => {
    store.searches.savePage({
      query_id: run.row.id,
      url: candidate.url,
      page_id: page?.id ?? null,
      found_by: candidate.foundBy,
      outcome,
      reason,
      attempts,
      counts_toward_budget: counts,
      cause_id: run.causeId,
    })
    store.events.append({
      kind: 'page_read',
      taskId: run.task.id,
      subjectType: 'url',
      subjectId: candidate.url,
      data: { outcome, reason, page_id: page?.id ?? null, at: isoTime(clock) },
      causeId: run.causeId,
    })
  })
  if (page !== null) run.pageIds.push(page.id)
}

/** Starts in order, at most `limit` at once; results keep the order of the input, so that a replay is the same. */
async function inParallel<T, R>(
  items: readonly T[],
  limit: number,
  work: (item: T, index: number) => Promise<R>,
): Promise<R[]> {
  const results: R[] = new Array(items.length)
  let next = 0
  const worker = async () => {
    while (next < items.length) {
      const index = next
      next += 1
      results[index] = await work(items[index] as T, index)
    }
  }
  await Promise.all(Array.from({ length: Math.min(limit, items.length) }, worker))
  return results
}
