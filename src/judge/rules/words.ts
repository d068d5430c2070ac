import { nfkcKeepingNumbers } from '../../domain/nfkc-keeping-numbers.ts'

const JAPANESE = /[\u3040-\u30ff\u3400-\u9fff]/

export function isJapanese(text: string): boolean {
  return JAPANESE.test(text)
}

const STOP_WORDS = new Set(
  (
    'a an the of in on at to for from by with and or but nor as is are was were be been being do does did ' +
    'has have had having ' +
    'it its this that these those they their them he she his her we our you your i not no than then there ' +
    'here which who whom whose ' +
    'what when where while if so such can could may might will would shall should must into onto over under ' +
    'between among during ' +
    'within without about against per via more most less least also both each any all some other others only ' +
    'very minimum maximum'
  ).split(' '),
)

/** Crude on purpose: enough to see that "reduced", "reduces" and "reduction" are one word. */
function stem(word: string): string {
  const bare = word.replace(/['’]s$/, '').replace(/(ations|ation|ings|ing|ies|ied|ions|ion|edly|ed|es|ly|s|e)$/, '')
  return (bare.length >= 3 ? bare : word).slice(0, 7)
}

export interface PlacedWord {
  readonly word: string
  /** Where it stands in the folded text. */
  readonly at: number
}

/** Words that carry the topic, in their order: stems in English, kanji and katakana bigrams in Japanese. */
export function placedWords(text: string): readonly PlacedWord[] {
  const folded = nfkcKeepingNumbers(text).toLowerCase()
  const words: PlacedWord[] = []
  for (const { 0: word, index } of folded.matchAll(
    /[\p{Script=Latin}\p{Script=Greek}][\p{L}\p{N}'’+-]*|\d[\d.,]{0,40}[a-z]+/gu,
  ))
    if (word.length > 1 && !STOP_WORDS.has(word)) words.push({ word: stem(word), at: index })
  for (const { 0: run, index } of folded.matchAll(/[\p{Script=Han}々]+|[\p{Script=Katakana}ー]+/gu)) {
    if (run.length === 1) words.push({ word: run, at: index })
    for (let i = 0; i + 2 <= run.length; i += 1) words.push({ word: run.slice(i, i + 2), at: index + i })
  }
  return words
}

/** The words that carry the topic, each once. */
export function contentWords(text: string): ReadonlySet<string> {
  return new Set(placedWords(text).map(({ word }) => word))
}

/** Share of the claim's topic words that the evidence has too, 0..1. */
export function coverage(claim: string, evidence: string): number {
  const wanted = contentWords(claim)
  if (wanted.size === 0) return 0
  const present = contentWords(evidence)
  let shared = 0
  for (const word of wanted) if (present.has(word)) shared += 1
  return shared / wanted.size
}

/** Of all topic words of either text the share that both have, 0..1. */
export function wordsShared(first: string, second: string): number {
  const [a, b] = [contentWords(first), contentWords(second)]
  const all = new Set([...a, ...b]).size
  return all === 0 ? 0 : [...a].filter((word) => b.has(word)).length / all
}
