import { type Document, type Element, tagged, tidy } from './dom.ts'
import { GROUP_COUNT, groupsOf, SHAPE_COUNT, shapeBit } from './marks.ts'
import { PHRASES } from './phrases.ts'
import type { Unit, UnitKind } from './units.ts'

/** Sums over the units under one element. */
interface Sum {
  words: number
  linkWords: number
  units: number
  long: number
  score: number
}

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
  /** Row after row, `width` numbers each, with room for the context columns behind them. */
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
const LONG = 20
const SHORT_TEXT = 160
/** Columns that the second judgement adds to each row. */
export const CONTEXT = 22

/** One row of numbers for every unit; the column order is part of the learned weights. */
export function unitTable(
  document: Document,
  units: readonly Unit[],
  phrases: readonly number[],
  title: string,
  pageColumns: readonly number[],
): UnitTable {
  const images = imageCounts(document)
  const sums = sumUp(units)
  const top = topCandidate(sums)
  let values = new Float32Array(0)
  let width = 0
  const row: number[] = []
  const places: UnitPlace[] = []
  const numbers = new Map<Element, number>()
  const numberOf = (element: Element | null) => {
    if (element === null) return -1
    const known = numbers.get(element)
    if (known !== undefined) return known
    numbers.set(element, numbers.size)
    return numbers.size - 1
  }
  const lines = chainCache()
  const siblings = siblingCache()
  const totalWords = Math.max(
    1,
    units.reduce((sum, unit) => sum + unit.measure.words, 0),
  )
  const copies = countBy(units.map((unit) => unit.text.toLowerCase()))
  const signatures = units.map((unit) => signatureOf(unit))
  const signed = signatureSums(units, signatures)
  const signatureNumbers = new Map([...signed.keys()].map((name, index) => [name, index]))
  const titleWords = new Set(tokens(title))
  const firstTitle = units.findIndex((unit) => unit.kind === 'heading' && unit.level === 1)
  const sections = sectionSums(units)
  let wordsBefore = 0
  let heading = -1
  units.forEach((unit, index) => {
    const { measure, element } = unit
    const line = lines(element)
    row.length = 0
    const letters = Math.max(1, measure.letters)
    row.push(
      Math.log1p(measure.words),
      unit.text.length / Math.max(1, measure.words),
      unit.linkShare,
      unit.links,
      measure.digits / (letters + measure.digits),
      measure.capitals / letters,
      measure.commas / Math.max(1, measure.words),
      measure.stops,
      measure.marks / Math.max(1, unit.text.length),
      /[.!?。！？…"”」]$/.test(unit.text) ? 1 : 0,
      /[:：]$/.test(unit.text) ? 1 : 0,
      /[?？]$/.test(unit.text) ? 1 : 0,
      unit.level,
      unit.text.split('\n').length,
      copies.get(unit.text.toLowerCase()) ?? 1,
      overlap(unit.text, titleWords),
    )
    for (const kind of KINDS) row.push(unit.kind === kind ? 1 : 0)
    pushBits(row, phrases[index] ?? 0, PHRASES.length)
    pushBits(row, line.near, GROUP_COUNT)
    pushBits(row, line.all, GROUP_COUNT)
    pushBits(row, line.shape, SHAPE_COUNT)
    row.push(line.depth)
    const above: number[] = []
    for (const step of STEPS) {
      const ancestor = ancestorOf(element, step)
      above.push(numberOf(ancestor))
      pushSum(row, ancestor === null ? undefined : sums.get(ancestor), totalWords)
    }
    pushSum(row, sums.get(element), totalWords)
    const signature = signatures[index] ?? ''
    const same = signed.get(signature)
    row.push(
      same?.units ?? 1,
      Math.log1p((same?.words ?? 0) / Math.max(1, same?.units ?? 1)),
      (same?.linkWords ?? 0) / Math.max(1, same?.words ?? 1),
    )
    row.push(siblings(element))
    row.push(...towards(element, top, sums))
    for (const step of [0, 1, 2, 3]) row.push(images.get(ancestorOf(element, step) as Element) ?? 0)
    row.push(wordsBefore / totalWords, index / units.length, units.length - index, Math.log1p(index))
    row.push(firstTitle < 0 ? 0 : index - firstTitle, index < firstTitle ? 1 : 0)
    for (const offset of [-3, -2, -1, 1, 2, 3]) pushNeighbour(row, units[index + offset], element)
    const headingUnit = heading < 0 ? undefined : units[heading]
    row.push(
      heading < 0 ? -1 : index - heading,
      headingUnit?.level ?? 0,
      heading < 0 ? 0 : (phrases[heading] ?? 0) & 1,
      heading < 0 ? 0 : phrases[heading] === 0 ? 0 : 1,
      headingUnit === undefined ? 0 : Math.log1p(headingUnit.measure.words),
      headingUnit?.linkShare ?? 0,
    )
    const section = sections[unit.kind === 'heading' ? index : heading + 1 === 0 ? units.length : heading]
    row.push(
      Math.log1p(section?.words ?? 0),
      (section?.linkWords ?? 0) / Math.max(1, section?.words ?? 1),
      section?.units ?? 0,
    )
    row.push(...pageColumns)
    if (index === 0) {
      width = row.length
      values = new Float32Array((width + CONTEXT) * units.length)
    }
    values.set(row, index * (width + CONTEXT))
    places.push({ above, signature: signatureNumbers.get(signature) ?? 0, heading })
    if (unit.kind === 'heading') heading = index
    wordsBefore += measure.words
  })
  return { width, stride: width + CONTEXT, values, places }
}

function sumUp(units: readonly Unit[]): Map<Element, Sum> {
  const sums = new Map<Element, Sum>()
  for (const unit of units) {
    const { words, commas } = unit.measure
    const score = words >= 10 && unit.linkShare < 0.5 ? 1 + commas + Math.min(3, words / 20) : 0
    let steps = 0
    for (let above: Element | null = unit.element; above !== null; above = above.parent) {
      let sum = sums.get(above)
      if (sum === undefined) {
        sum = { words: 0, linkWords: 0, units: 0, long: 0, score: 0 }
        sums.set(above, sum)
      }
      sum.words += words
      sum.linkWords += words * unit.linkShare
      sum.units += 1
      if (words >= LONG && unit.linkShare < 0.5) sum.long += 1
      if (steps <= 2) sum.score += score / (steps + 1)
      steps += 1
    }
  }
  return sums
}

/** Pictures under an element, as far up as a caption is from its picture. */
function imageCounts(document: Document): Map<Element, number> {
  const counts = new Map<Element, number>()
  for (const image of tagged(document, 'img', 'picture', 'video', 'amp-img')) {
    let above = image.parent
    for (let step = 0; step < 6 && above !== null; step += 1) {
      counts.set(above, (counts.get(above) ?? 0) + 1)
      above = above.parent
    }
  }
  return counts
}

function topCandidate(sums: ReadonlyMap<Element, Sum>): Element | null {
  let best: Element | null = null
  let most = 0
  for (const [element, sum] of sums) {
    const score = sum.score * (1 - sum.linkWords / Math.max(1, sum.words))
    if (score > most) {
      best = element
      most = score
    }
  }
  return best
}

/** Inside the densest element; else how far up the element is that holds both, and how much of that is the unit's own side. */
function towards(element: Element, top: Element | null, sums: ReadonlyMap<Element, Sum>): number[] {
  if (top === null) return [0, 99, 0]
  let steps = 0
  for (let shared: Element | null = top; shared !== null; shared = shared.parent) {
    if (contains(shared, element)) {
      const inTop = sums.get(top)?.words ?? 0
      return [steps === 0 ? 1 : 0, steps, inTop / Math.max(1, sums.get(shared)?.words ?? 1)]
    }
    steps += 1
  }
  return [0, 99, 0]
}

function contains(outer: Element, inner: Element): boolean {
  for (let above: Element | null = inner; above !== null; above = above.parent) if (above === outer) return true
  return false
}

interface Line {
  readonly near: number
  readonly all: number
  readonly shape: number
  readonly depth: number
}

function chainCache(): (element: Element) => Line {
  const known = new Map<Element, Line>()
  return (element) => {
    const cached = known.get(element)
    if (cached !== undefined) return cached
    let near = 0
    let all = 0
    let shape = 0
    let depth = 0
    for (let above: Element | null = element; above !== null; above = above.parent) {
      const bits = groupsOf(above)
      if (depth < 3) near |= bits
      // The page's own element often says what the page is, not what the part is.
      if (above.parent !== null) all |= bits
      shape |= shapeBit(above.tag)
      depth += 1
    }
    const line = { near, all, shape, depth }
    known.set(element, line)
    return line
  }
}

function pushBits(row: number[], bits: number, count: number): void {
  for (let index = 0; index < count; index += 1) row.push((bits >>> index) & 1)
}

function pushSum(row: number[], sum: Sum | undefined, totalWords: number): void {
  if (sum === undefined) row.push(-1, -1, -1, -1, -1)
  else
    row.push(
      Math.log1p(sum.words),
      sum.linkWords / Math.max(1, sum.words),
      sum.words / totalWords,
      sum.words / sum.units,
      sum.long,
    )
}

function pushNeighbour(row: number[], unit: Unit | undefined, element: Element): void {
  if (unit === undefined) row.push(-1, -1, -1, -1)
  else {
    row.push(
      Math.log1p(unit.measure.words),
      unit.linkShare,
      KINDS.indexOf(unit.kind),
      stepsApart(unit.element, element),
    )
  }
}

function stepsApart(first: Element, second: Element): number {
  if (first === second) return 0
  const above = new Set<Element>()
  for (let next: Element | null = first; next !== null; next = next.parent) above.add(next)
  let steps = 0
  for (let next: Element | null = second; next !== null; next = next.parent) {
    if (above.has(next)) return steps
    steps += 1
  }
  return steps
}

export function ancestorOf(element: Element, steps: number): Element | null {
  let above: Element | null = element
  for (let step = 0; step < steps && above !== null; step += 1) above = above.parent
  return above
}

/** Units that a template repeats look alike: tags and class of three elements. */
function signatureOf(unit: Unit): string {
  let name = unit.kind
  let element: Element | null = unit.element
  for (let step = 0; step < 3 && element !== null; step += 1) {
    name += `>${element.tag}.${element.attributes.get('class') ?? ''}` as UnitKind
    element = element.parent
  }
  return name
}

function signatureSums(
  units: readonly Unit[],
  signatures: readonly string[],
): Map<string, Pick<Sum, 'units' | 'words' | 'linkWords'>> {
  const sums = new Map<string, Pick<Sum, 'units' | 'words' | 'linkWords'>>()
  units.forEach((unit, index) => {
    const name = signatures[index] ?? ''
    const sum = sums.get(name) ?? { units: 0, words: 0, linkWords: 0 }
    sum.units += 1
    sum.words += unit.measure.words
    sum.linkWords += unit.measure.words * unit.linkShare
    sums.set(name, sum)
  })
  return sums
}

/** What stands under each heading up to the next; the entry past the end is what stands before the first. */
function sectionSums(units: readonly Unit[]): Pick<Sum, 'units' | 'words' | 'linkWords'>[] {
  const sections: Pick<Sum, 'units' | 'words' | 'linkWords'>[] = []
  let open = units.length
  units.forEach((unit, index) => {
    if (unit.kind === 'heading') open = index
    const sum = sections[open] ?? { units: 0, words: 0, linkWords: 0 }
    sections[open] = sum
    if (unit.kind === 'heading') return
    sum.units += 1
    sum.words += unit.measure.words
    sum.linkWords += unit.measure.words * unit.linkShare
  })
  return sections
}

/** How many children of the same parent have the same tag. */
function siblingCache(): (element: Element) => number {
  const known = new Map<Element, Map<string, number>>()
  return (element) => {
    const parent = element.parent
    if (parent === null) return 0
    let counts = known.get(parent)
    if (counts === undefined) {
      counts = new Map()
      for (const child of parent.children) {
        if (typeof child !== 'string') counts.set(child.tag, (counts.get(child.tag) ?? 0) + 1)
      }
      known.set(parent, counts)
    }
    return Math.min(50, counts.get(element.tag) ?? 0)
  }
}

export function phraseBits(text: string): number {
  if (text.length > SHORT_TEXT) return 0
  let bits = 0
  PHRASES.forEach((pattern, index) => {
    if (pattern.test(text)) bits |= 1 << index
  })
  return bits
}

function countBy(values: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1)
  return counts
}

function tokens(text: string): string[] {
  return (
    tidy(text)
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  )
}

function overlap(text: string, title: ReadonlySet<string>): number {
  if (text.length > 300 || title.size === 0) return 0
  const own = new Set(tokens(text))
  if (own.size === 0) return 0
  let common = 0
  for (const token of own) if (title.has(token)) common += 1
  return common / Math.max(own.size, title.size)
}
