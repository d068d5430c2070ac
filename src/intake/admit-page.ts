import { type Clock, isoTime } from '../domain/clock.ts'
import type { Outcome } from '../domain/outcome.ts'
import type { Page } from '../domain/page.ts'
import type { Identifier } from '../domain/paper.ts'
import { markScreened } from '../domain/screened.ts'
import { LONGEST_FIELD, LONGEST_URL, MOST_AUTHORS } from '../domain/text-limits.ts'
import { textHash } from '../extract/fragments.ts'
import type { Extract, ExtractedPage, ExtractionFailure } from '../extract/types.ts'
import { screenFields, screenPageInTurns } from '../guard/l2-page-screen.ts'
import type { ReadSpeech } from '../guard/l2-speech.ts'
import { MISLEADING_FLAG } from '../guard/l6-source-verification.ts'
import { createReadStated } from '../guard/read-stated.ts'
import type { PageFetch } from '../net/types.ts'
import type { Store } from '../store/types.ts'
import { namesNoOrder } from './plain-fields.ts'
import { flagMisleading, reportDanger } from './report-danger.ts'
import { type RevisitCause, revisePage } from './revise-page.ts'
import { fragmentRow, webPageRow } from './web-page-rows.ts'

interface SpeechReader {
  readonly readSpeech: ReadSpeech
  readonly readSentences?: Parameters<typeof createReadStated>[0]['readSentences']
}

export interface PageIntake {
  readonly store: Pick<Store, 'pages' | 'fragments' | 'events' | 'write'>
  readonly extract: Extract
  readonly clock: Clock
  /** The model that reads sentences in doubt (L2); without it the weights alone decide. */
  readonly reader?: SpeechReader | undefined
}

export interface FetchedPage {
  readonly url: string
  readonly fetched: PageFetch
  /** The search for which a page that is known was asked for again. */
  readonly again?: RevisitCause | null
}

export interface AdmittedPage {
  readonly page: Page | null
  readonly outcome: Outcome
  readonly reason: string | null
  /** Papers and books that the page names. */
  readonly identifiers: readonly Identifier[]
  readonly warnings: readonly string[]
  /** False for a known page that says what it said before. */
  readonly isNews: boolean
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
  too_large: 'too_large',
  broken_document: 'broken_document',
  password_document: 'password_protected',
}

/** A fetched document (HTML, PDF...) becomes one page and its fragments, in one transaction. */
export async function admitPage(
  { store, extract, clock, reader }: PageIntake,
  { url, fetched, again = null }: FetchedPage,
  causeId: string,
): Promise<AdmittedPage> {
  const { response, outcome } = fetched.result
  if (response === undefined) return notRead(outcome, 'no body')
  const contentType = response.headers['content-type'] ?? null
  const extraction = await extract({ url: response.finalUrl, contentType, body: response.body })
  if (!extraction.ok) return notRead(OUTCOME_OF[extraction.failure], extraction.reason)
  const extracted = withinLimits(extraction.page)
  const stamp = { at: isoTime(clock), causeId }
  const screened = await screenWebPage(extracted, contentType, response.finalUrl, reader)
  const { page, warnings, isNews } = store.write(() => {
    const row = markScreened(webPageRow(url, fetched, { ...extracted, ...screened }, stamp))
    const known = again === null ? null : store.pages.byUrl(url)
    const saved = known ?? store.pages.save(row).page
    const told = reportDanger(store.events, { type: 'page', id: saved.id, url: saved.url }, screened, causeId)
    const misled = extracted.qualityFlags.includes(MISLEADING_FLAG) ? [flagMisleading(store.pages, saved.id)] : []
    const fragments = screened.fragments.map((fragment) =>
      markScreened(fragmentRow(saved.id, fragment, extracted.quality, stamp)),
    )
    if (known === null || again === null) store.fragments.saveAll(fragments)
    const isNews = known === null || again === null || revisePage(store, known, { row, fragments }, again)
    return { page: store.pages.get(saved.id) ?? saved, warnings: [...told, ...misled], isNews }
  })
  return { page, outcome: 'ok', reason: null, identifiers: extracted.identifiers, warnings, isNews }
}

function notRead(outcome: Outcome, reason: string): AdmittedPage {
  return { page: null, outcome, reason, identifiers: [], warnings: [], isNews: true }
}

/** The fields beside the text: nobody reads a title of a megabyte. */
function withinLimits(page: ExtractedPage): ExtractedPage {
  const cut = (text: string | null) => text?.slice(0, LONGEST_FIELD) ?? null
  const { licence = null, canonicalUrl } = page
  return {
    ...page,
    title: cut(page.title),
    authors: page.authors.slice(0, MOST_AUTHORS),
    licence: cut(licence),
    canonicalUrl: canonicalUrl !== null && canonicalUrl.length > LONGEST_URL ? null : canonicalUrl,
    links: page.links.filter((link) => link.length <= LONGEST_URL),
    identifiers: page.identifiers.filter(namesNoOrder),
  }
}

/** L2 (REQ 4.4.1) for all that a page or its server writes itself, and that becomes a column. */
async function screenWebPage(
  extracted: ExtractedPage,
  contentType: string | null,
  finalUrl: string,
  reader: PageIntake['reader'],
) {
  const readSentences = reader?.readSentences
  const readStated = readSentences === undefined ? undefined : createReadStated({ readSentences })
  const texts = await screenPageInTurns(extracted, reader?.readSpeech, readStated)
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
    attacksOnlyInPosts: texts.attacksOnlyInPosts && !licence.isDangerous && !type.isDangerous,
  }
}
