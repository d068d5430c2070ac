import type { BlockedDomain } from '../../api/get-status.ts'
import type { ReportData } from '../report-data.ts'
import { type Words, wordsOf } from '../words/words.ts'
import { changeEntries } from './change-entries.ts'
import { cut, type Entry, type ReportDocument, type ReportLanguage, type Section, type Text } from './document.ts'
import { claimText, findingAnchor, findingEntry } from './finding-entry.ts'
import { countedText, findingParts, standing } from './finding-parts.ts'
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
  const { section: title } = words
  const parts = findingParts(data, words).map(({ part, name, title, findings, empty }) => {
    const entries = findings.map((one) => findingEntry(one, { words, byNumber }))
    return part === 'answer' ? unlessEmpty(named(name, title, entries, empty)) : [named(name, title, entries, empty)]
  })
  const sections: readonly Section[] = [
    ...unlessEmpty(named('at-a-glance', title.glance, glanceEntries(data, words), words.none)),
    ...parts.flat(),
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
  const lead = leadOf(data, words, pending)
  return { language, title: words.title(cut(data.task.query, 400)), lead, outlineTitle: words.outline, sections }
}

function named(name: string, title: string, entries: readonly Entry[], empty: string): Section {
  return { name, title, entries, empty }
}

const unlessEmpty = (section: Section) => (section.entries.length === 0 ? [] : [section])

function leadOf(data: ReportData, words: Words, pending: number): readonly Text[] {
  const { task, searches, mainConfidence } = data
  const state = words.taskState(task.status, task.final_status)
  const [first, last] = [searches[0]?.started_at, searches.at(-1)?.started_at]
  const days = first === undefined ? [] : [...new Set([first.slice(0, 10), (last ?? first).slice(0, 10)])]
  const { before, after } = words.taskLine(state, days.length === 0 ? '' : words.gathered(days.join(' – ')))
  return [
    ...(pending === 0 ? [] : [[{ strong: words.unfinishedHead }, ` ${words.unfinished(pending)}`]]),
    [before, { code: task.id }, after + countedText(data, words)],
    [words.nature],
    [words.readAs(mainConfidence.toFixed(2))],
  ]
}

/** One line for each of the findings nearest to the question; what speaks for and against them follows. */
function glanceEntries({ findings }: ReportData, words: Words): readonly Entry[] {
  return findings
    .filter(({ part }) => part === 'answer')
    .map((one) => {
      const see = { see: findingAnchor(one.number), words: words.finding(one.number) }
      return {
        head: [see, `: ${cut(claimText(one), 240)}`],
        lines: [{ text: [standing(one, words)], role: 'measures' }],
        status: one.finding.verification_status,
      }
    })
}
