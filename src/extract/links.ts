import { attribute, type Document, type Element, tagged } from './dom.ts'

/** Absolute http(s) links under the kept elements, in order, each once. */
export function linksOf(document: Document, kept: ReadonlySet<Element>, base: string): string[] {
  const links = new Set<string>()
  for (const link of tagged(document, 'a')) {
    const href = attribute(link, 'href')
    if (href === null || href.startsWith('#') || !isKept(link, kept)) continue
    const url = absolute(href, base)
    if (url !== null) links.add(url)
  }
  return [...links]
}

function isKept(link: Element, kept: ReadonlySet<Element>): boolean {
  if (kept.has(link)) return true
  let above = link.parent
  for (let step = 0; step < 6 && above !== null; step += 1) {
    if (kept.has(above)) return true
    above = above.parent
  }
  return false
}

export function baseOf(document: Document, url: string): string {
  const href = attribute(tagged(document, 'base')[0], 'href')
  return (href === null ? null : absolute(href, url)) ?? url
}

export function absolute(href: string, base: string): string | null {
  try {
    const url = new URL(href, base)
    url.hash = ''
    return /^https?:$/.test(url.protocol) ? url.href : null
  } catch {
    return null
  }
}
