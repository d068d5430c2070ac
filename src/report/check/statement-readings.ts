import type { Alignment } from '../../judge/alignment/align-statement.ts'
import type { HeardExchange, HeardStance, StatementReadings } from '../../judge/alignment/statement-readings.ts'
import type { WordForWord } from '../../judge/alignment/word-for-word.ts'
import type { StanceJudge, StanceVerdict } from '../../judge/types.ts'

interface Asked {
  readonly text: string
  readonly language: string
}

/** Sentences that an exchanged statement is read beside. */
const BESIDE = 2

/** What the stance model hears of a statement: in passages, in single sentences, exchanged and turned round. */
export async function readStatement(
  stance: StanceJudge,
  { text, language }: Asked,
  alignment: Alignment,
  title: string | null,
  signal: AbortSignal,
): Promise<StatementReadings> {
  const { near } = alignment
  const passages = [...new Map(near.map(({ passage }) => [passage.id, passage])).values()].map(
    ({ id, text: own, heading }) => ({ id, text: own, context: { title, heading } }),
  )
  const sentences = near.map(({ said: own, passage, at }) => ({
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
    taken:
      alignment.taken === null
        ? null
        : strongest(await judged(alignment.taken.said, takenFrom(alignment.taken, title))),
    exchanged,
    figureDiffers: largest([...inPassages, ...inSentences], FIGURE_DIFFERS),
    figureAgrees: largest([...inPassages, ...inSentences], FIGURE_AGREES),
  }
}

function takenFrom({ seen, seenText }: WordForWord, title: string | null) {
  const { id, heading } = seen.passage
  return [{ id: `${id} ${seen.at} taken`, text: seenText, context: { title, heading } }]
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
