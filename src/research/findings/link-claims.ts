import { createLruCache } from '../../domain/lru-cache.ts'
import type { ClaimLink } from '../../store/findings.ts'
import type { Store } from '../../store/types.ts'
import type { ClaimNode } from '../graph/task-graph.ts'
import { stancesBetween } from './relate-claims.ts'
import { areApart, sameness } from './same-statement.ts'
import { readStatement, type Statement } from './statement.ts'

type Sourced = Pick<ClaimNode, 'claim' | 'fragment' | 'page'>

/** A task of a dozen searches has a thousand claims; a reading takes a kilobyte or two. */
const READINGS_CACHED = 5000
/** What is read of a claim follows from its text alone, so that it is read once however often the task is grouped. */
const readings = createLruCache<Statement>(READINGS_CACHED)

/** The claims of a task as statements, with what they say of each other. */
export interface ClaimComparison {
  /** In the order in which they were found. */
  readonly claimIds: readonly string[]
  apart(first: string, second: string): boolean
  /** Links of these claims with all others, each pair once. */
  linksOf(claimIds: ReadonlySet<string>): readonly ClaimLink[]
}

export function compareClaims(store: Store, taskId: string): ClaimComparison {
  const sourced = withSources(store, taskId)
  const vectors = store.findings.vectors(taskId)
  const stances = stancesBetween(sourced, store.findings.takenSides(taskId))
  const statements = new Map(
    sourced.map((node) => [node.claim.id, { ...readingOf(node), vector: vectors.get(node.claim.id) ?? null }]),
  )
  const claimIds = sourced.map(({ claim }) => claim.id)
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

function readingOf(node: Sourced): Statement {
  const key = `${node.claim.id} ${node.page.title ?? ''}`
  const known = readings.get(key)
  if (known !== undefined) return known
  const read = readStatement(node, null)
  readings.set(key, read)
  return read
}

function withSources(store: Store, taskId: string): readonly Sourced[] {
  const claims = store.claims.ofTask(taskId)
  const fragments = new Map(
    store.fragments.many([...new Set(claims.map((claim) => claim.source_fragment_id))]).map((one) => [one.id, one]),
  )
  const pages = new Map(
    store.pages.many([...new Set([...fragments.values()].map((one) => one.page_id))]).map((one) => [one.id, one]),
  )
  return claims.flatMap((claim) => {
    const fragment = fragments.get(claim.source_fragment_id)
    const page = fragment === undefined ? undefined : pages.get(fragment.page_id)
    return fragment === undefined || page === undefined ? [] : [{ claim, fragment, page }]
  })
}
