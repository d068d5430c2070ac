const JAPANESE_SCRIPT = /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}]/u

/**
 * Han without kana counts as Japanese: statistical detectors take short Japanese keyword queries for Chinese.
 */
export function isJapaneseQuery(query: string): boolean {
  return JAPANESE_SCRIPT.test(query)
}

/** One of the languages an engine offers; its first when the query's own is not among them. */
export function queryLanguage(query: string, offered: readonly string[]): string {
  const wanted = isJapaneseQuery(query) ? 'ja' : 'en'
  return offered.includes(wanted) ? wanted : (offered[0] ?? 'en')
}
