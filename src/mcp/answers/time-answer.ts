import type { LanguageGapsAnswer, SubjectTimeline } from '../../api/time-and-language.ts'
import { counted, quote } from './quote.ts'

/** What has dates, or the dates of one subject, a line each. */
export function timelineText({ task_id, subjects, entries, total, next_uri }: SubjectTimeline): string {
  const isList = entries.length === 0
  return [
    isList
      ? `${counted(total, 'subject')} of ${task_id} with dates:`
      : `${counted(total, 'dated event')}, oldest first:`,
    ...subjects.map(
      ({ type, id, subject, events, first, last }) =>
        `- ${type} ${quote(id)}${subject === id ? '' : ` ${quote(subject)}`}: ${counted(events, 'event')}, ${first} to ${last}`,
    ),
    ...entries.map(({ at, event, what, page_id, warc_record_id }) => {
      const where = [page_id, warc_record_id].filter((one) => one !== null).join(' ')
      return `- ${at ?? 'undated'} ${event}: ${quote(what)}${where === '' ? '' : ` (${where})`}`
    }),
    ...(next_uri === null ? [] : [`Next: ${next_uri}`]),
    ...(isList && subjects.length > 0
      ? [`One of them: lyra://tasks/${task_id}/timeline/<id or name, percent-encoded>`]
      : []),
  ].join('\n')
}

export function languageGapsText({ task_id, gaps, total, next_uri }: LanguageGapsAnswer): string {
  return [
    `${counted(total, 'finding')} of ${task_id} told in one language only, or otherwise in the other:`,
    ...gaps.map((one) => {
      const found = `${one.language}, ${counted(one.sources, 'source')}`
      const looked = `${counted(one.queries_in_other, 'query')} and ${counted(one.pages_in_other, 'page')} in ${one.other_language}`
      const against =
        one.opposing_text === undefined
          ? one.gap === 'contradicting'
            ? ` denied in ${one.other_language}`
            : ''
          : ` against ${one.opposing_finding_id} ${quote(one.opposing_text)} (${one.other_language})`
      return `- ${one.gap} ${one.finding_id} ${quote(one.finding_text)} (${found})${against}; looked: ${looked}`
    }),
    ...(next_uri === null ? [] : [`Next: ${next_uri}`]),
  ].join('\n')
}
