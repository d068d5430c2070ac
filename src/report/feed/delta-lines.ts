import { OUTCOMES } from '../../domain/outcome.ts'
import type { ReportLanguage } from '../../domain/report-language.ts'
import type { SourceChange, TaskDelta } from '../../domain/task-delta.ts'
import { cut } from '../document/document.ts'
import { confidenceText } from '../document/finding-grounds.ts'
import { type DeltaWords, deltaWords } from '../words/delta-words.ts'

/** A change in one line, its address, and what belongs to it. */
export interface DeltaLine {
  readonly text: string
  readonly url: string
  readonly details: readonly string[]
}

/** The whole of it in a line: `2 new findings, 1 changed source`. */
export function deltaSummary(delta: TaskDelta, language: ReportLanguage): string {
  const words = deltaWords(language)
  const { new_findings: findings, changed_findings: verdicts, sources } = delta
  const told = sources.filter(({ change }) => change !== 'unreachable')
  const counts = [
    ...(findings.length === 0 ? [] : [words.count(findings.length, 'findings')]),
    ...(verdicts.length === 0 ? [] : [words.count(verdicts.length, 'verdicts')]),
    ...(told.length === 0 ? [] : [words.count(told.length, 'sources')]),
  ]
  return counts.length === 0 ? words.nothing(delta.pages_asked) : counts.join(words.comma)
}

/** Withdrawals and verdicts first: they may undo what somebody has concluded. */
export function deltaLines(delta: TaskDelta, language: ReportLanguage): readonly DeltaLine[] {
  const words = deltaWords(language)
  const order: readonly SourceChange['change'][] = ['retracted', 'changed', 'gone', 'back', 'new', 'unreachable']
  const sources = order.flatMap((change) => delta.sources.filter((one) => one.change === change))
  const line = (one: SourceChange) => sourceLine(one, words)
  return [
    ...sources.filter(({ change }) => change === 'retracted').map(line),
    ...delta.changed_findings.map(({ text, url, before, after, reason }) => ({
      text: `${words.changedVerdict}: ${quoted(text, words)}`,
      url,
      details: [
        `${standing(before, words)} → ${standing(after, words)}`,
        ...(reason === null ? [] : [words.reason(cut(reason, 200))]),
      ],
    })),
    ...delta.new_findings.map((one) => ({
      text: `${words.newFinding}: ${quoted(one.text, words)}`,
      url: one.url,
      details: [`${standing(one, words)}; ${words.sides(one.supporting_sources, one.refuting_sources)}`],
    })),
    ...sources.filter(({ change }) => change !== 'retracted').map(line),
  ]
}

function quoted(text: string, { quotes: [open = '', close = ''] }: DeltaWords): string {
  return `${open}${cut(text, 280)}${close}`
}

function standing({ status, confidence }: TaskDelta['changed_findings'][number]['after'], words: DeltaWords): string {
  return `${words.status[status]}, ${words.confidence} ${confidenceText(confidence)}`
}

function sourceLine(source: SourceChange, words: DeltaWords): DeltaLine {
  const text = `${words.change[source.change]}: ${cut(source.title ?? source.url, 160)}`
  const rests = source.finding_ids.length === 0 ? [] : [words.rests(source.finding_ids.length)]
  return { text, url: source.url, details: [...detailsOf(source, words), ...rests] }
}

function detailsOf(source: SourceChange, words: DeltaWords): readonly string[] {
  switch (source.change) {
    case 'changed':
      if (source.rewrites.length === 0) return [words.elsewhere(source.passages)]
      return source.rewrites.map(({ was, now }) => {
        const says = now === null ? words.saysNothing : `${words.says} ${quoted(now, words)}`
        return `${words.said} ${quoted(was, words)}; ${says}`
      })
    case 'gone':
      return [`${outcomeIn(source.outcome, words)}; ${words.lastSeen} ${source.last_seen.slice(0, 10)}`]
    case 'unreachable':
      return [outcomeIn(source.outcome, words)]
    case 'retracted':
      return source.notice === null ? [] : [cut(source.notice, 120)]
    default:
      return []
  }
}

function outcomeIn(outcome: string, words: DeltaWords): string {
  const known = OUTCOMES.find((one) => one === outcome)
  return known === undefined ? outcome : words.outcome[known]
}
