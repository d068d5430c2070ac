import { isoTime } from '../../domain/clock.ts'
import { sha256, stableId } from '../../domain/ids.ts'
import type { Fragment, Page } from '../../domain/page.ts'
import { normaliseUrl, registrableDomain } from '../../domain/url.ts'
import { type CanonicalWork, type Work, withdraws } from '../../domain/work.ts'
import type { ArchiveRef } from '../../net/types.ts'
import { isNotice } from '../../store/work-identity.ts'
import { describePages, linkPage } from '../../store/works.ts'
import { recomputeClaims } from '../graph/recompute.ts'
import type { SearchRun } from '../parts.ts'

export interface FoundPaper {
  readonly work: Work
  readonly archive: ArchiveRef | null
}

export interface SavedPaper {
  readonly work: CanonicalWork
  /** Null when no source has the abstract: the landing page becomes a fetch candidate (TRUST phase 4). */
  readonly pageId: string | null
  readonly landingUrl: string | null
}

/** TRUST phase 4: one work, one page; its abstract is the only fragment ("papers: abstract only", SPEC 2). */
export function savePaper(run: SearchRun, found: FoundPaper): SavedPaper {
  const { store, clock } = run.parts
  return store.write(() => {
    const at = isoTime(clock)
    const work = store.works.merge(found.work, at, run.causeId)
    if (isNotice(work)) return saveNotice(run, work)
    const landingUrl = landingOf(work)
    const existing = pageOf(run, work)
    if (existing !== null) {
      for (const identifier of work.identifiers) store.pages.index(identifier, existing.id, at)
      describePages(store, work.id, paperMetadata(work))
      if (work.is_retracted && !existing.is_retracted) retract(run, existing, work)
      return { work, pageId: existing.id, landingUrl }
    }
    if (work.abstract === null || landingUrl === null) return { work, pageId: null, landingUrl }
    const { page } = store.pages.save(paperPage(run, work, landingUrl, found.archive, at))
    for (const identifier of work.identifiers) store.pages.index(identifier, page.id, at)
    store.fragments.saveAll([abstractFragment(run, page, work, work.abstract, at)])
    if (work.is_retracted) retract(run, page, work)
    return { work, pageId: page.id, landingUrl }
  })
}

/** A notice tells of a paper and proves nothing by itself: it becomes no page, and what it withdraws is withdrawn. */
function saveNotice(run: SearchRun, notice: CanonicalWork): SavedPaper {
  const { store } = run.parts
  for (const { doi, type } of notice.notice_of) {
    if (!withdraws(type)) continue
    const identifier = { type: 'doi', value: doi } as const
    const [page, work] = [store.pages.byIdentifier(identifier), store.works.byIdentifier(identifier)]
    if (page !== null && work !== null && !page.is_retracted) retract(run, page, work)
  }
  const landing = landingOf(notice)
  const read = landing === null ? null : store.pages.byUrl(landing)
  if (read !== null) linkPage(store, read.id, notice.id, paperMetadata(notice))
  return { work: notice, pageId: null, landingUrl: null }
}

function pageOf(run: SearchRun, work: CanonicalWork): Page | null {
  for (const identifier of work.identifiers) {
    const page = run.parts.store.pages.byIdentifier(identifier)
    if (page !== null) return page
  }
  return null
}

/** What rests on the paper, in whichever task, loses its support now and not only when that task is searched again. */
function retract(run: SearchRun, page: Page, work: CanonicalWork): void {
  const { store } = run.parts
  store.pages.markRetracted(page.id)
  const resting = store.claims.restingOn([page.id])
  const causeId = store.events.append({
    kind: 'work_retracted',
    taskId: run.task.id,
    subjectType: 'page',
    subjectId: page.id,
    data: { title: work.title, notice: work.retraction_notice, claims: resting.length },
    causeId: run.causeId,
  })
  if (resting.length > 0) recomputeClaims(run.parts, resting, causeId)
}

function landingOf(work: CanonicalWork): string | null {
  if (work.url !== null) return normaliseUrl(work.url)
  const doi = work.identifiers.find((identifier) => identifier.type === 'doi')
  return doi ? normaliseUrl(`https://doi.org/${doi.value}`) : null
}

function paperPage(run: SearchRun, work: CanonicalWork, url: string, archive: ArchiveRef | null, at: string): Page {
  return {
    id: stableId('page', url),
    url,
    final_url: null,
    canonical_url: null,
    domain: registrableDomain(url) ?? '',
    title: work.title,
    authors: work.authors,
    published_at: work.published_at,
    updated_at: null,
    year: work.year,
    language: work.language,
    page_type: 'paper',
    route: 'api',
    outcome: 'ok',
    http_status: null,
    content_type: 'application/json',
    content_hash: sha256(work.abstract ?? ''),
    warc_file: archive?.file ?? null,
    warc_record_id: archive?.recordId ?? null,
    screenshot_path: null,
    work_id: work.id,
    paper_metadata: paperMetadata(work),
    is_retracted: work.is_retracted,
    quality_score: 1,
    quality_flags: [],
    fetched_at: at,
    cause_id: run.causeId,
  }
}

/** For the assistant to judge by; nothing is decided from it (TRUST decision 3). */
function paperMetadata(work: CanonicalWork): Readonly<Record<string, unknown>> {
  return {
    identifiers: work.identifiers,
    venue: work.venue,
    year: work.year,
    cited_by_count: work.cited_by_count,
    reference_count: work.reference_count,
    is_preprint: work.is_preprint,
    versions: work.versions,
    oa_url: work.oa_url,
    licence: work.licence,
    sources: work.sources,
    field_sources: work.field_sources,
    retraction_notice: work.retraction_notice,
    updates: work.updates,
    notice_of: work.notice_of,
  }
}

function abstractFragment(run: SearchRun, page: Page, work: CanonicalWork, abstract: string, at: string): Fragment {
  return {
    id: stableId('frag', page.id, abstract),
    page_id: page.id,
    fragment_type: 'abstract',
    text_content: abstract,
    heading_context: work.title,
    heading_hierarchy: [{ level: 1, text: work.title }],
    element_index: 0,
    position: 0,
    char_start: 0,
    char_end: abstract.length,
    page_number: null,
    text_hash: sha256(abstract.normalize('NFKC').replace(/\s+/gu, ' ').trim()),
    language: work.language,
    extraction_method: 'api_abstract',
    quality_score: 1,
    cluster_id: null,
    is_irrelevant: false,
    created_at: at,
    cause_id: run.causeId,
  }
}
