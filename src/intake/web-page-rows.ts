import { yearOf } from '../domain/clock.ts'
import { sha256, stableId } from '../domain/ids.ts'
import { isOwnDocument, OWN_DOCUMENTS } from '../domain/own-document.ts'
import type { Fragment, Page } from '../domain/page.ts'
import { normaliseUrl, registrableDomain } from '../domain/url.ts'
import type { ExtractedFragment, ExtractedPage } from '../extract/types.ts'
import type { ScreenedPage } from '../guard/l2-page-screen.ts'
import { INSTRUCTION_FLAG, POSTED_INSTRUCTION_FLAG } from '../guard/l6-source-verification.ts'
import type { PageFetch } from '../net/types.ts'

/** When a row is written, and why. */
export interface Stamp {
  readonly at: string
  readonly causeId: string
}

/** A page of references names hundreds; what a page is about stands first. */
const MOST_IDENTIFIERS = 200

interface ScreenedAddress {
  readonly contentType: string | null
  readonly finalUrl: string | null
}

export function webPageRow(
  url: string,
  { result, screenshot }: PageFetch,
  screened: ExtractedPage & ScreenedPage<ExtractedFragment> & ScreenedAddress,
  { at, causeId }: Stamp,
): Page {
  return {
    id: stableId('page', url),
    url,
    final_url: screened.finalUrl,
    canonical_url: screened.canonicalUrl === null ? null : normaliseUrl(screened.canonicalUrl),
    domain: isOwnDocument(url) ? OWN_DOCUMENTS : (registrableDomain(url) ?? ''),
    title: screened.title,
    authors: screened.authors,
    published_at: screened.publishedAt,
    updated_at: screened.updatedAt,
    year: yearOf(screened.publishedAt ?? screened.updatedAt),
    language: screened.language,
    page_type: screened.pageType,
    route: result.route,
    outcome: result.outcome,
    http_status: result.response?.status ?? null,
    content_type: screened.contentType,
    content_hash: result.response === undefined ? null : sha256(result.response.body),
    warc_file: result.archive?.file ?? null,
    warc_record_id: result.archive?.recordId ?? null,
    screenshot_path: screenshot,
    work_id: null,
    paper_metadata: null,
    is_retracted: false,
    quality_score: screened.quality,
    quality_flags: [...screened.qualityFlags, ...dangerFlags(screened)],
    quality_reasons: screened.qualityReasons ?? [],
    licence: screened.licence ?? null,
    identifiers: [...screened.identifiers, ...(screened.documents ?? [])].slice(0, MOST_IDENTIFIERS),
    fetched_at: at,
    cause_id: causeId,
  }
}

/** Of a board the whole page is posts, also where their bounds are unknown. */
function dangerFlags({
  isDangerous,
  attacksOnlyInPosts,
  pageType,
}: Pick<ExtractedPage, 'pageType'> &
  Pick<ScreenedPage<ExtractedFragment>, 'isDangerous' | 'attacksOnlyInPosts'>): readonly string[] {
  if (!isDangerous) return []
  return [attacksOnlyInPosts || pageType === 'forum' ? POSTED_INSTRUCTION_FLAG : INSTRUCTION_FLAG]
}

export function fragmentRow(
  pageId: string,
  screened: ExtractedFragment,
  pageQuality: number,
  { at, causeId }: Stamp,
): Fragment {
  const { confidence = 1, as_written: _, ...fragment } = screened
  return {
    ...fragment,
    id: stableId('frag', pageId, String(fragment.position), fragment.text_hash),
    page_id: pageId,
    // What OCR was unsure of weighs less.
    quality_score: pageQuality * confidence,
    cluster_id: null,
    is_irrelevant: false,
    created_at: at,
    cause_id: causeId,
  }
}
