import { isSuccess, type Outcome } from '../domain/outcome.ts'
import type { Identifier, Paper } from '../domain/paper.ts'
import type { AcademicSource, SourceAnswer, SourceCall } from './types.ts'

/** After these the source would refuse single look-ups just the same. */
const FINAL: readonly Outcome[] = [
  'rate_limited',
  'cooling_down',
  'blocked',
  'cancelled',
  'dns',
  'tls',
  'connection',
  'offline',
]

/**
 * Every identifier at every source: as one batch where the API has one, else one by one. A batch that fails for its own
 * sake (an archive without it, an address too long, a server error) is asked for one by one.
 */
export async function lookUpMany(
  sources: readonly AcademicSource[],
  identifiers: readonly Identifier[],
  call: SourceCall,
): Promise<readonly SourceAnswer<Paper>[]> {
  // Commas and bars part the values of a list; a DOI that has one is asked for by itself.
  const awkward = identifiers.filter(({ value }) => /[,|]/u.test(value))
  const plain = identifiers.filter((identifier) => !awkward.includes(identifier))
  const batched = await Promise.all(
    sources.map(async (source) =>
      source.lookUpBatch === undefined || plain.length < 2 ? null : source.lookUpBatch(plain, call),
    ),
  )
  const asked = sources.map((source, index) => ({ source, answer: batched[index] ?? null }))
  const answers = asked.flatMap(({ source, answer }) => (answer !== null && stands(source, answer) ? [answer] : []))
  const left = asked.flatMap(({ source, answer }) => (answer !== null && stands(source, answer) ? [] : [source]))
  for (const identifier of identifiers) {
    const one = awkward.includes(identifier) ? sources : left
    answers.push(...(await Promise.all(one.map((source) => source.lookUp(identifier, call)))))
  }
  return answers
}

/** The batch's answer is the source's last word: single look-ups would get no other. */
function stands({ freeLookUps }: AcademicSource, { outcome }: SourceAnswer<Paper>): boolean {
  return isSuccess(outcome) || (FINAL.includes(outcome) && freeLookUps !== true)
}
