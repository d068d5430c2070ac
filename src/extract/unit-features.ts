import { BOILERPLATE_PHRASES } from './boilerplate-phrases.ts'
import type { Document, Element } from './dom.ts'
import {
  ancestorOf,
  chainCache,
  headingChain,
  imageCounts,
  type Sum,
  sectionSums,
  siblingCache,
  signatureCache,
  signatureSums,
  stepsApart,
  sumUp,
  topCandidate,
  towardsTop,
} from './dom-features.ts'
import { GROUP_COUNT, SHAPE_COUNT } from './element-groups.ts'
import { plainLetters, type StructuredText } from './structured-text.ts'
import type { Unit, UnitKind } from './units.ts'

/** Where a unit hangs: indexes that let later steps average over what belongs together. */
export interface UnitPlace {
  /** The elements one, two, three and five steps above, by number; -1 beyond the root. */
  readonly above: readonly number[]
  readonly signature: number
  /** Index of the nearest heading unit before it, or -1. */
  readonly heading: number
}

export interface UnitTable {
  readonly width: number
  /** The last columns of a row's width, so many, are those of the page. */
  readonly ofPage: number
  /** Row after row, `width` numbers each, with room for the first judgement behind them. */
  readonly stride: number
  readonly values: Float32Array
  readonly places: readonly UnitPlace[]
}

const KINDS: readonly UnitKind[] = [
  'paragraph',
  'heading',
  'item',
  'row',
  'quote',
  'code',
  'caption',
  'button',
  'declared',
]
const STEPS = [1, 2, 3, 5]
/** Phrases that, over a section, speak for everything in it. */
const SECTION_PHRASES = [0, 5, 10, 13, 17, 20, 21, 22, 23]
const NEIGHBOURS = [-3, -2, -1, 1, 2, 3]
/** Pictures are counted in the element and this many less one above it. */
const PICTURE_STEPS = 4
/** Phrases such as "share this" are short; a paragraph that holds one is no furniture. */
const SHORT_TEXT = 160
/** Columns that hold what the first judgement says of each row. */
export const CONTEXT = 2

/** One row of numbers for every unit; the column order is part of the learned weights. */
export function unitTable(
  document: Document,
  units: readonly Unit[],
  phrases: readonly number[],
  title: string,
  declared: StructuredText,
  pageColumns: readonly number[],
): UnitTable {
  const page = readPage(document, units, phrases, title, declared)
  const progress = startOfPage()
  const row = new Row()
  const places: UnitPlace[] = []
  const ofPage = Float32Array.from(pageColumns)
  let values = new Float32Array(0)
  let width = 0
  units.forEach((unit, index) => {
    row.length = 0
    pushText(row, page, unit, index)
    pushElement(row, page, unit, index)
    pushPosition(row, page, progress, index)
    for (const offset of NEIGHBOURS) pushNeighbour(row, units[index + offset], unit.element)
    pushSection(row, page, progress, unit, index)
    if (index === 0) {
      width = row.length + pageColumns.length
      values = new Float32Array((width + CONTEXT) * units.length)
    }
    const at = index * (width + CONTEXT)
    for (let column = 0; column < row.length; column += 1) values[at + column] = row.values[column] as number
    values.set(ofPage, at + row.length)
    places.push({
      above: STEPS.map((step) => page.numberOf(ancestorOf(unit.element, step))),
      signature: page.signatureNumbers.get(page.signatureOf[index] ?? '') ?? 0,
      heading: progress.heading,
    })
    pass(progress, page, unit, index)
  })
  return { width, ofPage: ofPage.length, stride: width + CONTEXT, values, places }
}

/** What is counted once over the whole page. */
interface PageReading {
  readonly units: readonly Unit[]
  readonly phrases: readonly number[]
  readonly declared: StructuredText
  readonly totalWords: number
  /** The texts in lower case, and how often each of them stands on the page. */
  readonly folded: readonly string[]
  readonly copies: ReadonlyMap<string, number>
  readonly titleWords: ReadonlySet<string>
  /** Index of the first heading of level 1, or -1. */
  readonly firstTitle: number
  readonly images: ReadonlyMap<Element, number>
  readonly sums: ReadonlyMap<Element, Sum>
  readonly signatureOf: readonly string[]
  readonly signatures: ReturnType<typeof signatureSums>
  readonly signatureNumbers: ReadonlyMap<string, number>
  readonly sections: ReturnType<typeof sectionSums>
  readonly lineOf: ReturnType<typeof chainCache>
  readonly siblingsOf: ReturnType<typeof siblingCache>
  readonly towards: ReturnType<typeof towardsTop>
  numberOf(element: Element | null): number
}

function readPage(
  document: Document,
  units: readonly Unit[],
  phrases: readonly number[],
  title: string,
  declared: StructuredText,
): PageReading {
  const sums = sumUp(units)
  const folded = units.map((unit) => unit.text.toLowerCase())
  const words = units.reduce((sum, unit) => sum + unit.measure.words, 0)
  const signatureOf = units.map(signatureCache())
  const signatures = signatureSums(units, signatureOf)
  return {
    units,
    phrases,
    declared,
    totalWords: Math.max(1, words),
    folded,
    copies: countBy(folded),
    titleWords: new Set(tokens(title.toLowerCase())),
    firstTitle: units.findIndex((unit) => unit.kind === 'heading' && unit.level === 1),
    images: imageCounts(document),
    sums,
    signatureOf,
    signatures,
    signatureNumbers: new Map([...signatures.keys()].map((name, index) => [name, index])),
    sections: sectionSums(units),
    lineOf: chainCache(),
    siblingsOf: siblingCache(),
    towards: towardsTop(topCandidate(sums), sums),
    numberOf: elementNumbers(),
  }
}

/** How far down the page the reading has come. */
interface Progress {
  wordsBefore: number
  /** -1 before the title. */
  wordsAtTitle: number
  headingsAfterTitle: number
  /** Index of the last heading passed, or -1. */
  heading: number
  readonly chain: ReturnType<typeof headingChain>
}

function startOfPage(): Progress {
  return { wordsBefore: 0, wordsAtTitle: -1, headingsAfterTitle: 0, heading: -1, chain: headingChain() }
}

function pass(progress: Progress, page: PageReading, unit: Unit, index: number): void {
  if (unit.kind === 'heading') {
    progress.heading = index
    progress.chain.add(unit, page.phrases[index] ?? 0)
    if (index === page.firstTitle) progress.wordsAtTitle = progress.wordsBefore
    else if (progress.wordsAtTitle >= 0) progress.headingsAfterTitle += 1
  }
  progress.wordsBefore += unit.measure.words
}

/** The text itself: length, links, letters, how it ends, what it says. */
function pushText(row: Row, { phrases, folded, copies, titleWords }: PageReading, unit: Unit, index: number): void {
  const { measure, text } = unit
  const letters = Math.max(1, measure.letters)
  const lowerCase = folded[index] ?? ''
  row.add(Math.log1p(measure.words))
  row.add(text.length / Math.max(1, measure.words))
  row.add(unit.linkShare)
  row.add(unit.links)
  row.add(measure.digits / (letters + measure.digits))
  row.add(measure.capitals / letters)
  row.add(measure.commas / Math.max(1, measure.words))
  row.add(measure.stops)
  row.add(measure.marks / Math.max(1, text.length))
  row.add(/[.!?。！？…"”」]$/.test(text) ? 1 : 0)
  row.add(/[:：]$/.test(text) ? 1 : 0)
  row.add(/[?？]$/.test(text) ? 1 : 0)
  row.add(unit.level)
  row.add(linesIn(text))
  row.add(copies.get(lowerCase) ?? 1)
  row.add(overlap(lowerCase, titleWords))
  for (const kind of KINDS) row.add(unit.kind === kind ? 1 : 0)
  pushBits(row, phrases[index] ?? 0, BOILERPLATE_PHRASES.length)
}

/** The element it hangs on: its line of ancestors, what they hold together, and what the template repeats. */
function pushElement(row: Row, page: PageReading, { element }: Unit, index: number): void {
  const line = page.lineOf(element)
  pushBits(row, line.near, GROUP_COUNT)
  pushBits(row, line.all, GROUP_COUNT)
  pushBits(row, line.shape, SHAPE_COUNT)
  row.add(line.depth)
  for (const step of STEPS) {
    const ancestor = ancestorOf(element, step)
    pushSum(row, ancestor === null ? undefined : page.sums.get(ancestor), page.totalWords)
  }
  pushSum(row, page.sums.get(element), page.totalWords)
  const same = page.signatures.get(page.signatureOf[index] ?? '')
  row.add(same?.units ?? 1)
  row.add(Math.log1p((same?.words ?? 0) / Math.max(1, same?.units ?? 1)))
  row.add((same?.linkWords ?? 0) / Math.max(1, same?.words ?? 1))
  row.add(page.siblingsOf(element))
  for (const value of page.towards(element)) row.add(value)
  let holder: Element | null = element
  for (let step = 0; step < PICTURE_STEPS; step += 1) {
    row.add(holder === null ? 0 : (page.images.get(holder) ?? 0))
    holder = holder === null ? null : holder.parent
  }
}

/** Where it stands in the order of reading. */
function pushPosition(row: Row, page: PageReading, { wordsBefore }: Progress, index: number): void {
  const { units, totalWords, firstTitle } = page
  row.add(wordsBefore / totalWords)
  row.add(index / units.length)
  row.add(units.length - index)
  row.add(Math.log1p(index))
  row.add(firstTitle < 0 ? 0 : index - firstTitle)
  row.add(index < firstTitle ? 1 : 0)
}

/** The heading above it, the section it stands in, and what the page declares of itself. */
function pushSection(row: Row, page: PageReading, progress: Progress, unit: Unit, index: number): void {
  const { units, phrases, sections, declared } = page
  const { heading, wordsBefore, wordsAtTitle } = progress
  const headingUnit = heading < 0 ? undefined : units[heading]
  row.add(heading < 0 ? -1 : index - heading)
  row.add(headingUnit?.level ?? 0)
  row.add(heading < 0 ? 0 : (phrases[heading] ?? 0) & 1)
  row.add(heading < 0 ? 0 : phrases[heading] === 0 ? 0 : 1)
  row.add(headingUnit === undefined ? 0 : Math.log1p(headingUnit.measure.words))
  row.add(headingUnit?.linkShare ?? 0)
  const section = sections[unit.kind === 'heading' ? index : heading < 0 ? units.length : heading]
  row.add(Math.log1p(section?.words ?? 0))
  row.add((section?.linkWords ?? 0) / Math.max(1, section?.words ?? 1))
  row.add(section?.units ?? 0)
  row.add(Math.log1p(wordsBefore))
  row.add(wordsAtTitle < 0 ? -1 : Math.log1p(wordsBefore - wordsAtTitle))
  row.add(progress.headingsAfterTitle)
  pushSaid(row, declared, unit.text)
  const over = progress.chain.over(unit)
  for (const phrase of SECTION_PHRASES) row.add((over >>> phrase) & 1)
}

/** Numbers in the order in which elements are first asked for; -1 for none. */
function elementNumbers(): (element: Element | null) => number {
  const numbers = new Map<Element, number>()
  return (element) => {
    if (element === null) return -1
    const known = numbers.get(element)
    if (known !== undefined) return known
    numbers.set(element, numbers.size)
    return numbers.size - 1
  }
}

/** Written in place: a list that grows anew for every unit would cost more than its numbers. */
class Row {
  readonly values = new Float32Array(512)
  length = 0

  add(value: number): void {
    this.values[this.length] = value
    this.length += 1
  }

  addUnknown(count: number): void {
    for (let index = 0; index < count; index += 1) this.add(-1)
  }
}

function pushBits(row: Row, bits: number, count: number): void {
  for (let index = 0; index < count; index += 1) row.add((bits >>> index) & 1)
}

function pushSum(row: Row, sum: Sum | undefined, totalWords: number): void {
  if (sum === undefined) {
    row.addUnknown(5)
    return
  }
  row.add(Math.log1p(sum.words))
  row.add(sum.linkWords / Math.max(1, sum.words))
  row.add(sum.words / totalWords)
  row.add(sum.words / sum.units)
  row.add(sum.long)
}

function pushNeighbour(row: Row, unit: Unit | undefined, element: Element): void {
  if (unit === undefined) {
    row.addUnknown(4)
    return
  }
  row.add(Math.log1p(unit.measure.words))
  row.add(unit.linkShare)
  row.add(KINDS.indexOf(unit.kind))
  row.add(stepsApart(unit.element, element))
}

function linesIn(text: string): number {
  let lines = 1
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) lines += 1
  return lines
}

/**
 * Whether the page's own structured data gives this text too: -1 when it gives none, or the text is too short to tell.
 */
function pushSaid(row: Row, { body, description }: StructuredText, text: string): void {
  if (text.length < 24 || (body === null && description === null)) {
    row.addUnknown(2)
    return
  }
  const start = plainLetters(text.slice(0, 60)).slice(0, 30)
  const end = plainLetters(text.slice(-60)).slice(-30)
  for (const declared of [body, description])
    row.add(declared === null ? -1 : ((declared.includes(start) ? 1 : 0) + (declared.includes(end) ? 1 : 0)) / 2)
}

export function phraseBits(text: string): number {
  if (text.length > SHORT_TEXT) return 0
  let bits = 0
  BOILERPLATE_PHRASES.forEach((pattern, index) => {
    if (pattern.test(text)) bits |= 1 << index
  })
  return bits
}

function countBy(values: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1)
  return counts
}

function tokens(lowerCase: string): string[] {
  return lowerCase.match(/[\p{L}\p{N}]+/gu) ?? []
}

function holdsAny(text: string, words: ReadonlySet<string>): boolean {
  for (const word of words) if (text.includes(word)) return true
  return false
}

function overlap(lowerCase: string, title: ReadonlySet<string>): number {
  if (lowerCase.length > 300 || !holdsAny(lowerCase, title)) return 0
  const own = new Set(tokens(lowerCase))
  if (own.size === 0) return 0
  let common = 0
  for (const token of own) if (title.has(token)) common += 1
  return common / Math.max(own.size, title.size)
}
