const JAPANESE_SCRIPT = /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}]/u
const KANA = /[\p{Script=Hiragana}\p{Script=Katakana}]/u

/**
 * Han without kana counts as Japanese: statistical detectors take short Japanese keyword queries for Chinese.
 */
export function isJapaneseQuery(query: string): boolean {
  return JAPANESE_SCRIPT.test(query)
}

/** The language a query is written in, as far as its script and the task's own language tell. */
export function languageOfQuery(query: string, ofTask?: string): string {
  if (ofTask === 'zh' && JAPANESE_SCRIPT.test(query) && !KANA.test(query)) return 'zh'
  if (isJapaneseQuery(query)) return 'ja'
  return ofTask === undefined || ofTask === 'ja' || ofTask === 'zh' ? 'en' : ofTask
}

/** One of the languages an engine offers; its first when the query's own is not among them. */
export function queryLanguage(query: string, offered: readonly string[], ofTask?: string): string {
  const wanted = languageOfQuery(query, ofTask)
  return offered.includes(wanted) ? wanted : (offered[0] ?? 'en')
}
