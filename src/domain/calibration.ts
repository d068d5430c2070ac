import { z } from 'zod'
import { adapterInForce } from './adapter.ts'
import { logistic } from './confidence.ts'

export const CALIBRATION_METHODS = ['platt', 'temperature', 'isotonic', 'identity'] as const

/** Probability' = logistic(a * logit(probability) + b). Temperature T is a = 1/T, b = 0; identity a = 1, b = 0. */
const line = z.object({ a: z.number(), b: z.number() })
/** Probability' at each of these probabilities, straight in between and flat outside. */
const steps = z.object({ x: z.array(z.number()), y: z.array(z.number()) })
export const calibrationParams = z.union([line, steps])

export interface Calibration {
  readonly method: (typeof CALIBRATION_METHODS)[number]
  readonly params: Readonly<z.infer<typeof line>> | Readonly<z.infer<typeof steps>>
}

const versionInForce = z.object({
  version: z.number(),
  method: z.enum(CALIBRATION_METHODS),
  params: calibrationParams,
})
export type CalibrationInForce = z.infer<typeof versionInForce>

/** The corrections of REQ 3.3.4 that one search applies; null where nothing was learned yet. */
export const searchCalibrationsSchema = z.object({
  nli_judge: versionInForce.nullable(),
  llm_extract: versionInForce.nullable(),
  /** Of one language and model each, by the name of their source (`nliSource`); they go before `nli_judge`. */
  nli_groups: z.record(z.string(), versionInForce).exactOptional(),
  /** What was learned from corrections of verdicts, and of claims. */
  stance_adapter: adapterInForce.nullable().exactOptional(),
  claim_adapter: adapterInForce.nullable().exactOptional(),
})
export type SearchCalibrations = z.infer<typeof searchCalibrationsSchema>
export type CalibratedSource = 'nli_judge' | 'llm_extract'

export const NO_CALIBRATIONS: SearchCalibrations = { nli_judge: null, llm_extract: null }

/** The event that records what a search applied, for its later steps and for its replay. */
export const CALIBRATIONS_READ = 'calibrations_read'

const NLI = 'nli_judge'

/** The source of the stances of one language and model: `nli_judge/ja/lyra-reader-mini`. */
export function nliSource(language: string, model: string): string {
  return `${NLI}/${language}/${model}`
}

/** A source of one language and model is a part of another; whoever adds sources up leaves it out. */
export function isNliGroup(source: string): boolean {
  return source.startsWith(`${NLI}/`)
}

export interface AppliedCalibration {
  readonly calibration: CalibrationInForce | null
  /** `source@version`; null where none was applied. */
  readonly name: string | null
}

/** The one for the language of the claim and the model that decided, else the one for all stances. */
export function nliCalibration(
  { nli_judge: general, nli_groups: groups = {} }: SearchCalibrations,
  language: string,
  model: string | null,
): AppliedCalibration {
  const source = model === null ? NLI : nliSource(language, model)
  const own = groups[source]
  if (own !== undefined) return { calibration: own, name: `${source}@${own.version}` }
  return { calibration: general, name: general === null ? null : `${NLI}@${general.version}` }
}

export function calibrated(calibration: Calibration | null, probability: number): number {
  if (calibration === null || calibration.method === 'identity') return probability
  const { params } = calibration
  return 'x' in params ? interpolated(params, probability) : logistic(params.a * logit(probability) + params.b)
}

function interpolated({ x, y }: z.infer<typeof steps>, probability: number): number {
  const after = x.findIndex((knot) => knot >= probability)
  if (after < 0) return y.at(-1) ?? probability
  const [x1 = probability, y1 = probability] = [x[after], y[after]]
  if (after === 0 || x1 === probability) return y1
  const [x0 = x1, y0 = y1] = [x[after - 1], y[after - 1]]
  return y0 + ((y1 - y0) * (probability - x0)) / (x1 - x0)
}

/** The logit of 0 and 1 is infinite, so probabilities are clamped. */
const NEAREST_TO_CERTAIN = 1e-6

export function logit(probability: number): number {
  const inside = Math.min(1 - NEAREST_TO_CERTAIN, Math.max(NEAREST_TO_CERTAIN, probability))
  return Math.log(inside / (1 - inside))
}
