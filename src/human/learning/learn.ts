import type { AdapterInForce, AdapterKind } from '../../domain/adapter.ts'
import { isoTime } from '../../domain/clock.ts'
import { LyraError } from '../../domain/errors.ts'
import { inTurns } from '../../domain/in-turns.ts'
import type { AdapterRow } from '../../store/people/adapter-rows.ts'
import type { HumanDeps } from '../human-deps.ts'
import { type Correction, tryingAdapter } from './accept-adapter.ts'
import type { Example } from './fit-adapter.ts'

/** From so many corrections on something can be learned, */
export const LEAST_CORRECTIONS = 30
/** and again after so many more. */
const MORE_CORRECTIONS = 10

export interface Lesson {
  readonly kind: AdapterKind
  readonly model: string
  readonly corrections: readonly Correction[]
  /** Examples of the model as it ships, which the fit replays. */
  readonly base: readonly Example[]
}

/** Whether there are enough corrections that the last try had not seen. */
export function isDue({ store }: HumanDeps, kind: AdapterKind, corrections: number): boolean {
  const last = store.people.adapters.versions(kind).at(-1)
  return corrections >= Math.max(LEAST_CORRECTIONS, (last?.corrections ?? 0) + MORE_CORRECTIONS)
}

/** Fits and weighs a new version; one that is not taken is kept with the reason, and changes nothing. */
export async function learn(deps: HumanDeps, lesson: Lesson): Promise<AdapterRow> {
  const { kind, model, corrections, base } = lesson
  if (corrections.length < LEAST_CORRECTIONS)
    throw new LyraError(
      'CALIBRATION_ERROR',
      `${corrections.length} corrections of ${kind}; learning needs ${LEAST_CORRECTIONS}`,
    )
  const tried = await inTurns(tryingAdapter(corrections, base))
  return deps.store.write(() => {
    const { adapters, feedback } = deps.store.people
    const version = (adapters.versions(kind).at(-1)?.version ?? 0) + 1
    const row = { kind, version, model, corrections: corrections.length, created_at: isoTime(deps.clock), ...tried }
    const causeId = deps.ids.next('cause')
    adapters.add({ ...row, is_current: false, cause_id: causeId })
    if (tried.accepted) adapters.setCurrent(kind, version)
    if (tried.accepted && kind === 'stance') feedback.markApplied(row.created_at)
    const { accepted, reason } = tried
    deps.store.events.append({ kind: 'adapter.tried', subjectId: kind, data: { version, accepted, reason }, causeId })
    deps.log.info('adapter.tried', { adapter: kind, version, accepted, reason, corrections: corrections.length })
    return { ...row, is_current: tried.accepted }
  })
}

/** What a search applies where the same model reads; null where nothing was taken. */
export function adapterInForce({ store }: HumanDeps, kind: AdapterKind): AdapterInForce | null {
  const current = store.people.adapters.current(kind)
  if (current === null) return null
  return { version: current.version, model: current.model, weights: current.weights }
}

/** Version 0: the model as it ships. */
const NONE = 0

/** Back to an earlier version that was taken, or to none; what was learned since stays in the history. */
export function rollBackAdapter(deps: HumanDeps, kind: AdapterKind, version?: number, reason?: string): number {
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
    adapters.setCurrent(kind, target)
    if (kind === 'stance') feedback.markApplied(to?.created_at ?? null)
    deps.store.events.append({
      ...{ kind: 'adapter.rolled_back', subjectId: kind, causeId: deps.ids.next('cause') },
      data: { from: current, to: target, reason: reason ?? null },
    })
    return target
  })
}
