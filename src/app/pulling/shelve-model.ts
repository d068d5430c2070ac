import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { type CheckSet, readCheckSet } from '../../models/check/check-set.ts'
import { type Measured, type MeasuredStance, type MeasureOptions, measureModel } from '../../models/check/measure.ts'
import { type AsideReason, type InUse, judgeModel, type ModelSetting } from '../../models/check/verdict.ts'
import { type Fetched, writeConfig } from '../../models/hub-pull.ts'
import { ASIDE, moveTo, partName, UNDER_WAY } from '../../models/shelf.ts'
import { saveSettings } from '../save-setting.ts'
import { EMBEDDED } from './embedded.ts'

/** How a pull ended: the model is in use, on the shelf, or kept aside with the reason. */
export type Shelved =
  | { readonly outcome: 'in use'; readonly setting: ModelSetting; readonly saved_in: string }
  | { readonly outcome: 'on the shelf'; readonly setting: ModelSetting }
  | { readonly outcome: 'kept aside'; readonly reason: AsideReason }

export interface ShelvedModel {
  readonly name: string
  readonly source: string
  readonly commit: string
  readonly bytes: number
  readonly folder: string
  readonly shelved: Shelved
  /** What decided, in figures. */
  readonly why: string
  readonly candidate: Measured
  readonly embedded: Measured
  /** What the settings named instead of the embedded one before this pull. */
  readonly in_use: readonly Measured[]
}

export interface ShelveOptions extends Omit<MeasureOptions, 'set' | 'shipped'> {
  /** The one that ships unless a test brings its own. */
  readonly set?: CheckSet
  /** Measures what the settings name now; without it only the embedded model is compared. */
  readonly measureInUse?: (task: Measured['task'], measure: MeasureOptions) => Promise<InUse>
  /** LYRA_HOME/models. */
  readonly shelf: string
  /** Take it even where it does worse than the embedded one. */
  readonly anyway: boolean
  /** Leave the settings as they are. */
  readonly fetchOnly: boolean
}

/** Measures a fetched model beside the embedded one, and puts it on the shelf or aside. */
export async function shelveModel(fetched: Fetched, options: ShelveOptions): Promise<ShelvedModel> {
  const set = options.set ?? readCheckSet()
  const measure = { ...options, set }
  const part = join(options.shelf, UNDER_WAY, partName(fetched.config.source ?? fetched.name))
  const found: { center?: readonly number[] } = {}
  const onCenter = (center: readonly number[]) => {
    found.center = center
  }
  const looked = measureModel(fetched.folder, { ...measure, onCenter }, fetched.unnamedLabels)
  const candidate = await looked.catch((error: unknown) => {
    // What cannot be run leaves nothing; what was interrupted is whole, and need not be fetched again.
    if (options.signal?.aborted !== true) rmSync(part, { recursive: true, force: true })
    throw error
  })
  const embedded = await measureModel(EMBEDDED[candidate.task], measure)
  const inUse = (await options.measureInUse?.(candidate.task, measure)) ?? {}
  const verdict = judgeModel(candidate, embedded, inUse)
  const taken = verdict.worth || options.anyway
  const { config, commit, bytes, name } = fetched
  const measured = { check_set: set.version, per_second: candidate.per_second, ...candidate.figures }
  writeConfig(
    fetched.folder,
    candidate.task === 'stance' && config.task === 'nli'
      ? { ...config, measured, labels: [...orderOf(candidate)], temperature: candidate.figures.temperature }
      : { ...config, measured, ...(found.center === undefined ? {} : { center: [...found.center] }) },
  )
  const folder = moveTo(fetched.folder, taken ? join(options.shelf, name) : join(options.shelf, ASIDE, name))
  rmSync(part, { recursive: true, force: true })
  if (taken) rmSync(join(options.shelf, ASIDE, name), { recursive: true, force: true })
  const about = {
    name,
    source: config.source ?? name,
    commit,
    bytes,
    folder,
    why: verdict.why,
    candidate,
    embedded,
    in_use: distinct(inUse),
  }
  if (!verdict.worth && !taken) return { ...about, shelved: { outcome: 'kept aside', reason: verdict.reason } }
  const { setting } = verdict
  if (options.fetchOnly) return { ...about, shelved: { outcome: 'on the shelf', setting } }
  const savedIn = saveSettings(options.home, { [setting]: name })
  return { ...about, shelved: { outcome: 'in use', setting, saved_in: savedIn } }
}

/** One model may stand in several settings. */
export function distinct(inUse: InUse): readonly Measured[] {
  return [...new Set(Object.values(inUse))]
}

/** Where the map is wrong or says nothing, the order that was measured. */
function orderOf({ order }: MeasuredStance) {
  return order.ok ? order.order : order.best
}
