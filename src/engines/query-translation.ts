import { z } from 'zod'
import type { AskModel } from '../domain/ask-model.ts'
import { normaliseQuery } from './normalise-query.ts'
import { isJapaneseQuery } from './query-language.ts'

export type TranslatedQuery =
  | { readonly ok: true; readonly query: string }
  /** What the model said is not used, and why. */
  | { readonly ok: false; readonly reason: string }

export type TranslateQuery = (query: string, signal?: AbortSignal) => Promise<TranslatedQuery>

/** A longer answer is an explanation, no query. */
const LONGEST_MIRROR = 200
const answerSchema = z.strictObject({ query: z.string().trim().min(1).max(LONGEST_MIRROR) })
const LANGUAGES = { ja: 'Japanese', en: 'English' } as const

/**
 * REQ 3.1.1: the same query in the other language, translated by the local model and by nothing else. Operators are not
 * translated but put back as they were; an answer that is no translation is dropped by name.
 */
export function createQueryTranslator(options: { readonly ask: AskModel; readonly prompt: string }): TranslateQuery {
  return async (query, signal) => {
    const { words, operators } = takeApart(query)
    if (words === '') return refused('there are no words to translate')
    const target = isJapaneseQuery(words) ? 'en' : 'ja'
    const answer = await options.ask(
      {
        instruction: options.prompt.replaceAll('{{language}}', LANGUAGES[target]),
        data: words,
        schema: z.toJSONSchema(answerSchema),
        expectedLength: LONGEST_MIRROR,
      },
      signal,
    )
    if (!answer.ok) return refused(`the local model did not answer (${answer.detail})`)
    const translated = readAnswer(answer.text)
    const problem = translated === null ? 'the answer is not of the asked form' : flaw(words, translated, target)
    return problem === null ? { ok: true, query: [translated, ...operators].join(' ') } : refused(problem)
  }
}

/**
 * Words are translated, phrases as plain words; sites, types and dates stay; exclusions name words of the other
 * language.
 */
function takeApart(query: string): { readonly words: string; readonly operators: readonly string[] } {
  const { query: words, dropped } = normaliseQuery({}, query)
  return { words, operators: dropped.filter((token) => /^-?(site|filetype|ext|after|before):/i.test(token)) }
}

function readAnswer(text: string): string | null {
  try {
    const parsed = answerSchema.safeParse(JSON.parse(text))
    return parsed.success ? parsed.data.query.replace(/\s+/g, ' ') : null
  } catch {
    return null
  }
}

function flaw(words: string, translated: string, target: 'ja' | 'en'): string | null {
  if (isJapaneseQuery(translated) !== (target === 'ja')) return `the answer is not ${LANGUAGES[target]}`
  if (normaliseQuery({}, translated).dropped.length > 0 || /:\/\//.test(translated)) return 'the answer adds operators'
  const figures = (text: string) => (text.normalize('NFKC').match(/\d+/g) ?? []).sort().join(' ')
  if (figures(words) !== figures(translated)) return 'the answer changes a figure'
  return null
}

function refused(reason: string): TranslatedQuery {
  return { ok: false, reason }
}
