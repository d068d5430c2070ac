import type { Claim } from '../../domain/claim.ts'
import { isSuccess } from '../../domain/outcome.ts'
import type { Page } from '../../domain/page.ts'
import type { PageStatement } from '../../domain/page-statement.ts'
import { admitStatements } from '../../intake/admit-statements.ts'
import type { PageVersion } from '../../net/types.ts'
import { saidBefore, type VersionText } from '../archived/version-differences.ts'
import type { ResearchParts } from '../parts.ts'
import type { SearchCall } from '../search-call.ts'
import { mergeWarnings } from './warnings.ts'

export type VersionDeps = Pick<ResearchParts, 'store' | 'fetcher' | 'extract' | 'settings'>

interface LivePage {
  readonly page: Page
  readonly claims: readonly Claim[]
}

const READ_LIVE: readonly string[] = ['http', 'tor', 'browser', 'headful', 'undetected']

/**
 * REQ 3.1.6 for pages that still live: where a page shows that it was revised, or what it says is disputed, captures of
 * it a year and three years apart are read, and what they said otherwise is kept with its dates. The page as it is now
 * stays the evidence. Within net.wayback_live_pages a search and the archive's share of the pages.
 */
export async function compareVersions(
  deps: VersionDeps,
  call: SearchCall,
  pageIds: readonly string[],
): Promise<readonly string[]> {
  const { versions } = deps.fetcher
  const most = deps.settings.net.wayback_live_pages
  if (versions === undefined || most === 0) return []
  const warnings: (readonly string[])[] = []
  for (const live of pagesToCompare(deps, call, pageIds).slice(0, most)) {
    const { taskId, causeId, signal } = call
    call.progress(`Reading archived versions of ${live.page.domain}`)
    const told = await versions({ url: live.page.url, purpose: 'page', taskId, causeId, signal })
    call.signal.throwIfAborted()
    warnings.push(await keepDifferences(deps, call, live, told.versions))
  }
  return mergeWarnings(...warnings)
}

/** Those with the nearest claims first; what follows from the graph alone is the same in a replay. */
function pagesToCompare(
  { store }: Pick<VersionDeps, 'store'>,
  { taskId }: SearchCall,
  pageIds: readonly string[],
): readonly LivePage[] {
  const wanted = new Set(pageIds)
  const claims = Map.groupBy(
    store.claims.ofTask(taskId),
    ({ source_fragment_id: id }) => store.fragments.get(id)?.page_id,
  )
  const disputed = new Set(store.claims.contradictions(taskId).map(({ claim_id }) => claim_id))
  const relevances = store.findings.relevances(taskId)
  const nearest = (own: readonly Claim[]) => Math.max(...own.map(({ id }) => relevances.get(id) ?? 0))
  return store.pages
    .many([...claims.keys()].flatMap((id) => (id !== undefined && wanted.has(id) ? [id] : [])))
    .map((page) => ({ page, claims: claims.get(page.id) ?? [] }))
    .filter(({ page, claims: own }) => READ_LIVE.includes(page.route) && showsRevision(store, page, own, disputed))
    .sort((a, b) => nearest(b.claims) - nearest(a.claims) || (a.page.url < b.page.url ? -1 : 1))
}

function showsRevision(
  { fragments }: Pick<VersionDeps['store'], 'fragments'>,
  { id, published_at: published, updated_at: updated }: Page,
  claims: readonly Claim[],
  disputed: ReadonlySet<string>,
): boolean {
  if (updated !== null && updated.slice(0, 10) !== published?.slice(0, 10)) return true
  if (claims.some((claim) => disputed.has(claim.id))) return true
  return fragments.ofPage(id).some(({ revisions = [] }) => revisions.length > 0)
}

async function keepDifferences(
  { store, extract }: Pick<VersionDeps, 'store' | 'extract'>,
  { causeId }: SearchCall,
  { page, claims }: LivePage,
  versions: readonly PageVersion[],
): Promise<readonly string[]> {
  const read: (VersionText & Pick<PageStatement, 'warc_file' | 'warc_record_id'>)[] = []
  for (const { at, result } of versions) {
    if (!isSuccess(result.outcome) || result.response === undefined) continue
    const { finalUrl, headers, body } = result.response
    const text = await extract({ url: finalUrl, contentType: headers['content-type'] ?? null, body })
    if (!text.ok) continue
    const place = { warc_file: result.archive?.file ?? null, warc_record_id: result.archive?.recordId ?? null }
    read.push({ at, texts: text.page.fragments.map(({ text_content }) => text_content), ...place })
  }
  if (read.length === 0) return []
  const now = store.fragments.ofPage(page.id).map(({ text_content }) => text_content)
  const statements = claims.flatMap((claim) =>
    saidBefore(wordsOf(store, claim), now, read).map((said): PageStatement => {
      const { warc_file = null, warc_record_id = null } = read.find(({ at }) => at === said.said_until) ?? {}
      return { page_id: page.id, claim_id: claim.id, ...said, warc_file, warc_record_id, cause_id: causeId }
    }),
  )
  return admitStatements(store, page, statements)
}

/** The sentence of the page that the claim was taken from. */
function wordsOf({ fragments }: Pick<VersionDeps['store'], 'fragments'>, claim: Claim): string {
  const text = fragments.get(claim.source_fragment_id)?.text_content ?? claim.claim_text
  return text.slice(claim.span_start, claim.span_end) || claim.claim_text
}
