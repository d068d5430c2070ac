import type { Page } from '../../domain/page.ts'
import { type Alignment, alignStatement } from '../../judge/alignment/align-statement.ts'
import { type AlignmentVerdict, type JudgedAlignment, judgeAlignment } from '../../judge/alignment/judge-alignment.ts'
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
  /** Nearness of the nearest passage of each gathered page. */
  readonly nearness?: ReadonlyMap<string, number>
}

export async function compareWithPages(
  { stance, texts, signal }: StatementParts,
  { text, language, vector, nearness = NOTHING_NEAR }: AskedStatement,
  pages: readonly Page[],
): Promise<ComparedPages> {
  const source = texts.prepared(pages)
  const similarities = await texts.similarities(pages, vector, signal)
  const title = pages.length === 1 ? (pages[0]?.title ?? null) : null
  const nearerElsewhere = elsewhereNearer(nearness, pages)
  const alignment = alignStatement({ statement: text, source, similarities, counts: texts.counts, nearerElsewhere })
  const readings = await readStatement(stance, { text, language }, alignment, title, signal)
  const judged = judgeAlignment(alignment, readings)
  return { ...judged, pages, alignment, readings }
}

const NOTHING_NEAR: ReadonlyMap<string, number> = new Map()

function elsewhereNearer(nearness: ReadonlyMap<string, number>, pages: readonly Page[]): number {
  const own = new Set(pages.map(({ id }) => id))
  const [mine, others] = [true, false].map((isOwn) =>
    [...nearness].flatMap(([id, value]) => (own.has(id) === isOwn ? [value] : [])),
  ) as [number[], number[]]
  if (others.length === 0) return 0
  // A page that is not told lies farther than all that are.
  return Math.max(...others) - (mine.length === 0 ? Math.min(...others) : Math.max(...mine))
}

const BEST_FIRST: readonly AlignmentVerdict[] = [
  'supported',
  'partly',
  'number differs',
  'quote differs',
  'contradicted',
  'not in the evidence',
]
const rank = ({ verdict }: Pick<ComparedPages, 'verdict'>) => BEST_FIRST.indexOf(verdict)

/** What bears the statement out best: of several places one is enough. */
export function bestOf(compared: readonly ComparedPages[]): ComparedPages | undefined {
  return [...compared].sort((a, b) => rank(a) - rank(b) || a.distance - b.distance)[0]
}

/** From this share of their words on a statement was taken from a sentence. */
const TAKEN_FROM = 0.7

/**
 * Of pages that nobody cited: what bears the statement out best, unless the sentence that it was taken from says the
 * opposite. A page that keeps less of its words does not speak for it then.
 */
export function nearestOf(compared: readonly ComparedPages[]): ComparedPages | undefined {
  const best = bestOf(compared)
  const keptIn = (one: ComparedPages | undefined) => one?.alignment.taken?.kept ?? 0
  const least = Math.max(TAKEN_FROM, keptIn(best))
  const turned = compared.filter(
    (one) => one.verdict === 'contradicted' && one.alignment.taken?.turned != null && keptIn(one) > least,
  )
  return turned.sort((a, b) => keptIn(b) - keptIn(a))[0] ?? best
}

/** The first bears a statement out, in whole or in part, and the second not as well. */
export function isBetter(first: ComparedPages, second: ComparedPages): boolean {
  return bearsOut(first) && rank(first) < rank(second)
}

export function bearsOut(compared: Pick<ComparedPages, 'verdict'>): boolean {
  return compared.verdict === 'supported' || compared.verdict === 'partly'
}
