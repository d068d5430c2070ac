import { silentLogger } from '../../domain/log.ts'
import type { Settings } from '../../domain/settings.ts'
import { readCheckSet } from '../../models/check/check-set.ts'
import { type Measured, measureModel } from '../../models/check/measure.ts'
import { judgeModel, type Verdict } from '../../models/check/verdict.ts'
import { hasUnnamedLabels } from '../../models/hub-pull.ts'
import { findModel } from '../../models/model-folder.ts'
import { EMBEDDED } from './embedded.ts'
import { measureInUse } from './in-use.ts'
import { distinct } from './shelve-model.ts'

export interface TestedModels {
  /** The words of the check set: figures of two versions are not comparable. */
  readonly check_set: string
  /** The embedded model first, the named one last, between them what else is in use. */
  readonly measured: readonly Measured[]
  /** Of the named model; null where only the embedded ones were measured. */
  readonly verdict: Verdict | null
}

/** Measures a model beside the embedded one of its kind; without a name both embedded ones. */
export async function testModels(input: {
  readonly settings: Settings
  readonly name: string | null
  readonly now: () => number
  readonly signal?: AbortSignal | undefined
}): Promise<TestedModels> {
  const { settings, name, now, signal } = input
  const set = readCheckSet()
  const options = { home: settings.home, threads: settings.models.threads, set, now, signal }
  if (name === null) {
    const stance = await measureModel(EMBEDDED.stance, options)
    return { check_set: set.version, measured: [stance, await measureModel(EMBEDDED.vectors, options)], verdict: null }
  }
  const { folder } = findModel(name, options)
  const candidate = await measureModel(name, options, hasUnnamedLabels(folder))
  const embedded = await measureModel(EMBEDDED[candidate.task], options)
  const inUse = await measureInUse(candidate.task, { settings, log: silentLogger, measure: options })
  const others = distinct(inUse).filter(({ model }) => model !== candidate.model)
  const verdict = judgeModel(candidate, embedded, inUse)
  return { check_set: set.version, measured: [embedded, ...others, candidate], verdict }
}
