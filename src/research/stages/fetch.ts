import { z } from 'zod'
import { isoTime } from '../../domain/clock.ts'
import type { ChallengeKind, Outcome } from '../../domain/outcome.ts'
import { isSuccess, needsPerson } from '../../domain/outcome.ts'
import type { Page } from '../../domain/page.ts'
import { isPrimarySource } from '../../domain/trust.ts'
import { registrableDomain } from '../../domain/url.ts'
import type { Identifier } from '../../domain/work.ts'
import type { PageFetch } from '../../net/types.ts'
import { once } from '../jobs/stage-memo.ts'
import type { SearchRun } from '../parts.ts'
import type { FetchCandidate } from './find.ts'
import { saveWebPage } from './save-page.ts'
import { screenHistory } from './screen-history.ts'

/**
 * TRUST phase 6: what is no paper is fetched, archived and extracted; identifiers found inside go back to enrichment.
 * Pages are saved in the order of their rank, each as soon as it and those before it are there: a crash loses the few
 * that are under way.
 */
export async function fetchPages(
  run: SearchRun,
  candidates: readonly FetchCandidate[],
  budget: number,
): Promise<readonly Identifier[]> {
  for (const warning of run.parts.fetcher.warnings ?? []) {
    if (!run.warnings.includes(warning)) run.warnings.push(warning)
  }
  const wanted = await once(run, 'pages wanted', candidateList, () =>
    candidates.filter((candidate) => !skipKnown(run, candidate)).slice(0, budget),
  )
  const fetches = wanted.map((candidate, index) =>
    run.memo.get(keyOf(candidate)) === undefined ? readPage(run, candidate, `${index + 1}/${wanted.length}`) : null,
  )
  // Each is awaited in its turn below; one that fails earlier must not count as unhandled.
  for (const fetch of fetches) fetch?.catch(() => undefined)
  const identifiers: Identifier[] = []
  for (const [index, candidate] of wanted.entries()) {
    identifiers.push(
      ...(await once(run, keyOf(candidate), identifierList, async () => {
        const fetched = (await fetches[index]) as PageFetch
        run.signal.throwIfAborted()
        return [...(await keep(run, candidate, fetched))]
      })),
    )
  }
  return identifiers
}

const candidateList = z.array(
  z.object({ url: z.string(), foundBy: z.string(), referer: z.string().nullable(), score: z.number() }),
)
export const identifierList = z.array(z.custom<Identifier>((value) => typeof value === 'object'))

function keyOf(candidate: FetchCandidate): string {
  return `page ${candidate.url}`
}

export function readPage(run: SearchRun, candidate: FetchCandidate, place: string): Promise<PageFetch> {
  const domain = registrableDomain(candidate.url) ?? candidate.url
  return run.parts.fetcher.fetchPage(
    {
      url: candidate.url,
      purpose: 'page',
      taskId: run.task.id,
      causeId: run.causeId,
      signal: run.signal,
      ...(candidate.referer === null ? {} : { referer: candidate.referer }),
    },
    () => run.step(`Reading ${place}: ${domain}`),
  )
}

/** Pages another search already read are used again without fetching; blocked domains are left alone, by name. */
export function skipKnown(run: SearchRun, candidate: FetchCandidate): boolean {
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

/** What came of a page: saved with its fragments, or noted with its reason; a wall goes to a person. */
export async function keep(
  run: SearchRun,
  candidate: FetchCandidate,
  fetched: PageFetch,
): Promise<readonly Identifier[]> {
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
  if (saved.page !== null && fetched.history !== undefined) {
    run.parts.store.events.append({
      kind: 'page_history',
      taskId: run.task.id,
      subjectType: 'page',
      subjectId: saved.page.id,
      data: { ...screenHistory(run, saved.page, fetched.history) },
      causeId: run.causeId,
    })
  }
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
