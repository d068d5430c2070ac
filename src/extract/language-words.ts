/**
 * Words that carry no meaning and stand in every other sentence; those that several languages share tell the least and
 * are few.
 */
const LITTLE_WORDS: Readonly<Record<string, string>> = {
  en:
    'the of and to in is that for was with as on are by this be from it at an have has which not or were you ' +
    'your we our their they his her but can will been more about',
  de:
    'der die und das ist von den mit nicht ein eine für auf des dem im sich auch wird als zu sie einer bei ' +
    'nach wie aus oder werden zum zur wir haben',
  fr:
    'le la les des et est une du dans pour que qui sur pas par au avec sont ce plus vous nous cette aux ou ' +
    'mais ont leur elle être',
  es: 'el la los las de que y en un una por con para es del se al como más su sus este esta pero lo ha son fue',
  pt: 'o os as de que e do da em um uma para com não no na por mais dos das ao se foi como são pelo pela você também',
  it:
    'il lo la gli di che e un una per con non del della dei delle sono è si da nel nella alla anche come più ' +
    'questo questa',
  nl:
    'de het een en van is dat op te in met voor niet zijn aan ook als bij door naar wordt worden deze maar nog ' +
    'om hebben',
  sv: 'och att det som en på är av för med inte till den har de ett om från var kan',
  da: 'og at det som en på er af for med ikke til den har de et om fra var kan vi der',
  pl: 'i w na z nie do się że to jest jak za od po dla oraz przez są tego ale',
}
const BY_WORD = new Map<string, string[]>()
for (const [language, words] of Object.entries(LITTLE_WORDS)) {
  for (const word of words.split(' ')) BY_WORD.set(word, [...(BY_WORD.get(word) ?? []), language])
}
/** Little words that a text must have at the least: a heading with one "de" is of no language. */
const FEWEST = 4

/**
 * The language whose little words make up a good part of the text, clearly more than any other's; null when none does.
 */
export function languageByWords(text: string): string | null {
  const counts = new Map<string, number>()
  let words = 0
  for (const word of text.toLowerCase().match(/[a-z\u00c0-\u024f]+/g) ?? []) {
    words += 1
    const languages = BY_WORD.get(word)
    if (languages !== undefined) for (const language of languages) counts.set(language, (counts.get(language) ?? 0) + 1)
  }
  let best: string | null = null
  let most = 0
  let next = 0
  for (const [language, count] of counts) {
    if (count > most) {
      next = most
      most = count
      best = language
    } else next = Math.max(next, count)
  }
  return most >= FEWEST && most >= words * 0.1 && most >= next * 1.6 ? best : null
}

const SCRIPTS: readonly (readonly [language: string, letters: RegExp])[] = [
  ['el', /[\u0370-\u03ff]/g],
  ['ru', /[\u0400-\u04ff]/g],
  ['he', /[\u0590-\u05ff]/g],
  ['ar', /[\u0600-\u06ff]/g],
  ['hi', /[\u0900-\u097f]/g],
  ['th', /[\u0e00-\u0e7f]/g],
  ['ko', /[\uac00-\ud7af]/g],
  ['zh', /[\u4e00-\u9fff]/g],
]

/** The language that the script of most letters stands for; null for Latin letters. Kana make a text Japanese. */
export function languageByScript(text: string): string | null {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: everything beyond Latin is what is asked for
  if (!/[^\u0000-\u036f\u1e00-\u2fff]/.test(text)) return null
  const latin = count(text, /[A-Za-z\u00c0-\u024f]/g)
  const kana = count(text, /[\u3041-\u3096\u30a1-\u30fa]/g)
  if (kana > 0 && (kana + count(text, /[\u4e00-\u9fff]/g)) * 2 >= latin) return 'ja'
  let best: string | null = null
  let most = latin
  for (const [language, letters] of SCRIPTS) {
    const found = count(text, letters)
    if (found > most) {
      most = found
      best = language
    }
  }
  if (best !== 'ru') return best
  return /[іїєґ]/i.test(text) ? 'uk' : best
}

function count(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0
}
