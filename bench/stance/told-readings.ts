import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { StanceRelation } from '../../src/domain/claim.ts'
import type { QuantityReading } from '../../src/judge/same-quantity.ts'
import { type CheapFeature, measureFirst, measureSecond, type StanceFeatures } from '../../src/judge/stance-features.ts'
import type { StanceScore } from '../../src/models/types.ts'

/** A sentence that a search showed for a claim, and what a reader said of it that had not seen its world. */
export interface ToldSentence {
  readonly world: string
  readonly edge: string
  readonly right: StanceRelation
  readonly cheap: Readonly<Record<CheapFeature, number>>
  /** Null where nobody reads it. */
  readonly features: StanceFeatures | null
}

/** A row of searched-questions.ts. */
interface Question extends Omit<ToldSentence, 'features'> {
  readonly quantity: QuantityReading
  readonly gate: number
}

type Answer = readonly [number, number, number]

/** As pair_texts.py has it: below this nobody reads a candidate, and the reader is not taught it. */
const UNREAD = 0.985

/**
 * `<set>.questions.jsonl` of searched-questions.ts, and of each fold `<fold>.<set>.jsonl` of pair_tune.py: what the
 * reader says that was not taught these worlds, by row of what was taught.
 */
export function readTold(folder: string): readonly ToldSentence[] {
  const files = readdirSync(folder)
  const sets = files.flatMap((name) =>
    name.endsWith('.questions.jsonl') ? [name.slice(0, -'.questions.jsonl'.length)] : [],
  )
  return sets.flatMap((set) => {
    const questions = lines<Question>(join(folder, `${set}.questions.jsonl`))
    const taught = questions.filter(({ gate, right }) => gate < UNREAD || right !== 'neutral')
    const answers = new Map(
      files
        .filter((name) => name.endsWith(`.${set}.jsonl`))
        .flatMap((name) => lines<{ row: number; answers: readonly Answer[] }>(join(folder, name)))
        .map((one) => [taught[one.row], one.answers]),
    )
    return questions.map((question) => {
      const { quantity, gate, ...rest } = question
      const said = answers.get(question)
      return { ...rest, features: gate < UNREAD && said !== undefined ? featuresOf(question, said) : null }
    })
  })
}

function featuresOf({ cheap, quantity }: Question, answers: readonly Answer[]): StanceFeatures {
  const [model, reverse, alone] = answers.map(scoreOf)
  if (model === undefined || reverse === undefined || alone === undefined) throw new Error('three answers are needed')
  const { similarity, titleSimilarity, figureShared: shared } = cheap
  const figures = { shared, other: cheap.figureOther === 1, dateFits: cheap.dateFits === 1 }
  const first = measureFirst({
    ...{ model, similarity, titleSimilarity, quantity },
    figures: { ...figures, dateDiffers: cheap.dateDiffers === 1 },
  })
  return measureSecond(first, { reverse, alone })
}

function scoreOf([supports, refutes, neutral]: Answer): StanceScore {
  return { supports, refutes, neutral }
}

function lines<T>(file: string): T[] {
  const text = readFileSync(file, 'utf8').split('\n')
  return text.filter((line) => line.trim() !== '').map((line) => JSON.parse(line))
}
