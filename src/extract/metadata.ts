import { parseDate, visibleDates } from './dates.ts'
import { attribute, type Child, type Document, type Element, isSilent, marksOf, tagged, textOf, tidy } from './dom.ts'
import { isNode, type LinkedNode, linkedData, strings } from './linked-data.ts'
import { absolute } from './links.ts'

export interface PageMetadata {
  readonly title: string | null
  readonly authors: readonly string[]
  readonly publishedAt: string | null
  readonly updatedAt: string | null
  readonly canonicalUrl: string | null
  readonly licence: string | null
  readonly declaredLanguage: string | null
  readonly linked: readonly LinkedNode[]
  /** Meta values by lower-case name or property; a name may come several times. */
  readonly meta: ReadonlyMap<string, readonly string[]>
}

/** Read from the page as it came, before anything is left out. */
export function readMetadata(document: Document, url: string): PageMetadata {
  const meta = metaValues(document)
  const linked = linkedData(document)
  const articles = linked.filter((node) => 'datePublished' in node || 'headline' in node)
  const seen = visibleDates(visibleStart(document))
  const first = (...names: string[]) => names.flatMap((name) => meta.get(name) ?? [])[0] ?? null
  return {
    title: titleOf(document, articles, first),
    authors: authorsOf(document, articles, meta),
    publishedAt:
      firstDate(articles, 'datePublished') ??
      parseDate(
        first(
          'article:published_time',
          'citation_publication_date',
          'citation_online_date',
          'citation_date',
          'dc.date',
          'dcterms.issued',
          'dcterms.date',
          'date',
          'pubdate',
          'publishdate',
          'og:published_time',
          'datepublished',
        ),
      ) ??
      timeElement(document, 'pubdate') ??
      seen.published ??
      timeElement(document, 'any'),
    updatedAt:
      firstDate(articles, 'dateModified') ??
      parseDate(first('article:modified_time', 'og:updated_time', 'dcterms.modified', 'last-modified', 'lastmod')) ??
      timeElement(document, 'updated') ??
      seen.updated,
    canonicalUrl: canonicalOf(document, first('og:url'), url),
    licence: licenceOf(
      document,
      linked,
      first('dcterms.license', 'dc.rights', 'dcterms.rights', 'citation_license'),
      url,
    ),
    declaredLanguage: languageOf(attribute(document.root, 'lang') ?? first('content-language', 'og:locale')),
    linked,
    meta,
  }
}

function metaValues(document: Document): Map<string, string[]> {
  const values = new Map<string, string[]>()
  for (const element of tagged(document, 'meta')) {
    const name = (
      attribute(element, 'name') ??
      attribute(element, 'property') ??
      attribute(element, 'itemprop') ??
      attribute(element, 'http-equiv')
    )?.toLowerCase()
    const content = attribute(element, 'content')
    if (name === undefined || content === null) continue
    const known = values.get(name)
    if (known === undefined) values.set(name, [tidy(content)])
    else if (known.length < 200) known.push(tidy(content))
  }
  return values
}

function titleOf(
  document: Document,
  articles: readonly LinkedNode[],
  first: (...names: string[]) => string | null,
): string | null {
  const headings = tagged(document, 'h1').map(textOf)
  const raw = textOf(tagged(document, 'title').find((element) => element.parent?.tag !== 'svg'))
  const given = first('citation_title', 'dc.title', 'og:title') ?? strings(articles[0]?.headline)[0] ?? null
  const best = given ?? raw
  // "Headline - Site name": the page's own first heading says which part is the headline.
  const heading = headings.find((text) => text.length > 8 && best.includes(text))
  if (heading !== undefined) return heading
  const title = tidy(best === '' ? (headings[0] ?? '') : best)
  return title === '' ? null : title
}

function authorsOf(
  document: Document,
  articles: readonly LinkedNode[],
  meta: ReadonlyMap<string, readonly string[]>,
): string[] {
  const listed = meta.get('citation_author') ?? meta.get('dc.creator') ?? []
  const candidates = [
    listed,
    articles.flatMap((node) => strings(node.author)),
    (meta.get('author') ?? []).flatMap((value) => value.split(/[;、，]|\band\b/)),
    (meta.get('article:author') ?? []).filter((value) => !/^https?:/.test(value)),
    document.elements.filter(namesAuthor).map(textOf),
  ]
  const authors = candidates.find((list) => list.some((name) => name.trim() !== '')) ?? []
  const named = authors
    .map((name) => tidy(name).replace(/^(?:by|文|著者|執筆)[\s:：]+/i, ''))
    .filter((name) => name !== '' && name.length < 80)
  return [...new Set(named)]
}

function namesAuthor(element: Element): boolean {
  if (element.attributes.size === 0) return false
  if (element.attributes.get('rel') === 'author' || element.attributes.get('itemprop') === 'author') return true
  const marks = marksOf(element)
  if (/(?:^|\s)author-name(?:$|\s)/.test(marks)) return true
  return (
    /(?:^|\s)author(?:$|\s)/.test(marks) &&
    element.parent !== null &&
    /(?:^|\s)byline(?:$|\s)/.test(marksOf(element.parent))
  )
}

function firstDate(nodes: readonly LinkedNode[], key: string): string | null {
  for (const node of nodes) {
    const date = parseDate(strings(node[key])[0])
    if (date !== null) return date
  }
  return null
}

function timeElement(document: Document, kind: 'pubdate' | 'updated' | 'any'): string | null {
  const property = kind === 'updated' ? 'dateModified' : 'datePublished'
  const marked = kind === 'updated' ? /(?:^|\s)updated(?:$|\s)/ : /(?:^|\s)(?:published|entry-date)(?:$|\s)/
  const times = tagged(document, 'time')
  const element =
    kind === 'any'
      ? times.find((time) => time.attributes.has('datetime'))
      : (times.find(
          (time) =>
            (kind === 'pubdate' && time.attributes.has('pubdate')) ||
            time.attributes.get('itemprop') === property ||
            marked.test(marksOf(time)),
        ) ?? document.elements.find((other) => other.attributes.get('itemprop') === property))
  return parseDate(attribute(element, 'datetime') ?? attribute(element, 'content') ?? textOf(element))
}

/** The visible text near the page's first heading, and its end: where dates stand. */
function visibleStart(document: Document): string {
  const heading = tagged(document, 'h1').find((element) => textOf(element) !== '')
  return `${textFrom(heading ?? document.root, 3000)} ${lastText(document.root, 800)}`
}

/** The text from an element on, past its end. */
function textFrom(element: Element, length: number): string {
  let text = ''
  let current: Element | null = element
  let from = 0
  while (current !== null && text.length < length) {
    text = `${text}${firstText(current, length - text.length, from)} `
    const { parent }: Element = current
    from = parent === null ? 0 : parent.children.indexOf(current) + 1
    current = parent
  }
  return tidy(text).slice(0, length)
}

function firstText(element: Element, length: number, from = 0): string {
  let text = ''
  for (let index = from; index < element.children.length && text.length < length; index += 1) {
    const child = element.children[index] as Child
    text += typeof child === 'string' ? child : isSilent(child) ? '' : `${firstText(child, length - text.length)} `
  }
  return tidy(text)
}

function endOf(child: Child, length: number): string {
  if (typeof child === 'string') return tidy(child)
  return isSilent(child) ? '' : lastText(child, length)
}

function lastText(element: Element, length: number): string {
  let text = ''
  for (let index = element.children.length - 1; index >= 0 && text.length < length; index -= 1) {
    const child = element.children[index] as Child
    text = `${endOf(child, length - text.length)} ${text}`
  }
  return tidy(text).slice(-length)
}

function canonicalOf(document: Document, openGraph: string | null, url: string): string | null {
  const link = tagged(document, 'link').find((element) => /\bcanonical\b/i.test(element.attributes.get('rel') ?? ''))
  const href = attribute(link, 'href') ?? openGraph
  return href === null ? null : absolute(href, url)
}

/** The address of the licence where the page links one, else what it states. */
function licenceOf(
  document: Document,
  linked: readonly LinkedNode[],
  stated: string | null,
  url: string,
): string | null {
  const link = tagged(document, 'link', 'a').find((element) => /\blicense\b/i.test(element.attributes.get('rel') ?? ''))
  const href = attribute(link, 'href')
  const declared = linked.flatMap((node) => addresses(node.license))[0]
  const common = tagged(document, 'a').find((element) =>
    /^https?:\/\/creativecommons\.org\/(?:licenses|publicdomain)\//i.test(element.attributes.get('href') ?? ''),
  )
  return (href === null ? null : absolute(href, url)) ?? declared ?? attribute(common, 'href') ?? stated
}

/** A field that is an address, or an object that has one; else its words. */
function addresses(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(addresses)
  if (!isNode(value)) return strings(value)
  return [...strings(value.url), ...strings(value['@id']), ...strings(value)]
}

function languageOf(value: string | null): string | null {
  return /^[a-z]{2,3}(?=$|[-_])/i.exec(value ?? '')?.[0].toLowerCase() ?? null
}
