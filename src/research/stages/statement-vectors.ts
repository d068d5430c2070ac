import type { Fragment } from '../../domain/page.ts'
import { statementsOf } from '../../judge/statements.ts'
import type { Embedder } from '../../models/types.ts'

export interface StatementText {
  readonly text: string
  readonly vector: Float32Array
}

/**
 * The fragments that also ask or order, as they are without it: such words give no rank and take none, and bring no
 * fragment nearer to a claim. Else a question put between two sentences of a page could push them under a cut (L2, REQ
 * 4.4.1).
 */
export async function embedStatements(
  { embedder }: { readonly embedder: Embedder },
  fragments: readonly Fragment[],
  signal: AbortSignal,
): Promise<ReadonlyMap<string, StatementText>> {
  const mixed = fragments.flatMap(({ id, text_content: text }) => {
    const statements = statementsOf(text)
    return statements === '' || statements.length >= text.trim().length ? [] : [{ id, text: statements }]
  })
  const vectors = await embedder.embed(
    mixed.map(({ text }) => text),
    signal,
  )
  return new Map(
    mixed.flatMap(({ id, text }, index) => {
      const vector = vectors[index]
      return vector === undefined ? [] : [[id, { text, vector }] as const]
    }),
  )
}
