import { inTurns, type Steps } from '../../domain/in-turns.ts'
import type { Fragment } from '../../domain/page.ts'
import { splitSentences } from '../../domain/sentences.ts'
import { statementsOf } from '../../judge/statements.ts'
import type { Embedder } from '../../models/types.ts'

export interface StatementText {
  readonly text: string
  readonly vector: Float32Array
}

/** Characters and sentences whose statements are read in one go; more only where a sentence is longer. */
const AT_ONCE = 1000
const SENTENCES_AT_ONCE = 20

/** What `statementsOf` gives, some sentences at a time. */
function* readingStatements(text: string): Steps<string> {
  const lines: string[] = []
  for (const line of text.split('\n')) {
    const stated: string[] = []
    let from = 0
    let sentences = 0
    for (const { end } of splitSentences(line)) {
      sentences += 1
      if (end - from < AT_ONCE && sentences < SENTENCES_AT_ONCE && end < line.length) continue
      stated.push(statementsOf(line.slice(from, end)))
      from = end
      sentences = 0
      yield
    }
    stated.push(statementsOf(line.slice(from)))
    lines.push(stated.filter((part) => part !== '').join(' '))
  }
  return lines.filter((line) => line.trim() !== '').join('\n')
}

function* mixedTexts(fragments: readonly Fragment[]): Steps<readonly { readonly id: string; readonly text: string }[]> {
  const mixed: { readonly id: string; readonly text: string }[] = []
  for (const { id, text_content: text } of fragments) {
    const statements = yield* readingStatements(text)
    if (statements !== '' && statements.length < text.trim().length) mixed.push({ id, text: statements })
    yield
  }
  return mixed
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
  const mixed = await inTurns(mixedTexts(fragments))
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
