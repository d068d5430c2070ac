import type { Page } from '../../domain/page.ts'
import { type Alignment, alignStatement } from '../../judge/alignment/align-statement.ts'
import { type JudgedAlignment, judgeAlignment } from '../../judge/alignment/judge-alignment.ts'
import type { StanceJudge } from '../../judge/types.ts'
import type { SourceTexts } from './source-texts.ts'

/** A statement beside one page, or beside several that it cites together. */
export interface ComparedPages extends JudgedAlignment {
  readonly pages: readonly Page[]
  readonly alignment: Alignment
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
  const passages = [...new Map(alignment.near.map(({ passage }) => [passage.id, passage])).values()]
  const heard = await stance.judgeFragments(
    { text, language },
    passages.map(({ id, text: own, heading }) => ({ id, text: own, context: { title, heading } })),
    signal,
  )
  const strongest = (pick: 'supports' | 'refutes') =>
    Math.max(0, ...heard.map(({ read, scores }) => (read ?? scores)[pick]))
  const judged = judgeAlignment(alignment, { supports: strongest('supports'), refutes: strongest('refutes') })
  return { ...judged, pages, alignment }
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
