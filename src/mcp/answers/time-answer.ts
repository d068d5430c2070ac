import type { LanguageGapsAnswer, SubjectTimeline } from '../../api/time-and-language.ts'
import { counted, quote } from './quote.ts'

/** What has dates, or the dates of one subject, a line each. */
export function timelineText({ task_id, subjects, entries, total, next_uri }: SubjectTimeline): string {
  const isList = entries.length === 0
  const one = `lyra://tasks/${task_id}/timeline/<id or name, percent-encoded>`
  return [
    isList
      ? `${counted(total, 'subject')} of ${task_id} with dates:`
      : `${counted(total, 'dated event')}, oldest first:`,
    ...subjects.map(subjectLine),
    ...entries.map(entryLine),
    ...(next_uri === null ? [] : [`Next: ${next_uri}`]),
    ...(isList && subjects.length > 0 ? [`One of them: ${one}`] : []),
  ].join('\n')
}

function subjectLine({ type, id, subject, events, first, last }: SubjectTimeline['subjects'][number]): string {
  const name = subject === id ? '' : ` ${quote(subject)}`
  return `- ${type} ${quote(id)}${name}: ${counted(events, 'event')}, ${first} to ${last}`
}

function entryLine({ at, event, what, page_id, warc_record_id }: SubjectTimeline['entries'][number]): string {
  const where = [page_id, warc_record_id].filter((one) => one !== null).join(' ')
  return `- ${at ?? 'undated'} ${event}: ${quote(what)}${where === '' ? '' : ` (${where})`}`
}

export function languageGapsText({ task_id, gaps, total, next_uri }: LanguageGapsAnswer): string {
  return [
    `${counted(total, 'finding')} of ${task_id} told in one language only, or otherwise in the other:`,
    ...gaps.map(gapLine),
    ...(next_uri === null ? [] : [`Next: ${next_uri}`]),
  ].join('\n')
}

function gapLine(gap: LanguageGapsAnswer['gaps'][number]): string {
  const { queries_in_other: queries, pages_in_other: pages, other_language: other } = gap
  const found = `${gap.language}, ${counted(gap.sources, 'source')}`
  const looked = `${queries === 1 ? '1 query' : `${queries} queries`} and ${counted(pages, 'page')} in ${other}`
  return `- ${gap.gap} ${gap.finding_id} ${quote(gap.finding_text)} (${found})${against(gap)}; looked: ${looked}`
}

function against({
  gap,
  opposing_finding_id,
  opposing_text,
  other_language,
}: LanguageGapsAnswer['gaps'][number]): string {
  if (opposing_text !== undefined) return ` against ${opposing_finding_id} ${quote(opposing_text)} (${other_language})`
  return gap === 'contradicting' ? ` denied in ${other_language}` : ''
}
