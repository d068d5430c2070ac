import { sha256, stableId } from '../domain/ids.ts'
import type { Fragment, Page } from '../domain/page.ts'
import type { CanonicalPaper } from '../domain/paper.ts'
import { normaliseUrl, registrableDomain } from '../domain/url.ts'
import type { ArchiveRef } from '../net/types.ts'
import { displayedByline } from './screen-paper.ts'
import type { Stamp } from './web-page-rows.ts'

export function landingOf(work: CanonicalPaper): string | null {
  if (work.url !== null) return normaliseUrl(work.url)
  const doi = work.identifiers.find((identifier) => identifier.type === 'doi')
  return doi ? normaliseUrl(`https://doi.org/${doi.value}`) : null
}

export function paperPageRow(
  work: CanonicalPaper,
  url: string,
  archive: ArchiveRef | null,
  { at, causeId }: Stamp,
): Page {
  return {
    id: stableId('page', url),
    url,
    final_url: null,
    canonical_url: null,
    domain: registrableDomain(url) ?? '',
    ...displayedByline(work),
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
    cause_id: causeId,
  }
}

/** For the assistant to judge by; nothing is decided from it (TRUST decision 3). */
export function paperMetadata(work: CanonicalPaper): Readonly<Record<string, unknown>> {
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

export function abstractRow(pageId: string, work: CanonicalPaper, abstract: string, { at, causeId }: Stamp): Fragment {
  const title = displayedByline(work).title === null ? null : work.title
  return {
    id: stableId('frag', pageId, abstract),
    page_id: pageId,
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
    cause_id: causeId,
  }
}
