import type { Page } from '../../domain/page.ts'
import { type Alignment, alignStatement } from '../../judge/alignment/align-statement.ts'
import { type JudgedAlignment, judgeAlignment } from '../../judge/alignment/judge-alignment.ts'
import type { StanceJudge } from '../../judge/types.ts'
import type { SourceTexts } from './source-texts.ts'

/** A statement beside one page. */
export interface ComparedPage extends JudgedAlignment {
  readonly page: Page
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

export async function compareWithPage(
  { stance, texts, signal }: StatementParts,
  { text, language, vector }: AskedStatement,
  page: Page,
): Promise<ComparedPage> {
  const source = texts.prepared(page)
  const similarities = await texts.similarities(page, vector, signal)
  const alignment = alignStatement({ statement: text, source, similarities, counts: texts.counts })
  const passages = [...new Map(alignment.near.map(({ passage }) => [passage.id, passage])).values()]
  const heard = await stance.judgeFragments(
    { text, language },
    passages.map(({ id, text: own, heading }) => ({ id, text: own, context: { title: page.title, heading } })),
    signal,
  )
  const strongest = (pick: 'supports' | 'refutes') =>
    Math.max(0, ...heard.map(({ read, scores }) => (read ?? scores)[pick]))
  const judged = judgeAlignment(alignment, { supports: strongest('supports'), refutes: strongest('refutes') })
  return { ...judged, page, alignment }
}

/** The page that bears the statement out best: of several sources one is enough. */
export function bestOf(compared: readonly ComparedPage[]): ComparedPage | undefined {
  const order: readonly string[] = [
    'supported',
    'partly',
    'number differs',
    'quote differs',
    'contradicted',
    'not in the evidence',
  ]
  const place = ({ verdict }: ComparedPage) => order.indexOf(verdict)
  return [...compared].sort((a, b) => place(a) - place(b) || a.distance - b.distance)[0]
}
