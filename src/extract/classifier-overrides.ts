import { multilineRegExp } from '../domain/multiline-regexp.ts'
import type { Element } from './dom.ts'
import { groupBit, groupsOf } from './element-groups.ts'
import type { Unit } from './units.ts'

const HELPFUL = multilineRegExp('i')`
  was this (?:page|article|information|answer|content)? ?(?:helpful|useful)|did you find (?:this|what)
  |rate this (?:page|article)|(?:役|お役)に立ちましたか|参考になりましたか|このページ(?:の情報)?について.{0,12}(?:お聞かせ|ご意見)|見つけやすかったですか
  |^report (?:an? )?(?:error|problem|issue)[^.]{0,30}$`
const FURNITURE = ['nav', 'footer', 'share', 'overlay', 'crumb', 'ad', 'byline', 'related', 'person']
  .map(groupBit)
  .reduce((a, b) => a | b, 0)
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

/**
 * Corrections to the learned judgement where it knows too little: widgets that ask the reader, tables of contents, and
 * pages so short that what the template says of its parts outranks statistics.
 */
export function applyOverrides(units: readonly Unit[], judged: Float64Array, keepReferences: boolean): Float64Array {
  const corrected = Float64Array.from(judged)
  const words = units.reduce((sum, unit) => sum + unit.measure.words, 0)
  const asked = askedElements(units)
  let inReferences = false
  units.forEach((unit, index) => {
    if (unit.kind === 'heading') inReferences = REFERENCES.test(unit.text)
    const raise = () => {
      corrected[index] = Math.max(corrected[index] as number, 0.95)
    }
    const lower = (factor: number) => {
      corrected[index] = (corrected[index] as number) * factor
    }
    if (RETRACTED.test(unit.text) && unit.measure.words >= 4 && unit.linkShare < 0.6) raise()
    else if (inReferences && keepReferences) raise()
    else if (HELPFUL.test(unit.text) && unit.text.length < 80) lower(0)
    else if (asked.size > 0 && holds(unit.element, (above) => asked.has(above))) lower(0)
    else if (words < LITTLE_PAGE && isContents(unit)) lower(0.2)
    else if (words < LITTLE_PAGE && unit.measure.words < LONGEST_FURNITURE && isFurniture(unit)) lower(0.2)
  })
  return corrected
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
  return holds(unit.element, (above) => above.parent !== null && (groupsOf(above) & FURNITURE) !== 0)
}
