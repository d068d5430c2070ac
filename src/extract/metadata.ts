import { pageAuthors } from './authors.ts'
import { dayOrderOf } from './day-order.ts'
import { attribute, type Document, tagged, textOf, tidy } from './dom.ts'
import { articleNodes, isNode, type LinkedNode, linkedData, strings } from './linked-data.ts'
import { absolute } from './links.ts'
import { pageDates } from './page-dates.ts'
import { pageLines } from './page-lines.ts'

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
  const first = (...names: string[]) => names.flatMap((name) => meta.get(name) ?? [])[0] ?? null
  const language = attribute(document.root, 'lang') ?? first('content-language', 'og:locale')
  const described = linked.filter((node) => 'datePublished' in node || 'headline' in node)
  const title = titleOf(document, described, first)
  const lines = pageLines(document, title)
  const articles = articleNodes(linked, title)
  const order = dayOrderOf(language, url)
  const dates = pageDates({ document, url, order, lines, articles, meta: first })
  return {
    title,
    authors: pageAuthors({ document, url, lines, articles, linked, meta }),
    publishedAt: dates.published,
    updatedAt: dates.updated,
    canonicalUrl: canonicalOf(document, first('og:url'), url),
    licence: licenceOf(
      document,
      linked,
      first('dcterms.license', 'dc.rights', 'dcterms.rights', 'citation_license'),
      url,
    ),
    declaredLanguage: languageOf(language),
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
