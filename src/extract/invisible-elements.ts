import { multilineRegExp } from '../domain/multiline-regexp.ts'
import { attribute, type Document, type Element, find, marksOf } from './dom.ts'
import { countWords } from './text-measure.ts'

const NEVER_TEXT = new Set(
  (
    'script style iframe object embed svg canvas video audio select input textarea link meta title rt rp head ' +
    'math param source track datalist progress meter map area base col colgroup'
  ).split(' '),
)
const OPENABLE = multilineRegExp('')`
  (?:^|[\s_-])(?:accordion|collapse|collapsible|tab|tabs|tabpanel|panel|faq|toggle|answer|expand(?:able)?|spoiler
    |readmore|read-more|content)`

/** Links that a template puts into headings. */
const EDITING = /(?:^|\s)(?:mw-editsection|headerlink|header-anchor|anchor-link|hash-link)(?:$|\s)/

/**
 * Elements whose text no reader sees; what a click on the page would open is not among them (tabs, accordions,
 * <details>).
 */
export function invisibleElements(document: Document): ReadonlySet<Element> {
  const gone = new Set<Element>()
  let counted: number | null = null
  const total = () => {
    counted ??= Math.max(1, wordsUnder(document.root))
    return counted
  }
  const opened = controlledIds(document)
  for (const element of document.elements) {
    if (element.tag === 'math') continue
    if (NEVER_TEXT.has(element.tag)) gone.add(element)
    else if (element.tag === 'template') {
      if (!element.attributes.has('shadowrootmode') && !element.attributes.has('shadowroot')) gone.add(element)
    } else if (element.tag === 'noscript') {
      if (!isOnlyText(element, total)) gone.add(element)
    } else if (EDITING.test(element.attributes.get('class') ?? '')) gone.add(element)
    else if (element.tag === 'a' && leadsBack(element)) gone.add(element)
    else if (isHidden(element) && !isOpenable(element, opened) && !isFormula(element)) {
      // A page that hides itself until its script runs is read all the same.
      const words = wordsUnder(element)
      if (words === 0 || words < total() * 0.5) gone.add(element)
    }
  }
  return gone
}

const STREAMED = /^[SB]:[\da-f]+$/

function isHidden(element: Element): boolean {
  const { attributes } = element
  if (attributes.size === 0) return false
  // React sends late parts of a page hidden at its end and moves them to their place once there.
  if (attributes.has('hidden') && STREAMED.test(attributes.get('id') ?? '')) return false
  if (attributes.has('hidden') || attributes.get('aria-hidden') === 'true') return true
  const style = attributes.get('style')
  return style !== undefined && /(?:display\s*:\s*none|visibility\s*:\s*hidden)/i.test(style)
}

/** The formula that a picture or drawn letters stand for, hidden for those who see them. */
function isFormula(element: Element): boolean {
  return find(element, (inner) => inner.tag === 'math') !== null && wordsUnder(element) === 0
}

/** The arrow behind a footnote. */
function leadsBack(link: Element): boolean {
  const [text] = link.children
  return (
    typeof text === 'string' &&
    link.children.length === 1 &&
    text.length < 8 &&
    /^\s*(?:[↩↑⬆⤴⏎][\ufe0e\ufe0f]?|\^)\s*$/.test(text) &&
    (link.attributes.get('href') ?? '').includes('#')
  )
}

function isOpenable(element: Element, opened: ReadonlySet<string>): boolean {
  const id = attribute(element, 'id')
  if (id !== null && opened.has(id)) return true
  if (attribute(element, 'role') === 'tabpanel') return true
  return /^(?:div|section|dd|li|article)$/.test(element.tag) && OPENABLE.test(marksOf(element))
}

/** Ids that a tab, a button or a link on the page opens. */
function controlledIds(document: Document): Set<string> {
  const ids = new Set<string>()
  for (const element of document.elements) {
    if (element.attributes.size === 0) continue
    const role = element.attributes.get('role')
    const names = element.attributes.get('aria-controls') ?? ''
    if (
      names !== '' &&
      (role === 'tab' || element.tag === 'button' || element.tag === 'summary' || role === 'button')
    ) {
      for (const id of names.split(/\s+/)) ids.add(id)
    }
    const target = element.attributes.get('data-target') ?? element.attributes.get('data-bs-target')
    if (target?.startsWith('#')) ids.add(target.slice(1))
  }
  return ids
}

/**
 * Some sites keep the whole readable page, or a lazily loaded part, in <noscript>; elsewhere it is a picture or a plea
 * for JavaScript.
 */
function isOnlyText(noscript: Element, total: () => number): boolean {
  const words = wordsUnder(noscript, true)
  if (words < 40) return false
  return words > total() * 1.5 || find(noscript, (inner) => inner.tag === 'p') !== null
}

function wordsUnder(element: Element, evenNoscript = false): number {
  let words = 0
  for (const child of element.children) {
    if (typeof child === 'string') words += countWords(child)
    else if (!NEVER_TEXT.has(child.tag) && (evenNoscript || child.tag !== 'noscript'))
      words += wordsUnder(child, evenNoscript)
  }
  return words
}
