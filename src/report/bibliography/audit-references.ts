import {
  type AuditAnswer,
  type AuditedReference,
  type AuditInput,
  MOST_REFERENCES,
  REFERENCE_STATUSES,
  type ReferenceStatus,
} from '../../api/audit-bibliography.ts'
import { LyraError } from '../../domain/errors.ts'
import type { IdSource } from '../../domain/ids.ts'
import { isSuccess, type Outcome } from '../../domain/outcome.ts'
import { withdraws } from '../../domain/paper.ts'
import { parseWebUrl } from '../../domain/url.ts'
import type { PageFetcher } from '../../net/types.ts'
import type { AcademicSource } from '../../sources/types.ts'
import type { Store } from '../../store/types.ts'
import { type FoundWork, fromGraph, fromSources, type LookedUp } from './look-up-reference.ts'
import { parseReferences, referenceFormat } from './parse-references.ts'
import type { ReferenceItem } from './reference-item.ts'
import { mismatches } from './same-work.ts'

export interface AuditParts {
  readonly store: Store
  readonly sources: readonly AcademicSource[]
  readonly fetcher: PageFetcher
  readonly ids: IdSource
}

/** Every entry of a list: in the graph first, then by the sources; nothing of it is saved. */
export async function auditReferences(
  parts: AuditParts,
  { list, format: given, offline }: AuditInput,
  signal: AbortSignal,
): Promise<AuditAnswer> {
  const format = given ?? referenceFormat(list)
  const items = parseReferences(list, format)
  if (items.length === 0)
    throw new LyraError('INVALID_PARAMS', `The list has no entry that can be read as ${format}`, {
      hint: 'Name its format: --format text, bibtex, ris or csl',
    })
  const causeId = parts.store.events.append({
    ...{ kind: 'bibliography_audited', data: { entries: items.length, format }, causeId: parts.ids.next('cause') },
  })
  const audited: AuditedReference[] = []
  for (const item of items.slice(0, MOST_REFERENCES)) {
    signal.throwIfAborted()
    audited.push(await auditOne(parts, item, { offline, causeId, signal }))
  }
  const counts = Object.fromEntries(REFERENCE_STATUSES.map((status) => [status, 0])) as Record<ReferenceStatus, number>
  for (const { status } of audited) counts[status] += 1
  return { ok: true, format, items: audited, counts, not_audited: items.length - audited.length }
}

interface AuditRun {
  readonly offline: boolean
  readonly causeId: string
  readonly signal: AbortSignal
}

async function auditOne(parts: AuditParts, item: ReferenceItem, run: AuditRun): Promise<AuditedReference> {
  const known = fromGraph(parts.store, item)
  const call = { taskId: null, causeId: run.causeId, signal: run.signal }
  const asks = !run.offline && known.works.length === 0 && (item.identifiers.length > 0 || item.url === null)
  const told = asks ? await fromSources(parts.sources, item, call) : null
  const works = [...known.works, ...(told?.works ?? [])]
  const link = await linkOf(parts, item, known, run)
  const wrong = works.map((work) => mismatches(item, work))
  // Sources differ in a year or a spelling: the entry is wrong only where no one has it as cited.
  const fits = wrong.findIndex((one) => one.length === 0)
  const work = works[Math.max(0, fits)]
  return {
    key: item.key.slice(0, 300),
    entry: item.raw,
    status: statusOf({ item, works, wrong, told, link, offline: run.offline }),
    known_by: [...new Set(works.flatMap(({ knownBy }) => knownBy))],
    title: work?.title.slice(0, 1000) ?? null,
    mismatches: fits >= 0 ? [] : [...(wrong[0] ?? [])],
    notices: works.flatMap(({ updates }) => updates).map(({ type, notice, date }) => ({ type, notice, date })),
    link,
    page_id: known.page?.id ?? null,
    reasons: [...(run.offline && works.length === 0 ? ['offline: no source was asked'] : []), ...(told?.reasons ?? [])],
  }
}

interface Weighed {
  readonly item: ReferenceItem
  readonly works: readonly FoundWork[]
  readonly wrong: readonly (readonly unknown[])[]
  readonly told: LookedUp | null
  readonly link: AuditedReference['link']
  readonly offline: boolean
}

const DEAD: readonly string[] = ['gone', 'not_found'] satisfies readonly Outcome[]

/** The worst that is known of it. */
function statusOf({ item, works, wrong, told, link }: Weighed): ReferenceStatus {
  const updates = works.flatMap((work) => work.updates)
  if (works.some(({ isRetracted }) => isRetracted) || updates.some(({ type }) => withdraws(type))) return 'retracted'
  if (works.length > 0 && wrong.every((one) => one.length > 0)) return 'another work'
  if (link !== null && DEAD.includes(link.outcome)) return 'dead link'
  if (updates.length > 0) return 'corrected'
  if (works.length > 0 || (link !== null && isSuccess(link.outcome as Outcome))) return 'found'
  if (told?.denied === true && item.identifiers.length > 0) return 'not found'
  if (told !== null && told.reasons.length > 0) return 'unchecked'
  if (told?.denied === true || (told !== null && item.identifiers.length === 0)) return 'no identifier'
  return 'unchecked'
}

/** A gathered page has its copy; another address is asked for once. */
async function linkOf(
  { fetcher }: AuditParts,
  { url }: ReferenceItem,
  { page }: LookedUp,
  { offline, causeId, signal }: AuditRun,
): Promise<AuditedReference['link']> {
  if (url === null || parseWebUrl(url) === null || /^https?:\/\/(?:dx\.)?doi\.org\//iu.test(url)) return null
  const own =
    page?.warc_file == null || page.warc_record_id === null
      ? null
      : { file: page.warc_file, record_id: page.warc_record_id, at: page.fetched_at }
  if (offline) return { url, outcome: 'not asked', copy: own }
  const { result, attempts } = await fetcher.fetchPage({ url, purpose: 'page', taskId: null, causeId, signal })
  // Where the Wayback Machine had to stand in, the address itself is dead and the copy is what it had.
  const [direct] = attempts.filter(({ route }) => route !== 'wayback')
  const archived = result.archive === null || !isSuccess(result.outcome) ? null : result.archive
  const copy = archived === null ? own : { file: archived.file, record_id: archived.recordId, at: null }
  return { url, outcome: result.route === 'wayback' ? (direct?.outcome ?? 'gone') : result.outcome, copy: own ?? copy }
}
