import type { PageType } from '../domain/page.ts'
import { attribute, type DomDocument, type DomElement, linkShare, marksOf, textOf } from './dom.ts'

const NEVER_TEXT =
  'script,style,template,iframe,object,embed,svg,canvas,video,audio,button,select,input,textarea,dialog,link,meta,rt,rp'
const HIDDEN = '[hidden],[aria-hidden="true"]'
const FURNITURE =
  'nav,footer,[role="navigation"],[role="banner"],[role="contentinfo"],[role="search"],[role="dialog"],[role="alertdialog"],[role="menu"],[role="menubar"],[role="toolbar"]'

const NOISE_MARKS = new RegExp(
  `(?:^|[\\s_-])(?:${[
    'share|sharing|shares|sharedaddy|social|sns|addthis|addtoany',
    'related|relatedposts|recommend(?:ed|ation|ations)?|more-?stories|read-?(?:more|next)|also-?read|outbrain|taboola|trending|most-?read|popular-?posts|ranking',
    'cookies?|consent|gdpr|onetrust|newsletter|subscri(?:be|ption)|sign-?up|mailing-?list|optin',
    'breadcrumbs?|pagination|pager|paging|prev-?next|post-?nav(?:igation)?|nav|navbar|navigation|menu|submenu|skip-?links?|site-?header|site-?footer|masthead|footer|global-?(?:header|nav|footer)|topbar',
    'ads?|adsense|adsbygoogle|advert(?:isement|ising)?s?|sponsor(?:ed)?|promo(?:tion)?s?|dfp|ad-?(?:slot|unit|banner|container|wrapper)|banner-?ad',
    'sidebar|side-?bar|widget-?area|popup|modal|lightbox|overlay|toolbar|print-?(?:link|button)|tag-?(?:list|cloud|links)|author-?(?:bio|box|info)|copyright',
  ].join('|')})(?:$|[\\s_-])`,
)
const COMMENT_MARKS = /(?:^|[\s_-])(?:comments?|comment-?list|disqus(?:_thread)?|respond|replies)(?:$|[\s_-])/

/** By-lines and time stamps: read as metadata, not as text. */
const BYLINE_MARKS =
  /(?:^|[\s_-])(?:by-?line|dateline|time-?stamp|pub-?date|publish(?:ed)?-?(?:date|on)|post-?date|post-?meta|article-?meta|entry-?meta|author-?name|reading-?time)(?:$|[\s_-])/
const LONGEST_BYLINE = 250

const NOISE_HEADING =
  /^(?:related(?: (?:articles?|posts?|stories|content|links|topics|news))?|recommended(?: .*)?|read (?:more|next|also)|more (?:from|on|stories|news)\b.*|you (?:may|might) (?:also )?(?:like|enjoy|be interested).*|see also our.*|share this.*|follow us.*|most (?:read|popular|viewed).*|trending.*|latest (?:news|posts|articles|stories)|popular (?:posts|articles|now)|sign up.*|subscribe.*|newsletter.*|advertisement|sponsored.*|você (?:pode|também).*|leia (?:também|mais).*|veja (?:também|mais).*|(?:leave|post|add) a (?:comment|reply).*|\d* ?comments?.*|コメント.*|関連(?:記事|リンク|ページ|ニュース|情報|コンテンツ|キーワード)?|おすすめ(?:の)?(?:記事|情報)?|あわせて読みたい.*|人気(?:の)?記事.*|アクセスランキング.*|最新(?:の)?記事.*|新着(?:記事|情報)|この記事をシェア.*|シェア(?:する)?|広告|PR|スポンサー.*)[:：]?$/i

/** Drops what a reader never sees: scripts, hidden elements, ruby readings (so 漢字 is not read twice). */
export function dropInvisible(document: DomDocument): void {
  removeAll(document, NEVER_TEXT)
  openNoscript(document)
  const total = textOf(document.body).length
  for (const element of [...document.querySelectorAll(`${HIDDEN},[style]`)]) {
    if (!isHidden(element) || /^(?:html|body|main)$/.test(element.localName)) continue
    // A page that hides itself until its script runs is read all the same.
    if (textOf(element).length < total * 0.5) element.remove()
  }
}

/** Some sites keep the whole readable page in <noscript>; elsewhere it is an image or a plea for JavaScript. */
function openNoscript(document: DomDocument): void {
  const found = [...document.body.querySelectorAll('noscript')]
  const inside = found.reduce((sum, element) => sum + textOf(element).length, 0)
  const around = textOf(document.body).length - inside
  for (const element of found) {
    if (inside > 300 && inside > around * 2) element.replaceWith(...element.childNodes)
    else element.remove()
  }
}

function isHidden(element: DomElement): boolean {
  if (element.hasAttribute('hidden') || attribute(element, 'aria-hidden') === 'true') return true
  return /(?:display\s*:\s*none|visibility\s*:\s*hidden)/i.test(element.getAttribute('style') ?? '')
}

/** Drops navigation, sharing, related links, cookie notes, advertising; comments too unless they are the page (a forum). */
export function dropFurniture(document: DomDocument, pageType: PageType): void {
  const total = Math.max(1, textOf(document.body).length)
  for (const element of [...document.querySelectorAll(FURNITURE)]) {
    if (!isLayoutRoot(element) && textOf(element).length < total * 0.6) element.remove()
  }
  const prose = proseOf(document.body)
  const comments = [...document.querySelectorAll('[class],[id]')].filter((element) =>
    COMMENT_MARKS.test(marksOf(element)),
  )
  const mostComments = Math.max(0, ...comments.map(proseOf))
  const keepComments = pageType === 'forum' || (pageType !== 'article' && mostComments > prose * 0.6)
  for (const element of [...document.querySelectorAll('aside,header,form,[class],[id]')]) {
    if (isLayoutRoot(element) || !isNoise(element, keepComments)) continue
    // A careless class name on the element that holds the article must not cost the article.
    const isComments = !keepComments && COMMENT_MARKS.test(marksOf(element))
    const guarded = !isComments && proseOf(element) > prose * 0.4
    if (!guarded && textOf(element).length < total * (isComments ? 0.95 : 0.6)) element.remove()
  }
  dropNoiseSections(document)
}

/** Characters in paragraphs long enough to be prose. */
function proseOf(element: DomElement): number {
  let sum = 0
  for (const paragraph of element.querySelectorAll('p,[class*="paragraph"],[class*="comment_text"]')) {
    const length = textOf(paragraph).length
    if (length > 80) sum += length
  }
  return sum
}

function isNoise(element: DomElement, keepComments: boolean): boolean {
  if (element.localName === 'aside') return true
  if (element.localName === 'header') return element.querySelector('h1,h2') === null
  if (element.localName === 'form') return element.querySelector('p,article,table,h2') === null
  const marks = marksOf(element)
  if (NOISE_MARKS.test(marks)) return true
  if (BYLINE_MARKS.test(marks) && textOf(element).length < LONGEST_BYLINE) return true
  return !keepComments && COMMENT_MARKS.test(marks)
}

function isLayoutRoot(element: DomElement): boolean {
  return /^(?:html|body|main|article|a|h[1-6])$/.test(element.localName) || attribute(element, 'role') === 'main'
}

/** "Related articles" and its list, wherever the page puts them. */
function dropNoiseSections(document: DomDocument): void {
  for (const heading of [...document.querySelectorAll('h2,h3,h4,h5,h6,p,strong,span')]) {
    const text = textOf(heading)
    if (text.length > 60 || !NOISE_HEADING.test(text)) continue
    let next = heading.nextElementSibling
    let removed = 0
    while (next !== null && !/^h[1-6]$/.test(next.localName) && linkShare(next) > 0.5) {
      const after = next.nextElementSibling
      next.remove()
      removed += 1
      next = after
    }
    const box = heading.parentNode
    if (box !== null && !isLayoutRoot(box) && textOf(box).length < 600 && linkShare(box) > 0.5) box.remove()
    else if (removed > 0) heading.remove()
  }
}

function removeAll(document: DomDocument, selector: string): void {
  for (const element of [...document.querySelectorAll(selector)]) {
    if (!/^(?:html|body|main)$/.test(element.localName)) element.remove()
  }
}
