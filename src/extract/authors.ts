import { multilineRegExp } from '../domain/multiline-regexp.ts'
import { isPerson, isSignature, namesIn } from './author-names.ts'
import { attribute, type Document, type Element, find, marksOf, textOf, tidy, within } from './dom.ts'
import { isNode, type LinkedNode, strings } from './linked-data.ts'
import { isAuthorMark, isCommentBox, type PageLine, type PageLines } from './page-lines.ts'

export interface AuthorSources {
  readonly document: Document
  readonly url: string
  readonly lines: PageLines
  readonly articles: readonly LinkedNode[]
  readonly linked: readonly LinkedNode[]
  readonly meta: ReadonlyMap<string, readonly string[]>
}

/** Who wrote a page: as papers list it, as the page declares it, as its byline says. Nobody is better than somebody. */
export function pageAuthors(sources: AuthorSources): string[] {
  const listed = listedAuthors(sources)
  if (listed.length > 0) return unique(listed)
  const sites = siteNames(sources)
  const signed = (names: readonly string[]) => unique(names.filter((name) => isSignature(name, sites)))
  const declared = signed(declaredAuthors(sources))
  const byline = signed(bylineAuthors(sources))
  const people = byline.filter(isPerson)
  if (declared.length === 0) return people.length > 0 ? people : byline.slice(0, 3)
  // A declaration may name the first of several, or only the house.
  const known = new Set(declared.map((name) => name.toLowerCase()))
  const continues = people.length > declared.length && people.some((name) => known.has(name.toLowerCase()))
  return people.length > 0 && (continues || !declared.some(isPerson)) ? people : declared
}

/** Names as indexes want them, one a field: "Ito, Ana" stays as it is. */
function listedAuthors({ meta }: AuthorSources): string[] {
  const fields = ['citation_author', 'dc.creator', 'dcterms.creator', 'dc.contributor.author']
  const values = fields.map((field) => meta.get(field) ?? []).find((list) => list.length > 0) ?? []
  return values
    .map((name) => name.trim())
    .filter((name) => /\p{L}/u.test(name) && name.length < 80 && !/[@_]|^\p{Ll}\S*$/u.test(name))
}

const AUTHOR_META = [
  'author',
  'byl',
  'parsely-author',
  'sailthru.author',
  'article:author',
  'article.author',
  'cse_author',
]

function declaredAuthors({ articles, meta }: AuthorSources): string[] {
  const linked = articles
    .filter((node) => !isPosting(node))
    .flatMap((node) => [...strings(node.author), ...strings(node.creator)])
  const written = AUTHOR_META.map((name) => (meta.get(name) ?? []).filter((value) => !/^https?:/.test(value)))
  const lists = [linked, ...written]
  for (const list of lists) {
    const names = list.flatMap(namesIn)
    if (names.length > 0 && names.some((name) => /[\p{L}]/u.test(name))) return names
  }
  return []
}

/** On a board the account that asked is no author of a page. */
function isPosting(node: LinkedNode): boolean {
  return strings(node['@type']).some((type) =>
    /^(?:DiscussionForumPosting|Question|QAPage|SocialMediaPosting)$/.test(type),
  )
}

/** What a page calls itself: names of sites are no authors. */
function siteNames({ meta, linked, url }: AuthorSources): string[] {
  const publishers = linked.flatMap((node) => [
    ...(isOrganisation(node.publisher) ? strings(node.publisher) : []),
    ...(isSite(node) ? strings(node.name) : []),
  ])
  const host = /^https?:\/\/([^/?#:]{1,250})/.exec(url)?.[1] ?? ''
  const labels = host
    .split('.')
    .slice(0, -1)
    .filter((label) => label.length > 1 && label !== 'www')
  return [...(meta.get('og:site_name') ?? []), ...(meta.get('application-name') ?? []), ...publishers, ...labels]
}

/** A blog of one person may be both, and he its author. */
function isSite(node: LinkedNode): boolean {
  const types = strings(node['@type'])
  return (
    types.some((type) => /^(?:WebSite|Organization|NewsMediaOrganization)$/.test(type)) && !types.includes('Person')
  )
}

function isOrganisation(publisher: unknown): boolean {
  return !isNode(publisher) || !strings(publisher['@type']).includes('Person')
}

const NEAR_TITLE = 16
const JUST_ABOVE = 5
const OF_OTHERS = multilineRegExp('')`
  (?:^|[\s_-])(?:related|recommended|sidebar|card|teaser|promo|popular|trending|more-from|caption|credit
  |bio|footer|message)(?:$|[\s_-])`
const INTRODUCED = multilineRegExp('iu')`
  ^(?:(?:written|posted|story|text|words|analysis) )?(?:by|von|par|por|text|текст|автор|文|著者
  |執筆)\s?[:：／/]?\s?\p{Lu}|^(?:文|著者|執筆|取材)[:：／/\s]`

/** The byline stands next to the title, marked as one or introduced by its words. */
function bylineAuthors({ lines, document }: AuthorSources): string[] {
  const near = [...lines.after.slice(1, NEAR_TITLE), ...lines.before.slice(-JUST_ABOVE)]
  const named = near.flatMap((line) => namesOnLine(line))
  if (named.length > 0) return named
  const pieces = near.flatMap(({ text }) => (text.length < 200 ? text.split(/\s[|·•–—/-]\s/) : []))
  const introduced = pieces.find(isIntroduced)
  if (introduced !== undefined) return namesIn(introduced)
  const linked = document.elements.find((element) => isAuthorLink(element) && !within(element, isElsewhere))
  return linked === undefined ? [] : namesIn(textOf(linked))
}

/** "By Ana Ito", not "by the river": behind the word stands a capital letter. */
function isIntroduced(text: string): boolean {
  const match = INTRODUCED.exec(text)
  if (match === null) return false
  if (!/[:：／/]|\p{Lu}$/u.test(match[0])) return false
  return isPerson(namesIn(text)[0] ?? '') || /^by \p{Lu}\p{Ll}+$/iu.test(text)
}

function bylineBox(element: Element): Element | null {
  let box: Element | null = null
  let above: Element | null = element
  for (let steps = 0; above !== null && steps < 5; steps += 1) {
    if (above.tag === 'body' || above.tag === 'main' || above.tag === 'article') break
    const marks = marksOf(above)
    if (OF_OTHERS.test(marks) || isElsewhere(above)) return null
    if (isAuthorMark(above)) box = above
    above = above.parent
  }
  return box !== null && textOf(box).length < 400 ? box : null
}

function isElsewhere(element: Element): boolean {
  return element.tag === 'footer' || element.tag === 'nav' || element.tag === 'aside' || isCommentBox(element)
}

const PROFILE =
  /\/(?:authors?|by|staff|people|profiles?|contributors?|writers?|reporters?|journalists?|team|columnists?|bios?)\//i

/** Far from the title only what says plainly whose name it is. */
function isAuthorLink(element: Element): boolean {
  if (/\bauthor\b/.test(element.attributes.get('rel') ?? '') || element.attributes.get('itemprop') === 'author')
    return true
  return element.tag === 'a' && isAuthorMark(element) && PROFILE.test(attribute(element, 'href') ?? '')
}

/** In a byline that marks its names, these; else the words of the line. */
function namesOnLine({ element, text, signed }: PageLine): string[] {
  const box = bylineBox(element) ?? signed.find((one) => bylineBox(one) !== null)
  if (box === undefined) return []
  const inner = innerNames(box)
  if (inner.length > 0) return inner
  return namesIn(box === bylineBox(element) ? text : spacedText(box))
}

function innerNames(box: Element): string[] {
  const found: string[] = []
  const collect = (element: Element): boolean => {
    const isName =
      element !== box &&
      (isAuthorMark(element) ||
        element.attributes.get('itemprop') === 'name' ||
        (element.tag === 'a' && PROFILE.test(attribute(element, 'href') ?? '')))
    if (isName) found.push(...namesIn(spacedText(element)))
    return false
  }
  find(box, collect)
  return found.filter(isPerson)
}

/** "Ana Ito" and "Staff Writer" of two elements are two words. */
function spacedText(element: Element): string {
  return tidy(element.children.map((child) => (typeof child === 'string' ? child : ` ${spacedText(child)} `)).join(''))
}

function unique(names: readonly string[]): string[] {
  const seen = new Map<string, string>()
  for (const name of names) {
    const key = name.toLowerCase()
    if (!seen.has(key)) seen.set(key, name)
  }
  return [...seen.values()]
}
