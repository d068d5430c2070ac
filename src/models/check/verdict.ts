import type { Measured } from './measure.ts'

/** The setting of a model that is worth taking, by what it does better than the embedded one. */
export type ModelSetting = 'models.nli' | 'models.nli_promotion' | 'models.nli_japanese' | 'models.embedding'

export type Verdict =
  | { readonly worth: true; readonly setting: ModelSetting; readonly why: string }
  | { readonly worth: false; readonly setting: ModelSetting; readonly reason: AsideReason; readonly why: string }

export type AsideReason =
  | 'worse than embedded'
  | 'no label order fits'
  | 'another label order fits'
  | 'label order unclear'
  | 'cosines on another scale'

const LABEL_REASONS = {
  'none fits': 'no label order fits',
  'another fits': 'another label order fits',
  unclear: 'label order unclear',
} as const

/** Whether a model is worth taking, and for what: for all pairs, for the English or for the Japanese ones. */
export function judgeModel(candidate: Measured, embedded: Measured): Verdict {
  if (candidate.task === 'vectors' || embedded.task === 'vectors') return judgeVectors(candidate, embedded)
  const { order } = candidate
  if (!order.ok) {
    const told = order.declared === null ? 'its label map has no names' : `declared: ${order.declared.join(', ')}`
    const why = `best order on the check set: ${order.best.join(', ')} (macro-F1 ${order.macro_f1.toFixed(2)}); ${told}`
    return { worth: false, setting: 'models.nli', reason: LABEL_REASONS[order.why], why }
  }
  const better = (part: 'english' | 'japanese') => candidate.figures[part] >= embedded.figures[part]
  const why = (['english', 'japanese'] as const)
    .map((part) => `${part} ${candidate.figures[part].toFixed(2)} against ${embedded.figures[part].toFixed(2)}`)
    .join(', ')
  if (better('english') && better('japanese')) return { worth: true, setting: 'models.nli', why }
  if (better('english')) return { worth: true, setting: 'models.nli_promotion', why }
  if (better('japanese')) return { worth: true, setting: 'models.nli_japanese', why }
  return { worth: false, setting: 'models.nli', reason: 'worse than embedded', why }
}

/** Further from the embedded model's cosines the bars of the product (0.92 is the same claim) mean something else. */
const SCALE = 0.2

function judgeVectors(candidate: Measured, embedded: Measured): Verdict {
  const of = (one: Measured) => (one.task === 'vectors' ? one.figures.right_first : 0)
  const scale = (one: Measured) =>
    one.task === 'vectors' ? [one.figures.cosine_near, one.figures.cosine_unrelated] : []
  const setting = 'models.embedding'
  const why = `right passage first ${of(candidate).toFixed(2)} against ${of(embedded).toFixed(2)}`
  if (of(candidate) < of(embedded)) return { worth: false, setting, reason: 'worse than embedded', why }
  const [own, other] = [scale(candidate), scale(embedded)]
  if (own.every((value, at) => Math.abs(value - (other[at] ?? 0)) <= SCALE)) return { worth: true, setting, why }
  const told = (values: readonly number[]) => values.map((value) => value.toFixed(2)).join(' and ')
  const both = `cosine of related and unrelated texts ${told(own)} against ${told(other)}`
  return { worth: false, setting, reason: 'cosines on another scale', why: `${why}; ${both}` }
}
