import type { Claim, Edge } from '../../domain/claim.ts'
import type { Fragment, Page } from '../../domain/page.ts'
import { unjudgedEdge } from '../../domain/unjudged-edge.ts'
import type { DecidedEdge, Store } from '../../store/types.ts'
import { isDrawnFromRationale } from './claim-agreement.ts'
import { type Following, isSurer, type ReadVerdictOf, refutationsThatFollow } from './implied-refutations.ts'
import { supportsThatFollow } from './implied-supports.ts'
import { isCopy, isSameText } from './own-text.ts'
import { sameScope } from './same-scope.ts'
import { standsUnder } from './stands-under.ts'

export interface ImplyParts {
  readonly store: Store
  readonly at: string
  readonly causeId: string
}

/**
 * Makes the implied verdicts of a task those that follow from its verdicts now; what a person said of a pair, and a
 * pair that was read as decided, stay as they are. Returns the claims whose evidence has changed.
 */
export function updateImplied(parts: ImplyParts, taskId: string): ReadonlySet<string> {
  const { store } = parts
  const decided = store.edges.decidedOfTask(taskId)
  const task = placesOf(store, decided, store.claims.ofTask(taskId))
  const follows = whatFollows(store, taskId, task, decided)
  const wanted = new Set(follows.map(keyOf))
  const touched = new Set<string>()
  for (const edge of decided)
    if (isImplied(edge) && !wanted.has(`${edge.source_id} ${edge.target_id}`)) {
      withdraw(store, edge.id)
      touched.add(edge.target_id)
    }
  for (const one of follows) if (imply(parts, one)) touched.add(one.claim.id)
  return touched
}

interface Implied extends Following {
  readonly relation: 'supports' | 'refutes'
}

/** Where both would follow, the surer stands. */
function whatFollows(store: Store, taskId: string, task: Places, decided: readonly DecidedEdge[]): readonly Implied[] {
  const read = decided.filter((edge) => !isImplied(edge)).flatMap((edge) => readVerdict(task, edge))
  const sentenceOf = (claim: Claim) => wordsOf(task, claim)
  const heard = new Set(store.edges.halfHeard(taskId, LEAST_HEARD))
  const isHeard = (one: Pick<Following, 'fragmentId' | 'claim'>) => heard.has(keyOf(one))
  const found = new Map<string, Implied>()
  const add = (relation: Implied['relation']) => (one: Following) => {
    const known = found.get(keyOf(one))
    if (known === undefined || isSurer(one, known)) found.set(keyOf(one), { ...one, relation })
  }
  const speaks = (one: Following) => maySpeakOf(task, one)
  refutationsThatFollow(read, sentenceOf).filter(speaks).forEach(add('refutes'))
  supportsThatFollow(read, sentenceOf, isHeard).filter(speaks).forEach(add('supports'))
  return [...found.values()]
}

const keyOf = ({ fragmentId, claim }: Pick<Following, 'fragmentId' | 'claim'>) => `${fragmentId} ${claim.id}`

/**
 * Whether a verdict on these claims can imply anything, or be implied: its sentence, or that of the claim where it
 * speaks of others, is one from which a claim was drawn. A change of other verdicts need not ask for the whole task.
 */
export function mayImply({ store }: Pick<ImplyParts, 'store'>, claimIds: readonly string[]): boolean {
  return store.claims.many(claimIds).some((claim) => {
    const own = store.fragments.get(claim.source_fragment_id)
    const speaks = own === null ? [] : store.edges.stancesFrom(own.id)
    if (own !== null && speaks.some((edge) => isDrawnFromRationale(claim, { ...edge, fragment: own }))) return true
    return store.edges.stancesToward(claim.id).some((edge) => {
      const drawn = store.claims.fromFragment(claim.task_id, edge.source_id)
      const fragment = drawn.length === 0 ? null : store.fragments.get(edge.source_id)
      return fragment !== null && drawn.some((one) => isDrawnFromRationale(one, { ...edge, fragment }))
    })
  })
}

/** A person's word on an implied pair is no implication any more, until it is taken back. */
export function isImplied(edge: Pick<Edge, 'implied_by' | 'human_corrected'>): boolean {
  return edge.implied_by != null && !edge.human_corrected
}

interface Places {
  readonly claims: ReadonlyMap<string, Claim>
  readonly drawnFrom: ReadonlyMap<string, readonly Claim[]>
  readonly fragment: (id: string) => Fragment | null
  readonly page: (id: string) => Page | null
}

/** The claims of a task, and where they stand. Passages are read when asked for: most verdicts imply nothing. */
function placesOf(store: Store, decided: readonly DecidedEdge[], claims: readonly Claim[]): Places {
  const drawnFrom = Map.groupBy(claims, (claim) => claim.source_fragment_id)
  const speaking = [...new Set(decided.map((edge) => edge.source_id))].filter((id) => drawnFrom.has(id))
  const fragments = new Map<string, Fragment | null>(store.fragments.many(speaking).map((one) => [one.id, one]))
  const pages = new Map<string, Page | null>()
  return {
    claims: new Map(claims.map((claim) => [claim.id, claim])),
    drawnFrom,
    fragment: (id) => remembered(fragments, id, (one) => store.fragments.get(one)),
    page: (id) => remembered(pages, id, (one) => store.pages.get(one)),
  }
}

function remembered<T>(known: Map<string, T | null>, id: string, read: (id: string) => T | null): T | null {
  const before = known.get(id)
  if (before !== undefined) return before
  const found = read(id)
  known.set(id, found)
  return found
}

function readVerdict(task: Places, edge: DecidedEdge): readonly ReadVerdictOf[] {
  const claim = task.claims.get(edge.target_id)
  if (claim === undefined || (edge.relation !== 'supports' && edge.relation !== 'refutes')) return []
  const { id: edgeId, source_id: fragmentId, relation, rationale } = edge
  const drawn = task.drawnFrom.get(fragmentId) ?? []
  const fragment = drawn.length === 0 ? null : task.fragment(fragmentId)
  const states = fragment === null ? [] : drawn.filter((one) => isDrawnFromRationale(one, { rationale, fragment }))
  const read = { edgeId, relation, claim, states, sentence: rationale ?? '' }
  return [{ ...read, fragmentId, confidence: edge.nli_confidence ?? 0 }]
}

function wordsOf(task: Places, claim: Claim): string {
  return task.fragment(claim.source_fragment_id)?.text_content.slice(claim.span_start, claim.span_end) ?? ''
}

/**
 * As with pairs that are read: no page, copy or telling of the same paper speaks of its own claim; and what speaks of
 * another year or version contradicts nothing, however it follows.
 */
function maySpeakOf(task: Places, { fragmentId, claim, sentence }: Following): boolean {
  const fragment = task.fragment(fragmentId)
  const source = task.fragment(claim.source_fragment_id)
  if (fragment === null || source === null || isCopy(source, fragment)) return false
  if (isSameText(task.page(source.page_id), task.page(fragment.page_id))) return false
  const stated = { text: claim.claim_text, context: standsUnder(source, task.page(source.page_id)) }
  return sameScope(stated, { text: sentence, context: standsUnder(fragment, task.page(fragment.page_id)) })
}

/** A pair in which the reader itself heard less of a contradiction, or of a support, is left as it was read. */
const LEAST_HEARD = 0.1

/** True where the edge says something else than before. */
function imply({ store, at, causeId }: ImplyParts, one: Implied): boolean {
  const old = store.edges.between(one.fragmentId, one.claim.id)
  if (old !== null && !isOpen(old, one.relation)) return false
  const { relation } = one
  const now = { relation, nli_confidence: one.confidence, rationale: one.sentence, implied_by: one.by }
  if (old !== null && isImplied(old) && isSame(old, now)) return false
  const about = { fragmentId: one.fragmentId, claimId: one.claim.id, words: one.sentence, causeId }
  if (old === null) store.edges.imply({ ...unjudgedEdge(about, at), ...now })
  else {
    const before = { confidence: old.nli_confidence, rationale: old.rationale }
    store.edges.imply({ ...old, ...now, read_as: isImplied(old) ? (old.read_as ?? null) : before })
  }
  return true
}

function isOpen(edge: Edge, relation: Implied['relation']): boolean {
  if (edge.human_corrected || (edge.relation !== 'neutral' && !isImplied(edge))) return false
  // Of a support it was known before that it was heard.
  return relation === 'supports' || (edge.nli_refutes ?? LEAST_HEARD) >= LEAST_HEARD
}

function isSame(old: Edge, now: Pick<Edge, 'relation' | 'nli_confidence' | 'rationale' | 'implied_by'>): boolean {
  if (old.relation !== now.relation) return false
  const same = old.nli_confidence === now.nli_confidence && old.rationale === now.rationale
  return same && JSON.stringify(old.implied_by) === JSON.stringify(now.implied_by)
}

/** The pair is again what was read of it; one that was not read is gone. */
function withdraw(store: Store, id: string): void {
  const edge = store.edges.get(id)
  if (edge === null) return
  if (edge.read_as == null) store.edges.remove(id)
  else {
    const { confidence, rationale } = edge.read_as
    const read = { nli_confidence: confidence, rationale, implied_by: null, read_as: null }
    store.edges.imply({ ...edge, ...read, relation: edge.nli_label ?? 'neutral' })
  }
}
