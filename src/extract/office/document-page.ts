import type { ExtractionMethod } from '../../domain/page.ts'
import type { Block } from '../blocks.ts'
import { tidy } from '../dom.ts'
import { toFragments, truncationFlag } from '../fragments.ts'
import { identifiersOfPage } from '../identifiers.ts'
import { createLanguageDetector } from '../language.ts'
import { namedDocuments } from '../named-documents.ts'
import { judgeQuality } from '../quality.ts'
import { spellScripts } from '../scripts.ts'
import type { Extraction } from '../types.ts'

/** What a reader of one kind has read, before it becomes fragments. */
export interface ReadDocument {
  /** Null: its first heading; none at all (`''`) where headings are names of its parts. */
  readonly title: string | null
  readonly authors?: readonly string[]
  readonly publishedAt?: string | null
  readonly updatedAt?: string | null
  readonly language?: string | null
  readonly blocks: readonly Block[]
  readonly links?: readonly string[]
  /** What the reader left alone: macros, references to the outside, sheets beyond a limit. */
  readonly flags?: readonly string[]
  /** The end was left out. */
  readonly isCut?: boolean
}

/** The flags that tell what was there and not followed. */
export const MACROS_FLAG = 'macros_not_run'
export const OUTSIDE_FLAG = 'outside_references_not_loaded'

export async function documentPage(url: string, read: ReadDocument, method: ExtractionMethod): Promise<Extraction> {
  const blocks = read.blocks.filter(({ text }) => text !== '')
  const sample = blocks.slice(0, 400).map(({ text }) => text)
  const text = blocks.map((block) => block.text).join('\n\n')
  const detect = await createLanguageDetector(text.slice(0, 20_000))
  const language = detect(sample.join('\n').slice(0, 4000)) ?? read.language ?? null
  const fragments = toFragments(blocks, method, detect, language)
  if (fragments.length === 0) return { ok: false, failure: 'empty', reason: 'The document carries no text' }
  const quality = judgeQuality({ fragments, pageLength: text.length, adElements: 0, affiliateLinks: 0, linkShare: 0 })
  const links = read.links ?? []
  return {
    ok: true,
    page: {
      title: (read.title ?? firstHeading(blocks)) || null,
      authors: read.authors ?? [],
      publishedAt: read.publishedAt ?? null,
      updatedAt: read.updatedAt ?? null,
      canonicalUrl: null,
      language,
      pageType: 'other',
      fragments,
      identifiers: identifiersOfPage({ url, meta: new Map(), text, links }),
      documents: namedDocuments(text),
      links,
      quality: quality.score,
      qualityFlags: [...quality.flags, ...(read.flags ?? []), ...truncationFlag(fragments, read.isCut)],
      qualityReasons: quality.reasons,
    },
  }
}

function firstHeading(blocks: readonly Block[]): string | null {
  return blocks.find(({ type, emitted }) => type === 'heading' && emitted)?.text ?? null
}

/** The text of a paragraph: scripts spelled, white space put in order. */
export function lineOf(raw: string): string {
  return tidy(spellScripts(raw))
}

export function paragraph(text: string, page: number | null = null): Block {
  return { type: 'paragraph', text, level: 0, emitted: true, page }
}

/** One that is not emitted gives what follows its context and is no text of the document. */
export function heading(text: string, level: number, page: number | null = null, emitted = true): Block {
  return { type: 'heading', text, level, emitted, page }
}

/** List items longer than this are paragraphs of their own, as on web pages. */
const LONG_ITEM = 400

/** Gathers neighbouring items to one list. */
export function createBlockList(): { readonly blocks: Block[]; add(block: Block): void; item(text: string): void } {
  const blocks: Block[] = []
  let isOpen = false
  return {
    blocks,
    add(block) {
      isOpen = false
      if (block.text !== '') blocks.push(block)
    },
    item(text) {
      if (text === '') return
      const last = blocks.at(-1)
      if (text.length > LONG_ITEM) {
        isOpen = false
        blocks.push(paragraph(text))
      } else if (isOpen && last !== undefined) blocks[blocks.length - 1] = { ...last, text: `${last.text}\n- ${text}` }
      else {
        isOpen = true
        blocks.push({ type: 'list', text: `- ${text}`, level: 0, emitted: true, page: null })
      }
    },
  }
}
