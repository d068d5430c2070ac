import { attributeReader, NO_ATTRIBUTES } from './attributes.ts'
import type { Attributes, Child, Document, Element } from './dom.ts'
import { decodeReferences } from './entities.ts'

const words = (text: string) => new Set(text.split(' '))
const VOID = words('area base br col embed hr img input link meta param source track wbr basefont bgsound frame keygen')
/** Their content is text up to their own end tag. */
const RAW = words('script style textarea title xmp iframe noembed noframes svg')
const CLOSES_PARAGRAPH = words(
  'address article aside blockquote center details dialog dir div dl fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hgroup hr main menu nav ol p pre section summary table ul li dd dt',
)
const HEADINGS = words('h1 h2 h3 h4 h5 h6')
const FORMATTING = words('a b big code em font i nobr s small strike strong tt u span')
/** An end tag does not reach through these. */
const WALLS = words('table td th caption template html')
/** What a start tag closes when it is open, and the elements beyond which it does not look. */
const IMPLIED: ReadonlyMap<string, readonly [closes: ReadonlySet<string>, until: ReadonlySet<string>]> = new Map([
  ['li', [words('li'), words('ul ol menu')]],
  ['dt', [words('dt dd'), words('dl')]],
  ['dd', [words('dt dd'), words('dl')]],
  ['tr', [words('tr td th caption colgroup'), words('table template')]],
  ['td', [words('td th'), words('tr table template')]],
  ['th', [words('td th'), words('tr table template')]],
  ['thead', [words('thead tbody tfoot tr td th caption colgroup'), words('table template')]],
  ['tbody', [words('thead tbody tfoot tr td th caption colgroup'), words('table template')]],
  ['tfoot', [words('thead tbody tfoot tr td th caption colgroup'), words('table template')]],
  ['option', [words('option'), words('select datalist')]],
  ['rt', [words('rt rp'), words('ruby')]],
  ['rp', [words('rt rp'), words('ruby')]],
])
/** Real pages nest some dozens deep; what is nested deeper is laid flat, so that walks may recurse. */
const DEEPEST = 300
/**
 * Elements and texts: what a page of five megabytes has twice over. Beyond it nothing is read, so that memory has an
 * end too.
 */
const MOST_PIECES = 500_000

/**
 * Reads what a server sent into a tree, forgiving as browsers are: no input is an error, and time grows with the length
 * alone.
 */
export function parseHtml(html: string): Document {
  const rootAttributes = new Map<string, string>()
  const root: Element = { tag: 'html', attributes: rootAttributes, children: [], parent: null, depth: 0, groups: -1 }
  const attributesIn = attributeReader()
  const byTag = new Map<string, Element[]>()
  const elements: Element[] = []
  const stack: Element[] = [root]
  /** How many of each tag are open: an end tag without a start must not cost a walk down the whole stack. */
  const open = new Map<string, number>()
  /** End tags to pass over, of elements that were laid flat. */
  const skipped = new Map<string, number>()
  let flattened = false

  const top = () => stack[stack.length - 1] as Element
  let pieces = 0
  const addText = (text: string) => {
    if (text === '') return
    pieces += 1
    top().children.push(text)
  }
  const pop = () => {
    const gone = stack.pop()
    if (gone !== undefined) open.set(gone.tag, (open.get(gone.tag) ?? 1) - 1)
  }
  const popTo = (index: number) => {
    while (stack.length > index) pop()
  }
  const closeImplied = (tag: string) => {
    if (CLOSES_PARAGRAPH.has(tag) && (open.get('p') ?? 0) > 0) closeNearest(words1('p'), WALLS)
    const rule = IMPLIED.get(tag)
    if (rule !== undefined) closeNearest(rule[0], rule[1])
    if (HEADINGS.has(tag) && HEADINGS.has(top().tag)) pop()
    if (tag === 'a' && (open.get('a') ?? 0) > 0) closeNearest(words1('a'), WALLS)
  }
  /** Closes every open element of the set above the nearest wall. */
  const closeNearest = (closes: ReadonlySet<string>, until: ReadonlySet<string>) => {
    let cut = -1
    for (let index = stack.length - 1; index > 0; index -= 1) {
      const { tag } = stack[index] as Element
      if (until.has(tag)) break
      if (closes.has(tag)) cut = index
    }
    if (cut > 0) popTo(cut)
  }
  const start = (tag: string, attributes: Attributes): Element => {
    closeImplied(tag)
    const parent = top()
    const element: Element = { tag, attributes, children: [] as Child[], parent, depth: parent.depth + 1, groups: -1 }
    parent.children.push(element)
    elements.push(element)
    pieces += 1
    const known = byTag.get(tag)
    if (known === undefined) byTag.set(tag, [element])
    else known.push(element)
    return element
  }
  const end = (tag: string) => {
    if (tag === 'br') start('br', NO_ATTRIBUTES)
    const over = skipped.get(tag) ?? 0
    if (over > 0) {
      skipped.set(tag, over - 1)
      return
    }
    if ((open.get(tag) ?? 0) === 0) return
    const formatting = FORMATTING.has(tag)
    for (let index = stack.length - 1; index > 0; index -= 1) {
      const current = (stack[index] as Element).tag
      if (current === tag) return popTo(index)
      if (WALLS.has(current) && !WALLS.has(tag) && !(tag === 'tr' || tag === 'tbody')) return
      if (formatting && !FORMATTING.has(current)) return
    }
  }

  let at = 0
  const length = html.length
  while (at < length && pieces < MOST_PIECES) {
    const less = html.indexOf('<', at)
    if (less < 0) {
      addText(decodeReferences(html.slice(at)))
      break
    }
    if (less > at) addText(decodeReferences(html.slice(at, less)))
    const next = html.charCodeAt(less + 1)
    if (next === 33 || next === 63) {
      at = afterDeclaration(html, less)
      continue
    }
    const isEnd = next === 47
    const nameAt = isEnd ? less + 2 : less + 1
    const first = html.charCodeAt(nameAt) | 32
    if (!(first >= 97 && first <= 122)) {
      if (isEnd) at = indexOrEnd(html, '>', nameAt, 1)
      else {
        addText('<')
        at = less + 1
      }
      continue
    }
    let nameEnd = nameAt + 1
    while (nameEnd < length && !isNameEnd(html.charCodeAt(nameEnd))) nameEnd += 1
    const tag = html.slice(nameAt, nameEnd).toLowerCase()
    const close = tagEnd(html, nameEnd)
    at = close + 1
    if (isEnd) {
      end(tag)
      continue
    }
    const attributes = close > nameEnd ? attributesIn(html.slice(nameEnd, close)) : NO_ATTRIBUTES
    if (tag === 'html' || tag === 'body' || tag === 'head') {
      for (const [name, value] of attributes) {
        if (!rootAttributes.has(name)) rootAttributes.set(name, value)
      }
      continue
    }
    const element = start(tag, attributes)
    if (VOID.has(tag)) continue
    if (RAW.has(tag)) {
      const finish = closingTag(html, tag, at)
      // Only a script that is never closed takes the rest of the page with it.
      if (finish === html.length && tag !== 'script' && tag !== 'style') continue
      const inside = html.slice(at, finish)
      if (inside !== '')
        element.children.push(tag === 'title' || tag === 'textarea' ? decodeReferences(inside) : inside)
      at = indexOrEnd(html, '>', finish, 1)
      continue
    }
    if (html.charCodeAt(close - 1) === 47 && !CLOSES_PARAGRAPH.has(tag) && tag.includes('-')) continue
    if (stack.length < DEEPEST) {
      stack.push(element)
      open.set(tag, (open.get(tag) ?? 0) + 1)
    } else {
      flattened = true
      skipped.set(tag, (skipped.get(tag) ?? 0) + 1)
    }
  }
  return { root, byTag, elements, flattened }
}

const SINGLE = new Map<string, ReadonlySet<string>>()
function words1(tag: string): ReadonlySet<string> {
  const known = SINGLE.get(tag)
  if (known !== undefined) return known
  const set = new Set([tag])
  SINGLE.set(tag, set)
  return set
}

function isNameEnd(code: number): boolean {
  return code <= 32 || code === 62 || code === 47
}

function indexOrEnd(html: string, mark: string, from: number, after: number): number {
  const found = html.indexOf(mark, from)
  return found < 0 ? html.length : found + after
}

function afterDeclaration(html: string, at: number): number {
  if (html.startsWith('<!--', at)) {
    if (html.startsWith('>', at + 4)) return at + 5
    return indexOrEnd(html, '-->', at + 4, 3)
  }
  return indexOrEnd(html, '>', at, 1)
}

/** The > that ends a tag, past quoted values; a quote that is never closed does not swallow the page. */
function tagEnd(html: string, from: number): number {
  let at = from
  for (;;) {
    const code = html.charCodeAt(at)
    if (Number.isNaN(code)) return html.length
    if (code === 62) return at
    if ((code === 34 || code === 39) && html.charCodeAt(previousVisible(html, at)) === 61) {
      const quote = html.indexOf(code === 34 ? '"' : "'", at + 1)
      if (quote < 0 || quote - at > 200_000) return indexOrEnd(html, '>', at, 0)
      at = quote
    }
    at += 1
  }
}

function previousVisible(html: string, at: number): number {
  let index = at - 1
  while (index > 0 && html.charCodeAt(index) <= 32) index -= 1
  return index
}

function closingTag(html: string, tag: string, from: number): number {
  for (let at = html.indexOf('</', from); at >= 0; at = html.indexOf('</', at + 2)) {
    if (
      html.slice(at + 2, at + 2 + tag.length).toLowerCase() === tag &&
      isNameEnd(html.charCodeAt(at + 2 + tag.length))
    )
      return at
  }
  return html.length
}
