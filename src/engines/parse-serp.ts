import type { DomNode } from '../domain/dom-node.ts'
import type { SerpItem } from '../domain/task.ts'
import type { Engine, Layout } from './engine-table.ts'
import { serpDate } from './serp-date.ts'

export interface ParsedSerp {
  readonly outcome: 'ok' | 'no_results' | 'parser_broken' | 'captcha' | 'blocked'
  readonly reason: string | null
  readonly items: readonly SerpItem[]
}

export interface SerpPage {
  readonly html: string
  /** Links are resolved against it. */
  readonly url: string
  /** For relative dates. */
  readonly now: number
  readonly limit: number
}

/** Reads a result page by the engine's description. A page that fits none is `parser_broken`, never an empty list. */
export async function parseSerp(engine: Engine, page: SerpPage): Promise<ParsedSerp> {
  if (page.html.trim() === '') return broken(`${engine.name} sent an empty page`)
  const document = await parseDocument(page.html)
  const failures: string[] = []
  for (const layout of engine.layouts) {
    const results = [...document.querySelectorAll(layout.result)]
    if (results.length === 0) {
      failures.push(`nothing matches ${layout.result}`)
      continue
    }
    const items = readItems(engine, layout, results, page)
    if (items.length > 0) return { outcome: 'ok', reason: null, items }
    failures.push(missingField(layout, results) ?? `no result under ${layout.result} has a usable link`)
  }
  return withoutResults(engine, document, failures)
}

function withoutResults(engine: Engine, document: DomNode, failures: readonly string[]): ParsedSerp {
  const challenge = matchedMarker(document, engine.challenge)
  if (challenge !== null)
    return { outcome: 'captcha', reason: `${engine.name} asks for a human (${challenge})`, items: [] }
  const refusal = matchedMarker(document, engine.refused)
  if (refusal !== null) return { outcome: 'blocked', reason: `${engine.name} refuses to serve (${refusal})`, items: [] }
  if (matchedMarker(document, engine.no_results) !== null)
    return { outcome: 'no_results', reason: `${engine.name} found nothing`, items: [] }
  return broken(`the result page of ${engine.name} has changed: ${failures.join('; ')}`)
}

function readItems(engine: Engine, layout: Layout, results: readonly DomNode[], page: SerpPage): SerpItem[] {
  const items: SerpItem[] = []
  for (const result of results) {
    if (items.length >= page.limit) break
    const title = fieldText(result, layout.title)
    const url = targetUrl(engine, fieldText(result, layout.url), page.url)
    if (title === '' || url === null) continue
    const date = layout.date === undefined ? '' : fieldText(result, layout.date)
    items.push({
      title,
      url,
      snippet: layout.snippet === undefined ? '' : fieldText(result, layout.snippet),
      date: date === '' ? null : serpDate(date, page.now),
      engine: engine.name,
      rank: items.length + 1,
      source_tag: engine.source_tag,
    })
  }
  return items
}

function missingField(layout: Layout, results: readonly DomNode[]): string | null {
  for (const name of ['title', 'url'] as const) {
    const field = layout[name]
    if (field.required && results.every((result) => fieldText(result, field) === ''))
      return `required ${name} (${field.selector}) is missing in ${layout.result}`
  }
  return null
}

function fieldText(result: DomNode, field: Layout['title']): string {
  const found = result.querySelector(field.selector)
  if (found === null) return ''
  if (field.attribute !== undefined) return (found.getAttribute(field.attribute) ?? '').trim()
  if (field.without === undefined) return plain(found.textContent)
  const copy = found.cloneNode(true)
  for (const part of [...copy.querySelectorAll(field.without)]) part.remove()
  return plain(copy.textContent)
}

function plain(text: string | null): string {
  return (text ?? '').replace(/\s+/g, ' ').trim()
}

function targetUrl(engine: Engine, href: string, pageUrl: string): string | null {
  if (href === '' || !URL.canParse(href, pageUrl)) return null
  let url = new URL(href, pageUrl)
  for (const { match, parameter } of engine.unwrap) {
    const target = url.href.includes(match) ? url.searchParams.get(parameter) : null
    if (target !== null && URL.canParse(target)) url = new URL(target)
  }
  return url.protocol === 'http:' || url.protocol === 'https:' ? url.href : null
}

function matchedMarker(document: DomNode, markers: readonly string[]): string | null {
  for (const marker of markers) {
    if (!marker.startsWith('text:')) {
      if (document.querySelector(marker) !== null) return marker
      continue
    }
    const body = document.querySelector('body')
    if (plain(body?.textContent ?? null).includes(marker.slice('text:'.length))) return marker
  }
  return null
}

async function parseDocument(html: string): Promise<DomNode> {
  const { parseHTML } = await import('linkedom')
  const { document } = parseHTML(html) as unknown as { document: DomNode }
  // Words inside scripts and styles are no text of the page (`text:` markers).
  for (const node of [...document.querySelectorAll('body script:not([src]), body style')]) node.remove()
  return document
}

function broken(reason: string): ParsedSerp {
  return { outcome: 'parser_broken', reason, items: [] }
}
