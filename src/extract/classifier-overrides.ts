import { multilineRegExp } from '../domain/multiline-regexp.ts'
import type { PageType } from '../domain/page.ts'
import { copiesIn, lowerCopies, NO_COPIES } from './copies.ts'
import type { Element } from './dom.ts'
import { isBiography, isNamedFurniture } from './furniture.ts'
import { widgetUnits } from './page-widgets.ts'
import type { Unit } from './units.ts'

const HELPFUL = multilineRegExp('i')`
  was this (?:page|article|information|answer|content)? ?(?:helpful|useful)|did you find (?:this|what)
  |rate this (?:page|article)|(?:役|お役)に立ちましたか|参考になりましたか|このページ(?:の情報)?について.{0,12}(?:お聞かせ|ご意見)|見つけやすかったですか
  |^report (?:an? )?(?:error|problem|issue)[^.]{0,30}$`
/** Whatever a template does with it, a reader must see this (LYRA 5.4: retractions, preprints). */
const RETRACTED = multilineRegExp('i')`
  ^(?:this|the) (?:article|paper|study|publication) (?:has been|was|is) (?:retracted|withdrawn|corrected)
  |^(?:retracted|retraction notice|expression of concern|correction)\b ?[:：]|この(?:論文|記事)は(?:撤回|取り下げ)
  |^【?(?:撤回|訂正)|^this (?:article|paper|manuscript|work) is a preprint|has not been (?:certified by peer review
    |peer[- ]reviewed)|査読(?:前の|を受けていない)`
const REFERENCES =
  /^(?:\d{0,2}\.?\s*)?(?:references|bibliography|literature cited|works cited|sources|参考文献|引用文献|文献|出典|脚注)$/i
/** A name and a time over a post. */
const DATED = /\d{4}[-/.年]\d{1,2}[-/.月]\d{1,2}日?\s+\d{1,2}[:時]\d{2}/
/** A link that does something with the page instead of saying something. */
const ACTION = multilineRegExp('i')`
  ^(?:download|export|print|save|e-?mail|cite|get citation|view pdf|full text \(?pdf)\b|(?:ダウンロード|印刷(?:する|用)?|エクスポート
    |書き出し)(?:\s{0,9}[(（][^)）]{0,80}[)）])?$|^PDF\s*(?:(?:形式|版)\s*)?[(（]`
/** Words: of a page this short the template's own marks are believed rather than the classifier. */
const LITTLE_PAGE = 400
/** Words: on such a page, what is marked as furniture and longer than this is text all the same. */
const LONGEST_FURNITURE = 40

/** An article with this share of what all of them say is the page's own. */
const MAIN_SHARE = 0.6
/** From this judgement on the forests are sure: a name that a template gives does not outweigh them. */
const STRONG = 0.6
/** Words. */
const LONGEST_LABEL = 12
/** A box with a larger share of the page's words than this is the page, whatever it is called. */
const LARGEST_ASIDE = 0.3

export interface PageToCorrect {
  readonly units: readonly Unit[]
  /** A paper's or an encyclopedia's references are wanted. */
  readonly keepReferences: boolean
  /** One story by one author: another story in it, or the author's life, is not part of it. */
  readonly isArticle: boolean
  /** Manuals and papers repeat themselves for a reader who looks up one place; any other page says a thing once. */
  readonly saysOnce: boolean
}

/**
 * Corrections to the learned judgement where it knows too little: notices a reader must see, widgets, the author's
 * life, a second article, copies, and pages so short that what the template says of its parts outranks statistics.
 */
export function overridesOf({ units, keepReferences, isArticle, saysOnce }: PageToCorrect) {
  const words = units.reduce((sum, unit) => sum + unit.measure.words, 0)
  const factors = new Map<number, number>()
  const raised = new Set<number>()
  const named = new Set<number>()
  const asked = askedElements(units)
  const widgets = widgetUnits(units)
  const lives = isArticle ? biographies(units, words * LARGEST_ASIDE) : new Set<Element>()
  let inReferences = false
  units.forEach((unit, index) => {
    if (unit.kind === 'heading') inReferences = REFERENCES.test(unit.text)
    if (unit.measure.words >= 4 && unit.linkShare < 0.6 && RETRACTED.test(unit.text)) raised.add(index)
    else if (inReferences && keepReferences) raised.add(index)
    else if (unit.text.length < 80 && HELPFUL.test(unit.text)) factors.set(index, 0)
    else if (asked.size > 0 && holds(unit.element, (above) => asked.has(above))) factors.set(index, 0)
    else if (widgets.has(index)) factors.set(index, 0.05)
    else if (lives.size > 0 && holds(unit.element, (above) => lives.has(above))) factors.set(index, 0.2)
    else if (words < LITTLE_PAGE && isContents(unit)) factors.set(index, 0.2)
    else if (words < LITTLE_PAGE && unit.measure.words < LONGEST_FURNITURE && isFurniture(unit)) named.add(index)
  })
  const articles = isArticle ? outermostArticles(units) : []
  const copies = saysOnce ? copiesIn(units) : NO_COPIES
  return (judged: Float64Array): Float64Array => {
    const corrected = judged.map((share, index) => {
      if (raised.has(index)) return Math.max(share, 0.95)
      if (named.has(index)) return share < STRONG || isLabel(units[index]) ? share * 0.2 : share
      return share * (factors.get(index) ?? 1)
    })
    lowerOtherArticles(units, articles, corrected)
    lowerCopies(units, copies, corrected)
    return corrected
  }
}

/** A date, a name, a word over a box: of these the forests know little, and the template's word counts. */
function isLabel(unit: Unit | undefined): boolean {
  return unit !== undefined && unit.measure.words <= LONGEST_LABEL && !/[.!?。！？]$/.test(unit.text)
}

/** Boxes that the template calls the author's life, unless they hold a good part of the page. */
function biographies(units: readonly Unit[], mostWords: number): Set<Element> {
  const boxes = new Map<Element, number>()
  const known = new Map<Element, Element | null>()
  const boxAround = (element: Element | null): Element | null => {
    if (element === null) return null
    let box = known.get(element)
    if (box === undefined) {
      box = isBiography(element) ? element : boxAround(element.parent)
      known.set(element, box)
    }
    return box
  }
  for (const { element, measure } of units) {
    const box = boxAround(element)
    if (box !== null) boxes.set(box, (boxes.get(box) ?? 0) + measure.words)
  }
  return new Set([...boxes].filter(([, words]) => words <= mostWords).map(([box]) => box))
}

/** For each unit the outermost <article> it stands in. */
function outermostArticles(units: readonly Unit[]): (Element | null)[] {
  return units.map(({ element }) => {
    let outermost: Element | null = null
    for (let above: Element | null = element; above !== null; above = above.parent)
      if (above.tag === 'article') outermost = above
    return outermost
  })
}

/** Where one <article> carries most of the text, the others whose heading leads elsewhere are other stories. */
function lowerOtherArticles(units: readonly Unit[], articles: readonly (Element | null)[], judged: Float64Array): void {
  const masses = new Map<Element, number>()
  let all = 0
  articles.forEach((article, index) => {
    if (article === null) return
    const mass = (judged[index] ?? 0) * (units[index]?.measure.words ?? 0)
    masses.set(article, (masses.get(article) ?? 0) + mass)
    all += mass
  })
  if (masses.size < 2) return
  const [main, most] = [...masses].reduce((best, one) => (one[1] > best[1] ? one : best))
  if (most < all * MAIN_SHARE) return
  const others = new Set<Element>()
  units.forEach(({ kind, linkShare }, index) => {
    const article = articles[index] ?? null
    if (article !== null && article !== main && kind === 'heading' && linkShare > 0.8) others.add(article)
  })
  articles.forEach((article, index) => {
    if (article !== null && others.has(article)) judged[index] = (judged[index] ?? 0) * 0.3
  })
}

function holds(element: Element, test: (above: Element) => boolean): boolean {
  for (let above: Element | null = element; above !== null; above = above.parent) if (test(above)) return true
  return false
}

/** The box around such a question: the largest element that holds little else. */
function askedElements(units: readonly Unit[]): Set<Element> {
  const boxes = new Set<Element>()
  for (const unit of units) {
    if (unit.text.length >= 80 || !HELPFUL.test(unit.text)) continue
    let box = unit.element
    while (box.parent !== null && wordsUnder(box.parent, units) < 60 + unit.measure.words) box = box.parent
    if (box.parent !== null && box !== unit.element) boxes.add(box)
  }
  return boxes
}

function wordsUnder(element: Element, units: readonly Unit[]): number {
  let words = 0
  for (const unit of units) if (holds(unit.element, (above) => above === element)) words += unit.measure.words
  return words
}

/** Links that repeat the headings below, or the title over them. */
function isContents(unit: Unit): boolean {
  if (unit.linkShare < 0.8 && unit.kind !== 'heading') return false
  return holds(unit.element, (above) =>
    /(?:^|[\s_-])(?:toc|table-of-contents|mokuji)(?:$|[\s_-])/i.test(
      `${above.attributes.get('class') ?? ''} ${above.attributes.get('id') ?? ''}`,
    ),
  )
}

function isFurniture(unit: Unit): boolean {
  if (unit.linkShare > 0.9 && ACTION.test(unit.text)) return true
  if (unit.linkShare > 0.9 && unit.links > 1 && unit.measure.stops === 0) return true
  if (unit.kind === 'paragraph' && unit.measure.words <= 14 && unit.measure.stops === 0 && DATED.test(unit.text))
    return true
  if (
    holds(
      unit.element,
      (above) =>
        above.parent !== null &&
        (above.tag === 'footer' || above.tag === 'nav') &&
        !holds(above, (outer) => outer.tag === 'article'),
    )
  )
    return true
  return holds(unit.element, isNamedFurniture)
}

/** What the corrections ask of a page's type. */
export function correctionsFor(pageType: PageType): Omit<PageToCorrect, 'units'> {
  return {
    keepReferences: pageType === 'paper' || pageType === 'knowledge',
    isArticle: pageType === 'article' || pageType === 'paper',
    saysOnce: pageType !== 'documentation' && pageType !== 'paper',
  }
}
