import { multilineRegExp } from '../domain/multiline-regexp.ts'
import type { Document } from './dom.ts'
import { groupBit, groupsOf } from './element-groups.ts'
import { typesOf } from './linked-data.ts'
import type { PageMetadata } from './metadata.ts'
import type { Unit } from './units.ts'

const PATHS: readonly RegExp[] = [
  /\/(?:news|articles?|blog|story|stories|posts?|kiji|insights?|resources|magazine)\/|\/20\d{2}\/\d{1,2}\//,
  /\/(?:products?|item|items|dp|p|shop|store|buy)\//,
  /\/(?:collections?|category|categories|c|shop|browse|departments?)(?:\/|$)/,
  multilineRegExp('')`
  \/(?:forums?|threads?|topics?|questions|discussions?|bbs|t|comments|community)(?:\/|$|-)|viewtopic|showthread
  |^(?:forums?|community|discuss|bbs)\.`,
  multilineRegExp('')`
  \/(?:docs?|documentation|reference|manual|api|guides?|developers?|man|tutorials?|learn|wiki|en-us|help)(?:\/|$)
  |^(?:docs?|developers?|help|support|learn)\.|readthedocs`,
  /\/(?:services?|solutions?|pricing|features|platform|about|company|contact|software|products?)(?:\/|$)/,
  multilineRegExp('')`
  \/(?:tags?|archives?|search|list|topics|index|category|news|blog|courses?|jobs|directory|events)\/?$
  |[?&](?:q|s|page)=`,
]
const DECLARED: readonly RegExp[] = [
  /^(?:News|Tech|Report|Analysis|Opinion|Medical)?Article$|^BlogPosting$/,
  /^Product(?:Group)?$/,
  /^(?:ItemList|CollectionPage|SearchResultsPage|OfferCatalog|Blog)$/,
  /^(?:DiscussionForumPosting|QAPage|Question)$/,
  /^(?:TechArticle|APIReference|HowTo)$/,
  /^(?:Service|LocalBusiness|ProfessionalService|SoftwareApplication|Organization|Corporation)$/,
  /^(?:FAQPage)$/,
  /^(?:Recipe|Review|VideoObject|Course|Event|JobPosting)$/,
]
const GENERATORS: readonly RegExp[] = [
  /phpbb|vbulletin|xenforo|discourse|invision|smf|mybb|flarum|vanilla/i,
  /sphinx|docusaurus|mkdocs|gitbook|vuepress|readme|mediawiki/i,
  /shopify|woocommerce|magento|prestashop/i,
]

/** Numbers that tell the kinds of pages apart; the order is part of the learned weights. */
export function pageFeatures(
  document: Document,
  units: readonly Unit[],
  phrases: readonly number[],
  metadata: PageMetadata,
  url: string,
): number[] {
  const address = addressOf(url)
  const types = [...typesOf(metadata.linked)]
  const openGraph = (metadata.meta.get('og:type') ?? [])[0]?.toLowerCase() ?? ''
  const generator = (metadata.meta.get('generator') ?? []).join(' ')
  const count = (tag: string) => document.byTag.get(tag)?.length ?? 0
  const words = Math.max(
    1,
    units.reduce((sum, unit) => sum + unit.measure.words, 0),
  )
  const share = (holds: (unit: Unit) => boolean) =>
    units.reduce((sum, unit) => sum + (holds(unit) ? unit.measure.words : 0), 0) / words
  const long = units.filter((unit) => unit.measure.words >= 25 && unit.linkShare < 0.5)
  const headings = units.filter((unit) => unit.kind === 'heading')
  const phrase = (index: number) => phrases.reduce((sum, value) => sum + ((value >>> index) & 1), 0)
  const marked = markCounts(document)
  const path = address.replace(/^[^/]*/, '')
  return [
    ...PATHS.map((pattern) => (pattern.test(address) ? 1 : 0)),
    path.split('/').filter((part) => part !== '').length,
    path.length,
    (path.split('/').at(-1) ?? '').split('-').length,
    /\d{4,}/.test(path) ? 1 : 0,
    ...DECLARED.map((pattern) => (types.some((type) => pattern.test(type)) ? 1 : 0)),
    openGraph === 'article' ? 1 : 0,
    openGraph.includes('product') ? 1 : 0,
    openGraph === 'website' ? 1 : 0,
    metadata.meta.has('article:published_time') ? 1 : 0,
    ...GENERATORS.map((pattern) => (pattern.test(generator) ? 1 : 0)),
    Math.log1p(words),
    Math.log1p(units.length),
    words / Math.max(1, units.length),
    share((unit) => unit.linkShare > 0.5),
    share((unit) => unit.kind === 'item'),
    share((unit) => unit.kind === 'code'),
    share((unit) => unit.kind === 'row'),
    share((unit) => unit.measure.words >= 25 && unit.linkShare < 0.5),
    long.length,
    long.length / Math.max(1, headings.length),
    headings.length,
    headings.filter((unit) => unit.level === 1).length,
    headings.filter((unit) => unit.level === 2).length,
    headings.filter((unit) => unit.linkShare > 0.5).length,
    Math.log1p(count('article')),
    Math.log1p(count('pre')),
    Math.log1p(count('code')),
    Math.log1p(count('section')),
    Math.log1p(count('form')),
    Math.log1p(count('button')),
    Math.log1p(count('input')),
    Math.log1p(count('img')),
    Math.log1p(count('time')),
    Math.log1p(count('table')),
    Math.log1p(count('li')),
    Math.log1p(count('blockquote')),
    count('main') > 0 ? 1 : 0,
    ...[0, 1, 5, 6, 7, 8, 9, 15, 17].map((index) => Math.log1p(phrase(index))),
    ...marked.map((value) => Math.log1p(value)),
  ]
}

const COUNTED = [
  'forum',
  'comment',
  'price',
  'card',
  'product',
  'docs',
  'filter',
  'review',
  'hero',
  'byline',
  'person',
  'open',
  'content',
].map(groupBit)
const ALL_COUNTED = COUNTED.reduce((all, bit) => all | bit, 0)

function markCounts(document: Document): number[] {
  const byBit = new Array<number>(32).fill(0)
  for (const element of document.elements) {
    if (element.attributes.size === 0) continue
    for (let bits = groupsOf(element) & ALL_COUNTED; bits !== 0; bits &= bits - 1) {
      const at = 31 - Math.clz32(bits & -bits)
      byBit[at] = (byBit[at] as number) + 1
    }
  }
  return COUNTED.map((bit) => byBit[31 - Math.clz32(bit)] as number)
}

export function addressOf(url: string): string {
  try {
    const { hostname, pathname, search } = new URL(url)
    return `${hostname}${pathname}${search}`.toLowerCase()
  } catch {
    return ''
  }
}
