import type { LanguageGap } from '../../store/trail-types.ts'
import type { ReportedTimes } from '../data/times.ts'
import type { Words } from '../words/words.ts'
import { cut, type Entry, type Line } from './document.ts'

/** Dates told of one subject, and findings told of one kind. */
const DATES_SHOWN = 12
const GAPS_SHOWN = 20

/** Since when, until when: each date as the register gives it, with its name. */
export function recordDateEntries({ records }: ReportedTimes, words: Words): readonly Entry[] {
  return records.map(({ subject, rows }): Entry => {
    const distinct = [...new Map(rows.map((row) => [`${row.at} ${row.event} ${row.detail}`, row])).values()]
    const lines = distinct.slice(0, DATES_SHOWN).map(({ at, event, detail, warc_record_id }): Line => {
      const place = warc_record_id === null ? [] : [' ', { code: warc_record_id }]
      const what = detail === null ? '' : words.ofSource([cut(detail, 120)])
      return { text: [`${at}: ${words.recordDate(event)}${what}`, ...place] }
    })
    const more = distinct.length - lines.length
    return {
      head: [{ strong: cut(subject.subject, 160) }],
      lines: more > 0 ? [...lines, { text: [words.moreDates(more)] }] : lines,
    }
  })
}

/** Contradictions between languages first, then what one of them alone tells. */
export function languageEntries({ gaps }: ReportedTimes, words: Words): readonly Entry[] {
  const shown = gaps.slice(0, GAPS_SHOWN).map((gap) => gapEntry(gap, words))
  const more = gaps.length - shown.length
  return more > 0 ? [...shown, { head: [words.moreGaps(more)], lines: [] }] : shown
}

function gapEntry(gap: LanguageGap, words: Words): Entry {
  const nameOf = (language: string) => words.language[language] ?? language
  const [language, other] = [nameOf(gap.language), nameOf(gap.other_language)]
  const text = { quote: cut(gap.finding_text, 280) }
  if (gap.gap === 'one_language')
    return {
      head: [`${words.onlyIn(language, gap.sources)} `, text],
      lines: [{ text: [words.lookedIn(other, gap.queries_in_other, gap.pages_in_other)] }],
    }
  const opposing = gap.opposing_text
  return {
    head: [`${words.otherwiseIn(language, other)} `, text],
    lines: opposing === null ? [] : [{ text: [`${words.otherwise(other)} `, { quote: cut(opposing, 280) }] }],
  }
}
