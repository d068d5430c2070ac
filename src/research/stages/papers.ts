import { isoTime } from '../../domain/clock.ts'
import { sha256, stableId } from '../../domain/ids.ts'
import { isSuccess } from '../../domain/outcome.ts'
import type { Fragment, Page } from '../../domain/page.ts'
import { normaliseUrl, registrableDomain } from '../../domain/url.ts'
import { type CanonicalWork, type Work, withdraws } from '../../domain/work.ts'
import type { ArchiveRef } from '../../net/types.ts'
import { isNotice } from '../../store/work-identity.ts'
import { recomputeClaims } from '../graph/recompute.ts'
import type { SearchRun } from '../parts.ts'
import { reportDanger } from './report-danger.ts'
import { screenWork, shownOnPage } from './screen-work.ts'

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

/** TRUST phase 4: one work, one page; its abstract is the only fragment (LYRA 1.8). */
export function savePaper(run: SearchRun, found: FoundPaper): SavedPaper {
  const { store, clock } = run.parts
  return store.write(() => {
    const at = isoTime(clock)
    const screened = screenWork(found.work)
    const saved = saveWork(run, store.works.merge(screened.work, at, run.causeId), found.archive, at)
    const { work, pageId, landingUrl } = saved
    // The index that passed it on is not blamed for what a paper says: no flag, and its domain keeps its trust.
    const url = landingUrl ?? work.id
    if (pageId !== null) reportDanger(run, { id: pageId, url }, screened)
    else reportDanger(run, { id: work.id, url }, screened, 'work')
    return saved
  })
}

function saveWork(run: SearchRun, work: CanonicalWork, archive: ArchiveRef | null, at: string): SavedPaper {
  const { store } = run.parts
  if (isNotice(work)) return saveNotice(run, work)
  const landingUrl = landingOf(work)
  const existing = pageOf(run, work)
  if (existing !== null) {
    store.pages.describeWork(work.id, paperMetadata(work))
    adoptPage(run, existing, work)
    return { work, pageId: existing.id, landingUrl }
  }
  if (work.abstract === null || landingUrl === null)
    return { work, landingUrl, pageId: pageOfPaper(run, { work, pageId: null, landingUrl }) }
  const { page } = store.pages.save(paperPage(run, work, landingUrl, archive, at))
  if (work.abstract !== '') store.fragments.saveAll([abstractFragment(run, page, work, work.abstract, at)])
  adoptPage(run, page, work)
  return { work, pageId: page.id, landingUrl }
}

/**
 * The page that was read at the paper's address becomes the paper's, else one that was adopted; null while there is
 * none.
 */
export function pageOfPaper(run: SearchRun, { work, landingUrl }: SavedPaper): string | null {
  const landing = landingUrl === null ? null : run.parts.store.pages.byUrl(landingUrl)
  const page = landing !== null && isSuccess(landing.outcome) ? landing : pageOf(run, work)
  if (page === null) return null
  adoptPage(run, page, work)
  return page.id
}

/** The page is this work's from now on, and is retracted with it. */
export function adoptPage(run: SearchRun, page: Page, work: CanonicalWork): void {
  const { store, clock } = run.parts
  store.write(() => {
    for (const identifier of work.identifiers) store.pages.index(identifier, page.id, isoTime(clock))
    if (page.work_id === null) store.pages.linkToWork(page.id, work.id, paperMetadata(work))
    if (work.is_retracted) retract(run, work)
  })
}

/** A notice tells of a paper and proves nothing by itself: it becomes no page, and what it withdraws is withdrawn. */
function saveNotice(run: SearchRun, notice: CanonicalWork): SavedPaper {
  const { store } = run.parts
  for (const { doi, type } of notice.notice_of) {
    if (!withdraws(type)) continue
    const work = store.works.byIdentifier({ type: 'doi', value: doi })
    if (work !== null) retract(run, work)
  }
  const landing = landingOf(notice)
  const read = landing === null ? null : store.pages.byUrl(landing)
  if (read !== null) store.pages.linkToWork(read.id, notice.id, paperMetadata(notice))
  return { work: notice, pageId: null, landingUrl: null }
}

/** Chapters share the ISBN of their book: the page of one is not the other's, and not retracted with it. */
function pageOf(run: SearchRun, work: CanonicalWork): Page | null {
  for (const identifier of work.identifiers) {
    const page = run.parts.store.pages.byIdentifier(identifier)
    if (page !== null && (page.work_id === null || page.work_id === work.id)) return page
  }
  return null
}

/**
 * All pages of the work: a preprint is withdrawn with its article. What rests on them, in whichever task, loses its
 * support now and not only when that task is searched again.
 */
function retract(run: SearchRun, work: CanonicalWork): void {
  const { store } = run.parts
  for (const pageId of store.pages.notYetRetracted(work.id)) {
    store.pages.markRetracted(pageId)
    const resting = store.claims.restingOn([pageId])
    const causeId = store.events.append({
      kind: 'work_retracted',
      taskId: run.task.id,
      subjectType: 'page',
      subjectId: pageId,
      data: { title: work.title, notice: work.retraction_notice, claims: resting.length },
      causeId: run.causeId,
    })
    if (resting.length > 0) recomputeClaims(run.parts, resting, causeId)
  }
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
    ...shownOnPage(work),
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
    // Marked by `retract`, which also tells of it.
    is_retracted: false,
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
  const title = shownOnPage(work).title === null ? null : work.title
  return {
    id: stableId('frag', page.id, abstract),
    page_id: page.id,
    fragment_type: 'abstract',
    text_content: abstract,
    heading_context: title,
    heading_hierarchy: title === null ? [] : [{ level: 1, text: title }],
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
