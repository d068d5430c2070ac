import { isJapaneseQuery } from './query-language.ts'

/** REQ 3.1.7.5: fixed suffixes, nothing invented; the assistant designs the queries themselves. */
const SUFFIXES = {
  ja: ['反論', '批判', '問題点', '課題', '誤り'],
  en: ['limitations', 'criticism', 'refuted', 'problems', 'errors'],
} as const

const MOST = 3

/** The query with refutation suffixes, at most three; a suffix the query already carries is passed over. */
export function refutationQueries(query: string, language: string | null = null): readonly string[] {
  const plain = query.replace(/[\s\u3000]+/g, ' ').trim()
  if (plain === '') return []
  const japanese = language === null ? isJapaneseQuery(plain) : language === 'ja'
  const lower = plain.toLowerCase()
  return SUFFIXES[japanese ? 'ja' : 'en']
    .filter((suffix) => !lower.includes(suffix))
    .slice(0, MOST)
    .map((suffix) => `${plain} ${suffix}`)
}
