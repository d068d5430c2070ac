import { parseHTML } from 'linkedom'
import type { Document } from './documents.ts'

/** One section of one page, as the search in the browser reads it. */
interface Entry {
  /** Address in the site. */
  readonly u: string
  /** Title of the page, heading of the section, its text, its language. */
  readonly t: string
  readonly h: string
  readonly x: string
  readonly l: string
  /** Guides before how-tos before the rest, where two sections fit equally. */
  readonly w: number
}

/** Sections longer than this are found by their first part only; the longest of ours is the list of requirements. */
const MOST_TEXT = 4000

export function searchEntries(page: Document, html: string): readonly Entry[] {
  const { document } = parseHTML(html)
  const main = document.querySelector('main')
  const entries: { u: string; t: string; h: string; x: string; l: string; w: number }[] = []
  for (const element of main?.children ?? []) {
    const text = (element.textContent ?? '').replace(/\s+/g, ' ').trim()
    if (/^H[1-3]$/.test(element.tagName)) entries.push(begin(page, text, element.id))
    else if (element.tagName !== 'FOOTER') {
      const last = entries.at(-1)
      if (last !== undefined) last.x = `${last.x} ${text}`.trim().slice(0, MOST_TEXT)
    }
  }
  return entries
}

function begin(page: Document, heading: string, id: string) {
  const weight = page.source.startsWith('docs/guide/') ? 1 : page.source.startsWith('docs/how-to/') ? 0.5 : 0
  return { u: `${page.output}#${id}`, t: page.title, h: heading, x: '', l: page.language, w: weight }
}

/** A script instead of JSON: a page opened from a folder may not fetch a file, but it may load a script. */
export function indexScript(entries: readonly Entry[]): string {
  return `window.lyraIndex = ${JSON.stringify(entries)}\n`
}
