import { type Clock, isoTime } from '../domain/clock.ts'
import type { Outcome } from '../domain/outcome.ts'
import type { Page } from '../domain/page.ts'
import { markScreened } from '../domain/screened.ts'
import type { Identifier } from '../domain/work.ts'
import { textHash } from '../extract/fragments.ts'
import type { Extract, ExtractedPage, ExtractionFailure } from '../extract/types.ts'
import { screenFields, screenPage } from '../guard/l2-page-screen.ts'
import { MISLEADING_FLAG } from '../guard/l6-source-verification.ts'
import type { PageFetch } from '../net/types.ts'
import type { Store } from '../store/types.ts'
import { namesNoOrder } from './plain-fields.ts'
import { flagMisleading, reportDanger } from './report-danger.ts'
import { fragmentRow, webPageRow } from './web-page-rows.ts'

export interface PageIntake {
  readonly store: Pick<Store, 'pages' | 'fragments' | 'events' | 'write'>
  readonly extract: Extract
  readonly clock: Clock
}

export interface AdmittedPage {
  readonly page: Page | null
  readonly outcome: Outcome
  readonly reason: string | null
  /** Papers and books that the page names. */
  readonly identifiers: readonly Identifier[]
  readonly warnings: readonly string[]
}

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

/** A fetched document (HTML, PDF...) becomes one page and its fragments, in one transaction. */
export async function admitPage(
  { store, extract, clock }: PageIntake,
  { url, fetched }: { readonly url: string; readonly fetched: PageFetch },
  causeId: string,
): Promise<AdmittedPage> {
  const { response, outcome } = fetched.result
  if (response === undefined) return notRead(outcome, 'no body')
  const contentType = response.headers['content-type'] ?? null
  const extraction = await extract({ url: response.finalUrl, contentType, body: response.body })
  if (!extraction.ok) return notRead(OUTCOME_OF[extraction.failure], extraction.reason)
  const extracted = { ...extraction.page, identifiers: extraction.page.identifiers.filter(namesNoOrder) }
  const stamp = { at: isoTime(clock), causeId }
  const { page, warnings } = store.write(() => {
    const screened = screenWebPage(extracted, contentType, response.finalUrl)
    const row = webPageRow(url, fetched, { ...extracted, ...screened }, stamp)
    const saved = store.pages.save(markScreened(row)).page
    const told = reportDanger(store.events, { type: 'page', id: saved.id, url: saved.url }, screened, causeId)
    const misled = extracted.qualityFlags.includes(MISLEADING_FLAG) ? [flagMisleading(store.pages, saved.id)] : []
    store.fragments.saveAll(
      screened.fragments.map((fragment) => markScreened(fragmentRow(saved.id, fragment, extracted.quality, stamp))),
    )
    return { page: saved, warnings: [...told, ...misled] }
  })
  return { page, outcome: 'ok', reason: null, identifiers: extracted.identifiers, warnings }
}

function notRead(outcome: Outcome, reason: string): AdmittedPage {
  return { page: null, outcome, reason, identifiers: [], warnings: [] }
}

/** L2 (REQ 4.4.1) for all that a page or its server writes itself, and that becomes a column. */
function screenWebPage(extracted: ExtractedPage, contentType: string | null, finalUrl: string) {
  const texts = screenPage(extracted)
  const licence = screenFields({ licence: extracted.licence ?? null })
  const type = screenFields({ content_type: contentType })
  const address = screenFields({ final_url: finalUrl, canonical_url: extracted.canonicalUrl })
  return {
    ...texts,
    // Of some a sentence was kept out, and another text has another hash.
    fragments: texts.fragments.map((one) => ({ ...one, text_hash: textHash(one.text_content) })),
    licence: licence.safe.licence,
    contentType: type.safe.content_type,
    canonicalUrl: address.safe.canonical_url,
    finalUrl: address.safe.final_url,
    findings: [texts, licence, type, address].flatMap(({ findings }) => findings),
    // An address repeats the headline: an article may well be called after the words it is about.
    isDangerous: [texts, licence, type].some(({ isDangerous }) => isDangerous),
  }
}
