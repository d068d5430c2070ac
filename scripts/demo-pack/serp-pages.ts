import { createHash } from 'node:crypto'
import { escapeHtml } from './markdown.ts'

/** One line of a result page. */
export interface Listing {
  readonly url: string
  readonly title: string
  readonly snippet: string
  readonly date: string | null
}

export type SerpKind = 'results' | 'none' | 'captcha'

export interface SerpPage {
  readonly status: number
  readonly html: string
}

/**
 * Result pages with the structure the engines send (classes and nesting that parsers rely on); the words are our own.
 */
export function serpPage(engine: string, kind: SerpKind, query: string, listings: readonly Listing[]): SerpPage {
  if (kind === 'captcha') return { status: 429, html: braveCaptcha(engine) }
  const write = WRITERS[engine]
  if (write === undefined) throw new Error(`no demo result page is written for the engine ${engine}`)
  return { status: 200, html: write(query, listings) }
}

const WRITERS: Readonly<Record<string, (query: string, listings: readonly Listing[]) => string>> = {
  duckduckgo,
  mojeek,
  brave,
}

function duckduckgo(query: string, listings: readonly Listing[]): string {
  const results = listings.map((listing) => {
    const rut = createHash('sha256').update(listing.url).digest('hex')
    const href = `//duckduckgo.com/l/?uddg=${encodeURIComponent(listing.url).replaceAll('-', '%2D')}&amp;rut=${rut}`
    const { host } = new URL(listing.url)
    const date = listing.date === null ? '' : `<span>    ${listing.date}T00:00:00.0000000</span>`
    return `<div class="result results_links results_links_deep web-result ">
  <div class="links_main links_deep result__body">
    <h2 class="result__title"><a rel="nofollow" class="result__a" href="${href}">${escapeHtml(listing.title)}</a></h2>
    <div class="result__extras"><div class="result__extras__url">
      <span class="result__icon"><a rel="nofollow" href="${href}"><img class="result__icon__img" width="16" height="16" alt="" src="//external-content.duckduckgo.com/ip3/${host}.ico" name="i15"></a></span>
      <a class="result__url" href="${href}">${escapeHtml(shown(listing.url))}</a>
      ${date}
    </div></div>
    <a class="result__snippet" href="${href}">${bolded(listing.snippet, query, 'b')}</a>
    <div class="clear"></div>
  </div>
</div>`
  })
  const none = '<div class="no-results">No results.</div>'
  return `<!DOCTYPE html>
<html xmlns="http://www.w3.org/1999/xhtml"><head>
<meta http-equiv="content-type" content="text/html; charset=UTF-8">
<meta name="robots" content="noindex, nofollow">
<title>${escapeHtml(query)} at DuckDuckGo</title>
</head>
<body class="body--html">
<a name="top" id="top"></a>
<div id="header" class="header cw header--html"><a title="DuckDuckGo" href="/html/" class="header__logo-wrap"></a>
<form name="x" class="header__form" action="/html/" method="post"><div class="search search--header"><input name="q" class="search__input" type="text" value="${escapeHtml(query)}"></div></form></div>
<div><div class="serp__results"><div id="links" class="results">
${listings.length === 0 ? none : results.join('\n')}
<div class="feedback-btn"><a rel="nofollow" href="//duckduckgo.com/feedback.html">Feedback</a></div>
</div></div></div>
</body></html>
`
}

function mojeek(query: string, listings: readonly Listing[]): string {
  const results = listings.map((listing, index) => {
    const url = escapeHtml(listing.url)
    const site = new URL(listing.url).host
    const date = listing.date === null ? '' : ` <span class="mdate">${listing.date}</span>`
    return `<!--rs--><li class="r${index + 1}"><a title="${url}" href="${url}" class="ob"><p class="i"><span class="url">${escapeHtml(shown(listing.url))}</span>${date}</p></a>
<h2><a class="title" title="${url}" href="${url}">${escapeHtml(listing.title)}</a></h2>
<p class="s">${bolded(listing.snippet, query, 'strong')}</p>
<p class="more"><a href="/search?q=site%3A${site}">See more results from ${site} »</a></p></li><!--re-->`
  })
  const found = `<div class="top-info"><div class="results-count-container"><div class="js-results-cnt-bar"><p>Results 1 to ${listings.length} from ${listings.length}</p></div></div></div>
<div class="result-col"><div class="results"><ul class="results-standard"><!--ls-->
${results.join('\n')}
</ul></div></div>`
  const none = `<div class="result-col"><div class="results"><p class="top-info">No pages found matching: <strong>${escapeHtml(query)}</strong></p></div></div>`
  return `<!doctype html>
<html lang="en">
<head><meta charset="UTF-8" /><title>${escapeHtml(query)} - Mojeek Search</title></head>
<body data-theme="light" class="serp-grid left-aligned">
<!-- status="OK" -->
<div class="large-footer">
<div class="header nb"><div class="header-container"><div class="header-logo"><a href="https://www.mojeek.com">Mojeek</a></div>
<div class="header-form"><form method="get" action="/search" name="sf1"><input type="text" class="js-search-input" name="q" value="${escapeHtml(query)}" /></form></div></div></div>
<div class="container serp-results">
${listings.length === 0 ? none : found}
</div></div>
<div class="footer"><ul class="search-pages"><li><a href="/about/">About</a></li></ul></div>
</body>
</html>
`
}

function brave(query: string, listings: readonly Listing[]): string {
  const results = listings.map((listing, index) => {
    const { host } = new URL(listing.url)
    const date =
      listing.date === null ? '' : `<!--[--><span class="t-secondary">${longDate(listing.date)} -</span><!--]-->`
    return `<div class="snippet svelte-jmfu5f" data-pos="${index + 1}" data-type="web" data-keynav="true">
<div class="result-wrapper svelte-1rq4ngz"><div class="result-content svelte-1rq4ngz">
<a href="${escapeHtml(listing.url)}" target="_self" class="svelte-14r20fy l1"><div class="site-name-wrapper svelte-on1hvy"><div class="site-name-content svelte-on1hvy"><div class="desktop-small-semibold t-secondary text-ellipsis">${host}</div><div class="url-wrapper svelte-on1hvy"><cite class="snippet-url desktop-small-regular t-tertiary svelte-on1hvy">${escapeHtml(shown(listing.url))}</cite></div></div></div>
<div class="title search-snippet-title line-clamp-1 svelte-14r20fy" title="${escapeHtml(listing.title)}">${escapeHtml(listing.title)}</div></a>
<div class="generic-snippet svelte-1cwdgg3"><div class="content desktop-default-regular t-primary line-clamp-dynamic svelte-1cwdgg3">${date}<!---->${bolded(listing.snippet, query, 'strong')}<!----></div></div>
</div></div></div>`
  })
  return `<!doctype html>
<html class="" lang="en-us">
<head><meta charset="utf-8" /><meta name="robots" content="noindex,nofollow" /><meta property="og:site_name" content="Brave Search" /><title>${escapeHtml(query)} - Brave Search</title></head>
<body><div id="app"><header id="header"><form id="searchform" action="/search"><input id="searchbox" name="q" value="${escapeHtml(query)}" /></form></header>
<main class="main-column svelte-1xp2kvw"><div id="results" class="section svelte-1xp2kvw">
${results.join('\n')}
</div></main></div></body>
</html>
`
}

function braveCaptcha(engine: string): string {
  if (engine !== 'brave') throw new Error(`no demo challenge page is written for the engine ${engine}`)
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8" /><title>Captcha - Brave Search</title></head>
<body><main id="captcha-container"><h1>Confirm you’re a human being</h1><p>We have noticed unusual traffic from your network.</p>
<form action="/api/captcha/pow" method="post"><button type="submit">I’m not a robot</button></form></main></body>
</html>
`
}

function shown(url: string): string {
  const { host, pathname } = new URL(url)
  return `${host}${decodeURIComponent(pathname)}`.replace(/\/$/, '')
}

function bolded(snippet: string, query: string, tag: 'b' | 'strong'): string {
  const words = query
    .split(/\s+/)
    .filter((word) => word.length > 1)
    .map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  return escapeHtml(snippet).replace(new RegExp(`(${words.join('|')})`, 'gi'), `<${tag}>$1</${tag}>`)
}

const MONTHS = 'January February March April May June July August September October November December'.split(' ')

function longDate(date: string): string {
  const [year, month, dayOfMonth] = date.split('-').map(Number)
  return `${MONTHS[(month ?? 1) - 1]} ${dayOfMonth}, ${year}`
}
