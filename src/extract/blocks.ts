import type { FragmentType } from '../domain/page.ts'
import { type Element, marksOf, within } from './dom.ts'
import type { Post } from './posts.ts'
import type { Unit } from './units.ts'

/** A piece of the page before it gets its place, offsets and hash. */
export interface Block {
  readonly type: FragmentType
  readonly text: string
  /** Heading level; 0 for everything else. */
  readonly level: number
  /** False for a heading outside the main content: it gives context to what follows but is no fragment. */
  readonly emitted: boolean
  readonly page: number | null
  /** Whose part of the page it is, where many people write it. */
  readonly post?: Post | null
}

const CAPTION =
  /(?:^|[\s_-])(?:caption|captions|figcaption|photo-?credit|image-?credit|credits?|imgcaption|cutline)(?:$|[\s_-])/
const ABSTRACT = /^(?:abstract|summary|抄録|要旨|要約|和文抄録|英文抄録|アブストラクト)[:：]?$/i
/** List items longer than this are paragraphs of their own. */
const LONG_ITEM = 400

interface BlockReading {
  readonly ofPaper?: boolean
  readonly postOf?: (element: Element) => Post | null
}

/** Puts the kept units together again: items to lists, rows to tables, lines of a quotation to one. */
export function blocksOf(
  units: readonly Unit[],
  kept: readonly boolean[],
  title: string | null,
  { ofPaper = false, postOf = () => null }: BlockReading = {},
): Block[] {
  const blocks: Block[] = []
  const whole = wholeTables(units, kept)
  let open: { readonly of: Element; readonly type: FragmentType; lines: string[] } | null = null
  const push = (of: Element, type: FragmentType, text: string, level = 0, emitted = true) => {
    if (text !== '') blocks.push({ type, text, level, emitted, page: null, post: postOf(of) })
  }
  const close = () => {
    if (open !== null) push(open.of, open.type, open.lines.join('\n'))
    open = null
  }
  const gather = (type: FragmentType, of: Element, line: string) => {
    if (open === null || open.of !== of || open.type !== type) {
      close()
      open = { of, type, lines: [] }
    }
    open.lines.push(line)
  }
  /** Level of the heading over the abstract, while it lasts; deeper ones (Background, Methods) are parts of it. */
  let abstractUnder = 0
  units.forEach((unit, index) => {
    const isKept = kept[index] === true || (unit.kind === 'row' && whole.has(groupOf(unit)))
    if (unit.kind === 'heading') {
      close()
      if (ABSTRACT.test(unit.text)) abstractUnder = unit.level
      else if (unit.level <= abstractUnder) abstractUnder = 0
      push(unit.element, 'heading', unit.text, unit.level, isKept && !isHeadline(unit, title))
    } else if (!isKept || (index < 6 && title !== null && unit.text === title)) return
    else if (unit.kind === 'row') gather('table', groupOf(unit), unit.text)
    else if (unit.kind === 'item' && unit.text.length <= LONG_ITEM)
      gather('list', groupOf(unit), `- ${unit.text.replaceAll('\n', ' ')}`)
    else if (unit.kind === 'quote') gather('quote', groupOf(unit), unit.text)
    else {
      close()
      const type = typeOf(unit)
      const isAbstract = type === 'paragraph' && (abstractUnder > 0 || within(unit.element, isAbstractBox))
      push(unit.element, ofPaper && isAbstract ? 'abstract' : type, unit.text)
    }
  })
  close()
  return blocks
}

/**
 * The headline is the page's title (or the part of it beside the site's name): it stands above every fragment and is
 * none itself.
 */
function isHeadline(unit: Unit, title: string | null): boolean {
  if (unit.level !== 1 || title === null) return false
  const plain = (text: string) => text.normalize('NFKC').toLowerCase().replace(/\s+/g, '')
  const own = plain(unit.text)
  if ([title, ...title.split(/[|｜»]|(?<=\s)[-–—:：](?=\s)/)].some((part) => plain(part) === own)) return true
  const words = wordsOf(unit.text)
  const given = wordsOf(title)
  let common = 0
  for (const word of words) if (given.has(word)) common += 1
  return common > 0.6 * (words.size + given.size - common)
}

function wordsOf(text: string): Set<string> {
  return new Set(text.toLowerCase().match(/[\u3040-\u30ff\u3400-\u9fff]|[\p{L}\p{N}]+/gu) ?? [])
}

function isAbstractBox(element: Element): boolean {
  return /(?:^|[\s_-])abstract(?:$|[\s_-])/.test(marksOf(element))
}

function typeOf(unit: Unit): FragmentType {
  if (unit.kind === 'code') return 'code'
  if (unit.kind === 'caption') return 'figure'
  const parent = unit.element.parent
  return CAPTION.test(marksOf(unit.element)) || (parent !== null && CAPTION.test(marksOf(parent)))
    ? 'figure'
    : 'paragraph'
}

const GROUPS: Readonly<Record<string, RegExp>> = { item: /^(?:ul|ol|dl|menu)$/, row: /^table$/, quote: /^blockquote$/ }

/** The outermost list, the table or the quotation a unit belongs to. */
function groupOf(unit: Unit): Element {
  const pattern = GROUPS[unit.kind]
  let group = unit.element
  for (
    let above: Element | null = unit.element, steps = 0;
    above !== null && steps < 12;
    above = above.parent, steps += 1
  ) {
    if (pattern?.test(above.tag)) {
      group = above
      if (unit.kind !== 'item') return group
    } else if (unit.kind === 'item' && group !== unit.element && !/^(?:li|dd|dt)$/.test(above.tag)) return group
  }
  return group
}

/** A table of which half is wanted is wanted whole: rows without their head say nothing. */
function wholeTables(units: readonly Unit[], kept: readonly boolean[]): Set<Element> {
  const counts = new Map<Element, [kept: number, all: number]>()
  units.forEach((unit, index) => {
    if (unit.kind !== 'row') return
    const table = groupOf(unit)
    const count = counts.get(table) ?? [0, 0]
    count[0] += kept[index] === true ? 1 : 0
    count[1] += 1
    counts.set(table, count)
  })
  return new Set([...counts].filter(([, [some, all]]) => some * 2 >= all).map(([table]) => table))
}
