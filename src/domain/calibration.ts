import { z } from 'zod'
import { logistic } from './confidence.ts'

/** Probability' = logistic(a * logit(probability) + b). Temperature T is a = 1/T, b = 0; identity a = 1, b = 0. */
export interface Calibration {
  readonly method: 'platt' | 'temperature' | 'identity'
  readonly params: { readonly a: number; readonly b: number }
}

const versionInForce = z.object({
  version: z.number(),
  method: z.enum(['platt', 'temperature', 'identity']),
  params: z.object({ a: z.number(), b: z.number() }),
})
export type CalibrationInForce = z.infer<typeof versionInForce>

/** The corrections of REQ 3.3.4 that one search applies; null where nothing was learned yet. */
export const searchCalibrationsSchema = z.object({
  nli_judge: versionInForce.nullable(),
  llm_extract: versionInForce.nullable(),
})
export type SearchCalibrations = z.infer<typeof searchCalibrationsSchema>
export type CalibratedSource = keyof SearchCalibrations

export const NO_CALIBRATIONS: SearchCalibrations = { nli_judge: null, llm_extract: null }

/** The event that records what a search applied, for its later steps and for its replay. */
export const CALIBRATIONS_READ = 'calibrations_read'

export function calibrated(calibration: Calibration | null, probability: number): number {
  if (calibration === null || calibration.method === 'identity') return probability
  return logistic(calibration.params.a * logit(probability) + calibration.params.b)
}

/** The logit of 0 and 1 is infinite, so probabilities are clamped. */
const NEAREST_TO_CERTAIN = 1e-6

export function logit(probability: number): number {
  const inside = Math.min(1 - NEAREST_TO_CERTAIN, Math.max(NEAREST_TO_CERTAIN, probability))
  return Math.log(inside / (1 - inside))
}
