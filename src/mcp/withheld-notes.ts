import { createLruCache, type LruCache } from '../domain/lru-cache.ts'
import { registrableDomain } from '../domain/url.ts'
import { shownAddress } from '../guard/l5-shown-address.ts'

/** A passage of an answer of which sentences were withheld. */
export interface WithheldPlace {
  /** Where in the answer: `results[2].text_preview`. */
  readonly at: string
  /** Its row or item, in which its id and the address of its page may stand. */
  readonly holder: unknown
  readonly sentences: number
}

/** Named in one answer or status; the others are counted. */
const MOST_NAMED = 20
/** Remembered of one task, and tasks. */
const MOST_PLACES = 500
const MOST_TASKS = 100

/** Of each task its places by their passage, with the most sentences that were withheld there at once. */
export type WithheldBefore = LruCache<ReadonlyMap<string, WithheldPlace>>

const before = new WeakMap<object, WithheldBefore>()

/** What this process has withheld; a connection may have many servers, one for each request. */
export function withheldBefore(lyra: object): WithheldBefore {
  const known = before.get(lyra) ?? createLruCache<ReadonlyMap<string, WithheldPlace>>(MOST_TASKS)
  before.set(lyra, known)
  return known
}

export function rememberWithheld(known: WithheldBefore, taskId: string, places: readonly WithheldPlace[]): void {
  const merged = new Map(known.get(taskId))
  for (const place of places) {
    const key = passageOf(place)
    const sentences = Math.max(place.sentences, merged.get(key)?.sentences ?? 0)
    if (merged.size < MOST_PLACES || merged.has(key)) merged.set(key, { ...place, sentences })
  }
  known.set(taskId, merged)
}

/** L5: `L7: 2 sentences withheld, they may speak to a machine: https://a.example/page, frag_12`. */
export function withheldNotes(places: readonly WithheldPlace[]): readonly string[] {
  const named = places.slice(0, MOST_NAMED).map((place) => `L7: ${countText(place.sentences)}: ${passageOf(place)}`)
  const rest = places.slice(MOST_NAMED)
  if (rest.length === 0) return named
  const sentences = rest.reduce((sum, place) => sum + place.sentences, 0)
  return [...named, `L7: ${countText(sentences)}: ${rest.length} more passages`]
}

function countText(sentences: number): string {
  return sentences === 1
    ? '1 sentence withheld, it may speak to a machine'
    : `${sentences} sentences withheld, they may speak to a machine`
}

/** Ids of our own making: a row may hold any words of the web beside them. */
const ID = /^(?:frag|page|edge|claim|work)_[0-9a-f]{1,64}$/u

/** The page and the passage, as far as the item tells of them; else where in the answer it stands. */
function passageOf({ at, holder }: WithheldPlace): string {
  const values = Object.values(Object(holder)).filter((value) => typeof value === 'string')
  const url = values.find((value) => /^https?:\/\/\S{1,2000}$/u.test(value) && registrableDomain(value) !== null)
  const id = values.find((value) => ID.test(value))
  const place = [...(url === undefined ? [] : [shownAddress(url)]), ...(id === undefined ? [] : [id])]
  return place.length === 0 ? at : place.join(', ')
}
