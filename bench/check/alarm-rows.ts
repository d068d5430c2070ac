import { type AlarmFeatures, alarmFeatures } from '../../src/judge/alignment/alarm-features.ts'
import { measureStatements } from './measure-statements.ts'
import { readStatements, type WrittenStatement } from './statements.ts'

/** All that are not held back. */
export const SETS = ['small', 'small-2', 'small-3', 'unseen', 'near', 'fresh', 'open', 'open-2', 'open-3']
/** The reader has learned these worlds, so that what it hears of them flatters; the others count for more. */
const KNOWN_TO_READER = /^(?:open|fresh|near)/u
const STRANGE = 4

export interface Row {
  readonly world: string
  readonly set: string
  readonly kind: WrittenStatement['kind']
  readonly lang: string
  readonly weight: number
  /** Of each sentence of the statement beside the source that bears it out best. */
  readonly parts: readonly AlarmFeatures[]
}

/** All sets at once, so that each world is read once. Statements whose source is unknown are decided before. */
export async function rowsOfAll(
  root: string,
  sets: readonly string[],
  say: (line: string) => void,
): Promise<readonly Row[]> {
  const setOf = new Map(sets.flatMap((set) => readStatements(root, set).map((written) => [written, set] as const)))
  const all = await measureStatements(root, [...setOf.keys()], say)
  return all.flatMap(({ written, verdicts, sentences }) => {
    const parts = sentences.flatMap((compared) => {
      const seen = compared.map(({ alignment, readings }) => alarmFeatures(alignment, readings))
      return seen.sort((a, b) => awayFrom(a) - awayFrom(b)).slice(0, 1)
    })
    if (parts.length === 0 || verdicts.includes('source unknown')) return []
    const { kind, world, lang } = written
    const set = setOf.get(written) ?? ''
    return [{ set, world, kind, lang, weight: KNOWN_TO_READER.test(set) ? 1 : STRANGE, parts }]
  })
}

/** By no weight, so that a fit does not hang on the one before. */
const awayFrom = ({ lackNear, unlike, notSupported }: AlarmFeatures) => lackNear + unlike + notSupported
