import { LyraError } from '../domain/errors.ts'
import type { HubConnection } from '../hub/connection.ts'
import { noteRead } from '../hub/note-read.ts'
import { findWords } from '../hub/search/find-words.ts'
import { indexTexts, indexVectors } from '../hub/search/index-texts.ts'
import { takePositionals } from './arguments.ts'
import type { Call, Result } from './command.ts'
import { plural, printable, table } from './text.ts'

const MOST = 10

/** What came from workers without an analyser, or of an older one. */
export async function indexHub(hub: HubConnection): Promise<{ readonly texts: number; readonly vectors: number }> {
  const { openTerms } = await import('../app/text-terms.ts')
  const terms = await openTerms()
  return { texts: await indexTexts(hub, terms, null), vectors: await indexVectors(hub, null) }
}

/** `lyra hub find <words>`: full text over all tasks that the user may see. */
export async function hubFind(call: Call, words: readonly string[], hub: HubConnection): Promise<Result> {
  const [query] = takePositionals(words, ['words'], 'hub find')
  const target = call.flags.text('target') ?? 'claims'
  if (target !== 'claims' && target !== 'fragments')
    throw new LyraError('INVALID_PARAMS', '--target is claims or fragments')
  const taskId = call.flags.text('task') ?? null
  const { openTerms } = await import('../app/text-terms.ts')
  await noteRead(hub, 'find_texts', taskId ?? '')
  const { hits, totalSearched, missing, wordless } = await findWords(hub, await openTerms(), {
    ...{ words: query, taskId, topK: MOST },
    target: target === 'claims' ? 'claim' : 'fragment',
  })
  if (wordless) throw new LyraError('INVALID_PARAMS', 'There is no word to look for')
  const results = hits.map(({ id, score, text }) => ({
    ...{ id, text_preview: [...text].slice(0, 200).join(''), score: Number(score.toPrecision(4)) },
  }))
  const rows = results.map(({ score, text_preview }) => [String(score), printable(text_preview)])
  const text = rows.length === 0 ? 'Nothing found.' : table(rows, { columns: ['score', 'text'], widest: 110 })
  const aside = missing === 0 ? undefined : `${plural(missing, 'text')} not indexed yet`
  const document = { ok: true, results, total_searched: totalSearched, not_indexed: missing }
  return { document, text, ...(aside === undefined ? {} : { aside }) }
}
