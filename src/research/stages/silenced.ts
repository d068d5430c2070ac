import type { Fragment } from '../../domain/page.ts'
import type { Store } from '../../store/types.ts'

/** Pages named in one search; those after them are counted. */
const MOST_PAGES = 10
const MOST_PASSAGES = 5

interface Silenced {
  readonly fragmentId: string
  readonly silenced?: number
}

/**
 * L2, L5 (REQ 4.4.1): where sentences stand that make no claim because they may speak to a machine. They stay in the
 * graph and cost their page nothing, so that this line is all that tells of them.
 */
export function silencedWarnings(
  { pages }: Pick<Store, 'pages'>,
  extracted: readonly Silenced[],
  fragments: ReadonlyMap<string, Fragment>,
): readonly string[] {
  // A fragment that two methods have read is counted once.
  const most = new Map<string, number>()
  for (const { fragmentId, silenced = 0 } of extracted)
    most.set(fragmentId, Math.max(silenced, most.get(fragmentId) ?? 0))
  const found = [...most].flatMap(([id, silenced]) => {
    const fragment = fragments.get(id)
    return fragment === undefined || silenced === 0 ? [] : [{ fragment, silenced }]
  })
  const byPage = [...Map.groupBy(found, ({ fragment }) => fragment.page_id)]
  const urls = new Map(pages.many(byPage.map(([pageId]) => pageId)).map(({ id, url }) => [id, url]))
  const named = byPage.slice(0, MOST_PAGES).map(([pageId, own]) => {
    const places = own.map(({ fragment }) => fragment.position + 1).sort((a, b) => a - b)
    return `page ${urls.get(pageId) ?? pageId}: ${silencedNote(sum(own), placesText(places))} (L2)`
  })
  const rest = byPage.slice(MOST_PAGES)
  const more = `${rest.length} more pages: ${silencedNote(sum(rest.flatMap(([, own]) => own)), null)} (L2)`
  return rest.length === 0 ? named : [...named, more]
}

/** `2 sentences that may speak to a machine make no claim, passages 4, 7` */
export function silencedNote(sentences: number, places: string | null): string {
  const what =
    sentences === 1
      ? '1 sentence that may speak to a machine makes no claim'
      : `${sentences} sentences that may speak to a machine make no claim`
  return places === null ? what : `${what}, ${places}`
}

function sum(found: readonly { readonly silenced: number }[]): number {
  return found.reduce((total, { silenced }) => total + silenced, 0)
}

/** By their number on the page, from 1. */
function placesText(places: readonly number[]): string {
  const shown = places.slice(0, MOST_PASSAGES)
  const left = places.length - shown.length
  const word = places.length === 1 ? 'passage' : 'passages'
  return `${word} ${shown.join(', ')}${left === 0 ? '' : ` and ${left} more`}`
}
