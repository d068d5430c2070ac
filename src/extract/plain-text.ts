import type { Block } from './blocks.ts'
import { decodeHtml } from './charset.ts'
import { tidy } from './dom.ts'
import { toFragments, truncationFlag, withoutStrays } from './fragments.ts'
import { identifiersOfPage } from './identifiers.ts'
import { createLanguageDetector } from './language.ts'
import { namedDocuments } from './named-documents.ts'
import { judgeQuality } from './quality.ts'
import type { Extraction, RawDocument } from './types.ts'

/** Plain text: paragraphs by blank lines; `# ` lines are headings. */
export async function extractText(raw: RawDocument): Promise<Extraction> {
  return extractLooseText(raw.url, await decodeHtml(raw.body, raw.contentType))
}

async function extractLooseText(url: string, source: string): Promise<Extraction> {
  const text = source.replace(/\r\n?/g, '\n')
  const blocks: Block[] = text
    .split(/\n\s*\n/)
    .map(toBlock)
    .filter((block) => block.text !== '')
  const detect = await createLanguageDetector(text.slice(0, 4000))
  const language = detect(text.slice(0, 4000))
  const fragments = toFragments(withoutStrays(blocks), 'html', detect, language)
  if (fragments.length === 0) return { ok: false, failure: 'empty', reason: 'The text has no paragraph' }
  const quality = judgeQuality({
    fragments,
    pageLength: text.length,
    adElements: 0,
    affiliateLinks: 0,
    linkShare: 0,
  })
  return {
    ok: true,
    page: {
      title: blocks.find((block) => block.type === 'heading')?.text ?? null,
      authors: [],
      publishedAt: null,
      updatedAt: null,
      canonicalUrl: null,
      language,
      pageType: 'other',
      fragments,
      identifiers: identifiersOfPage({ url, meta: new Map(), text, links: [] }),
      documents: namedDocuments(text),
      links: [],
      quality: quality.score,
      qualityFlags: [...quality.flags, ...truncationFlag(fragments)],
      qualityReasons: quality.reasons,
    },
  }
}

function toBlock(paragraph: string): Block {
  const heading = /^(#{1,6})\s+(?!\s)([^\n]+)$/.exec(paragraph.trim())
  if (heading !== null) {
    return {
      type: 'heading',
      text: tidy(heading[2] ?? ''),
      level: (heading[1] ?? '#').length,
      emitted: true,
      page: null,
    }
  }
  return { type: 'paragraph', text: tidy(paragraph), level: 0, emitted: true, page: null }
}
