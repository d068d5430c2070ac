import { isoTime } from '../../domain/clock.ts'
import { sha256, stableId } from '../../domain/ids.ts'
import type { Outcome } from '../../domain/outcome.ts'
import type { Fragment, Page } from '../../domain/page.ts'
import { normaliseUrl, registrableDomain } from '../../domain/url.ts'
import type { Identifier } from '../../domain/work.ts'
import type { ExtractedFragment, ExtractedPage } from '../../extract/types.ts'
import { cleanInput, detectDanger } from '../../guard/l2-input-cleaning.ts'
import type { PageFetch } from '../../net/types.ts'
import type { SearchRun } from '../parts.ts'
import type { FetchCandidate } from './find.ts'

interface SavedPage {
  readonly page: Page | null
  readonly outcome: Outcome
  readonly reason: string | null
  readonly identifiers: readonly Identifier[]
}

/** Quality flag of a page that gives orders to the reader's AI; verification rejects what it says (L2, L6). */
export const INSTRUCTION_FLAG = 'instruction_to_ai'

/** A fetched document becomes one page and its fragments, in one transaction. */
export async function saveWebPage(run: SearchRun, candidate: FetchCandidate, fetched: PageFetch): Promise<SavedPage> {
  const { result } = fetched
  const response = result.response
  if (response === undefined) return { page: null, outcome: result.outcome, reason: 'no body', identifiers: [] }
  const contentType = response.headers['content-type'] ?? null
  const extraction = await run.parts.extract({ url: response.finalUrl, contentType, body: response.body })
  if (!extraction.ok) {
    const outcome = extraction.failure === 'login_wall' ? 'login_wall' : 'unsupported_type'
    return { page: null, outcome, reason: extraction.reason, identifiers: [] }
  }
  const { store, clock } = run.parts
  const extracted = extraction.page
  const at = isoTime(clock)
  const page = store.write(() => {
    const draft = webPage(run, candidate, fetched, extracted, at)
    const saved = store.pages.save(draft).page
    const fragments = extracted.fragments.map((fragment) => toFragment(run, saved, fragment, extracted.quality, at))
    const danger = reportDanger(run, saved, fragments)
    store.fragments.saveAll(fragments.filter((fragment) => !danger.has(fragment.id)))
    return saved
  })
  return { page, outcome: 'ok', reason: null, identifiers: extracted.identifiers }
}

function webPage(
  run: SearchRun,
  candidate: FetchCandidate,
  fetched: PageFetch,
  extracted: ExtractedPage,
  at: string,
): Page {
  const { result } = fetched
  const url = candidate.url
  const dangerous = extracted.fragments.some((fragment) => hasInstruction(fragment.text_content))
  return {
    id: stableId('page', url),
    url,
    final_url: result.response?.finalUrl ?? null,
    canonical_url: extracted.canonicalUrl === null ? null : normaliseUrl(extracted.canonicalUrl),
    domain: registrableDomain(url) ?? '',
    title: extracted.title === null ? null : cleanInput(extracted.title).text,
    authors: extracted.authors,
    published_at: extracted.publishedAt,
    updated_at: extracted.updatedAt,
    year: yearOf(extracted.publishedAt ?? extracted.updatedAt),
    language: extracted.language,
    page_type: extracted.pageType,
    route: result.route,
    outcome: result.outcome,
    http_status: result.response?.status ?? null,
    content_type: result.response?.headers['content-type'] ?? null,
    content_hash: result.response === undefined ? null : sha256(result.response.body),
    warc_file: result.archive?.file ?? null,
    warc_record_id: result.archive?.recordId ?? null,
    screenshot_path: fetched.screenshot,
    work_id: null,
    paper_metadata: null,
    is_retracted: false,
    quality_score: extracted.quality,
    quality_flags: dangerous ? [...extracted.qualityFlags, INSTRUCTION_FLAG] : extracted.qualityFlags,
    fetched_at: at,
    cause_id: run.causeId,
  }
}

function yearOf(date: string | null): number | null {
  const year = date === null ? Number.NaN : Number.parseInt(date.slice(0, 4), 10)
  return Number.isInteger(year) ? year : null
}

function toFragment(run: SearchRun, page: Page, fragment: ExtractedFragment, quality: number, at: string): Fragment {
  return {
    ...fragment,
    id: stableId('frag', page.id, String(fragment.position), fragment.text_hash),
    page_id: page.id,
    quality_score: quality,
    cluster_id: null,
    is_irrelevant: false,
    created_at: at,
    cause_id: run.causeId,
  }
}

function hasInstruction(text: string): boolean {
  return detectDanger(text).some((finding) => finding.severity === 'instruction')
}

/** Fragments that carry an instruction are kept out of the graph; the audit log gets pattern names and positions only (L8). */
function reportDanger(run: SearchRun, page: Page, fragments: readonly Fragment[]): ReadonlySet<string> {
  const withInstruction = new Set<string>()
  for (const fragment of fragments) {
    for (const finding of detectDanger(fragment.text_content)) {
      run.parts.store.events.audit({
        layer: 'L2',
        pattern: `${finding.severity}:${finding.pattern}`,
        position: finding.position,
        subjectType: 'page',
        subjectId: page.id,
        causeId: run.causeId,
      })
      if (finding.severity === 'instruction') withInstruction.add(fragment.id)
    }
  }
  if (withInstruction.size > 0)
    run.warnings.push(`page ${page.url}: instructions to an AI were found and kept out (L2)`)
  return withInstruction
}
