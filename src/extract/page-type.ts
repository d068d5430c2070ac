import type { PageType } from '../domain/page.ts'
import { type DomDocument, linkShare, marksOf, textOf } from './dom.ts'
import { typesOf } from './linked-data.ts'
import type { PageMetadata } from './metadata.ts'

type Scores = Partial<Record<PageType, number>>
type Rule = readonly [type: PageType, points: number, holds: boolean]

const WALL =
  /(?:log ?in|sign ?in|subscribe|register) to (?:continue|read|view|access)|(?:please|you must) (?:log|sign) ?in|already a (?:subscriber|member)\?|members? only|ログインしてください|ログインが必要|会員限定|有料会員|残り\s*[\d,]+\s*文字|この記事は会員|続きを読むには/i

/** REQ 3.1.2 page types by scored features: what the page declares counts most, then its address, then its shape. */
export function classifyPage(document: DomDocument, metadata: PageMetadata, url: string): PageType {
  const scores: Scores = {}
  for (const [type, points, holds] of rules(document, metadata, url)) {
    if (holds) scores[type] = (scores[type] ?? 0) + points
  }
  let best: PageType = 'other'
  let most = 1.5
  for (const [type, score] of Object.entries(scores) as [PageType, number][]) {
    if (score > most) {
      best = type
      most = score
    }
  }
  return best
}

/** The page asks for a login; whether it shows anything besides is for the caller to see. */
export function looksLikeLoginWall(document: DomDocument): boolean {
  const text = textOf(document.body)
  return WALL.test(text) || (document.querySelector('input[type="password"]') !== null && text.length < 1500)
}

function rules(document: DomDocument, metadata: PageMetadata, url: string): Rule[] {
  const types = typesOf(metadata.linked)
  const declares = (pattern: RegExp) => [...types].some((type) => pattern.test(type))
  const address = pathOf(url)
  const openGraph = (metadata.meta.get('og:type') ?? [])[0] ?? ''
  const generator = (metadata.meta.get('generator') ?? []).join(' ')
  const shape = shapeOf(document)
  const citation =
    metadata.meta.has('citation_title') || metadata.meta.has('citation_doi') || metadata.meta.has('citation_pmid')
  return [
    ['paper', 6, citation],
    ['paper', 3, declares(/^ScholarlyArticle$|^MedicalScholarlyArticle$/)],
    [
      'article',
      3,
      declares(/^(?:News|Blog|Tech|Report|Analysis|Opinion)?Article$|^BlogPosting$|^ReportageNewsArticle$/),
    ],
    ['article', 2, openGraph === 'article'],
    ['article', 1.5, metadata.meta.has('article:published_time')],
    ['article', 1, /\/(?:news|article|articles|blog|story|stories|posts?|kiji)\/|\/20\d{2}\/\d{1,2}\//.test(address)],
    ['article', 1.5, shape.longParagraphs >= 4 && shape.links < 0.4],
    ['article', 1, shape.longParagraphs >= 1 && metadata.publishedAt !== null],
    [
      'knowledge',
      4,
      /mediawiki/i.test(generator) || document.querySelector('#mw-content-text,.mw-parser-output') !== null,
    ],
    ['knowledge', 3, declares(/^FAQPage$|^DefinedTerm$|^HowTo$|^MedicalWebPage$|^Dataset$/)],
    [
      'knowledge',
      2,
      /\/(?:wiki|faq|faqs|glossary|encyclopedia|kb|knowledge|knowledge-?base|q-a|qa|yougo)\b/.test(address),
    ],
    ['forum', 5, declares(/^DiscussionForumPosting$|^QAPage$|^Question$/)],
    ['forum', 3, /phpbb|vbulletin|xenforo|discourse|invision|smf|mybb|flarum/i.test(generator)],
    [
      'forum',
      2.5,
      /\/(?:forums?|threads?|topics?|viewtopic|showthread|questions|discussions?|bbs|t)\b|viewtopic\.php|showthread\.php/.test(
        address,
      ),
    ],
    ['forum', 2.5, shape.posts >= 3],
    ['documentation', 3, /sphinx|docusaurus|mkdocs|gitbook|hugo.*docs|vuepress|readme/i.test(generator)],
    [
      'documentation',
      2.5,
      /\/(?:docs?|documentation|reference|manual|api|guide|guides|developers?|man)\b|^docs?\.|^developers?\.|readthedocs/.test(
        address,
      ),
    ],
    ['documentation', 1.5, shape.codeBlocks >= 2],
    ['documentation', 1.5, declares(/^TechArticle$|^APIReference$/)],
    ['product', 4, declares(/^Product(?:Group)?$/)],
    ['product', 3, /^(?:og:)?product/.test(openGraph)],
    ['product', 2.5, shape.cart],
    ['product', 1, /\/(?:products?|item|items|dp|shop|p)\//.test(address)],
    [
      'listing',
      3,
      declares(/^ItemList$|^CollectionPage$|^SearchResultsPage$/) && !declares(/Article|BlogPosting|Product$/),
    ],
    [
      'listing',
      2,
      /\/(?:category|categories|tags?|archives?|search|list|collections?|topics|index)\b|[?&](?:q|s|page)=/.test(
        address,
      ),
    ],
    ['listing', 2.5, shape.links > 0.5 && shape.longParagraphs < 3],
    ['listing', 1.5, shape.articles >= 4],
    ['service', 2, declares(/^(?:Service|LocalBusiness|ProfessionalService|SoftwareApplication)$/)],
    ['service', 2, /\/(?:services?|solutions?|pricing|features|platform|about|company|contact)\b/.test(address)],
    ['service', 1.7, address.replace(/^[^/]*/, '') === '/' && shape.longParagraphs < 4 && shape.links <= 0.5],
  ]
}

function pathOf(url: string): string {
  try {
    const { hostname, pathname, search } = new URL(url)
    return `${hostname}${pathname}${search}`.toLowerCase()
  } catch {
    return ''
  }
}

function shapeOf(document: DomDocument) {
  const body = document.body
  const paragraphs = [...body.querySelectorAll('p')].map((element) => textOf(element).length)
  const main = document.querySelector('main,[role="main"],#content') ?? body
  const buttons = [...body.querySelectorAll('button,input[type="submit"],a[class*="cart"],[class*="add-to-cart"]')]
  return {
    longParagraphs: paragraphs.filter((length) => length > 120).length,
    links: linkShare(main),
    codeBlocks: [...body.querySelectorAll('pre')].length,
    articles: [...body.querySelectorAll('article')].length,
    posts: [
      ...body.querySelectorAll('[class*="post"],[class*="reply"],[class*="answer"],[class*="message"],[id^="post"]'),
    ].filter(
      (element) =>
        /(?:^|[\s_-])(?:post(?:body|-?content|_body|-message)?|reply|answer|message-body|forum-?post|topic-?post)(?:$|[\s_\d-])/.test(
          marksOf(element),
        ) && /(?:reply|quote|joined|posts:|返信|引用)/i.test(textOf(element).slice(0, 3000)),
    ).length,
    cart: buttons.some((element) =>
      /add to (?:cart|bag|basket)|buy now|カートに入れる|購入する/i.test(
        `${textOf(element)} ${element.getAttribute('value') ?? ''}`,
      ),
    ),
  }
}
