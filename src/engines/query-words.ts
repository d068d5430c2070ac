/** A word of a query and its place in it. */
export interface QueryWord {
  readonly text: string
  readonly start: number
  readonly end: number
  /** Of a phrase, an exclusion or an operator: it stays as it was written. */
  readonly fixed: boolean
}

const TOKEN = /"[^"]{0,500}"|\S+/gu
const OPERATED = /^(?:["“+-]|(?:site|filetype|ext|intitle|after|before):)/iu
const segmenters = {
  ja: new Intl.Segmenter('ja', { granularity: 'word' }),
  en: new Intl.Segmenter('en', { granularity: 'word' }),
}

/** The words of a query as a reader parts them; Japanese has no spaces to part them by. */
export function queryWords(query: string, language: 'en' | 'ja'): readonly QueryWord[] {
  return [...query.matchAll(TOKEN)].flatMap(({ 0: token, index }): readonly QueryWord[] => {
    if (OPERATED.test(token)) return [{ text: token, start: index, end: index + token.length, fixed: true }]
    return [...segmenters[language].segment(token)]
      .filter(({ isWordLike }) => isWordLike === true)
      .map(({ segment, index: at }) => ({
        text: segment,
        start: index + at,
        end: index + at + segment.length,
        fixed: false,
      }))
  })
}
