import type { Alignment } from '../../judge/alignment/align-statement.ts'
import type { PreparedSentence } from '../../judge/alignment/prepared-source.ts'
import type {
  HeardExchange,
  HeardFidelity,
  HeardStance,
  StatementReadings,
} from '../../judge/alignment/statement-readings.ts'
import { withContext } from '../../judge/text-context.ts'
import type { StanceJudge, StanceVerdict } from '../../judge/types.ts'
import type { Fidelity } from '../../models/types.ts'

interface Asked {
  readonly text: string
  readonly language: string
}

/** Sentences that an exchanged statement is read beside. */
const BESIDE = 2

/** Who reads a statement. */
export interface StatementReaders {
  readonly stance: StanceJudge
  readonly fidelity: Fidelity | null
}

/** What the models hear of a statement: in passages, in single sentences, exchanged and turned round. */
export async function readStatement(
  { stance, fidelity }: StatementReaders,
  { text, language }: Asked,
  alignment: Alignment,
  title: string | null,
  signal: AbortSignal,
): Promise<StatementReadings> {
  const { near } = alignment
  const passages = [...new Map(near.map(({ passage }) => [passage.id, passage])).values()].map(
    ({ id, text: own, heading }) => ({ id, text: own, context: { title, heading } }),
  )
  const sentences = near.map(({ text: own, passage, at }) => ({
    ...{ id: `${passage.id} ${at}`, text: own, context: { title, heading: passage.heading } },
  }))
  const judged = (said: string, texts: typeof sentences) =>
    stance.judgeFragments({ text: said, language }, texts, signal)
  const inPassages = await judged(text, passages)
  const inSentences = await judged(text, sentences)
  const exchanged: HeardExchange[] = []
  for (const exchange of alignment.exchanges)
    exchanged.push({ exchange, ...strongest(await judged(exchange.text, sentences.slice(0, BESIDE))) })
  return {
    passages: strongest(inPassages),
    sentences: strongest(inSentences),
    beside: strongest(inSentences.slice(0, BESIDE)),
    exchanged,
    figureDiffers: largest([...inPassages, ...inSentences], FIGURE_DIFFERS),
    figureAgrees: largest([...inPassages, ...inSentences], FIGURE_AGREES),
    fidelity: fidelity === null ? null : await heardFidelity(fidelity, text, alignment, title, signal),
  }
}

/** The statement and what it might be exchanged for, each beside the nearest sentence and the nearest two. */
async function heardFidelity(
  fidelity: Fidelity,
  statement: string,
  { near, exchanges }: Alignment,
  title: string | null,
  signal: AbortSignal,
): Promise<HeardFidelity | null> {
  const [first] = near
  if (first === undefined) return null
  const { heading } = first.passage
  const told = (text: string) => withContext({ title, heading }, text)
  const both = told(inOrder(near.slice(0, BESIDE)))
  const claims = [statement, ...exchanges.map(({ text }) => text)]
  const [alone] = await fidelity.altered([{ evidence: told(first.text), claim: statement }], signal)
  const inBoth = await fidelity.altered(
    claims.map((claim) => ({ evidence: both, claim })),
    signal,
  )
  const own = inBoth[0]?.statement ?? 0
  return {
    word: alone?.word ?? 0,
    gains: exchanges.map((_, at) => own - (inBoth[at + 1]?.statement ?? own)),
  }
}

/** As they follow each other on the page. */
function inOrder(sentences: readonly PreparedSentence[]): string {
  const ordered = [...sentences].sort((a, b) => a.at - b.at).map(({ text }) => text)
  return ordered.join(ordered.some((text) => /[\u3040-\u30ff]/u.test(text)) ? '' : ' ')
}

/** Places among the signals of a verdict (STANCE_FEATURES). */
const FIGURE_AGREES = 4
const FIGURE_DIFFERS = 5

function largest(heard: readonly StanceVerdict[], at: number): number {
  return Math.max(0, ...heard.map(({ signals }) => signals?.[at] ?? 0))
}

function strongest(heard: readonly StanceVerdict[]): HeardStance {
  const most = (pick: 'supports' | 'refutes') => Math.max(0, ...heard.map(({ read, scores }) => (read ?? scores)[pick]))
  return { supports: most('supports'), refutes: most('refutes') }
}
