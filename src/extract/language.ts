export type LanguageDetector = (text: string) => string | null

/** Too short for letter statistics: keep to what the script says. */
const SHORTEST = 20

/** Kana first: detectors take Japanese headlines of kanji alone, and keyword strings, for Chinese. */
export async function createLanguageDetector(): Promise<LanguageDetector> {
  const { eld } = await import('eld/small')
  return (text) => {
    const sample = text.slice(0, 2000)
    const kana = count(sample, /[\u3041-\u3096\u30a1-\u30fa]/g)
    const han = count(sample, /[\u4e00-\u9fff]/g)
    const hangul = count(sample, /[\uac00-\ud7af]/g)
    const latin = count(sample, /[A-Za-z\u00c0-\u024f]/g)
    if (kana > 0 && (kana + han) * 2 >= latin) return 'ja'
    if (hangul > latin && hangul > han) return 'ko'
    if (sample.length < SHORTEST && latin === 0) return null
    const guess = eld.detect(sample)
    if (sample.length < SHORTEST * 2 && !guess.isReliable()) return null
    return guess.language === '' ? null : guess.language
  }
}

function count(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0
}
