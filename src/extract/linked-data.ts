import { multilineRegExp } from '../domain/multiline-regexp.ts'
import { type Document, tagged } from './dom.ts'
import { decodeReferences } from './entities.ts'

export type LinkedNode = Readonly<Record<string, unknown>>

/** All JSON-LD objects of a page, nested graphs laid flat. Broken JSON is common and skipped. */
export function linkedData(document: Document): LinkedNode[] {
  const nodes: LinkedNode[] = []
  for (const script of tagged(document, 'script')) {
    if (script.attributes.get('type')?.trim().toLowerCase() !== 'application/ld+json') continue
    try {
      collect(JSON.parse(String(script.children[0] ?? '').replace(/^\s*<!--|-->\s*$/g, '')), nodes, 0)
    } catch {
      // the page has other sources of what it says about itself
    }
  }
  return nodes
}

export function isNode(value: unknown): value is LinkedNode {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

const NESTED = [
  '@graph',
  'mainEntity',
  'mainEntityOfPage',
  'itemListElement',
  'acceptedAnswer',
  'suggestedAnswer',
  'comment',
]

function collect(value: unknown, into: LinkedNode[], depth: number): void {
  if (depth > 6 || into.length > 500) return
  if (Array.isArray(value)) {
    for (const entry of value) collect(entry, into, depth + 1)
  } else if (isNode(value)) {
    into.push(value)
    for (const key of NESTED) collect(value[key], into, depth + 1)
  }
}

export function typesOf(nodes: readonly LinkedNode[]): Set<string> {
  return new Set(nodes.flatMap((node) => strings(node['@type'])))
}

/** Strings of a field that may be a string, a list, or objects with a name. */
export function strings(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  if (Array.isArray(value)) return value.flatMap(strings)
  if (isNode(value)) return strings(value.name)
  return []
}

const ARTICLE =
  /(?:Article|BlogPosting|Report|DiscussionForumPosting|SocialMediaPosting|Question|Recipe|HowTo|CreativeWork)$/
/** They have dates and authors of their own. */
const OF_OTHERS = multilineRegExp('')`
  ^(?:Comment|UserComments|Answer|Review|UserReview|ImageObject|VideoObject|AudioObject|Product|Offer
  |Event|Person|ListItem|Book|Movie)$`

/** The nodes that speak of the page itself, the most telling first; none of a list of articles. */
export function articleNodes(nodes: readonly LinkedNode[], title: string | null): LinkedNode[] {
  const own = nodes.filter(
    (node) => ('datePublished' in node || 'headline' in node || 'author' in node) && !isOfOthers(node),
  )
  const articles = own.filter((node) => strings(node['@type']).some((type) => ARTICLE.test(type)))
  const named = articles.filter((node) => sharesTitle(strings(node.headline)[0] ?? strings(node.name)[0], title))
  const others = own.filter((node) => !articles.includes(node))
  if (named.length > 0) return [...named, ...others]
  return articles.length > 2 ? others : [...articles, ...others]
}

function isOfOthers(node: LinkedNode): boolean {
  return strings(node['@type']).some((type) => OF_OTHERS.test(type))
}

function sharesTitle(headline: string | undefined, title: string | null): boolean {
  const plain = (text: string) =>
    decodeReferences(text)
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]/gu, '')
  const [own, given] = [plain(headline ?? ''), plain(title ?? '')]
  return own.length > 5 && given.length > 5 && (own.includes(given) || given.includes(own))
}
