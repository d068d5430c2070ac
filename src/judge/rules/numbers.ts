import { multilineRegExp } from '../../domain/multiline-regexp.ts'
import { compareQuantities } from './compare-quantities.ts'
import { quantities } from './quantities.ts'

/** "(mean difference -2.6 mmHg, 95% CI ...)" is one study's estimate; another study that agrees has another one. */
const STATISTICS = multilineRegExp('i')`
  \bci\b|\bp\s?[<=>]|difference|ratio|\b[oh]r\b|\brr\b|\bs[de]\b|\bn\s?=|i2|信頼区間|平均差|オッズ比|ハザード比`
const IN_BRACKETS = /[(（][^()（）]*[)）]/g

export function withoutEstimates(text: string): string {
  return text
    .replace(IN_BRACKETS, (inside) => (STATISTICS.test(inside) ? ' ' : inside))
    .replace(/(?<!\s)\s+([.,;。、]|$)/g, '$1')
    .replace(/\s{2,}/g, ' ')
    .trim()
}

/** Every figure of the text, also of its bracketed estimates, stands in the evidence. */
export function carriesFigures(text: string, evidence: string): boolean {
  const seen = quantities(evidence)
  return quantities(text).every((claimed) => seen.some((figure) => compareQuantities(claimed, figure) === 'fits'))
}

/** A figure of the one text has figures of its kind in the other, and fits none of them. */
export function figuresDiffer(text: string, other: string): boolean {
  const seen = quantities(other)
  return quantities(text).some((claimed) => {
    const outcomes = seen.map((figure) => compareQuantities(claimed, figure)).filter((one) => one !== 'silent')
    return outcomes.length > 0 && !outcomes.includes('fits')
  })
}
