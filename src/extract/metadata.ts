import { absolute } from './blocks.ts'
import { parseDate, visibleDates } from './dates.ts'
import { attribute, type DomDocument, textOf, tidy } from './dom.ts'
import { type LinkedNode, linkedData, strings } from './linked-data.ts'

export interface PageMetadata {
  readonly title: string | null
  readonly authors: readonly string[]
  readonly publishedAt: string | null
  readonly updatedAt: string | null
  readonly canonicalUrl: string | null
  readonly declaredLanguage: string | null
  readonly linked: readonly LinkedNode[]
  /** Meta values by lower-case name or property; a name may come several times. */
  readonly meta: ReadonlyMap<string, readonly string[]>
}

/** Read from the page as it came, before anything is pruned. */
export function readMetadata(document: DomDocument, url: string): PageMetadata {
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
    declaredLanguage: languageOf(attribute(document.documentElement, 'lang') ?? first('content-language', 'og:locale')),
    linked,
    meta,
  }
}

function metaValues(document: DomDocument): Map<string, string[]> {
  const values = new Map<string, string[]>()
  for (const element of document.querySelectorAll('meta[content]')) {
    const name = (
      attribute(element, 'name') ??
      attribute(element, 'property') ??
      attribute(element, 'itemprop') ??
      attribute(element, 'http-equiv')
    )?.toLowerCase()
    const content = attribute(element, 'content')
    if (name === undefined || content === null) continue
    values.set(name, [...(values.get(name) ?? []), tidy(content)])
  }
  return values
}

function titleOf(
  document: DomDocument,
  articles: readonly LinkedNode[],
  first: (...names: string[]) => string | null,
): string | null {
  const heading = textOf(document.querySelector('h1'))
  const raw = textOf(document.querySelector('title'))
  const given = first('citation_title', 'dc.title', 'og:title') ?? strings(articles[0]?.headline)[0] ?? null
  const best = given ?? raw
  // "Headline - Site name": the page's own first heading says which part is the headline.
  if (heading.length > 8 && best.includes(heading)) return heading
  const title = tidy(best === '' ? heading : best)
  return title === '' ? null : title
}

function authorsOf(
  document: DomDocument,
  articles: readonly LinkedNode[],
  meta: ReadonlyMap<string, readonly string[]>,
): string[] {
  const listed = meta.get('citation_author') ?? meta.get('dc.creator') ?? []
  const candidates = [
    listed,
    articles.flatMap((node) => strings(node.author)),
    (meta.get('author') ?? []).flatMap((value) => value.split(/\s*(?:;|、|，|\band\b)\s*/)),
    (meta.get('article:author') ?? []).filter((value) => !/^https?:/.test(value)),
    [...document.querySelectorAll('[rel="author"],[itemprop="author"],.byline .author,.author-name')].map(textOf),
  ]
  const authors = candidates.find((list) => list.length > 0) ?? []
  const named = authors
    .map((name) => tidy(name).replace(/^(?:by|文|著者|執筆)[\s:：]+/i, ''))
    .filter((name) => name !== '' && name.length < 80)
  return [...new Set(named)]
}

function firstDate(nodes: readonly LinkedNode[], key: string): string | null {
  for (const node of nodes) {
    const date = parseDate(strings(node[key])[0])
    if (date !== null) return date
  }
  return null
}

function timeElement(document: DomDocument, kind: 'pubdate' | 'updated' | 'any'): string | null {
  const selector = {
    pubdate:
      'time[pubdate],time[itemprop="datePublished"],[itemprop="datePublished"][content],time.published,time.entry-date',
    updated: 'time[itemprop="dateModified"],[itemprop="dateModified"][content],time.updated',
    any: 'article time[datetime],main time[datetime],time[datetime]',
  }[kind]
  const element = document.querySelector(selector)
  return parseDate(attribute(element, 'datetime') ?? attribute(element, 'content') ?? textOf(element))
}

/** The visible text near the page's first heading, where dates stand. */
function visibleStart(document: DomDocument): string {
  const clean = (text: string) => tidy(text)
  const heading = document.querySelector('h1')
  const body = document.body
  const scripts = new Set(
    [...body.querySelectorAll('script,style,noscript')].map((element) => element.textContent ?? ''),
  )
  let text = body.textContent ?? ''
  for (const script of scripts) if (script.length > 0) text = text.replace(script, ' ')
  text = clean(text)
  const at = heading === null ? 0 : Math.max(0, text.indexOf(textOf(heading)))
  return `${text.slice(at, at + 3000)} ${text.slice(-800)}`
}

function canonicalOf(document: DomDocument, openGraph: string | null, url: string): string | null {
  const link = attribute(document.querySelector('link[rel="canonical"]'), 'href') ?? openGraph
  return link === null ? null : absolute(link, url)
}

function languageOf(value: string | null): string | null {
  return /^[a-z]{2,3}(?=$|[-_])/i.exec(value ?? '')?.[0].toLowerCase() ?? null
}
