import { STANCE_RELATIONS } from '../../domain/claim.ts'
import { readCheckSet } from '../../models/check/check-set.ts'
import { vectorFigures } from '../../models/check/vector-figures.ts'
import type { Look, VerifyRooms } from './look.ts'
import type { VerifyList } from './verify-list.ts'

/** The models in use on some rows of the set that ships; `lyra models test` measures them on all of it. */
export function modelLooks({ research }: VerifyRooms, { models }: VerifyList): readonly Look[] {
  const { embedder, nli } = research
  return [
    {
      id: 'vectors',
      run: async ({ signal }) => {
        const rows = spread(readCheckSet().triples, models.triples)
        const texts = [
          ...rows.map(({ query }) => query),
          ...rows.map(({ near }) => near),
          ...rows.map(({ far }) => far),
        ]
        const { nearer } = vectorFigures(rows, await embedder.embed(texts, signal))
        const expected = `the passage that answers is the nearer one in ${models.least_vectors} of ${rows.length} cases`
        return {
          status: nearer >= models.least_vectors ? 'passed' : 'failed',
          expected,
          found: `${embedder.modelId}: ${nearer.toFixed(2)}`,
        }
      },
    },
    {
      id: 'stances',
      run: async ({ signal }) => {
        const pairs = spread(readCheckSet().pairs, models.pairs)
        const scores = await nli.judge(pairs, signal)
        const right = pairs.filter(({ label }, at) => {
          const score = scores[at]
          return score !== undefined && STANCE_RELATIONS.every((other) => score[label] >= score[other])
        }).length
        const share = right / Math.max(1, pairs.length)
        const expected = `${models.least_stances} of ${pairs.length} pairs right, three answers being possible`
        return {
          status: share >= models.least_stances ? 'passed' : 'failed',
          expected,
          found: `${nli.modelId}: ${share.toFixed(2)}`,
        }
      },
    },
  ]
}

/** So many of a list, evenly from its beginning to its end. */
function spread<T>(list: readonly T[], count: number): readonly T[] {
  const step = Math.max(1, list.length / count)
  return Array.from({ length: Math.min(count, list.length) }, (_, at) => list[Math.floor(at * step)] as T)
}
