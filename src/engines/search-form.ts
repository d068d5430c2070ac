import type { DomNode } from '../domain/dom-node.ts'
import { registrableDomain } from '../domain/url.ts'

export type SearchForm =
  | {
      readonly ok: true
      /** Which form of the page, from 0, and the name of the field to type into. */
      readonly index: number
      readonly name: string
    }
  | { readonly ok: false; readonly reason: string }

/** A field people type a search into, surest first; the last only in a form that calls itself a search. */
const FIELDS = [
  'input[type="search"][name]',
  ['q', 'query', 'keyword', 'keywords', 'search', 's', 'kw'].map((name) => `input[name="${name}"]`).join(', '),
  'input[type="text"][name], input[name]:not([type])',
]
const CALLS_ITSELF_SEARCH = /search|kensaku|検索|suche|recherche/i

/**
 * REQ 3.1.5: the search form of a page. Only forms that send by GET and stay with the site are used: their answer is an
 * address like any other, and nothing is ever posted to a site.
 */
export async function findSearchForm(html: string, pageUrl: string): Promise<SearchForm> {
  const { parseHTML } = await import('linkedom')
  const { document } = parseHTML(html) as unknown as { document: DomNode }
  let reason = 'the page has no search form'
  for (const [index, form] of [...document.querySelectorAll('form')].entries()) {
    const name = fieldOf(form)?.getAttribute('name') ?? null
    if (name === null || form.querySelector('input[type="password"]') !== null) continue
    const action = URL.parse(form.getAttribute('action') ?? '', pageUrl)
    if ((form.getAttribute('method') ?? 'get').toLowerCase() !== 'get') reason = 'the search form does not send by GET'
    else if (action === null || registrableDomain(action.href) !== registrableDomain(pageUrl))
      reason = 'the search form leads to another site'
    else return { ok: true, index, name }
  }
  return { ok: false, reason }
}

function fieldOf(form: DomNode): DomNode | null {
  const words = ['role', 'action', 'id', 'class', 'aria-label'].map((name) => form.getAttribute(name) ?? '').join(' ')
  const selectors = CALLS_ITSELF_SEARCH.test(words) ? FIELDS : FIELDS.slice(0, 2)
  for (const selector of selectors) {
    const field = form.querySelector(selector)
    if (field !== null) return field
  }
  return null
}
