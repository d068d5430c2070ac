import type { BlockedDomain } from '../../api/get-status.ts'
import type { ReportData } from '../report-data.ts'
import type { Part, ReportedFinding } from '../reported-finding.ts'
import { type Words, wordsOf } from '../words/words.ts'
import { changeEntries } from './change-entries.ts'
import { cut, type Entry, type ReportDocument, type ReportLanguage, type Section, type Text } from './document.ts'
import { claimText, findingAnchor, findingEntry } from './finding-entry.ts'
import { confidenceText } from './finding-grounds.ts'
import { methodEntries } from './method-entries.ts'
import { blockedEntries, citationEntries, gapEntries, searchEntries, timelineEntries } from './other-sections.ts'
import { languageEntries, recordDateEntries } from './time-entries.ts'

export interface DocumentOrder {
  readonly blocked: readonly BlockedDomain[]
  readonly language: ReportLanguage
  /** Searches whose citations are still being followed. */
  readonly pending?: number
}

/** The evidence of a task in words: the nearest to its question first, how it was found last. It concludes nothing. */
export function buildDocument(data: ReportData, { blocked, language, pending = 0 }: DocumentOrder): ReportDocument {
  const words = wordsOf(language)
  const byNumber = new Map(data.findings.map((one) => [one.number, one]))
  const told = (part: Part) =>
    data.findings.filter((one) => one.part === part).map((one) => findingEntry(one, { words, byNumber }))
  const answers = told('answer')
  const isAnswered = answers.length > 0
  const least = data.mainConfidence.toFixed(2)
  const { section: title } = words
  const unlessEmpty = (section: Section) => (section.entries.length === 0 ? [] : [section])
  const sections: readonly Section[] = [
    ...unlessEmpty(named('at-a-glance', title.glance, glanceEntries(data, words), words.none)),
    ...unlessEmpty(named('nearest-to-the-question', title.answer, answers, words.noAnswer)),
    named('in-dispute', title.disputed, told('disputed'), words.noDispute(isAnswered)),
    named('supported-findings', title.supported, told('supported'), words.noSupported(least, isAnswered)),
    named('weaker-findings', title.weaker(least), told('weaker'), words.none),
    named('set-aside', title.aside, told('aside'), words.noAside),
    named('what-changed', title.changed, changeEntries(data.changes, words), words.noChange),
    named('timeline', title.timeline, timelineEntries(data.pages, words), words.noDates),
    ...unlessEmpty(named('record-dates', title.recordDates, recordDateEntries(data.times, words), words.none)),
    ...unlessEmpty(named('languages', title.languages, languageEntries(data.times, words), words.none)),
    named('gaps', title.gaps, gapEntries(data, words), words.noGaps),
    named('blocked-domains', title.blocked, blockedEntries(blocked, words), words.none),
    named('methods', title.methods, methodEntries(data, words), words.none),
    named('searches', title.searches, searchEntries(data, words), words.noSearch),
    named('citations', title.citations, citationEntries(data, words), words.none),
  ]
  const lead = leadOf(data, words, least, pending)
  return { language, title: words.title(cut(data.task.query, 400)), lead, outlineTitle: words.outline, sections }
}

function named(name: string, title: string, entries: readonly Entry[], empty: string): Section {
  return { name, title, entries, empty }
}

function leadOf(
  { task, findings, claims, pages, contradictions, searches }: ReportData,
  words: Words,
  least: string,
  pending: number,
): readonly Text[] {
  const state = words.taskState(task.status, task.final_status)
  const [first, last] = [searches[0]?.started_at, searches.at(-1)?.started_at]
  const days = first === undefined ? [] : [...new Set([first.slice(0, 10), (last ?? first).slice(0, 10)])]
  const { before, after } = words.taskLine(state, days.length === 0 ? '' : words.gathered(days.join(' – ')))
  const disputed = inDispute(findings)
  return [
    ...(pending === 0 ? [] : [[{ strong: words.unfinishedHead }, ` ${words.unfinished(pending)}`]]),
    [
      before,
      { code: task.id },
      after + words.counted(pages.length, claims, findings.length, disputed, contradictions.length),
    ],
    [words.nature],
    [words.readAs(least)],
  ]
}

function inDispute(findings: readonly ReportedFinding[]): number {
  return findings.filter(({ part, finding }) => part !== 'aside' && finding.verification_status === 'contested').length
}

/** One line for each of the findings nearest to the question; what speaks for and against them follows. */
function glanceEntries({ findings }: ReportData, words: Words): readonly Entry[] {
  return findings
    .filter(({ part }) => part === 'answer')
    .map((one) => {
      const { verification_status: status, confidence, supporting_sources: pro, refuting_sources: con } = one.finding
      const figures = [words.status[status], words.confidence(confidenceText(confidence)), words.origins(pro, con)]
      const see = { see: findingAnchor(one.number), words: words.finding(one.number) }
      return {
        head: [see, `: ${cut(claimText(one), 240)}`],
        lines: [{ text: [figures.join(' · ')], role: 'measures' }],
        status,
      }
    })
}
