import type { AuditedReference } from '../../api/audit-bibliography.ts'
import { isSuccess, type Outcome } from '../../domain/outcome.ts'
import type { Page } from '../../domain/page.ts'
import { parseWebUrl } from '../../domain/url.ts'
import type { Extract } from '../../extract/types.ts'
import type { NetResponse, PageFetcher } from '../../net/types.ts'
import type { SourceCall } from '../../sources/types.ts'
import type { ReferenceItem } from './reference-item.ts'

export interface LinkParts {
  readonly fetcher: PageFetcher
  readonly extract: Extract
}

export interface FollowedLink {
  readonly link: NonNullable<AuditedReference['link']>
  /** What the page calls itself; null where nothing was read, or it does not say. */
  readonly title: string | null
}

const DEAD: readonly string[] = ['gone', 'not_found'] satisfies readonly Outcome[]
export const isDead = ({ link }: FollowedLink) => DEAD.includes(link.outcome)
export const isAlive = ({ link }: FollowedLink) => isSuccess(link.outcome as Outcome)

/** A gathered page has its copy; another address is asked for once. Null where the entry has no link of its own. */
export async function followLink(
  { fetcher, extract }: LinkParts,
  { url }: Pick<ReferenceItem, 'url'>,
  page: Page | null,
  { offline, call }: { readonly offline: boolean; readonly call: SourceCall },
): Promise<FollowedLink | null> {
  if (url === null || parseWebUrl(url) === null || /^https?:\/\/(?:dx\.)?doi\.org\//iu.test(url)) return null
  const own =
    page?.warc_file == null || page.warc_record_id === null
      ? null
      : { file: page.warc_file, record_id: page.warc_record_id, at: page.fetched_at }
  if (offline) return { link: { url, outcome: 'not asked', copy: own }, title: null }
  const { result, attempts } = await fetcher.fetchPage({ url, purpose: 'page', ...call })
  // Where the Wayback Machine had to stand in, the address itself is dead and the copy is what it had.
  const [direct] = attempts.filter(({ route }) => route !== 'wayback')
  const archived = result.archive === null || !isSuccess(result.outcome) ? null : result.archive
  const copy = archived === null ? own : { file: archived.file, record_id: archived.recordId, at: null }
  const outcome = result.route === 'wayback' ? (direct?.outcome ?? 'gone') : result.outcome
  const read = isSuccess(result.outcome) ? result.response : undefined
  const title = read === undefined ? null : await titleOf(extract, read, call.signal)
  return { link: { url, outcome, copy: own ?? copy }, title }
}

async function titleOf(
  extract: Extract,
  { body, headers, finalUrl: url }: NetResponse,
  signal: AbortSignal | undefined,
): Promise<string | null> {
  if (body.length === 0) return null
  const read = await extract({ url, contentType: headers['content-type'] ?? null, body }, signal)
  return read.ok ? read.page.title : null
}
