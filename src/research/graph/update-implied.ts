import type { Claim, Edge } from '../../domain/claim.ts'
import { stableId } from '../../domain/ids.ts'
import type { Fragment, Page } from '../../domain/page.ts'
import type { Store } from '../../store/types.ts'
import { isDrawnFromRationale } from './claim-agreement.ts'
import { type ReadVerdictOf, type Refutation, refutationsThatFollow } from './implied-refutations.ts'
import { isCopy, isSameText } from './own-text.ts'
import { sameScope } from './same-scope.ts'

export interface ImplyParts {
  readonly store: Store
  readonly at: string
  readonly causeId: string
}

/**
 * Makes the implied refutations of a task those that follow from its verdicts now; what a person said of a pair, and a
 * pair that was read as decided, stay as they are. Returns the claims whose evidence has changed.
 */
export function updateImplied(parts: ImplyParts, taskId: string): ReadonlySet<string> {
  const { store } = parts
  const decided = store.edges.decidedOfTask(taskId)
  const task = placesOf(store, decided, store.claims.ofTask(taskId))
  const follows = refutationsThatFollow(
    decided.filter((edge) => !isImplied(edge)).flatMap((edge) => readVerdict(task, edge)),
    (claim) => wordsOf(task, claim),
  ).filter((one) => maySpeakOf(task, one))
  const wanted = new Set(follows.map(({ fragmentId, claim }) => `${fragmentId} ${claim.id}`))
  const touched = new Set<string>()
  for (const edge of decided)
    if (isImplied(edge) && !wanted.has(`${edge.source_id} ${edge.target_id}`)) {
      withdraw(store, edge)
      touched.add(edge.target_id)
    }
  for (const one of follows) if (imply(parts, one)) touched.add(one.claim.id)
  return touched
}

/** A person's word on an implied pair is no implication any more, until it is taken back. */
export function isImplied(edge: Edge): boolean {
  return edge.implied_by != null && !edge.human_corrected
}

interface Places {
  readonly claims: ReadonlyMap<string, Claim>
  readonly drawnFrom: ReadonlyMap<string, readonly Claim[]>
  readonly fragments: ReadonlyMap<string, Fragment>
  readonly pages: ReadonlyMap<string, Page>
}

/** Claims of decided edges and of the passages that speak in them, with where they stand. */
function placesOf(store: Store, decided: readonly Edge[], claims: readonly Claim[]): Places {
  const spoken = new Set(decided.map((edge) => edge.target_id))
  const sources = claims.filter(({ id }) => spoken.has(id)).map((claim) => claim.source_fragment_id)
  const ids = [...new Set([...sources, ...decided.map((edge) => edge.source_id)])]
  const fragments = new Map(store.fragments.many(ids).map((fragment) => [fragment.id, fragment]))
  const pageIds = [...new Set([...fragments.values()].map((fragment) => fragment.page_id))]
  return {
    claims: new Map(claims.map((claim) => [claim.id, claim])),
    drawnFrom: Map.groupBy(claims, (claim) => claim.source_fragment_id),
    fragments,
    pages: new Map(store.pages.many(pageIds).map((page) => [page.id, page])),
  }
}

function readVerdict(task: Places, edge: Edge): readonly ReadVerdictOf[] {
  const claim = task.claims.get(edge.target_id)
  const fragment = task.fragments.get(edge.source_id)
  if (claim === undefined || fragment === undefined || fragment.is_irrelevant) return []
  if (edge.relation !== 'supports' && edge.relation !== 'refutes') return []
  const { id: edgeId, relation, rationale } = edge
  const states = (task.drawnFrom.get(fragment.id) ?? []).filter((one) =>
    isDrawnFromRationale(one, { rationale, fragment }),
  )
  const read = { edgeId, relation, claim, states, sentence: rationale ?? fragment.text_content }
  return [{ ...read, fragmentId: fragment.id, confidence: edge.nli_confidence ?? 0 }]
}

function wordsOf({ fragments }: Places, claim: Claim): string {
  return fragments.get(claim.source_fragment_id)?.text_content.slice(claim.span_start, claim.span_end) ?? ''
}

/**
 * As with pairs that are read: no page, copy or telling of the same paper speaks of its own claim; and what speaks of
 * another year or version contradicts nothing, however it follows.
 */
function maySpeakOf(task: Places, { fragmentId, claim, sentence }: Refutation): boolean {
  const { fragments, pages } = task
  const fragment = fragments.get(fragmentId)
  const source = fragments.get(claim.source_fragment_id)
  if (fragment === undefined || source === undefined || isCopy(source, fragment)) return false
  if (isSameText(pages.get(source.page_id) ?? null, pages.get(fragment.page_id) ?? null)) return false
  const stated = { text: claim.claim_text, context: aboveOf(task, source) }
  return sameScope(stated, { text: sentence, context: aboveOf(task, fragment) })
}

function aboveOf({ pages }: Places, { page_id: page, heading_hierarchy: headings }: Fragment): readonly string[] {
  return [...headings.map(({ text }) => text), pages.get(page)?.title ?? '']
}

/** A pair in which the reader itself heard less of a contradiction than this is left as it was read. */
const LEAST_HEARD = 0.2

/** True where the edge says something else than before. */
function imply({ store, at, causeId }: ImplyParts, one: Refutation): boolean {
  const old = store.edges.between(one.fragmentId, one.claim.id)
  if (old !== null && !isOpen(old)) return false
  const now = { nli_confidence: one.confidence, rationale: one.sentence, implied_by: one.by }
  if (old !== null && isImplied(old) && isSame(old, now)) return false
  if (old === null) store.edges.imply({ ...unread(one, at, causeId), ...now, relation: 'refutes' })
  else {
    const before = { confidence: old.nli_confidence, rationale: old.rationale }
    store.edges.imply({ ...old, ...now, relation: 'refutes', read_as: isImplied(old) ? (old.read_as ?? null) : before })
  }
  return true
}

function isOpen(edge: Edge): boolean {
  if (edge.human_corrected || (edge.relation !== 'neutral' && !isImplied(edge))) return false
  return (edge.nli_refutes ?? LEAST_HEARD) >= LEAST_HEARD
}

function isSame(old: Edge, now: Pick<Edge, 'nli_confidence' | 'rationale' | 'implied_by'>): boolean {
  const same = old.nli_confidence === now.nli_confidence && old.rationale === now.rationale
  return same && JSON.stringify(old.implied_by) === JSON.stringify(now.implied_by)
}

/** A pair that nobody has read. */
function unread({ fragmentId, claim }: Refutation, at: string, causeId: string): Edge {
  return {
    id: stableId('edge', fragmentId, claim.id, 'stance'),
    ...{ source_type: 'fragment', source_id: fragmentId, target_type: 'claim', target_id: claim.id },
    ...{ relation: 'neutral', nli_label: null, nli_confidence: null, rationale: null, citation_source: null },
    ...{ is_influential: false, human_corrected: false, created_at: at, cause_id: causeId },
  }
}

/** The pair is again what was read of it; one that was not read is gone. */
function withdraw(store: Store, edge: Edge): void {
  if (edge.read_as == null) store.edges.remove(edge.id)
  else {
    const { confidence, rationale } = edge.read_as
    const read = { nli_confidence: confidence, rationale, implied_by: null, read_as: null }
    store.edges.imply({ ...edge, ...read, relation: edge.nli_label ?? 'neutral' })
  }
}
