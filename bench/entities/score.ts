import type { RecognisedName } from '../../src/domain/entity.ts'
import { LABELS, type Label, type LabelledSentence } from './labelled.ts'

/** Right, found too much, and missed. */
export interface Counts {
  right: number
  wrong: number
  missed: number
}

export interface SentenceScore {
  /** Same characters and same kind. */
  readonly exact: Counts
  /** Some of the same characters and same kind. */
  readonly overlap: Counts
  readonly byKind: Readonly<Record<Label, Counts>>
}

export function scoreSentences(
  sentences: readonly LabelledSentence[],
  recognise: (text: string) => readonly RecognisedName[],
  onWrong: (text: string, missed: readonly string[], wrong: readonly string[]) => void,
): SentenceScore {
  const none = (): Counts => ({ right: 0, wrong: 0, missed: 0 })
  const kinds = Object.keys(LABELS) as Label[]
  const score = {
    exact: none(),
    overlap: none(),
    byKind: Object.fromEntries(kinds.map((kind) => [kind, none()])) as Record<Label, Counts>,
  }
  for (const { text, entities } of sentences) {
    const found = recognise(text)
    const isExact = (one: RecognisedName, label: Span) =>
      one.kind === LABELS[label.kind] && one.start === label.start && one.end === label.end
    const touches = (one: RecognisedName, label: Span) =>
      one.kind === LABELS[label.kind] && one.start < label.end && label.start < one.end
    count(score.exact, found, entities, isExact)
    count(score.overlap, found, entities, touches)
    for (const kind of kinds)
      count(
        score.byKind[kind],
        found.filter((one) => one.kind === LABELS[kind]),
        entities.filter((one) => one.kind === kind),
        isExact,
      )
    const missed = entities.filter((label) => !found.some((one) => isExact(one, label)))
    const wrong = found.filter((one) => !entities.some((label) => isExact(one, label)))
    if (missed.length + wrong.length > 0)
      onWrong(
        text,
        missed.map((one) => `${one.text} (${one.kind})`),
        wrong.map((one) => `${one.text} (${one.kind})`),
      )
  }
  return score
}

type Span = LabelledSentence['entities'][number]

function count(
  counts: Counts,
  found: readonly RecognisedName[],
  labels: readonly Span[],
  agrees: (one: RecognisedName, label: Span) => boolean,
): void {
  counts.right += labels.filter((label) => found.some((one) => agrees(one, label))).length
  counts.missed += labels.filter((label) => !found.some((one) => agrees(one, label))).length
  counts.wrong += found.filter((one) => !labels.some((label) => agrees(one, label))).length
}

export function precision({ right, wrong }: Counts): number | null {
  return right + wrong === 0 ? null : rounded(right / (right + wrong))
}

export function recall({ right, missed }: Counts): number | null {
  return right + missed === 0 ? null : rounded(right / (right + missed))
}

export function rounded(value: number): number {
  return Math.round(value * 1000) / 1000
}
