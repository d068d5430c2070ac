import { isoTime } from '../../domain/clock.ts'
import { sha256, stableId } from '../../domain/ids.ts'
import type { Outcome } from '../../domain/outcome.ts'
import type { Fragment, Page } from '../../domain/page.ts'
import { normaliseUrl, registrableDomain } from '../../domain/url.ts'
import type { Identifier } from '../../domain/work.ts'
import { textHash } from '../../extract/fragments.ts'
import type { ExtractedFragment, ExtractedPage, ExtractionFailure } from '../../extract/types.ts'
import { hasInstruction, type Screened, screenFields, screenPage } from '../../guard/l2-page-screen.ts'
import { INSTRUCTION_FLAG, MISLEADING_FLAG } from '../../guard/l6-source-verification.ts'
import type { PageFetch } from '../../net/types.ts'
import type { SearchRun } from '../parts.ts'
import type { FetchCandidate } from './find.ts'
import { reportDanger, reportMisled } from './report-danger.ts'

interface SavedPage {
  readonly page: Page | null
  readonly outcome: Outcome
  readonly reason: string | null
  readonly identifiers: readonly Identifier[]
}

/** A page of references names hundreds; what a page is about stands first. */
const MOST_IDENTIFIERS = 200

/**
 * What came of a document that arrived but could not be read: each failure keeps its name in the search's pages (REQ
 * 3.5).
 */
const OUTCOME_OF: Readonly<Record<ExtractionFailure, Outcome>> = {
  empty: 'empty',
  unsupported_type: 'unsupported_type',
  broken_pdf: 'broken_document',
  password_pdf: 'password_protected',
  ocr_failed: 'unreadable_scan',
  login_wall: 'login_wall',
  too_costly: 'timeout',
}

/** A fetched document becomes one page and its fragments, in one transaction. */
export async function saveWebPage(run: SearchRun, candidate: FetchCandidate, fetched: PageFetch): Promise<SavedPage> {
  const { result } = fetched
  const response = result.response
  if (response === undefined) return { page: null, outcome: result.outcome, reason: 'no body', identifiers: [] }
  const contentType = response.headers['content-type'] ?? null
  const extraction = await run.parts.extract({ url: response.finalUrl, contentType, body: response.body })
  if (!extraction.ok) {
    return { page: null, outcome: OUTCOME_OF[extraction.failure], reason: extraction.reason, identifiers: [] }
  }
  const { store, clock } = run.parts
  const extracted = { ...extraction.page, identifiers: extraction.page.identifiers.filter(namesNoOrder) }
  const at = isoTime(clock)
  const page = store.write(() => {
    const screened = screenWebPage(extracted, contentType)
    const saved = store.pages.save(webPage(run, candidate, fetched, { ...extracted, ...screened }, at)).page
    reportDanger(run, saved, screened)
    if (extracted.qualityFlags.includes(MISLEADING_FLAG)) reportMisled(run, saved.id)
    store.fragments.saveAll(
      screened.fragments.map((fragment) => toFragment(run, saved, fragment, extracted.quality, at)),
    )
    return saved
  })
  return { page, outcome: 'ok', reason: null, identifiers: extracted.identifiers }
}

/** L2 (REQ 4.4.1) for all that a page or its server writes itself, and that becomes a column. */
function screenWebPage(extracted: ExtractedPage, contentType: string | null) {
  const texts = screenPage(extracted)
  const licence = screenFields({ licence: extracted.licence ?? null })
  const type = screenFields({ content_type: contentType })
  const address = screenFields({ canonical_url: extracted.canonicalUrl })
  return {
    ...texts,
    // Of some a sentence was kept out, and another text has another hash.
    fragments: texts.fragments.map((one) => ({ ...one, text_hash: textHash(one.text_content) })),
    licence: licence.safe.licence,
    contentType: type.safe.content_type,
    canonicalUrl: address.safe.canonical_url,
    findings: [texts, licence, type, address].flatMap(({ findings }) => findings),
    // An address repeats the headline: an article may well be called after the words it is about.
    isDangerous: [texts, licence, type].some(({ isDangerous }) => isDangerous),
  }
}

function webPage(
  run: SearchRun,
  candidate: FetchCandidate,
  fetched: PageFetch,
  extracted: ExtractedPage & Screened<ExtractedFragment> & { readonly contentType: string | null },
  at: string,
): Page {
  const { result } = fetched
  const url = candidate.url
  return {
    id: stableId('page', url),
    url,
    final_url: result.response?.finalUrl ?? null,
    canonical_url: extracted.canonicalUrl === null ? null : normaliseUrl(extracted.canonicalUrl),
    domain: registrableDomain(url) ?? '',
    title: extracted.title,
    authors: extracted.authors,
    published_at: extracted.publishedAt,
    updated_at: extracted.updatedAt,
    year: yearOf(extracted.publishedAt ?? extracted.updatedAt),
    language: extracted.language,
    page_type: extracted.pageType,
    route: result.route,
    outcome: result.outcome,
    http_status: result.response?.status ?? null,
    content_type: extracted.contentType,
    content_hash: result.response === undefined ? null : sha256(result.response.body),
    warc_file: result.archive?.file ?? null,
    warc_record_id: result.archive?.recordId ?? null,
    screenshot_path: fetched.screenshot,
    work_id: null,
    paper_metadata: null,
    is_retracted: false,
    quality_score: extracted.quality,
    quality_flags: extracted.isDangerous ? [...extracted.qualityFlags, INSTRUCTION_FLAG] : extracted.qualityFlags,
    quality_reasons: extracted.qualityReasons ?? [],
    licence: extracted.licence ?? null,
    identifiers: [...extracted.identifiers, ...(extracted.documents ?? [])].slice(0, MOST_IDENTIFIERS),
    fetched_at: at,
    cause_id: run.causeId,
  }
}

/** Anything may stand behind the slash of a DOI; one that reads as an order is looked up nowhere and kept nowhere. */
function namesNoOrder({ value }: Identifier): boolean {
  return !hasInstruction(value.replace(/[-_./+]/gu, ' '))
}

function yearOf(date: string | null): number | null {
  const year = date === null ? Number.NaN : Number.parseInt(date.slice(0, 4), 10)
  return Number.isInteger(year) ? year : null
}

function toFragment(run: SearchRun, page: Page, extracted: ExtractedFragment, quality: number, at: string): Fragment {
  const { confidence = 1, as_written: _, ...fragment } = extracted
  return {
    ...fragment,
    id: stableId('frag', page.id, String(fragment.position), fragment.text_hash),
    page_id: page.id,
    // What OCR was unsure of weighs less.
    quality_score: quality * confidence,
    cluster_id: null,
    is_irrelevant: false,
    created_at: at,
    cause_id: run.causeId,
  }
}
