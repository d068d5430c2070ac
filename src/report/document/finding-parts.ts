import type { ReportData } from '../report-data.ts'
import { PARTS, type Part, type ReportedFinding } from '../reported-finding.ts'
import type { Words } from '../words/words.ts'
import { confidenceText } from './finding-grounds.ts'

/** A part of the report that holds findings. */
export interface FindingPart {
  readonly part: Part
  /** As in `Section`. */
  readonly name: string
  readonly title: string
  readonly empty: string
  readonly findings: readonly ReportedFinding[]
}

const NAMES: Readonly<Record<Part, string>> = {
  answer: 'nearest-to-the-question',
  disputed: 'in-dispute',
  supported: 'supported-findings',
  weaker: 'weaker-findings',
  aside: 'set-aside',
}

/** Each finding stands in one of them; whoever counts findings counts these. */
export function findingParts({ findings, mainConfidence }: ReportData, words: Words): readonly FindingPart[] {
  const least = mainConfidence.toFixed(2)
  const isAnswered = findings.some(({ part }) => part === 'answer')
  const { section: title } = words
  const told: Readonly<Record<Part, readonly [title: string, empty: string]>> = {
    answer: [title.answer, words.noAnswer],
    disputed: [title.disputed(isAnswered), words.noDispute(isAnswered)],
    supported: [title.supported(isAnswered), words.noSupported(least, isAnswered)],
    weaker: [title.weaker(least, isAnswered), words.none],
    aside: [title.aside, words.noAside],
  }
  return PARTS.map((part) => {
    const [title, empty] = told[part]
    return { part, name: NAMES[part], title, empty, findings: findings.filter((one) => one.part === part) }
  })
}

/** How it stands: `verified · confidence 0.96 · 6 independent origins for, 0 against`. */
export function standing({ finding }: ReportedFinding, words: Words): string {
  const { verification_status: status, confidence, supporting_sources: pro, refuting_sources: con } = finding
  return [words.status[status], words.confidence(confidenceText(confidence)), words.origins(pro, con)].join(' · ')
}

export function countedText({ pages, claims, findings, contradictions }: ReportData, words: Words): string {
  const disputed = findings.filter(
    ({ part, finding }) => part !== 'aside' && finding.verification_status === 'contested',
  ).length
  return words.counted(pages.length, claims, findings.length, disputed, contradictions.length)
}
