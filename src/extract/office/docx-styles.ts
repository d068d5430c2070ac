import type { PackageParts } from './package-parts.ts'
import { attr, child, elements, type XmlNode } from './xml-tree.ts'

interface Style {
  readonly name: string
  readonly basedOn: string | null
  readonly outline: number | null
  readonly isListed: boolean
  readonly isHidden: boolean
}

/** What the style of a paragraph makes of it. */
export interface DocxStyles {
  /** 1..9 for a heading, 0 for the title of the document, null for anything else. */
  headingLevel(paragraph: XmlNode): number | null
  isListed(paragraph: XmlNode): boolean
  /** Lines of a table of contents repeat the headings. */
  isContents(paragraph: XmlNode): boolean
  isHidden(styleId: string | null): boolean
}

/** Styles inherit from each other; more steps than this are a circle. */
const MOST_STEPS = 20

export function readStyles(parts: PackageParts, part: string | null): DocxStyles {
  const styles = new Map<string, Style>()
  const root = part === null ? null : child(parts.xml(part), 'styles')
  for (const node of elements(root, 'style')) {
    const pPr = child(node, 'pPr')
    styles.set(attr(node, 'styleId') ?? '', {
      name: (attr(child(node, 'name'), 'val') ?? '').toLowerCase(),
      basedOn: attr(child(node, 'basedOn'), 'val'),
      outline: numberOf(attr(child(pPr, 'outlineLvl'), 'val')),
      isListed: isListNumber(child(pPr, 'numPr')),
      isHidden: child(node, 'rPr', 'vanish') !== null,
    })
  }
  const chain = (id: string | null): Style[] => {
    const found: Style[] = []
    for (let at = id; at !== null && found.length < MOST_STEPS; ) {
      const style = styles.get(at)
      if (style === undefined) break
      found.push(style)
      at = style.basedOn
    }
    return found
  }
  const chainOf = (paragraph: XmlNode) => chain(attr(child(paragraph, 'pPr', 'pStyle'), 'val'))
  return {
    headingLevel(paragraph) {
      const own = numberOf(attr(child(paragraph, 'pPr', 'outlineLvl'), 'val'))
      if (own !== null) return own < 9 ? own + 1 : null
      for (const { name, outline } of chainOf(paragraph)) {
        if (name === 'title') return 0
        const named = /^heading (\d)$/.exec(name)?.[1]
        if (named !== undefined) return Number(named)
        if (outline !== null) return outline < 9 ? outline + 1 : null
      }
      return null
    },
    isListed(paragraph) {
      const own = child(paragraph, 'pPr', 'numPr')
      return own === null ? chainOf(paragraph).some((style) => style.isListed) : isListNumber(own)
    },
    isContents: (paragraph) => chainOf(paragraph).some(({ name }) => /^toc \d$/.test(name)),
    isHidden: (id) => chain(id).some((style) => style.isHidden),
  }
}

/** Number 0 takes a paragraph out of the list of its style. */
function isListNumber(numPr: XmlNode | null): boolean {
  return numPr !== null && attr(child(numPr, 'numId'), 'val') !== '0'
}

function numberOf(value: string | null): number | null {
  return value === null || !/^\d{1,2}$/.test(value) ? null : Number(value)
}
