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

/** The lines of a page before and after its title. */
export interface PageLines {
  readonly before: readonly PageLine[]
  readonly after: readonly PageLine[]
}

/** A page longer than this shows its date and its author all the same before. */
const MOST_LINES = 3000
const INLINE = new Set(
  'a abbr b bdi bdo big cite code data em font i ins kbd label mark q s samp small span strong sub sup time tt u var wbr'.split(
    ' ',
  ),
)

/** Lines of comments are left out: their dates and names are not the page's. */
export function pageLines(document: Document, title: string | null): PageLines {
  const heading = headingOf(document, title)
  const lines: PageLine[] = []
  let headingAt = -1
  let open = emptyLine()
  const endLine = (within: Element) => {
    const text = tidy(open.text)
    if (text !== '' || open.times.length > 0) lines.push({ ...open, text, element: open.element ?? within })
    open = emptyLine()
  }
  const read = (node: Child, parent: Element): void => {
    if (lines.length > MOST_LINES) return
    if (typeof node === 'string') {
      if (node.trim() !== '') open.element ??= parent
      open.text += node
      return
    }
    if (isSilent(node) || node.tag === 'head' || isCommentBox(node)) return
    const isBlock = !INLINE.has(node.tag) || (node.attributes.size > 0 && LINE_OF_ITS_OWN.test(marksOf(node)))
    if (isBlock) endLine(parent)
    if (node === heading) headingAt = lines.length
    const time = node.tag === 'time' ? attribute(node, 'datetime') : null
    if (time !== null) open.times.push(time)
    if (isAuthorMark(node)) open.signed.push(node)
    for (const child of node.children) read(child, node)
    if (isBlock) endLine(node)
    else open.text += ' '
  }
  read(document.root, document.root)
  return { before: lines.slice(0, Math.max(0, headingAt)), after: lines.slice(Math.max(0, headingAt)) }
}

interface OpenLine {
  text: string
  element: Element | null
  readonly times: string[]
  readonly signed: Element[]
}

function emptyLine(): OpenLine {
  return { text: '', element: null, times: [], signed: [] }
}

/** Spans that templates set on a line of their own. */
const LINE_OF_ITS_OWN =
  /(?:^|\s)(?:[a-z]+-)?(?:byline|dateline|deck|posted-on|entry-meta|post-meta|article-meta|subtitle|standfirst)(?:$|\s)/

/** Whole words: "authority" is none. */
const AUTHOR =
  /(?:^|[\s_-])(?:author|authors|author-?name|byline|bylines|by-?line|writer|contributor|posted-?by)(?:$|[\s_-])/

export function isAuthorMark(element: Element): boolean {
  const { attributes } = element
  if (attributes.size === 0 || PAGE_TAGS.has(element.tag)) return false
  if (/\bauthor\b/.test(attributes.get('rel') ?? '') || attributes.get('itemprop') === 'author') return true
  return AUTHOR.test(marksOf(element))
}

/** The first heading that the page's title contains, else the first of the highest rank. */
function headingOf(document: Document, title: string | null): Element | null {
  const headings = tagged(document, 'h1', 'h2', 'h3').map((element) => ({ element, text: textOf(element) }))
  const named = headings.find(({ text }) => text.length > 8 && title?.includes(text) === true)
  return (named ?? headings.find(({ text }) => text !== ''))?.element ?? null
}

const COMMENTS = /(?:^|[\s_-])(?:comments?|comment-?list|commenters?|respond|disqus|replies|reviews?-list)(?:$|[\s_-])/
const COMMENT_TYPES = /schema\.org\/(?:Comment|Answer|Review|UserComments)\b/
const PAGE_TAGS = new Set(['html', 'body', 'main', 'article'])

export function isCommentBox(element: Element): boolean {
  if (element.attributes.size === 0 || PAGE_TAGS.has(element.tag) || INLINE.has(element.tag)) return false
  return COMMENT_TYPES.test(attribute(element, 'itemtype') ?? '') || COMMENTS.test(marksOf(element))
}
