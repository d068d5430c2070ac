import { createHash } from 'node:crypto'
import { withoutInvisible } from '../domain/invisible.ts'
import type { ExtractionMethod, Heading } from '../domain/page.ts'
import type { Block } from './blocks.ts'
import type { LanguageDetector } from './language.ts'
import type { ExtractedFragment } from './types.ts'

/** Between fragments in the page's joined text, which the offsets point into. */
const FRAGMENT_GAP = '\n\n'

/** Characters shown to the detector: it is as sure of them as of the whole fragment. */
const ENOUGH_FOR_LANGUAGE = 240
/** A page this long is in one language but for its quotations; detecting goes on only as far as a reader would look. */
const MOST_DETECTED = 300

/** REQ 5.1.2: order, headings above, offsets into the joined text, hash and language of every fragment. */
export function toFragments(
  blocks: readonly Block[],
  method: ExtractionMethod,
  detect: LanguageDetector,
  pageLanguage: string | null,
): ExtractedFragment[] {
  const fragments: ExtractedFragment[] = []
  let hierarchy: Heading[] = []
  let underHeading = 0
  let offset = 0
  for (const block of dropRepeats(blocks)) {
    const above = block.type === 'heading' ? hierarchy.filter((heading) => heading.level < block.level) : hierarchy
    const text = withoutInvisible(block.text)
    if (block.emitted) {
      fragments.push({
        fragment_type: block.type,
        text_content: text,
        ...(text === block.text ? {} : { as_written: block.text }),
        heading_context: above.at(-1)?.text ?? null,
        heading_hierarchy: [...above],
        element_index: block.type === 'heading' ? 0 : underHeading,
        position: fragments.length,
        char_start: offset,
        char_end: offset + text.length,
        page_number: block.page,
        text_hash: textHash(text),
        language:
          (text.length < 40 || fragments.length > MOST_DETECTED ? null : detect(text.slice(0, ENOUGH_FOR_LANGUAGE))) ??
          pageLanguage,
        extraction_method: method,
      })
      offset += text.length + FRAGMENT_GAP.length
      underHeading += 1
    }
    if (block.type === 'heading') {
      hierarchy = [...above, { level: block.level, text }]
      underHeading = 0
    }
  }
  return fragments
}

export function textHash(text: string): string {
  return createHash('sha256').update(text.normalize('NFKC').replace(/\s+/g, ' ').trim()).digest('hex')
}

/**
 * For text whose pieces were not judged one by one: stray labels, and headings with nothing under them, are left out.
 */
export function withoutStrays(blocks: readonly Block[]): Block[] {
  return dropEmptyHeadings(blocks.filter((block) => !isNoise(block)))
}

/** A word or a few letters on their own are labels and buttons. */
function isNoise(block: Block): boolean {
  if (block.type === 'heading' || block.type === 'table' || block.type === 'code') return false
  const text = block.text.trim()
  if (/[\u3040-\u30ff\u3400-\u9fff]/.test(text)) return text.length < 8 && !/[。！？]$/.test(text)
  return text.length < 8 || text.split(/\s+/).length < 2
}

/** Captions and teasers a page shows twice are read once. */
function dropRepeats(blocks: readonly Block[]): Block[] {
  const seen = new Set<string>()
  return blocks.filter((block) => {
    if (block.type === 'heading' || block.text.length < 20) return true
    const isNew = !seen.has(block.text)
    seen.add(block.text)
    return isNew
  })
}

/** A heading with nothing under it, not even another heading that has, belongs to what was pruned. */
function dropEmptyHeadings(blocks: readonly Block[]): Block[] {
  const kept: Block[] = []
  let contentLevel = 0
  for (const block of [...blocks].reverse()) {
    if (block.type !== 'heading') {
      contentLevel = Number.POSITIVE_INFINITY
      kept.push(block)
    } else if (block.level < contentLevel) {
      contentLevel = block.level
      kept.push(block)
    }
  }
  return kept.reverse()
}
