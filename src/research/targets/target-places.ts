import { type Identifier, identifierKey } from '../../domain/paper.ts'
import { PAPER_KINDS, type TargetKind, type TargetOutcome } from '../../domain/target.ts'
import { normaliseUrl } from '../../domain/url.ts'
import { addressesOf, type TargetTable } from '../../sources/target-table.ts'
import type { Store } from '../../store/types.ts'
import type { SearchCall } from '../search-call.ts'
import { recogniseTarget } from './recognise-target.ts'

/** A target, and where it may be read. */
export interface PlacedTarget {
  readonly position: number
  readonly given: string
  readonly kind: TargetKind
  readonly value: string | null
  /** Asked of the academic sources first. */
  readonly identifiers: readonly Identifier[]
  /** Read in this order, until one can be. */
  readonly addresses: readonly string[]
  /** Where nothing can be asked: why. */
  readonly settled: { readonly outcome: TargetOutcome; readonly reason: string } | null
}

interface PlaceDeps {
  readonly targets: TargetTable
  readonly store: Pick<Store, 'citationCandidates'>
}

/** What each of the names stands for, from their form, the table of addresses and the task's citation list. */
export function placeTargets(deps: PlaceDeps, call: SearchCall, given: readonly string[]): readonly PlacedTarget[] {
  const seen = new Map<string, number>()
  return given.map((text, position) => {
    const placed = placeTarget(deps, call, text, position)
    const key = placed.value === null ? null : `${placed.kind} ${placed.value}`
    const before = key === null ? undefined : seen.get(key)
    if (before !== undefined) return settled(placed, 'duplicate', `the same as target ${before + 1}`)
    if (key !== null) seen.set(key, position)
    return placed
  })
}

function placeTarget(deps: PlaceDeps, call: SearchCall, given: string, position: number): PlacedTarget {
  const found = recogniseTarget(given)
  const nothing = { position, given, identifiers: [], addresses: [], settled: null }
  if (found.kind === 'unknown')
    return settled({ ...nothing, kind: 'unknown', value: null }, found.outcome, found.reason)
  const known = { ...nothing, kind: found.kind, value: found.value }
  if (found.kind === 'url') return { ...known, addresses: [found.value] }
  if (found.kind === 'citation') return candidate(deps, call, known)
  const { kind, value } = found
  const addresses = addressesOf(deps.targets, kind, value).flatMap((url) => normaliseUrl(url) ?? [])
  const type = PAPER_KINDS.find((one) => one === kind)
  if (type !== undefined) return { ...known, identifiers: [{ type, value }], addresses }
  if (addresses.length > 0) return { ...known, addresses }
  return settled(known, 'no_source', `nothing is set up to read this ${kind} number; see config/targets.yaml`)
}

/** By the identifiers that the list has of it. */
function candidate({ store, targets }: PlaceDeps, { taskId }: SearchCall, known: PlacedTarget): PlacedTarget {
  const row = store.citationCandidates.get(taskId, known.value ?? '')
  if (row === null) return settled(known, 'unknown_identifier', 'the citation list of this task has no such id')
  const identifiers = row.identifiers.filter((one): one is Identifier => one.type !== 'isbn')
  if (identifiers.length === 0) return settled(known, 'no_source', 'its index gave no identifier to look it up by')
  const addresses = identifiers.flatMap(({ type, value }) => {
    const kind = PAPER_KINDS.find((one) => one === type)
    return kind === undefined ? [] : addressesOf(targets, kind, value).flatMap((url) => normaliseUrl(url) ?? [])
  })
  return { ...known, identifiers, addresses }
}

function settled(target: PlacedTarget, outcome: TargetOutcome, reason: string): PlacedTarget {
  return { ...target, identifiers: [], addresses: [], settled: { outcome, reason } }
}

export function isSameIdentifier(one: Identifier, other: Identifier): boolean {
  return identifierKey(one) === identifierKey(other)
}
