/** The part of a DOM node that is used; linkedom declares its own DOM types, the project has none. */
interface DomNode {
  getAttribute(name: string): string | null
  querySelectorAll(selector: string): Iterable<DomNode>
  querySelector(selector: string): DomNode | null
}

export type SearchForm =
  | { readonly ok: true; readonly urlFor: (query: string) => string }
  | { readonly ok: false; readonly reason: string }

/** A field people type a search into, surest first. */
const FIELDS = [
  'input[type="search"][name]',
  'form[role="search"] input[name]:not([type="hidden"]):not([type="submit"])',
  'input[name="q"], input[name="query"], input[name="keyword"], input[name="keywords"], input[name="search"], input[name="s"], input[name="kw"]',
]
const NOT_SENT = new Set(['submit', 'button', 'reset', 'image', 'file', 'password'])

/** REQ 3.1.5: the search form of a page. Only forms that send by GET are used: their answer is an address like any other. */
export async function findSearchForm(html: string, pageUrl: string): Promise<SearchForm> {
  const { parseHTML } = await import('linkedom')
  const { document } = parseHTML(html) as unknown as { document: DomNode }
  let seen = false
  for (const form of document.querySelectorAll('form')) {
    const field = FIELDS.map((selector) => form.querySelector(selector.replace('form[role="search"] ', ''))).find(
      (one, index) => one !== null && (index !== 1 || form.getAttribute('role') === 'search'),
    )
    const name = field?.getAttribute('name') ?? null
    if (name === null) continue
    seen = true
    if ((form.getAttribute('method') ?? 'get').toLowerCase() !== 'get') continue
    const action = URL.parse(form.getAttribute('action') ?? '', pageUrl)
    if (action === null || !/^https?:$/.test(action.protocol)) continue
    const fixed = hiddenFields(form, name)
    return {
      ok: true,
      urlFor: (query) => {
        const url = new URL(action)
        url.search = new URLSearchParams([...fixed, [name, query]]).toString()
        return url.href
      },
    }
  }
  return { ok: false, reason: seen ? 'the search form does not send by GET' : 'the page has no search form' }
}

function hiddenFields(form: DomNode, searchName: string): [string, string][] {
  const fields: [string, string][] = []
  for (const input of form.querySelectorAll('input[name]')) {
    const name = input.getAttribute('name') ?? ''
    const type = (input.getAttribute('type') ?? 'text').toLowerCase()
    const chosen = !['checkbox', 'radio'].includes(type) || input.getAttribute('checked') !== null
    if (name === searchName || NOT_SENT.has(type) || !chosen) continue
    fields.push([name, input.getAttribute('value') ?? ''])
  }
  return fields
}
