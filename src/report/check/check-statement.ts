import type { Page } from '../../domain/page.ts'
import { type Alignment, alignStatement } from '../../judge/alignment/align-statement.ts'
import { type JudgedAlignment, judgeAlignment } from '../../judge/alignment/judge-alignment.ts'
import type { StatementReadings } from '../../judge/alignment/statement-readings.ts'
import type { StanceJudge } from '../../judge/types.ts'
import type { SourceTexts } from './source-texts.ts'
import { readStatement } from './statement-readings.ts'

/** A statement beside one page, or beside several that it cites together. */
export interface ComparedPages extends JudgedAlignment {
  readonly pages: readonly Page[]
  readonly alignment: Alignment
  readonly readings: StatementReadings
}

export interface StatementParts {
  readonly stance: StanceJudge
  readonly texts: SourceTexts
  readonly signal: AbortSignal
}

interface AskedStatement {
  readonly text: string
  readonly language: string
  readonly vector: Float32Array
}

export async function compareWithPages(
  { stance, texts, signal }: StatementParts,
  { text, language, vector }: AskedStatement,
  pages: readonly Page[],
): Promise<ComparedPages> {
  const source = texts.prepared(pages)
  const similarities = await texts.similarities(pages, vector, signal)
  const title = pages.length === 1 ? (pages[0]?.title ?? null) : null
  const alignment = alignStatement({ statement: text, source, similarities, counts: texts.counts })
  const readings = await readStatement(stance, { text, language }, alignment, title, signal)
  const judged = judgeAlignment(alignment, readings)
  return { ...judged, pages, alignment, readings }
}

/** What bears the statement out best: of several places one is enough. */
export function bestOf(compared: readonly ComparedPages[]): ComparedPages | undefined {
  const order: readonly string[] = [
    'supported',
    'partly',
    'number differs',
    'quote differs',
    'contradicted',
    'not in the evidence',
  ]
  const place = ({ verdict }: ComparedPages) => order.indexOf(verdict)
  return [...compared].sort((a, b) => place(a) - place(b) || a.distance - b.distance)[0]
}
