import { dot } from '../domain/vector.ts'
import type { Embedder } from '../models/types.ts'
import type { TextInContext } from './same-quantity.ts'

/**
 * Cosine of the claim's title and each passage's; of the texts where there is none. Titles are few: each costs once.
 */
export async function titleSimilarities(
  embedder: Embedder,
  claim: TextInContext,
  passages: readonly { readonly evidence: TextInContext }[],
  signal?: AbortSignal,
): Promise<readonly number[]> {
  const titleOf = ({ context, text }: TextInContext) => context.title || text
  const [own, ...others] = await embedder.embed(
    [claim, ...passages.map(({ evidence }) => evidence)].map(titleOf),
    signal,
  )
  return others.map((other) => (own === undefined ? 0 : dot(own, other)))
}
