import type { Fragment, Page } from '../domain/page.ts'

export interface Citation {
  readonly number: number
  readonly page: Page
  readonly fragment: Fragment
  readonly excerpt: string
}

/** The numbered list of passages a report rests on: one number per fragment and excerpt. */
export class Citations {
  readonly #byKey = new Map<string, Citation>()

  add(page: Page, fragment: Fragment, excerpt: string): number {
    const key = `${fragment.id}\n${excerpt}`
    const known = this.#byKey.get(key)
    if (known !== undefined) return known.number
    const citation = { number: this.#byKey.size + 1, page, fragment, excerpt }
    this.#byKey.set(key, citation)
    return citation.number
  }

  get list(): readonly Citation[] {
    return [...this.#byKey.values()]
  }
}

/** A link to the very passage: browsers scroll to a text fragment (REQ 4.5 "deep link"). */
export function deepLink(citation: Citation): string {
  const { page, fragment, excerpt } = citation
  if (fragment.page_number !== null) return `${page.url.split('#', 1)[0]}#page=${fragment.page_number}`
  if (page.route === 'api' || page.route === 'file') return page.url
  // A page that is kept under a mark of its own has its fragment already.
  const mark = page.url.includes('#') ? '' : '#'
  return `${page.url}${mark}:~:text=${encodeURIComponent(firstWords(excerpt)).replace(/-/gu, '%2D')}`
}

/** Enough words to be found once on a page; a longer text fragment breaks at every inline element of it. */
const LINK_WORDS = 8
/** The same for scripts without spaces. */
const LINK_CHARACTERS = 60

function firstWords(text: string): string {
  const words = text.replace(/\s+/gu, ' ').trim().split(' ').slice(0, LINK_WORDS).join(' ')
  return words.slice(0, LINK_CHARACTERS)
}
