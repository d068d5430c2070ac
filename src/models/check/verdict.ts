import type { Measured } from './measure.ts'

/** The setting of a model that is worth taking, by what it does no worse than the embedded one. */
export type ModelSetting = 'models.nli' | 'models.nli_promotion' | 'models.nli_japanese' | 'models.embedding'

export type Verdict =
  | { readonly worth: true; readonly setting: ModelSetting; readonly why: string }
  | { readonly worth: false; readonly setting: ModelSetting; readonly reason: AsideReason; readonly why: string }

export type AsideReason =
  | 'worse than embedded'
  | 'worse than the model in use'
  | 'no label order fits'
  | 'another label order fits'
  | 'label order unclear'
  | 'cosines on another scale'

const LABEL_REASONS = {
  'none fits': 'no label order fits',
  'another fits': 'another label order fits',
  unclear: 'label order unclear',
} as const

/** Models that the settings name today instead of the embedded one. */
export type InUse = { readonly [setting in ModelSetting]?: Measured }

const PARTS = ['english', 'japanese'] as const
type Part = (typeof PARTS)[number]

/**
 * Whether a model is worth taking, and for what: for all pairs, for the English or for the Japanese ones. It has to be
 * no worse than the embedded model, and no worse than the one whose place it would take.
 */
export function judgeModel(candidate: Measured, embedded: Measured, inUse: InUse = {}): Verdict {
  if (candidate.task === 'vectors' || embedded.task === 'vectors') return judgeVectors(candidate, embedded, inUse)
  const { order } = candidate
  if (!order.ok) {
    const told = order.declared === null ? 'its label map has no names' : `declared: ${order.declared.join(', ')}`
    const why = `best order on the check set: ${order.best.join(', ')} (macro-F1 ${order.macro_f1.toFixed(2)}); ${told}`
    return { worth: false, setting: 'models.nli', reason: LABEL_REASONS[order.why], why }
  }
  const noWorse = (part: Part, than: Measured | undefined) =>
    than?.task !== 'stance' || candidate.figures[part] >= than.figures[part]
  const replaces = (setting: ModelSetting, parts: readonly Part[]) =>
    parts.every((part) => [embedded, inUse['models.nli'], inUse[setting]].every((one) => noWorse(part, one)))
  const told = PARTS.map(
    (part) => `${part} ${candidate.figures[part].toFixed(2)} against ${embedded.figures[part].toFixed(2)}`,
  )
  const why = [
    told.join(', '),
    ...Object.entries(inUse).map(([setting, one]) => `${setting} is ${figuresOf(one)}`),
  ].join('; ')
  if (replaces('models.nli', PARTS)) return { worth: true, setting: 'models.nli', why }
  if (replaces('models.nli_promotion', ['english'])) return { worth: true, setting: 'models.nli_promotion', why }
  if (replaces('models.nli_japanese', ['japanese'])) return { worth: true, setting: 'models.nli_japanese', why }
  const reason = PARTS.some((part) => noWorse(part, embedded)) ? 'worse than the model in use' : 'worse than embedded'
  return { worth: false, setting: 'models.nli', reason, why }
}

function figuresOf({ model, figures }: Measured): string {
  return `${model} with ${PARTS.map((part) => `${part} ${figures[part].toFixed(2)}`).join(', ')}`
}

/** Further from the embedded model's cosines the bars of the product (0.92 is the same claim) mean something else. */
const SCALE = 0.2

function judgeVectors(candidate: Measured, embedded: Measured, inUse: InUse): Verdict {
  const of = (one: Measured) => (one.task === 'vectors' ? one.figures.right_first : 0)
  const scale = (one: Measured) =>
    one.task === 'vectors' ? [one.figures.cosine_near, one.figures.cosine_unrelated] : []
  const setting = 'models.embedding'
  const used = inUse[setting]
  const beside = used === undefined ? '' : `; ${setting} is ${used.model} with ${of(used).toFixed(2)}`
  const why = `right passage first ${of(candidate).toFixed(2)} against ${of(embedded).toFixed(2)}${beside}`
  if (of(candidate) < of(embedded)) return { worth: false, setting, reason: 'worse than embedded', why }
  if (used !== undefined && of(candidate) < of(used))
    return { worth: false, setting, reason: 'worse than the model in use', why }
  const [own, other] = [scale(candidate), scale(embedded)]
  if (own.every((value, at) => Math.abs(value - (other[at] ?? 0)) <= SCALE)) return { worth: true, setting, why }
  const told = (values: readonly number[]) => values.map((value) => value.toFixed(2)).join(' and ')
  const both = `cosine of related and unrelated texts ${told(own)} against ${told(other)}`
  return { worth: false, setting, reason: 'cosines on another scale', why: `${why}; ${both}` }
}
