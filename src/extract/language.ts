import { languageByScript, languageByWords } from './language-words.ts'
import { letterStatistics } from './letter-statistics.ts'

export type LanguageDetector = (text: string) => string | null

/** Too short for letter statistics: keep to what the script says. */
const SHORTEST = 20
/** Characters shown to the detector: the rest of a text is in the same language. */
const LONGEST = 4000

/**
 * Kana first: detectors take Japanese headlines of kanji alone, and keyword strings, for Chinese. Where the little
 * words or the script of the page's own text settle its language, the letter statistics are not even loaded (30 MB): a
 * fragment is then of that language, or of the one its own little words or script show.
 */
export async function createLanguageDetector(sample: string | null = null): Promise<LanguageDetector> {
  const settled = sample === null ? null : settledLanguage(sample.slice(0, LONGEST))
  if (settled !== null) return (text) => (text === sample ? settled : languageOf(text.slice(0, LONGEST), settled))
  const statistics = await letterStatistics()
  return (text) => {
    const start = text.slice(0, LONGEST)
    const known = languageByScript(start)
    if (known === 'ja' || known === 'ko') return known
    if (start.length < SHORTEST && !/[A-Za-z\u00c0-\u024f]/.test(start)) return null
    const guess = statistics.detect(start)
    if (start.length < SHORTEST * 2 && !guess.isReliable()) return null
    return guess.language === '' ? null : guess.language
  }
}

/** Enough text to be sure without statistics. */
const ENOUGH = 60
/** Scripts of one language; Cyrillic, Arabic and Devanagari letters are those of several. */
const OWN_SCRIPT = /^(?:ja|ko|zh|el|he|th)$/

function settledLanguage(sample: string): string | null {
  const script = languageByScript(sample)
  if (script === 'ja' || script === 'ko') return script
  if (sample.length < ENOUGH) return null
  if (script !== null) return OWN_SCRIPT.test(script) ? script : null
  return languageByWords(sample)
}

function languageOf(text: string, page: string): string | null {
  const script = languageByScript(text)
  // Kanji without kana on a Japanese page are a Japanese name or title.
  if (script !== null) return script === 'zh' && page === 'ja' ? 'ja' : script
  if (text.length < SHORTEST) return null
  return languageByWords(text)
}
