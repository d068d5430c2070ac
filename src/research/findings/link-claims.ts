import { createLruCache } from '../../domain/lru-cache.ts'
import type { ClaimLink, ClaimPlace } from '../../store/findings.ts'
import type { Store } from '../../store/types.ts'
import { type OwnSentence, ownSentence, stancesBetween } from './relate-claims.ts'
import { areApart, sameness } from './same-statement.ts'
import { readStatement, type Statement } from './statement.ts'

interface Reading extends OwnSentence {
  readonly statement: Statement
}

/** A task of a dozen searches has a thousand claims; a reading takes a kilobyte or two. */
const READINGS_CACHED = 5000
/** What is read of a claim follows from its text alone, so that it is read once however often the task is grouped. */
const readings = createLruCache<Reading>(READINGS_CACHED)

/** The claims of a task as statements, with what they say of each other. */
export interface ClaimComparison {
  /** In the order in which they were found. */
  readonly claimIds: readonly string[]
  apart(first: string, second: string): boolean
  /** Links of these claims with all others, each pair once. */
  linksOf(claimIds: ReadonlySet<string>): readonly ClaimLink[]
}

export function compareClaims(store: Store, taskId: string): ClaimComparison {
  const claims = readingsOf(store, taskId)
  const vectors = store.findings.vectors(taskId)
  const stances = stancesBetween(claims, store.findings.takenSides(taskId))
  const statements = new Map(
    claims.map(({ claimId, statement }) => [claimId, { ...statement, vector: vectors.get(claimId) ?? null }]),
  )
  const claimIds = claims.map(({ claimId }) => claimId)
  const pair = (first: string, second: string) => {
    const [one, other] = [statements.get(first), statements.get(second)]
    return one === undefined || other === undefined ? null : { one, other, said: stances(first, second) }
  }
  return {
    claimIds,
    apart: (first, second) => {
      const found = pair(first, second)
      return found === null || areApart(found.one, found.other, found.said)
    },
    linksOf: (changed) =>
      [...changed].flatMap((first) =>
        claimIds.flatMap((second) => {
          // Of two changed claims the pair is looked at once.
          if (first === second || (changed.has(second) && second < first)) return []
          const found = pair(first, second)
          const strength = found === null ? null : sameness(found.one, found.other, found.said)
          if (found === null || strength === null || areApart(found.one, found.other, found.said)) return []
          return [{ first, second, strength }]
        }),
      ),
  }
}

/** Claims that were read before are not fetched again. */
function readingsOf(store: Store, taskId: string): readonly Reading[] {
  const places = store.findings.places(taskId)
  const fresh = readAnew(
    store,
    places.filter((place) => readings.get(keyOf(place)) === undefined),
  )
  return places.flatMap((place) => {
    const read = fresh.get(place.claim_id) ?? readings.get(keyOf(place))
    if (read === undefined) return []
    readings.set(keyOf(place), read)
    return [read]
  })
}

const keyOf = ({ claim_id: id, title }: ClaimPlace) => `${id} ${title ?? ''}`

function readAnew(store: Store, places: readonly ClaimPlace[]): ReadonlyMap<string, Reading> {
  const fragments = new Map(
    store.fragments.many([...new Set(places.map((place) => place.fragment_id))]).map((one) => [one.id, one]),
  )
  const pages = new Map(
    store.pages.many([...new Set([...fragments.values()].map((one) => one.page_id))]).map((one) => [one.id, one]),
  )
  const claims = store.claims.many(places.map((place) => place.claim_id))
  return new Map(
    claims.flatMap((claim) => {
      const fragment = fragments.get(claim.source_fragment_id)
      const page = fragment === undefined ? undefined : pages.get(fragment.page_id)
      if (fragment === undefined || page === undefined) return []
      const statement = readStatement({ claim, fragment, page }, null)
      const own = { claimId: claim.id, fragmentId: fragment.id, sentence: ownSentence({ claim, fragment }) }
      return [[claim.id, { ...own, statement }] as const]
    }),
  )
}
