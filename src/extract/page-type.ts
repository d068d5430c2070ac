import { multilineRegExp } from '../domain/multiline-regexp.ts'
import type { PageType } from '../domain/page.ts'
import { KINDS } from './choose-units.ts'
import { type Document, tagged, within } from './dom.ts'
import { groupBit, groupsOf } from './element-groups.ts'
import { typesOf } from './linked-data.ts'
import type { PageMetadata } from './metadata.ts'
import { addressOf } from './page-features.ts'
import type { Unit } from './units.ts'

type Scores = Partial<Record<PageType, number>>
type Rule = readonly [type: PageType, points: number, holds: boolean]

interface PageEvidence {
  readonly document: Document
  readonly metadata: PageMetadata
  readonly url: string
  readonly units: readonly Unit[]
  /** Learned shares of the kinds in choose-units.ts. */
  readonly kinds: readonly number[]
}

/**
 * REQ 3.1.2 page types by scored features: what the page declares counts most, then its address, its shape, and the
 * learned kind.
 */
export function classifyPage(evidence: PageEvidence): PageType {
  const scores: Scores = {}
  for (const [type, points, holds] of rules(evidence)) {
    if (holds) scores[type] = (scores[type] ?? 0) + points
  }
  KINDS.forEach((kind, index) => {
    const type = kind === 'collection' ? 'listing' : kind
    scores[type] = (scores[type] ?? 0) + 3 * (evidence.kinds[index] ?? 0)
  })
  const words = evidence.units.reduce((sum, unit) => sum + unit.measure.words, 0)
  let best: PageType = 'other'
  // A few words tell the learned kind nothing: then only what the page declares counts.
  let most = words < 30 ? 3.4 : 1.5
  for (const [type, score] of Object.entries(scores) as [PageType, number][]) {
    if (score > most) {
      best = type
      most = score
    }
  }
  return best
}

const KNOWLEDGE_ADDRESS = multilineRegExp('')`
  \/(?:wiki|glossary|encyclopa?edia|kb|knowledge|knowledge-?base|yougo)\b|^(?:[a-z]+\.)?(?:wiki|encyclopa?edia)
  |pedia\.`

const FORUM_ADDRESS = multilineRegExp('')`
  \/(?:forums?|threads?|viewtopic|showthread|questions|discussions?|bbs)\b|\/t\/(?:[^/]+\/)?\d|viewtopic\.php
  |showthread\.php|^(?:[a-z]+-)?(?:forums?|community|discuss|bbs|qa|ask|answers)\.`

const DOCUMENTATION_ADDRESS =
  /\/(?:docs?|documentation|reference|manual|api|guide|guides|developers?|man)\b|^docs?\.|^developers?\.|readthedocs/

function rules({ document, metadata, url, units }: PageEvidence): Rule[] {
  const types = typesOf(metadata.linked)
  const declares = (pattern: RegExp) => [...types].some((type) => pattern.test(type))
  const address = addressOf(url)
  const openGraph = (metadata.meta.get('og:type') ?? [])[0] ?? ''
  const generator = (metadata.meta.get('generator') ?? []).join(' ')
  const shape = shapeOf(document, units)
  const citation =
    metadata.meta.has('citation_title') || metadata.meta.has('citation_doi') || metadata.meta.has('citation_pmid')
  return [
    ['paper', 8, citation],
    ['paper', 4, declares(/^ScholarlyArticle$|^MedicalScholarlyArticle$/)],
    ['article', 2, declares(/^(?:News|Blog|Report|Analysis|Opinion)?Article$|^BlogPosting$|^ReportageNewsArticle$/)],
    ['article', 1, openGraph === 'article'],
    ['article', 1, metadata.meta.has('article:published_time')],
    ['article', 1, /\/(?:news|article|articles|blog|story|stories|posts?|kiji)\/|\/20\d{2}\/\d{1,2}\//.test(address)],
    ['article', 1, shape.longParagraphs >= 1 && metadata.publishedAt !== null],
    ['article', 0.8, shape.longParagraphs >= 4],
    ['article', 1.2, shape.longParagraphs >= 2 && shape.links < 0.3],
    ['knowledge', 7, /mediawiki/i.test(generator) || shape.isWiki],
    [
      'knowledge',
      3,
      declares(/^FAQPage$|^DefinedTerm$|^MedicalWebPage$|^Dataset$/) && !declares(/Article$|Posting$|Product$/),
    ],
    ['knowledge', 4, KNOWLEDGE_ADDRESS.test(address)],
    ['knowledge', 2, /\/(?:faqs?|q-a|qa)\b/.test(address)],
    ['knowledge', 1.6, shape.questions],
    ['forum', 6, declares(/^DiscussionForumPosting$|^QAPage$|^Question$/) && !declares(/^FAQPage$/)],
    ['forum', 4, /phpbb|vbulletin|xenforo|discourse|invision|smf|mybb|flarum/i.test(generator)],
    ['forum', 3, FORUM_ADDRESS.test(address)],
    ['forum', 3, shape.posts >= 3],
    ['documentation', 3, /sphinx|docusaurus|mkdocs|gitbook|hugo.{0,80}docs|vuepress|readme/i.test(generator)],
    ['documentation', 2.5, DOCUMENTATION_ADDRESS.test(address)],
    ['documentation', 1.5, shape.codeBlocks >= 2],
    ['documentation', 1.5, declares(/^TechArticle$|^APIReference$/)],
    ['product', 4, declares(/^Product(?:Group)?$/) && !declares(/Article$|BlogPosting$|ItemList$|CollectionPage$/)],
    ['product', 2, /^(?:og:)?product/.test(openGraph)],
    ['product', 2, shape.carts === 1],
    ['product', 1, /\/(?:products?|item|items|dp|shop|p)\//.test(address)],
    [
      'listing',
      2,
      declares(/^ItemList$|^CollectionPage$|^SearchResultsPage$/) && !declares(/Article|BlogPosting|Product$/),
    ],
    [
      'listing',
      1.5,
      /\/(?:category|categories|tags?|archives?|search|list|collections?|topics|index)\b|[?&](?:q|s|page)=/.test(
        address,
      ),
    ],
    ['listing', 1.5, shape.links > 0.5 && shape.longParagraphs < 3],
    ['listing', 1.5, shape.articles >= 4 && shape.posts < 3],
    ['service', 2, declares(/^(?:Service|LocalBusiness|ProfessionalService|SoftwareApplication)$/)],
    ['service', 2, /\/(?:services?|solutions?|pricing|features|platform|about|company|contact)\b/.test(address)],
    ['service', 1, address.replace(/^[^/]*/, '') === '/' && shape.longParagraphs < 4 && shape.links <= 0.5],
  ]
}

const WIKI_TEXT = /(?:^|\s)(?:mw-parser-output|mw-content-text)(?:$|\s)/

function shapeOf(document: Document, units: readonly Unit[]) {
  const total = Math.max(
    1,
    units.reduce((sum, unit) => sum + unit.measure.words, 0),
  )
  return {
    longParagraphs: units.filter((unit) => unit.kind !== 'row' && unit.measure.words >= 25 && unit.linkShare < 0.5)
      .length,
    links: units.reduce((sum, unit) => sum + unit.measure.words * unit.linkShare, 0) / total,
    codeBlocks: document.byTag.get('pre')?.length ?? 0,
    articles: document.byTag.get('article')?.length ?? 0,
    posts: postCount(document),
    carts: units.filter((unit) => /^(?:add to (?:cart|bag|basket)|buy now|カートに入れる|購入する)/i.test(unit.text))
      .length,
    questions: units.some(
      (unit) =>
        unit.kind === 'heading' && /^(?:よくある(?:ご)?質問|frequently asked questions|faqs?$)/i.test(unit.text),
    ),
    isWiki: document.elements.some(
      ({ attributes }) =>
        attributes.size > 0 &&
        (WIKI_TEXT.test(attributes.get('class') ?? '') || WIKI_TEXT.test(attributes.get('id') ?? '')),
    ),
  }
}

const POST_CLASS = multilineRegExp('')`
  (?:^|[\s_-])(?:post(?:body)?|reply|answer|message|forum-?post|topic-?post|post-?(?:content|message|body|container
      |row))(?:$|[\s_\d-])`

const POST_TAGS: ReadonlySet<string> = new Set('div article li section tr td table'.split(' '))

/** Elements that a board's template marks as posts or answers, outside comment sections under an article. */
function postCount(document: Document): number {
  const forum = groupBit('forum')
  const comment = groupBit('comment')
  const byClass = new Map<string, number>()
  for (const element of document.elements) {
    if (element.attributes.size === 0 || (groupsOf(element) & forum) === 0 || !POST_TAGS.has(element.tag)) continue
    if (within(element, (above) => (groupsOf(above) & comment) !== 0)) continue
    const marks = (element.attributes.get('class') ?? '').toLowerCase()
    if (!POST_CLASS.test(marks)) continue
    const name = `${element.tag}.${marks.replace(/\d+/g, '')}`
    byClass.set(name, (byClass.get(name) ?? 0) + 1)
  }
  const most = Math.max(0, ...byClass.values())
  const replies = tagged(document, 'a', 'button').filter((element) =>
    /^(?:reply|quote|返信|引用)/i.test(typeof element.children[0] === 'string' ? element.children[0].trim() : ''),
  ).length
  return most >= 3 && replies >= 2 ? most : 0
}
