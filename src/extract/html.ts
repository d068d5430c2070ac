import { blocksOf, linksOf } from './blocks.ts'
import { decodeHtml } from './charset.ts'
import { attribute, type DomDocument, parseDocument, textOf } from './dom.ts'
import { toFragments } from './fragments.ts'
import { identifiersOfPage } from './identifiers.ts'
import { createLanguageDetector } from './language.ts'
import { findMainContent } from './main-content.ts'
import { readMetadata } from './metadata.ts'
import { classifyPage, looksLikeLoginWall } from './page-type.ts'
import { dropFurniture, dropInvisible } from './prune.ts'
import { isAffiliateLink, judgeQuality } from './quality.ts'
import type { ExtractedFragment, Extraction, RawDocument } from './types.ts'

const AD_ELEMENTS =
  'ins.adsbygoogle,[id^="google_ads"],[id^="div-gpt-ad"],[class*="ad-slot"],[class*="ad-unit"],[class*="adsense"],[class*="advertisement"],iframe[src*="doubleclick"],iframe[src*="googlesyndication"],[class*="taboola"],[class*="outbrain"]'

export async function extractHtml(raw: RawDocument): Promise<Extraction> {
  const document = await parseDocument(decodeHtml(raw.body, raw.contentType))
  const metadata = readMetadata(document, raw.url)
  const pageType = classifyPage(document, metadata, raw.url)
  const adElements = [...document.querySelectorAll(AD_ELEMENTS)].length
  const pageLinks = [...document.querySelectorAll('a[href]')].map((link) => attribute(link, 'href') ?? '')
  dropInvisible(document)
  const pageLength = textOf(document.body).length
  const isWhole = pageType === 'forum' || pageType === 'listing' || pageType === 'product' || pageType === 'service'
  const walled = await parseDocument(decodeHtml(raw.body, raw.contentType))
  dropFurniture(document, pageType)
  const keep = await findMainContent(document, isWhole || pageType === 'documentation')
  const blocks = blocksOf(document.body, { keep, keepLinkLists: pageType === 'listing' })
  const detect = await createLanguageDetector()
  const sample = blocks
    .map((block) => block.text)
    .join('\n')
    .slice(0, 4000)
  const language = (sample.length > 60 ? detect(sample) : null) ?? metadata.declaredLanguage ?? detect(sample)
  const fragments = toFragments(blocks, 'html', detect, language)
  const mainLength = proseLength(fragments)
  if (looksLikeLoginWall(walled, mainLength)) {
    return { ok: false, failure: 'login_wall', reason: 'The page asks for a login and shows little else' }
  }
  if (mainLength === 0) return { ok: false, failure: 'empty', reason: 'No readable text was found in the page' }
  const links = linksOf(document.body, keep, baseOf(document, raw.url))
  const quality = judgeQuality({
    fragments,
    pageLength,
    adElements,
    affiliateLinks: pageLinks.filter(isAffiliateLink).length,
    linkShare: pageType === 'listing' ? 0 : keptLinkShare(document, keep, mainLength),
  })
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
        text: fragments.map((fragment) => fragment.text_content).join('\n\n'),
        links,
      }),
      links,
      quality: quality.score,
      qualityFlags: quality.flags,
    },
  }
}

function proseLength(fragments: readonly ExtractedFragment[]): number {
  return fragments.reduce(
    (sum, fragment) => sum + (fragment.fragment_type === 'heading' ? 0 : fragment.text_content.length),
    0,
  )
}

function baseOf(document: DomDocument, url: string): string {
  const base = attribute(document.querySelector('base[href]'), 'href')
  try {
    return base === null ? url : new URL(base, url).href
  } catch {
    return url
  }
}

function keptLinkShare(
  document: DomDocument,
  keep: (element: DomDocument['body']) => boolean,
  mainLength: number,
): number {
  let linked = 0
  for (const link of document.body.querySelectorAll('a')) if (keep(link)) linked += textOf(link).length
  return Math.min(1, linked / Math.max(1, mainLength))
}
