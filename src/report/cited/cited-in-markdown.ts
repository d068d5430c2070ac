import { type CitedPassage, type CitedReport, inOrder, passageOf } from './cited-report.ts'

export function citedInMarkdown(report: string): CitedReport {
  const text = report.replace(/\r\n?/gu, '\n')
  return { used: usedNumbers(text), listed: citedPassages(text) }
}

/** One entry of the list of sources, as `citationEntries` writes it: three lines. */
const SOURCE_LINE = /^- \[(?<number>\d+)\] .*<(?<url>[^<>\s]+)>/u
const EXCERPT_LINE = /^ {2}- (?<quoted>[“"「].*[”"」])$/u

function citedPassages(report: string): ReadonlyMap<number, CitedPassage> {
  const passages = new Map<number, CitedPassage>()
  const lines = report.split('\n')
  for (const [index, line] of lines.entries()) {
    const source = SOURCE_LINE.exec(line)?.groups
    const quoted = source === undefined ? undefined : EXCERPT_LINE.exec(lines[index + 1] ?? '')?.groups?.quoted
    const place = lines[index + 2] ?? ''
    if (quoted === undefined || !place.startsWith('  - ')) continue
    const codes = place.split('`').filter((_, at) => at % 2 === 1)
    const passage = passageOf({ url: source?.url ?? '', quoted: withoutEscapes(quoted), codes })
    if (passage !== null) passages.set(Number(source?.number), passage)
  }
  return passages
}

function usedNumbers(report: string): readonly number[] {
  return inOrder([...report.matchAll(/(?<!\\)\[(\d+)\]/gu)].map((match) => Number(match[1])))
}

function withoutEscapes(text: string): string {
  return text.replace(/\\([\\`*_[\]<>|#~])/gu, '$1')
}
