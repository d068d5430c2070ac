import type { AdapterInForce, AdapterKind } from '../../domain/adapter.ts'
import { isoTime } from '../../domain/clock.ts'
import { LyraError } from '../../domain/errors.ts'
import { inTurns } from '../../domain/in-turns.ts'
import type { AdapterRow } from '../../store/people/adapter-rows.ts'
import type { HumanDeps } from '../human-deps.ts'
import { type Correction, type TriedAdapter, tryingAdapter } from './accept-adapter.ts'
import type { Example } from './fit-adapter.ts'

/** From so many corrections on something can be learned, */
export const LEAST_CORRECTIONS = 30
/** and again after so many more. */
const MORE_CORRECTIONS = 10
/** Version 0: the model as it ships. */
const NONE = 0

export interface Lesson {
  readonly kind: AdapterKind
  readonly model: string
  readonly corrections: readonly Correction[]
  /** Examples of the model as it ships, which the fit replays. */
  readonly base: readonly Example[]
  /** Corrections that stand, also those that nothing can be learned from. */
  readonly told: number
  /** The hidden layer that the examples have; null: they have signals alone. */
  readonly layer: string | null
}

/** Whether there are enough corrections that the last try had not seen, or the layer it had learned from is gone. */
export function isDue(
  { store }: HumanDeps,
  kind: AdapterKind,
  corrections: number,
  layer: string | null = null,
): boolean {
  const last = store.people.adapters.versions(kind).at(-1)
  const isOfAnother = last !== undefined && last.layer !== null && last.layer !== layer
  if (isOfAnother) return corrections >= LEAST_CORRECTIONS
  return corrections >= Math.max(LEAST_CORRECTIONS, (last?.corrections ?? 0) + MORE_CORRECTIONS)
}

/** Fits and weighs a new version; one that is not taken is kept with the reason, and changes nothing. */
export async function learn(deps: HumanDeps, lesson: Lesson): Promise<AdapterRow> {
  const { kind, model, corrections, base, told, layer } = lesson
  if (told < LEAST_CORRECTIONS)
    throw new LyraError('CALIBRATION_ERROR', `${told} corrections of ${kind}; learning needs ${LEAST_CORRECTIONS}`)
  const tried =
    corrections.length < LEAST_CORRECTIONS ? tooFew(lesson) : await inTurns(tryingAdapter(corrections, base))
  return deps.store.write(() => {
    const { adapters, feedback } = deps.store.people
    const version = (adapters.versions(kind).at(-1)?.version ?? 0) + 1
    const row = { kind, version, model, layer, corrections: told, created_at: isoTime(deps.clock), ...tried }
    const causeId = deps.ids.next('cause')
    adapters.add({ ...row, is_current: false, cause_id: causeId })
    const current = adapters.current(kind)
    const isStale = current !== null && current.layer !== null && current.layer !== layer
    if (tried.accepted) adapters.setCurrent(kind, version)
    else if (isStale) adapters.setCurrent(kind, NONE)
    if (kind === 'stance' && (tried.accepted || isStale)) feedback.markApplied(tried.accepted ? row.created_at : null)
    const { accepted, reason } = tried
    deps.store.events.append({ kind: 'adapter.tried', subjectId: kind, data: { version, accepted, reason }, causeId })
    deps.log.info('adapter.tried', { adapter: kind, version, accepted, reason, corrections: told })
    return { ...row, is_current: tried.accepted }
  })
}

/** A try that was none, kept so that the same corrections are not read again and again. */
function tooFew({ corrections, told }: Lesson): TriedAdapter {
  const usable = `of ${told} corrections ${corrections.length} are of pairs that the model decides`
  const reason = `${usable}; ${LEAST_CORRECTIONS} are needed`
  const figures = { held_back_before: 0, held_back_after: 0, base_before: 0, base_after: 0 }
  return { weights: [], ...figures, accepted: false, reason }
}

/** What a search applies where the same model reads; null where nothing was taken. */
export function adapterInForce({ store }: HumanDeps, kind: AdapterKind): AdapterInForce | null {
  const current = store.people.adapters.current(kind)
  if (current === null) return null
  const { version, model, weights, layer } = current
  return { version, model, weights, layer }
}

interface Wanted {
  /** Without: the one taken before the current. */
  readonly version?: number | undefined
  readonly reason?: string | undefined
  /** The hidden layer that the model gives out now. */
  readonly layer?: string | null
}

/** Back to an earlier version that was taken, or to none; what was learned since stays in the history. */
export function rollBackAdapter(deps: HumanDeps, kind: AdapterKind, { version, reason, layer }: Wanted = {}): number {
  return deps.store.write(() => {
    const { adapters, feedback } = deps.store.people
    const taken = adapters.versions(kind).filter(({ accepted }) => accepted)
    const current = taken.find(({ is_current: is }) => is)?.version ?? NONE
    const target = version ?? taken.filter((one) => one.version < current).at(-1)?.version ?? NONE
    const to = taken.find((one) => one.version === target)
    if (target === current || (target !== NONE && to === undefined))
      throw new LyraError(
        'CALIBRATION_ERROR',
        `What was learned of ${kind} cannot go back to version ${target}: it is the current one or was never taken`,
        { hint: `Taken: ${[NONE, ...taken.map((one) => one.version)].join(', ')}; current: ${current}` },
      )
    if (to?.layer != null && layer !== undefined && to.layer !== layer)
      throw new LyraError(
        'CALIBRATION_ERROR',
        `Version ${target} was learned from another reader than is in use (${to.layer}, not ${layer ?? 'signals'})`,
        { hint: 'lyra models learn learns from the same corrections with the reader in use' },
      )
    adapters.setCurrent(kind, target)
    if (kind === 'stance') feedback.markApplied(to?.created_at ?? null)
    deps.store.events.append({
      ...{ kind: 'adapter.rolled_back', subjectId: kind, causeId: deps.ids.next('cause') },
      data: { from: current, to: target, reason: reason ?? null },
    })
    return target
  })
}
