import type { ArchivedPassage } from '../../api/get-archived-passage.ts'
import { readArchived } from '../../api/read-archived.ts'
import type { Lyra } from '../../app/lyra.ts'
import { nestingOf } from './inert-elements.ts'
import { escaped, type InertPage, inertPage } from './inert-page.ts'
import { cutByMarks, findMarks, type Wanted } from './marked-text.ts'

/** Larger or deeper pages are shown by their extracted text: reading them here would keep everybody else waiting. */
const LARGEST_HTML = 4_000_000
const DEEPEST = 4_000

export type FrameDocument =
  | ({ readonly shown: true } & InertPage)
  /** Why the page cannot be shown as it was; its text can. */
  | { readonly shown: false; readonly why: 'too_large' | 'unreadable' | 'not_in_archive' }

/** The archived page, inert, with the passage marked. Resources are named under `path`. */
export async function frameDocument(lyra: Lyra, answer: ArchivedPassage, path: string): Promise<FrameDocument> {
  const { page, passage } = answer
  const read = await lyra.call(readArchived, {
    page_id: page.page_id,
    ...(passage === null ? {} : { fragment_id: passage.fragment_id }),
  })
  if (!read.found || read.html === null) return { shown: false, why: 'not_in_archive' }
  if (read.html.length > LARGEST_HTML || nestingOf(read.html) > DEEPEST) return { shown: false, why: 'too_large' }
  try {
    const options = { url: page.url, archivePath: resourcePath(path), wanted: wantedOf(answer) }
    return { shown: true, ...(await inertPage(read.html, options)) }
  } catch {
    // A page that no reader gets through is no reason to show nothing.
    return { shown: false, why: 'unreadable' }
  }
}

/** `/v/<pass>/r/<address>`: the address is written so that nothing in it is read as a path. */
function resourcePath(path: string): (url: string) => string {
  return (url) => `${path}/r/${Buffer.from(url).toString('base64url')}`
}

export function wantedOf({ passage, marked }: ArchivedPassage): Wanted | null {
  if (passage === null) return null
  const { before, after } = passage
  return { passage: passage.text, around: { before, after }, sentence: marked ?? passage.text }
}

/** The extracted text with the passage marked, for what is no page of HTML. */
export function textDocument(text: string, wanted: Wanted | null): string {
  const marks = wanted === null ? null : findMarks(text, wanted)
  const pieces = marks === null ? [{ text, mark: null }] : cutByMarks(text, 0, marks)
  const body = pieces.map(({ text: piece, mark }) => {
    const words = escaped(piece)
    return mark === null ? words : `<mark${mark === 'sentence' ? ' id="lyra-judged"' : ''}>${words}</mark>`
  })
  const style = 'body{font:16px/1.6 sans-serif;margin:1rem;white-space:pre-wrap;overflow-wrap:anywhere}'
  return `<!doctype html><html><head><meta charset="utf-8"><style>${style}</style></head>
<body>${body.join('')}</body></html>`
}
