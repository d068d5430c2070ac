import { attribute, type Child, type Document, type Element, isSilent, marksOf, tagged, textOf, tidy } from './dom.ts'

/** What stands on one line of a page, as the reader sees it. */
export interface PageLine {
  readonly text: string
  /** The element it stands in, the smallest that holds all of it. */
  readonly element: Element
  /** What a <time> on this line says to machines. */
  readonly times: readonly string[]
  /** Elements on it that say they name an author. */
  readonly signed: readonly Element[]
}

/** The lines of a page around its title, and its last; those of comments are left out. */
export interface PageLines {
  readonly before: readonly PageLine[]
  readonly after: readonly PageLine[]
  readonly end: readonly PageLine[]
}

const MOST_BEFORE = 5
const MOST_AFTER = 80
const MOST_AT_END = 40
/** A menu longer than this is the page. */
const MOST_LINES = 3000
const INLINE: ReadonlySet<string> = new Set([
  ...'a abbr b bdi bdo big cite code data em font i ins kbd label mark q s samp'.split(' '),
  ...'small span strong sub sup time tt u var wbr'.split(' '),
])

export function pageLines(document: Document, title: string | null): PageLines {
  const heading = headingOf(document, title)
  const start = new LineReader(heading, false)
  start.read(document.root, document.root)
  const end = new LineReader(null, true)
  end.read(document.root, document.root)
  const titleAt = Math.max(0, start.titleAt)
  return {
    before: start.lines.slice(Math.max(0, titleAt - MOST_BEFORE), titleAt).map(asRead),
    after: start.lines.slice(titleAt, titleAt + MOST_AFTER).map(asRead),
    end: end.lines.slice(0, MOST_AT_END).reverse().map(asRead),
  }
}

function asRead(line: PageLine): PageLine {
  return { ...line, text: tidy(line.text) }
}

/** Reads from the first line on until enough follows the title, or from the last line back. */
class LineReader {
  readonly lines: PageLine[] = []
  titleAt = -1
  #text = ''
  #element: Element | null = null
  #times: string[] = []
  #signed: Element[] = []
  readonly #heading: Element | null
  readonly #isBackward: boolean

  constructor(heading: Element | null, isBackward: boolean) {
    this.#heading = heading
    this.#isBackward = isBackward
    if (heading === null) this.titleAt = 0
  }

  read(node: Child, parent: Element): void {
    if (this.#hasEnough()) return
    if (typeof node === 'string') {
      this.#add(node, parent)
      return
    }
    if (isSilent(node) || node.tag === 'head' || isCommentBox(node)) return
    const isBlock = !INLINE.has(node.tag) || (node.attributes.size > 0 && LINE_OF_ITS_OWN.test(marksOf(node)))
    if (isBlock) this.#endLine(parent)
    if (node === this.#heading) this.titleAt = this.lines.length
    const time = node.tag === 'time' ? attribute(node, 'datetime') : null
    if (time !== null) this.#times.push(time)
    if (isAuthorMark(node)) this.#signed.push(node)
    if (this.#isBackward)
      for (let at = node.children.length - 1; at >= 0; at -= 1) this.read(node.children[at] ?? '', node)
    else for (const child of node.children) this.read(child, node)
    if (isBlock) this.#endLine(node)
    else this.#add(' ', node)
  }

  #add(text: string, parent: Element): void {
    const isBlank = text === ' ' || text.trim() === ''
    if (isBlank && this.#element === null) return
    if (!isBlank && (this.#isBackward || this.#element === null)) this.#element = parent
    this.#text = this.#isBackward ? text + this.#text : this.#text + text
  }

  #endLine(within: Element): void {
    if (this.#element === null && this.#times.length === 0) {
      if (this.#signed.length > 0) this.#signed = []
      return
    }
    this.lines.push({ text: this.#text, element: this.#element ?? within, times: this.#times, signed: this.#signed })
    this.#text = ''
    this.#element = null
    this.#times = []
    this.#signed = []
  }

  #hasEnough(): boolean {
    const { length } = this.lines
    if (this.#isBackward) return length >= MOST_AT_END
    return length > MOST_LINES || (this.titleAt >= 0 && length >= this.titleAt + MOST_AFTER)
  }
}

/** Spans that templates set on a line of their own. */
const LINE_OF_ITS_OWN =
  /(?:^|\s)(?:[a-z]+-)?(?:byline|dateline|deck|posted-on|entry-meta|post-meta|article-meta|subtitle|standfirst)(?:$|\s)/

/** Whole words: "authority" is none. */
const AUTHOR =
  /(?:^|[\s_-])(?:author|authors|author-?name|byline|bylines|by-?line|writer|contributor|posted-?by)(?:$|[\s_-])/

/** Of the marks of a page few pass this one, which is quicker. */
const MAYBE_AUTHOR = /author|by-?line|writer|contribut|posted/

export function isAuthorMark(element: Element): boolean {
  const { attributes } = element
  if (attributes.size === 0 || PAGE_TAGS.has(element.tag)) return false
  if (/\bauthor\b/.test(attributes.get('rel') ?? '') || attributes.get('itemprop') === 'author') return true
  const marks = marksOf(element)
  return marks !== '' && MAYBE_AUTHOR.test(marks) && AUTHOR.test(marks)
}

/** The first heading that the page's title contains, else the first of the highest rank. */
function headingOf(document: Document, title: string | null): Element | null {
  let first: Element | null = null
  for (const element of tagged(document, 'h1', 'h2', 'h3')) {
    const text = textOf(element)
    if (text.length > 8 && title?.includes(text) === true) return element
    if (text !== '') first ??= element
  }
  return first
}

const COMMENTS = /(?:^|[\s_-])(?:comments?|comment-?list|commenters?|respond|disqus|replies|reviews?-list)(?:$|[\s_-])/
const COMMENT_TYPES = /schema\.org\/(?:Comment|Answer|Review|UserComments)\b/
const PAGE_TAGS = new Set(['html', 'body', 'main', 'article'])

export function isCommentBox(element: Element): boolean {
  if (element.attributes.size === 0 || PAGE_TAGS.has(element.tag) || INLINE.has(element.tag)) return false
  return COMMENT_TYPES.test(attribute(element, 'itemtype') ?? '') || isCommentMark(marksOf(element))
}

function isCommentMark(marks: string): boolean {
  return marks !== '' && /comment|respond|disqus|replies|review/.test(marks) && COMMENTS.test(marks)
}
