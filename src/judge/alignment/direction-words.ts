import { contentWords, isJapanese } from '../rules/words.ts'
import { isQuestion } from './clauses.ts'
import type { AlignmentLexicon, Opposition } from './lexicon.ts'
import { deniesAnything } from './local-negation.ts'
import type { PreparedSentence, PreparedSource } from './prepared-source.ts'
import { type ListedWords, listedWords } from './word-lists.ts'

/** So many letters before and behind a word stand beside it. */
const BESIDE = 36
const BESIDE_WIDE = 24
/** Words that a sentence shares with the statement at least, to be about the same. */
const LEAST_SHARED = 2
const LEAST_BIGRAMS = 3
/** Of the sentences, nearest first, those that may turn a statement round. */
const NEAREST = 4

/** The same matter stands beside the one word in the statement and beside the other in the sentence. */
export function sharesBeside(statement: string, own: string, sentence: string, against: string): boolean {
  const mine = wordsBeside(statement, own)
  return [...wordsBeside(sentence, against)].some((word) => mine.has(word))
}

function wordsBeside(text: string, entry: string): ReadonlySet<string> {
  const lower = text.normalize('NFKC').toLowerCase()
  const at = lower.indexOf(entry.replace(/\*$/u, '').replaceAll('_', ' '))
  if (at < 0) return new Set()
  const reach = isJapanese(lower) ? BESIDE_WIDE : BESIDE
  const beside = contentWords(lower.slice(Math.max(0, at - reach), at + entry.length + reach))
  const itself = contentWords(entry)
  return new Set([...beside].filter((word) => !itself.has(word)))
}

/** A side that is denied is the other side: "not larger" is no "larger". */
export function sides({ one, other }: Opposition, words: ListedWords) {
  const [a, b] = [words.placed(one), words.placed(other)]
  const first = a.find(({ denied }) => !denied) ?? b.find(({ denied }) => denied)
  const second = b.find(({ denied }) => !denied) ?? a.find(({ denied }) => denied)
  return { one: first?.word, other: second?.word }
}

/** "More stalls" says greater, "more than 300" and "once more" do not. */
const compared = (text: string) =>
  text.replace(
    /(?<!once |any |no )\bmore (?!than (?:\d|[a-z]+ (?:hundred|thousand))|or less|and more)(?=\p{L})/giu,
    'greater ',
  )

/**
 * The nearest sentences that say anything of the matter say it the other way round, however few words they share with
 * the statement: what stands beside the two words is the same.
 */
export function leaningOtherwise(
  { oppositions }: AlignmentLexicon,
  statement: string,
  ranked: readonly PreparedSentence[],
): readonly [string, string] | null {
  if (deniesAnything(statement)) return null
  const own = contentWords(statement)
  const said = listedWords(compared(statement))
  const least = isJapanese(statement) ? LEAST_BIGRAMS : LEAST_SHARED
  const near = ranked.slice(0, NEAREST).filter(({ words, text }) => {
    if (isQuestion(text)) return false
    const shared = [...words].filter((word) => own.has(word)).length
    return shared >= least || (shared > 0 && sharesNumber(statement, text))
  })
  for (const opposition of oppositions) {
    if (opposition.inClause === true) continue
    const mine = sides(opposition, said)
    const isOne = mine.one !== undefined
    const word = mine.one ?? mine.other
    if (word === undefined || (isOne && mine.other !== undefined)) continue
    const told = near.map(({ text }) => ({ text, seen: sides(opposition, listedWords(compared(text))) }))
    if (told.some(({ seen }) => (isOne ? seen.one : seen.other) !== undefined)) continue
    for (const { text, seen } of told) {
      const against = isOne ? seen.other : seen.one
      if (against !== undefined && sharesBeside(compared(statement), word, compared(text), against))
        return [word, against]
    }
  }
  return null
}

const NUMBER = /(?<![\d.,])\d+(?:[.,]\d+)*(?!\d)/gu

/** 4.0, 2023: what tells one thing of a kind from another. */
export function sharesNumber(one: string, other: string): boolean {
  const own = new Set(one.normalize('NFKC').match(NUMBER))
  return (other.normalize('NFKC').match(NUMBER) ?? []).some((number) => own.has(number))
}

const REFUSED = /^(?:no\b|false\b|not (?:true|so|at all)|never\b|wrong\b|いいえ|誤り|違います|ちがいます|事実では)/iu
const QUESTION_COVERED = 0.6

/** The source asks what the statement says, and answers no. */
export function refusedQuestion(
  statement: string,
  { sentences }: PreparedSource,
  ranked: readonly PreparedSentence[],
): string | null {
  if (deniesAnything(statement)) return null
  const own = contentWords(statement)
  for (const { text, words, at } of ranked.slice(0, NEAREST)) {
    const next = sentences[at + 1]?.text ?? ''
    if (!isQuestion(text) || !REFUSED.test(next.trim()) || words.size === 0) continue
    if ([...words].filter((word) => own.has(word)).length >= QUESTION_COVERED * words.size) return text
  }
  return null
}
