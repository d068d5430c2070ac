import { type Document, type Element, tagged } from './dom.ts'
import { groupsOf, shapeBit } from './element-groups.ts'
import type { Unit } from './units.ts'

/** Words of a unit that counts as running text. */
const LONG = 20

/** Sums over the units under one element. */
export interface Sum {
  words: number
  linkWords: number
  units: number
  long: number
  score: number
}

export function sumUp(units: readonly Unit[]): Map<Element, Sum> {
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
export function imageCounts(document: Document): Map<Element, number> {
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

export function topCandidate(sums: ReadonlyMap<Element, Sum>): Element | null {
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

type Towards = readonly [inside: number, steps: number, share: number]

/**
 * Inside the densest element; else how far up the element is that holds both, and how much of that is the unit's own
 * side.
 */
export function towardsTop(top: Element | null, sums: ReadonlyMap<Element, Sum>): (element: Element) => Towards {
  const shared = new Map<Element, Towards>()
  const inTop = top === null ? 0 : (sums.get(top)?.words ?? 0)
  let steps = 0
  for (let above = top; above !== null; above = above.parent) {
    shared.set(above, [steps === 0 ? 1 : 0, steps, inTop / Math.max(1, sums.get(above)?.words ?? 1)])
    steps += 1
  }
  return (element) => {
    for (let above: Element | null = element; above !== null; above = above.parent) {
      const known = shared.get(above)
      if (known !== undefined) return known
    }
    return [0, 99, 0]
  }
}

interface Line {
  readonly near: number
  readonly all: number
  readonly shape: number
  readonly depth: number
}

export function chainCache(): (element: Element) => Line {
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

/** Units that a template repeats look alike: tags and class of three elements. */
export function signatureCache(): (unit: Unit) => string {
  const known = new Map<Element, string>()
  return (unit) => {
    let path = known.get(unit.element)
    if (path === undefined) {
      path = ''
      let element: Element | null = unit.element
      for (let step = 0; step < 3 && element !== null; step += 1) {
        path += `>${element.tag}.${element.attributes.get('class') ?? ''}`
        element = element.parent
      }
      known.set(unit.element, path)
    }
    return unit.kind + path
  }
}

export function signatureSums(
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
export function sectionSums(units: readonly Unit[]): Pick<Sum, 'units' | 'words' | 'linkWords'>[] {
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

/** What the headings over a unit say, from the nearest up to the last before the title. */
export function headingChain() {
  const open: { readonly level: number; readonly bits: number }[] = []
  const closeFrom = (level: number) => {
    while ((open.at(-1)?.level ?? 0) >= level) open.pop()
  }
  return {
    add: (unit: Unit, bits: number) => {
      closeFrom(unit.level)
      if (unit.level > 1) open.push({ level: unit.level, bits })
    },
    over: (unit: Unit): number => {
      let bits = 0
      for (const heading of open) if (unit.kind !== 'heading' || heading.level < unit.level) bits |= heading.bits
      return bits
    },
  }
}

/** How many children of the same parent have the same tag. */
export function siblingCache(): (element: Element) => number {
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

/** Steps from the second element up to the one that holds both. */
export function stepsApart(first: Element, second: Element): number {
  let left: Element = first
  let right: Element = second
  while (left !== right) {
    const deeper: Element = left.depth > right.depth ? left : right
    if (deeper.parent === null) break
    if (deeper === left) left = deeper.parent
    else right = deeper.parent
    // Two at one depth go up together: the left has its turn when the right stands above it.
  }
  return second.depth - right.depth
}

export function ancestorOf(element: Element, steps: number): Element | null {
  let above: Element | null = element
  for (let step = 0; step < steps && above !== null; step += 1) above = above.parent
  return above
}
