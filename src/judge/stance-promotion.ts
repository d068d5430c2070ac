import { existsSync } from 'node:fs'
import type { Settings } from '../domain/settings.ts'
import { modelFolders } from '../models/model-folder.ts'
import { createNli } from '../models/nli.ts'
import type { NliOptions } from '../models/pair-input.ts'
import type { NliModel } from '../models/types.ts'
import type { FusedScore, StanceThresholds } from './stance-score.ts'

/** Nearer than this to the bar of the likelier side a verdict could as well be the other one. */
const CLOSE = 0.15

/** REQ 3.3, NLI promotion: what contradicts and what is a close call is worth the time of the larger model. */
export function isHard({ relation, scores, read }: FusedScore, thresholds: StanceThresholds): boolean {
  if (relation === 'refutes') return true
  // Without titles the likeliest of the model's own answers was taken, and no bar.
  if (read !== undefined) return Math.abs(Math.max(read.supports, read.refutes) - read.neutral) < CLOSE
  const supports = scores.supports >= scores.refutes
  const distance = supports ? scores.supports - thresholds.support : scores.refutes - thresholds.refute
  return Math.abs(distance) < CLOSE
}

/**
 * A model that may be there or not: null when no folder has its name. A folder that is there and broken is an error.
 */
export function createNliIfPresent(options: NliOptions): NliModel | null {
  if (options.model === '' || !modelFolders(options.model, options).some((folder) => existsSync(folder))) return null
  return createNli(options)
}

interface StanceModels {
  readonly larger: NliModel | undefined
  readonly japanese: NliModel | undefined
}

/** The larger model and the one for Japanese that `lyra models pull` or a folder brought; neither is needed. */
export function openStanceModels(
  settings: Settings['models'],
  places: Omit<NliOptions, 'model'>,
  wrap: (model: NliModel) => NliModel = (model) => model,
): StanceModels {
  const open = (model: string) => {
    const found = model === settings.nli ? null : createNliIfPresent({ ...places, model })
    return found === null ? undefined : wrap(found)
  }
  return { larger: open(settings.nli_promotion), japanese: open(settings.nli_japanese) }
}
