import { isJapaneseQuery } from './query-language.ts'

/**
 * REQ 3.1.7.5: fixed suffixes, nothing invented; the assistant designs the queries themselves. A Japanese query gets
 * all six that it names, `limitations` among them; of English it names only that one, and its 批判 and 反論 have their
 * counterparts here.
 */
const SUFFIXES = {
  ja: ['課題', '批判', '問題点', 'limitations', '反論', '誤り'],
  en: ['limitations', 'criticism', 'refuted'],
} as const

/** The query with each refutation suffix of its language; one that the query already carries is passed over. */
export function refutationQueries(query: string, language: string | null = null): readonly string[] {
  const plain = query.replace(/[\s\u3000]+/g, ' ').trim()
  if (plain === '') return []
  const japanese = language === null ? isJapaneseQuery(plain) : language === 'ja'
  const lower = plain.toLowerCase()
  return SUFFIXES[japanese ? 'ja' : 'en']
    .filter((suffix) => !lower.includes(suffix))
    .map((suffix) => `${plain} ${suffix}`)
}

/** Made by `refutationQueries`, or designed with one of its suffixes. */
export function isRefutingQuery(query: string): boolean {
  const lower = query.toLowerCase()
  return SUFFIXES[isJapaneseQuery(query) ? 'ja' : 'en'].some((suffix) => lower.includes(suffix))
}

/** The query without the suffixes at its end: what a refuting query is about. */
export function withoutRefutingWords(query: string): string {
  const suffixes: readonly string[] = [...SUFFIXES.ja, ...SUFFIXES.en]
  const words = query.split(' ')
  while (words.length > 1 && suffixes.includes(words.at(-1)?.toLowerCase() ?? '')) words.pop()
  return words.join(' ')
}
