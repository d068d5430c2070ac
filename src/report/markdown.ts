import type { BlockedDomain } from '../api/get-status.ts'
import { onlyVisible } from '../domain/invisible.ts'
import { buildDocument } from './document/build-document.ts'
import type { Entry, Inline, Line, ReportDocument, ReportLanguage, Section, Text } from './document/document.ts'
import { escapeAddress } from './escape.ts'
import type { ReportData } from './report-data.ts'
import { wordsOf } from './words/words.ts'

/**
 * The evidence of a task as Markdown: what was found, what is disputed, what was set aside and why, every passage
 * cited.
 */
export function renderReport(
  material: ReportData,
  blocked: readonly BlockedDomain[],
  language: ReportLanguage = 'en',
): string {
  return markdownReport(buildDocument(material, { blocked, language }))
}

export function markdownReport(document: ReportDocument): string {
  const { head, sections } = markdownParts(document)
  const outline = sections.map(({ title, entries }, index) => `${index + 1}. ${title}: ${entries.length}`)
  const parts = [head, `## ${document.outlineTitle}`, outline.join('\n'), ...sections.map(sectionText)]
  return `${parts.join('\n\n')}\n`
}

/** A heading with its entries, each some lines of Markdown. */
export interface ReportSection {
  /** The heading in an address, the same in every language. */
  readonly name: string
  readonly title: string
  readonly entries: readonly (readonly string[])[]
  /** What stands where there are none. */
  readonly empty: string
}

export interface ReportParts {
  readonly head: string
  readonly sections: readonly ReportSection[]
}

export function sectionText({ title, entries, empty }: ReportSection): string {
  return [`## ${title}`, '', ...(entries.length === 0 ? [empty] : entries.flat())].join('\n')
}

export function reportParts(material: ReportData, blocked: readonly BlockedDomain[]): ReportParts {
  return markdownParts(buildDocument(material, { blocked, language: 'en' }))
}

export function markdownParts({ language, title, lead, sections }: ReportDocument): ReportParts {
  const quotes = wordsOf(language).quotes
  const write = (text: Text) => text.map((part) => inline(part, quotes)).join('')
  const head = [`# ${escaped(title)}`, ...lead.map(write)].join('\n\n')
  return { head, sections: sections.map((section) => markdownSection(section, write)) }
}

function markdownSection({ name, title, entries, empty }: Section, write: (text: Text) => string): ReportSection {
  const lines = (list: readonly Line[], depth: number): string[] =>
    list.flatMap((line) => [
      `${'  '.repeat(depth)}- ${write(line.text).trimEnd()}`,
      ...lines(line.lines ?? [], depth + 1),
    ])
  const entry = (one: Entry) => [`- ${write(one.head).trimEnd()}`, ...lines(one.lines, 1)]
  return { name, title, entries: entries.map(entry), empty }
}

function inline(part: Inline, [open = '', close = '']: readonly string[]): string {
  if (typeof part === 'string') return escaped(part)
  if ('strong' in part) return `**${escaped(part.strong)}**`
  if ('code' in part) return `\`${onlyVisible(part.code.replace(/[\s`]/gu, ''))}\``
  if ('quote' in part) return `${open}${escaped(part.quote)}${close}`
  if ('cite' in part) return part.cite.map((number) => `[${number}]`).join(' ')
  if ('address' in part) return escapeAddress(part.address)
  return escaped(part.words)
}

/** Web text in a report is data: it must not become markup, a link or an instruction block, nor steer a terminal. */
function escaped(text: string): string {
  return onlyVisible(text.replace(/\s+/gu, ' ')).replace(/[\\`*_[\]<>|#~]/gu, (character) => `\\${character}`)
}
