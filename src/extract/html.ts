import type { PageType } from '../domain/page.ts'
import { type Block, blocksOf, linksOf } from './blocks.ts'
import { decodeHtml } from './charset.ts'
import { attribute, type DomDocument, depthOf, parseDocument, textOf } from './dom.ts'
import { toFragments } from './fragments.ts'
import { identifiersOfPage } from './identifiers.ts'
import { createLanguageDetector } from './language.ts'
import { findMainContent, type Keep } from './main-content.ts'
import { readMetadata } from './metadata.ts'
import { classifyPage, looksLikeLoginWall } from './page-type.ts'
import { extractLooseText } from './plain-text.ts'
import { dropFurniture, dropInvisible } from './prune.ts'
import { isAffiliateLink, judgeQuality } from './quality.ts'
import type { ExtractedFragment, Extraction, RawDocument } from './types.ts'

const AD_ELEMENTS =
  'ins.adsbygoogle,[id^="google_ads"],[id^="div-gpt-ad"],[class*="ad-slot"],[class*="ad-unit"],[class*="adsense"],[class*="advertisement"],iframe[src*="doubleclick"],iframe[src*="googlesyndication"],[class*="taboola"],[class*="outbrain"]'

/** A wall shows a teaser at most. */
const LITTLE_TEXT = 500
/** Real pages nest some dozens deep; beyond this the page is read without its structure. */
const DEEPEST_PAGE = 250

export async function extractHtml(raw: RawDocument): Promise<Extraction> {
  const html = decodeHtml(raw.body, raw.contentType)
  const document = await parseDocument(html)
  if (depthOf(document.documentElement) > DEEPEST_PAGE) return extractLooseText(raw.url, textWithoutTags(html))
  const metadata = readMetadata(document, raw.url)
  const pageType = classifyPage(document, metadata, raw.url)
  const adElements = [...document.querySelectorAll(AD_ELEMENTS)].length
  const pageLinks = [...document.querySelectorAll('a[href]')].map((link) => attribute(link, 'href') ?? '')
  const isWalled = looksLikeLoginWall(document)
  const main = await readMain(document, html, pageType)
  const detect = await createLanguageDetector()
  const sample = main.blocks
    .map((block) => block.text)
    .join('\n')
    .slice(0, 4000)
  const language = (sample.length > 60 ? detect(sample) : null) ?? metadata.declaredLanguage ?? detect(sample)
  const fragments = toFragments(main.blocks, 'html', detect, language)
  const mainLength = proseLength(fragments)
  if (isWalled && mainLength < LITTLE_TEXT) {
    return { ok: false, failure: 'login_wall', reason: 'The page asks for a login and shows little else' }
  }
  if (mainLength === 0) return { ok: false, failure: 'empty', reason: 'No readable text was found in the page' }
  const links = linksOf(main.document.body, main.keep, baseOf(document, raw.url))
  const quality = judgeQuality({
    fragments,
    pageLength: main.pageLength,
    adElements,
    affiliateLinks: pageLinks.filter(isAffiliateLink).length,
    linkShare: pageType === 'listing' ? 0 : keptLinkShare(main, mainLength),
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

interface MainPart {
  readonly document: DomDocument
  readonly keep: Keep
  readonly blocks: readonly Block[]
  /** Characters of the visible page, furniture included. */
  readonly pageLength: number
}

/** Pruning can take a page whole when its marks mislead; then the page is read again without it. */
async function readMain(document: DomDocument, html: string, pageType: PageType): Promise<MainPart> {
  dropInvisible(document)
  const pageLength = textOf(document.body).length
  dropFurniture(document, pageType)
  const keep = await findMainContent(document, /^(?:forum|listing|product|service|documentation)$/.test(pageType))
  const blocks = blocksOf(document.body, {
    keep,
    keepLinkLists: pageType === 'listing',
    keepCards: pageType !== 'article' && pageType !== 'paper',
  })
  if (blocks.some((block) => block.type !== 'heading' && block.emitted && block.text.length > 40) || pageLength < 200) {
    return { document, keep, blocks, pageLength }
  }
  const whole = await parseDocument(html)
  dropInvisible(whole)
  const keepAll = await findMainContent(whole, true)
  return {
    document: whole,
    keep: keepAll,
    blocks: blocksOf(whole.body, { keep: keepAll, keepLinkLists: true, keepCards: true }),
    pageLength,
  }
}

function textWithoutTags(html: string): string {
  return html
    .replace(/<(script|style|noscript|template)\b[\s\S]*?<\/\1\s*>/gi, ' ')
    .replace(/<!--[\s\S]*?-->/g, ' ')
    .replace(/<(?:p|h[1-6]|li|tr|br)\b[^>]*>/gi, '\n\n')
    .replace(/<[^>]*>/g, ' ')
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

function keptLinkShare({ document, keep }: MainPart, mainLength: number): number {
  let linked = 0
  for (const link of document.body.querySelectorAll('a')) if (keep(link)) linked += textOf(link).length
  return Math.min(1, linked / Math.max(1, mainLength))
}
