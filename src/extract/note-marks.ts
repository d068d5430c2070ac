import { type Document, type Element, find, tagged, textOf } from './dom.ts'

/**
 * The number of a note that a raised link leads to: written in brackets, or it would run into the figure before it. The
 * link may stand in the raised text or around it.
 */
export function noteMark(sup: Element): string | null {
  const { parent } = sup
  const around = parent?.tag === 'a' && parent.children.length === 1 ? parent : null
  if ((around ?? find(sup, (inner) => inner.tag === 'a')) === null) return null
  const text = sup.children.map((child) => textOf(child)).join('')
  return /^[[(（［]?((?:注|note |fn )?\d{1,3}|[*†‡a-z])[\])）］]?$/i.exec(text)?.[1] ?? null
}

/**
 * Whether the page marks its notes by raised numbers without links, as in "was found.<sup>3</sup>": a raised number
 * behind a figure may then be one of them.
 */
export function marksNotes(document: Document): boolean {
  const parents = new Set(tagged(document, 'sup').flatMap(({ parent }) => parent ?? []))
  for (const parent of parents) {
    let before = ''
    for (const child of parent.children) {
      if (typeof child === 'string') before = child
      else if (child.tag === 'sup' && isNote(child) && /(?:\p{L}{3}|[.,;。、」”"’)])$/u.test(before.slice(-4)))
        return true
      else before = ''
    }
  }
  return false
}

function isNote({ children }: Element): boolean {
  const [text] = children
  return children.length === 1 && typeof text === 'string' && /^\s?\[?\d{1,3}\]?\s?$/.test(text)
}
