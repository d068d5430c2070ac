import { blocksOf } from './blocks.ts'
import { decodeHtml } from './charset.ts'
import { type Judgement, judgeUnits, kindShares, type Weights } from './choose-units.ts'
import { correctionsFor, overridesOf } from './classifier-overrides.ts'
import { attribute, type Document, type Element, marksOf, tagged } from './dom.ts'
import { toFragments, truncationFlag } from './fragments.ts'
import { identifiersOfPage } from './identifiers.ts'
import { invisibleElements } from './invisible-elements.ts'
import { createLanguageDetector } from './language.ts'
import { baseOf, linksOf } from './links.ts'
import { isLoginWall } from './login-wall.ts'
import { type PageMetadata, readMetadata } from './metadata.ts'
import { namedDocuments } from './named-documents.ts'
import { pageFeatures } from './page-features.ts'
import { classifyPage } from './page-type.ts'
import { parseHtml } from './parse-html.ts'
import { postFinder } from './posts.ts'
import { chooseByProfile } from './profile.ts'
import { isAffiliateLink, judgeQuality } from './quality.ts'
import { DESCRIPTION_LEVEL, structuredText, structuredUnits } from './structured-text.ts'
import type { ExtractedFragment, Extraction, RawDocument } from './types.ts'
import { phraseBits, unitTable } from './unit-features.ts'
import { type Unit, unitsOf } from './units.ts'

/** Units judged together: the feature table of a book would take gigabytes. */
const LARGEST_PIECE = 4000
/** On pages not seen in learning, one good page in nine is below this, and three in four of those read badly. */
const UNSURE = 0.84
/** The forests learned from whole pages: of a note they know nothing. */
const ENOUGH_TO_PREDICT = 10

export async function extractHtml(raw: RawDocument, weights: Weights): Promise<Extraction> {
  const document = parseHtml(await decodeHtml(raw.body, raw.contentType))
  const metadata = readMetadata(document, raw.url)
  const visible = unitsOf(document, invisibleElements(document))
  const units = [...visible, ...structuredUnits(document, metadata, visible)]
  const phrases = units.map((unit) => phraseBits(unit.text))
  const page = pageFeatures(document, units, phrases, metadata, raw.url)
  const kinds = kindShares(weights, page)
  const pageType = classifyPage({ document, metadata, url: raw.url, units, kinds })
  const judgement = judgePieces(weights, document, units, phrases, metadata, [...page, ...kinds])
  const correct = overridesOf({ units, ...correctionsFor(pageType) })
  const choice = chooseByProfile(weights, { units, judgement, kinds, correct })
  const postOf = postFinder(document, pageType === 'forum')
  const blocks = blocksOf(units, choice.kept, metadata.title, { ofPaper: pageType === 'paper', postOf })
  const sample = blocks
    .filter((block) => block.emitted)
    .map((block) => block.text)
    .join('\n')
    .slice(0, 4000)
  const detect = await createLanguageDetector(sample)
  const language = (sample.length > 60 ? detect(sample) : null) ?? metadata.declaredLanguage ?? detect(sample)
  const fragments = toFragments(blocks, 'html', detect, language)
  const mainLength = proseLength(fragments)
  if (pageType !== 'forum' && isLoginWall(document, visible, mainLength)) {
    return { ok: false, failure: 'login_wall', reason: 'The page asks for a login and shows little else' }
  }
  if (mainLength === 0) return { ok: false, failure: 'empty', reason: 'No readable text was found in the page' }
  if (choice.isEmpty || isDescription(units, choice.kept))
    return { ok: false, failure: 'empty', reason: 'Nothing that the page shows is likely to be its text' }
  const keptElements = new Set(units.filter((_, index) => choice.kept[index] === true).map((unit) => unit.element))
  const links = linksOf(document, keptElements, baseOf(document, raw.url))
  const text = fragments.map((fragment) => fragment.text_content).join('\n\n')
  const quality = judgeQuality({
    fragments,
    pageLength: visible.reduce((sum, unit) => sum + unit.text.length, 0),
    adElements: document.elements.filter(isAdvertising).length,
    affiliateLinks: tagged(document, 'a').filter((link) => isAffiliateLink(attribute(link, 'href') ?? '')).length,
    linkShare: pageType === 'listing' ? 0 : linkShareOf(units, choice.kept),
    outsideLinks: outsideLinks(links, raw.url),
  })
  const unsure = units.length >= ENOUGH_TO_PREDICT && choice.predicted < UNSURE
  return {
    ok: true,
    page: {
      title: metadata.title,
      authors: metadata.authors,
      publishedAt: metadata.publishedAt,
      updatedAt: metadata.updatedAt,
      canonicalUrl: metadata.canonicalUrl,
      language,
      pageType,
      fragments,
      identifiers: identifiersOfPage({
        url: raw.url,
        meta: metadata.meta,
        text,
        links,
      }),
      documents: namedDocuments([raw.url, text, ...links].join('\n')),
      links,
      quality: quality.score,
      qualityFlags: [...quality.flags, ...(unsure ? ['unsure_extraction'] : []), ...truncationFlag(fragments)],
      qualityReasons: [
        ...quality.reasons,
        ...(unsure ? [`Main text uncertain: about ${Math.round(choice.predicted * 100)} % right`] : []),
      ],
      licence: metadata.licence,
    },
  }
}

/** What a page says of itself to search engines, and nothing besides: its text comes by scripts. */
export function isDescription(units: readonly Unit[], kept: readonly boolean[]): boolean {
  return units.every(({ kind, level }, index) => {
    return kept[index] !== true || kind === 'heading' || (kind === 'declared' && level === DESCRIPTION_LEVEL)
  })
}

/** A book on one page is judged in pieces, so that time grows with its length alone. */
function judgePieces(
  weights: Weights,
  document: Document,
  units: readonly Unit[],
  phrases: readonly number[],
  metadata: PageMetadata,
  pageColumns: readonly number[],
): Judgement {
  const whole = { first: new Float64Array(units.length), second: new Float64Array(units.length) }
  const declared = structuredText(metadata)
  const title = metadata.title ?? ''
  for (let from = 0; from < units.length; from += LARGEST_PIECE) {
    const piece = units.slice(from, from + LARGEST_PIECE)
    const bits = phrases.slice(from, from + LARGEST_PIECE)
    const judged = judgeUnits(weights, piece, unitTable(document, piece, bits, title, declared, pageColumns))
    whole.first.set(judged.first, from)
    whole.second.set(judged.second, from)
  }
  return whole
}

function proseLength(fragments: readonly ExtractedFragment[]): number {
  return fragments.reduce(
    (sum, fragment) => sum + (fragment.fragment_type === 'heading' ? 0 : fragment.text_content.length),
    0,
  )
}

function linkShareOf(units: readonly Unit[], kept: readonly boolean[]): number {
  let linked = 0
  let all = 0
  units.forEach((unit, index) => {
    if (kept[index] !== true || unit.kind === 'heading') return
    all += unit.text.length
    linked += unit.text.length * unit.linkShare
  })
  return all === 0 ? 0 : linked / all
}

function outsideLinks(links: readonly string[], url: string): number {
  const host = hostOf(url)
  return links.filter((link) => hostOf(link) !== host).length
}

function hostOf(url: string): string {
  try {
    return new URL(url).hostname.replace(/^www\./, '')
  } catch {
    return ''
  }
}

const ADVERTISING =
  /(?:^|\s)(?:adsbygoogle|google_ads\S*|div-gpt-ad\S*)|ad-slot|ad-unit|adsense|advertisement|taboola|outbrain/

function isAdvertising(element: Element): boolean {
  if (element.attributes.size === 0) return false
  if (element.tag === 'iframe') return /doubleclick|googlesyndication/.test(attribute(element, 'src') ?? '')
  return ADVERTISING.test(marksOf(element))
}
