import { RESOURCE_TOKENS } from '../api/fields.ts'
import { reportUri } from '../api/resource-uris.ts'
import { LyraError } from '../domain/errors.ts'
import { estimateTokens } from '../domain/token-estimate.ts'
import { type ReportParts, type ReportSection, sectionText } from './markdown.ts'

export interface ReportPage {
  readonly markdown: string
  /** Address of the page that follows. */
  readonly next: string | null
}

/** The title, then what there is to read and where; a short report follows whole. */
export function outlinePage(taskId: string, { head, sections }: ReportParts): ReportPage {
  const whole = sections.map(sectionText).join('\n\n')
  const lines = sections.map(
    ({ name, title, entries }) => `- ${title}: ${entries.length}, <${reportUri(taskId, name)}>`,
  )
  const outline = [head, '', '## Outline', '', ...lines].join('\n')
  const fits = estimateTokens(outline) + estimateTokens(whole) <= RESOURCE_TOKENS
  const body = fits ? whole : 'Read the sections that you need by their addresses; each page names the next one.'
  return { markdown: `${outline}\n\n${body}\n`, next: null }
}

/** Entries of one section from `from` on, and one line for each source that they cite, so that a page stands alone. */
export function sectionPage(
  taskId: string,
  { sections }: ReportParts,
  { name, from }: { readonly name: string; readonly from: number },
): ReportPage {
  const section = sections.find((one) => one.name === name)
  if (section === undefined) throw noSection(name, sections)
  const sources = section.name === CITATIONS ? [] : (sections.find((one) => one.name === CITATIONS)?.entries ?? [])
  const shown = entriesThatFit(section, sources, from)
  const end = from + shown.entries.length
  const next = end < section.entries.length ? reportUri(taskId, name, end) : null
  const page: ReportSection = { ...section, entries: shown.entries }
  const markdown = [
    sectionText(page),
    ...(shown.cited.length === 0 ? [] : [['### Sources cited here', '', ...shown.cited].join('\n')]),
    placeOf(section, from, end, next),
  ].join('\n\n')
  return { markdown: `${markdown}\n`, next }
}

const CITATIONS = 'citations'

function noSection(name: string, sections: readonly ReportSection[]): LyraError {
  const known = sections.map((one) => one.name).join(', ')
  return new LyraError('NOT_FOUND', `The report has no section ${name.slice(0, 80)}`, { hint: `There are: ${known}` })
}

function placeOf({ entries }: ReportSection, from: number, end: number, next: string | null): string {
  if (from >= entries.length && entries.length > 0) return `There are only ${entries.length} entries.`
  const place = `Entries ${entries.length === 0 ? 0 : from + 1} to ${end} of ${entries.length}.`
  return next === null ? place : `${place} Next page: <${next}>`
}

/** At least one, so that every page leads on. */
function entriesThatFit(section: ReportSection, sources: ReportSection['entries'], from: number) {
  const entries: (readonly string[])[] = []
  const cited = new Map<number, string>()
  let tokens = 0
  for (const entry of section.entries.slice(from)) {
    const fresh = citedNumbers(entry)
      .filter((number) => !cited.has(number))
      .flatMap((number) =>
        sources[number - 1]?.[0] === undefined ? [] : [[number, sources[number - 1]?.[0] ?? ''] as const],
      )
    tokens += estimateTokens([...entry, ...fresh.map(([, line]) => line)].join('\n'))
    if (entries.length > 0 && tokens > RESOURCE_TOKENS) break
    entries.push(entry)
    for (const [number, line] of fresh) cited.set(number, line)
  }
  return { entries, cited: [...cited].sort(([a], [b]) => a - b).map(([, line]) => line) }
}

/** `[12]`, unless the bracket is escaped, as it is in words of a page. */
function citedNumbers(lines: readonly string[]): readonly number[] {
  const numbers = [...lines.join('\n').matchAll(/(?<!\\)\[(\d+)\]/gu)].map((match) => Number(match[1]))
  return [...new Set(numbers)]
}
