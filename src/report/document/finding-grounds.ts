import type { Side } from '../data/voices.ts'
import type { WeighedSide } from '../data/weighed-sum.ts'
import type { ReportedFinding } from '../reported-finding.ts'
import type { Words } from '../words/words.ts'
import { cut, type Line, type Text } from './document.ts'

/** A figure that rounds to 1 would read as certainty, which no evidence gives. */
export function confidenceText(confidence: number): string {
  return confidence >= 0.995 ? '0.99+' : confidence.toFixed(2)
}

/** Why it has its status, and how sure the surest judgement of each side is. */
export function whyLines({ finding, supports, refutes }: ReportedFinding, words: Words): readonly Line[] {
  const reason = finding.members.find(({ claim }) => claim.verification_status === finding.verification_status)?.claim
  const surest = words.surest(surestOf(supports), surestOf(refutes))
  const parts = [words.reason(reason?.status_reason ?? finding.shown.claim.status_reason ?? ''), surest]
  const told = parts.filter((part) => part !== '')
  return told.length === 0 ? [] : [{ text: [words.why(told.join(words.joint))] }]
}

function surestOf({ voices }: Side): string | null {
  const sure = voices.flatMap(({ stance }) => stance ?? [])
  return sure.length === 0 ? null : confidenceText(Math.max(...sure))
}

/** The confidence as the sum that it is: what weighs for it, what weighs against it, and what that makes. */
export function sumLines({ sum, finding }: ReportedFinding, { sum: words }: Words): readonly Line[] {
  if (sum === null) return []
  const side = ({ parts, more }: WeighedSide): string => {
    if (parts.length === 0) return words.nothing
    const told = parts.map(({ domain, reading, stance, weight }) =>
      words.part(cut(domain, 80), figure(reading), figure(stance), figure(weight)),
    )
    const rest = more.count === 0 ? [] : [words.more(more.count, figure(more.weight))]
    return [...told, ...rest].join(words.joint)
  }
  const total = sum.total < 0 ? `−${figure(-sum.total)}` : figure(sum.total)
  const made = words.made(total, confidenceText(sum.value))
  const isOther = Math.abs(sum.value - finding.confidence) >= LEAST_DIFFERENCE
  const kept = isOther ? [words.kept(confidenceText(finding.confidence))] : []
  const repeated = sum.repeated === 0 ? [] : [words.repeated(sum.repeated)]
  const text = [words.sides(side(sum.supports), side(sum.refutes)), made, ...kept, ...repeated].join(words.stop)
  return [{ text: [`${text}${words.stop.trimEnd()}`] }]
}

/** Two confidences that read alike are told as one. */
const LEAST_DIFFERENCE = 0.005

const figure = (value: number) => value.toFixed(2)

/** Whom, where, when and what it speaks of, so that nobody takes it for more than it says. */
export function scopeLines({ scope, finding }: ReportedFinding, words: Words): readonly Line[] {
  const { heading_context: heading } = finding.shown.fragment
  const { scopeOf: named } = words
  const said = [
    ...(scope.period.length === 0 ? [] : [named.when(scope.period)]),
    ...(scope.places.length === 0 ? [] : [named.where(scope.places)]),
    ...(scope.organisations.length === 0 ? [] : [named.who(scope.organisations)]),
    ...(scope.products.length === 0 ? [] : [named.what(scope.products)]),
    ...(scope.versions.length === 0 ? [] : [words.scopeVersions(scope.versions)]),
  ]
  if (said.length === 0) return []
  const place: Text = heading === null ? [] : [`${words.joint}${words.under} `, { quote: cut(heading, 80) }]
  return [{ text: [`${words.scope} ${cut(said.join(words.joint), SCOPE_LENGTH)}`, ...place] }]
}

const SCOPE_LENGTH = 300
