import { hash } from 'node:crypto'
import { withoutInvisible } from '../domain/invisible.ts'
import type { ExtractionMethod, Heading } from '../domain/page.ts'
import { isStruckOut } from '../domain/revision.ts'
import { LONGEST_FRAGMENT, LONGEST_HEADING, LONGEST_PAGE, MOST_FRAGMENTS } from '../domain/text-limits.ts'
import type { Block } from './blocks.ts'
import { UNEVEN_SPACE } from './dom.ts'
import type { LanguageDetector } from './language.ts'
import { readRevisions, withoutStruckSigns } from './revisions.ts'
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
  const pieces = blocks.flatMap(inPieces)
  // A page shows its captions and teasers twice; what a document says twice it says twice.
  for (const block of method === 'office' ? pieces : dropRepeats(pieces)) {
    if (isFull(fragments)) break
    const above = block.type === 'heading' ? hierarchy.filter((heading) => heading.level < block.level) : hierarchy
    const { text: standing, revisions } = readRevisions(block.text, above.at(-1)?.text ?? null)
    const text = withoutInvisible(standing)
    const written = withoutStruckSigns(block.text)
    if (block.emitted) {
      fragments.push({
        fragment_type: block.type,
        text_content: text,
        ...(text === written ? {} : { as_written: written }),
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
        ...(revisions.length === 0 || block.type === 'heading' ? {} : { revisions }),
        ...(block.post == null ? {} : { post_id: block.post.id, post_author: block.post.author }),
      })
      offset += text.length + FRAGMENT_GAP.length
      underHeading += 1
    }
    if (block.type === 'heading') {
      // A heading that is struck out stands over nothing.
      const isStruck = isStruckOut(revisions, text)
      hierarchy = isStruck ? above : [...above, { level: block.level, text: text.slice(0, LONGEST_HEADING) }]
      underHeading = 0
    }
  }
  return fragments
}

function isFull(fragments: readonly ExtractedFragment[]): boolean {
  return fragments.length >= MOST_FRAGMENTS || (fragments.at(-1)?.char_end ?? 0) >= LONGEST_PAGE
}

/** The quality flag of a document whose end was left out. */
export function truncationFlag(fragments: readonly ExtractedFragment[], isCut = false): readonly string[] {
  return isCut || isFull(fragments) ? ['truncated'] : []
}

export function textHash(text: string): string {
  return hash('sha256', text.normalize('NFKC').replace(UNEVEN_SPACE, ' ').trim())
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

/** A block that is too long for one fragment as several: cut at the end of a line or of a word near the limit. */
function inPieces(block: Block): readonly Block[] {
  if (block.text.length <= LONGEST_FRAGMENT) return [block]
  const pieces: Block[] = []
  const head = block.type === 'table' ? headOf(block.text) : ''
  for (let from = 0; from < block.text.length; ) {
    const end = cutBefore(block.text, from + LONGEST_FRAGMENT - (from === 0 ? 0 : head.length))
    const text = block.text.slice(from, end).trim()
    pieces.push({ ...block, text: from === 0 || text === '' ? text : head + text })
    from = end
  }
  return pieces.filter((piece) => piece.text !== '')
}

/** Longer heads are not written again. */
const LONGEST_HEAD = 2000

/** The caption and the first row of cells, for the pieces of a long table: rows without their head say nothing. */
function headOf(table: string): string {
  const room = table.slice(0, LONGEST_HEAD)
  const cells = room.indexOf(' | ')
  const end = cells < 0 ? -1 : room.indexOf('\n', cells)
  return end < 0 ? '' : room.slice(0, end + 1)
}

/** Characters before the limit in which a better place for the cut is looked for. */
const CUT_ROOM = 1000

function cutBefore(text: string, limit: number): number {
  if (limit >= text.length) return text.length
  const room = text.slice(limit - CUT_ROOM, limit)
  const place = Math.max(room.lastIndexOf('\n'), room.lastIndexOf('。')) + 1 || room.lastIndexOf(' ') + 1
  if (place > 0) return limit - CUT_ROOM + place
  // Not between the halves of a character.
  return /[\ud800-\udbff]$/.test(room) ? limit - 1 : limit
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
