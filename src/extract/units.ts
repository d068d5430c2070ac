import {
  attribute,
  type Child,
  type Document,
  type Element,
  rawTextOf,
  tagged,
  textOf,
  tidy,
  UNEVEN_SPACE,
} from './dom.ts'
import { InlineEdges } from './inline-edges.ts'
import { mathText } from './math-text.ts'
import { isRaised, noteMark, notesOf } from './note-marks.ts'
import { isStruckElement, STRUCK_CLOSE, STRUCK_OPEN } from './revisions.ts'
import { SCRIPT_CLOSE, scriptSign, spellScripts } from './scripts.ts'
import { withoutShortcodes } from './shortcodes.ts'
import { dataRows } from './table.ts'
import { measureText, type TextMeasure } from './text-measure.ts'

export type UnitKind = 'paragraph' | 'heading' | 'item' | 'row' | 'quote' | 'code' | 'caption' | 'button' | 'declared'

/** The smallest piece of a page that is kept or left out as a whole. */
export interface Unit {
  readonly kind: UnitKind
  /** Heading level; 0 for everything else. */
  readonly level: number
  readonly text: string
  /** The block element the text stands in. */
  readonly element: Element
  readonly measure: TextMeasure
  /** Share of the letters that is link text. */
  readonly linkShare: number
  readonly links: number
}

const BLOCKS: ReadonlySet<string> = new Set(
  (
    'address article aside blockquote body center dd details div dl dt fieldset figcaption figure footer ' +
    'form h1 h2 h3 h4 h5 h6 header hgroup hr li ' +
    'main menu nav ol p pre section summary table tbody td tfoot th thead tr ul caption button legend ' +
    'template noscript amp-accordion'
  ).split(' '),
)

/** Characters: a heading element around a longer text holds a paragraph, not a heading. */
const LONGEST_HEADING = 250

/** Cuts the visible page into its units, in reading order. */
export function unitsOf(document: Document, invisible: ReadonlySet<Element>): Unit[] {
  const units: Unit[] = []
  const holdsBlock = blockHolders(document)
  const notes = notesOf(document)
  const captions = tableCaptions(document)
  const captionOf = (table: Element) => captions.get(table) ?? null
  const ofTables = new Set(captions.values())
  const isInline = (child: Child): boolean =>
    typeof child === 'string' || child.tag === 'math' || (!BLOCKS.has(child.tag) && !holdsBlock.has(child))

  /** How many of the elements around the place strike out what is in them. */
  let struck = 0

  const add = (kind: UnitKind, level: number, element: Element, run: readonly Child[]) => {
    const gathered = gather(run, invisible, linkAbove(element), kind === 'code')
    const spelled = spellScripts(gathered.text, notes)
    const parts = kind === 'code' ? [preformatted(spelled)] : paragraphs(withoutShortcodes(spelled))
    for (const part of kind === 'heading' ? [parts.join(' ')] : parts) {
      if (part === '') continue
      const text = struck > 0 ? STRUCK_OPEN + part + STRUCK_CLOSE : part
      const linkShare = gathered.letters === 0 ? 0 : gathered.linked / gathered.letters
      units.push({ kind, level, text, element, measure: measureText(text), linkShare, links: gathered.links })
    }
  }

  const walk = (element: Element): void => {
    if (invisible.has(element)) return
    const strikes = isStruckElement(element) ? 1 : 0
    struck += strikes
    walkInto(element)
    struck -= strikes
  }

  const walkInto = (element: Element): void => {
    if (element.tag === 'table') {
      const caption = captionOf(element)
      const rows = dataRows(element, invisible)
      // One that only lays out the page has a caption like any picture.
      if (rows === null && caption !== null) ofTables.delete(caption)
      if (rows !== null) {
        if (caption !== null && !invisible.has(caption)) addRow(element, textOf(caption), caption)
        for (const row of rows) addRow(row.element, row.text)
        return
      }
    }
    if (ofTables.has(element)) return
    if (element.tag === 'pre') {
      add('code', 0, element, element.children)
      return
    }
    let run: Child[] = []
    const flush = () => {
      if (run.length > 0) add(kindOf(element), levelOf(element), element, run)
      run = []
    }
    // A heading that was never closed holds the page; one with a short block in it is still a heading.
    const heading = levelOf(element) > 0 && !(holdsBlock.has(element) && rawTextOf(element).length > LONGEST_HEADING)
    for (const child of element.children) {
      if (isInline(child) || (heading && typeof child !== 'string' && !invisible.has(child))) run.push(child)
      else if (typeof child !== 'string') {
        flush()
        walk(child)
      }
    }
    flush()
  }

  const addRow = (element: Element, text: string, source = element) => {
    const gathered = gather(source.children, invisible, false, false)
    const linkShare = gathered.letters === 0 ? 0 : gathered.linked / gathered.letters
    units.push({ kind: 'row', level: 0, text, element, measure: measureText(text), linkShare, links: gathered.links })
  }

  walk(document.root)
  return units
}

/** The <figcaption> of a <figure> that holds one table is that table's caption. */
function tableCaptions(document: Document): Map<Element, Element> {
  const tables = new Map<Element, Element | null>()
  for (const table of tagged(document, 'table')) {
    const figure = figureAround(table)
    if (figure !== null) tables.set(figure, tables.has(figure) ? null : table)
  }
  const captions = new Map<Element, Element>()
  for (const caption of tagged(document, 'figcaption')) {
    const table = caption.parent === null ? null : (tables.get(caption.parent) ?? null)
    if (table !== null) captions.set(table, caption)
  }
  return captions
}

function figureAround(table: Element): Element | null {
  for (let above = table.parent, steps = 0; above !== null && steps < 3; above = above.parent, steps += 1)
    if (above.tag === 'figure') return above
  return null
}

function blockHolders(document: Document): Set<Element> {
  const holders = new Set<Element>()
  for (let index = document.elements.length - 1; index >= 0; index -= 1) {
    const element = document.elements[index] as Element
    if (element.tag === 'math') continue
    if (element.parent !== null && (BLOCKS.has(element.tag) || holders.has(element))) holders.add(element.parent)
  }
  return holders
}

export function levelOf(element: Element): number {
  const { tag } = element
  if (tag.length === 2 && tag.charCodeAt(0) === 104) {
    const level = tag.charCodeAt(1) - 48
    if (level >= 1 && level <= 6) return level
  }
  if (attribute(element, 'role') === 'heading')
    return Math.min(6, Math.max(1, Number(attribute(element, 'aria-level') ?? 2) || 2))
  return 0
}

const ITEMS: ReadonlySet<string> = new Set(['li', 'dt', 'dd'])
const PARTS: ReadonlySet<string> = new Set('td section article main ul ol'.split(' '))

function kindOf(element: Element): UnitKind {
  if (levelOf(element) > 0) return 'heading'
  for (let above: Element | null = element, steps = 0; above !== null && steps < 4; above = above.parent, steps += 1) {
    if (above.tag === 'button') return 'button'
    if (above.tag === 'figcaption' || above.tag === 'caption') return 'caption'
    if (above.tag === 'blockquote') return 'quote'
    if (ITEMS.has(above.tag)) return above === element || element.tag === 'p' ? 'item' : 'paragraph'
    if (PARTS.has(above.tag)) return 'paragraph'
  }
  return 'paragraph'
}

function linkAbove(element: Element): boolean {
  for (let above: Element | null = element; above !== null; above = above.parent) if (above.tag === 'a') return true
  return false
}

interface Gathered {
  text: string
  letters: number
  linked: number
  links: number
}

/** Text of a run with \n where the page breaks a line and \ue000 where only the source does. */
function gather(run: readonly Child[], invisible: ReadonlySet<Element>, linkedAbove: boolean, pre: boolean): Gathered {
  const result: Gathered = { text: '', letters: 0, linked: 0, links: linkedAbove ? 1 : 0 }
  const edges = new InlineEdges()
  const visit = (node: Child, linked: boolean): void => {
    if (typeof node === 'string') {
      if (!pre) result.text += edges.before(node, result.text)
      const count = visibleLength(node)
      result.letters += count
      if (linked) result.linked += count
      result.text += pre
        ? node
        : node.includes('\n') || node.includes('\r')
          ? node.replace(UNEVEN_SPACE, sourceSpace)
          : node
      return
    }
    if (invisible.has(node)) return
    if (node.tag === 'br') result.text += '\n'
    // Two blocks in one heading stand apart: "5" over "2020" is not 52020.
    const edge = !pre && BLOCKS.has(node.tag) ? '\ue000' : ''
    if (node.tag === 'math') {
      const formula = mathText(node)
      result.letters += visibleLength(formula)
      result.text += formula
      return
    }
    const mark = !pre && isRaised(node) ? noteMark(node) : null
    if (mark !== null) {
      result.text += `[${mark}]`
      result.letters += mark.length
      return
    }
    if (node.tag === 'a') result.links += 1
    edges.open(node.tag)
    const sign = scriptSign(node)
    const struck = isStruckElement(node)
    result.text += edge + (struck ? STRUCK_OPEN : '') + sign
    for (const child of node.children) visit(child, linked || node.tag === 'a')
    result.text += (sign === '' ? '' : SCRIPT_CLOSE) + (struck ? STRUCK_CLOSE : '') + edge
    edges.close(node.tag)
  }
  for (const node of run) visit(node, linkedAbove)
  return result
}

function sourceSpace(space: string): string {
  return space.includes('\n') || space.includes('\r') ? '\ue000' : ' '
}

function visibleLength(text: string): number {
  let count = 0
  for (let index = 0; index < text.length; index += 1) if (text.charCodeAt(index) > 32) count += 1
  return count
}

/** <br> is a line, two of them a paragraph. */
function paragraphs(text: string): string[] {
  if (!text.includes('\n')) {
    const line = tidy(text.replaceAll('\ue000', '\n'))
    return line === '' ? [] : [line]
  }
  return text
    .split(/\n[\s\ue000]*\n/)
    .map((part) =>
      part
        .split('\n')
        .map((line) => tidy(line.replaceAll('\ue000', '\n')))
        .filter((line) => line !== '')
        .join('\n'),
    )
    .filter((part) => part !== '')
}

function preformatted(text: string): string {
  const lines = text.split(/\r?\n/).map((line) => line.trimEnd())
  while (lines[0] === '') lines.shift()
  return lines.join('\n').trimEnd()
}
