import { longPattern } from '../../domain/long-pattern.ts'
import { discredits } from './direction.ts'

/** A study without a name: of a named one another text may say that it found something else. */
const ENGLISH = longPattern('i')`
  ^(?:one|an?|another|two|three|several|some)\b[^,.;:]{0,50}\b(?:trials?|stud(?:y|ies)|reviews?|surveys?|cohorts?
    |analys[ei]s|papers?|reports?)\b[^,.;:]{0,60}\b(?:reported|found|concluded|showed|suggested|observed)\b`
const JAPANESE = /(?:試験|研究|調査|レビュー|論文)[^。]{0,40}と(?:報告|結論)/

/**
 * "One trial reported that X lowers Y" tells what a trial reported. Another trial that found otherwise leaves that
 * true; only a text that takes the report itself back ("was withdrawn", "is not reliable") speaks against it.
 */
export function isOnlyAReport(claim: string, evidence: string): boolean {
  return (ENGLISH.test(claim) || JAPANESE.test(claim)) && !discredits(evidence)
}
