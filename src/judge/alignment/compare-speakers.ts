import { contentWords, isJapanese } from '../rules/words.ts'
import { bareLetters, quotedWords } from './compare-quotes.ts'
import { ENGLISH } from './lexicon-english.ts'
import { JAPANESE } from './lexicon-japanese.ts'
import { fold, type PreparedSentence, type PreparedSource } from './prepared-source.ts'
import { pairsOf, statedNames } from './stated-names.ts'
import type { WordCounts } from './word-counts.ts'

const ACCORDING =
  /\baccording to (?<who>[^,.;:()"“”]{2,80})|\bin the (?:view|words|opinion) of (?<other>[^,.;:()"“”]{2,80})/iu
/** "...", said its chief engineer. */
const INVERTED =
  /[”"],?\s(?:said|says|replied|added|told|explained|wrote|warned|insisted)\s(?<who>[^,.;:()"“”]{2,60})/iu
/** Up to the verb of speech stands who speaks, where nothing else parts the two. */
const LONGEST_SPEAKER = 7
const PRONOUN = /^(?:he|she|it|they|who|this|that)$/iu
const NO_SPEAKER = /^(?:not|no|which|where|when|as|if|because|instead|while|there|and|but)$/iu
const FIRST_PERSON = /\b(?:our|we|us|my|i)\b/iu
const JAPANESE_SOURCE =
  /(?<who>[^、。「」『』()（）\s]{2,24}?)(?:によると|によれば|の(?:試算|調査|推計|集計|計測|発表|説明|見方|推定|検査)で)/u
const JAPANESE_SUBJECT = /(?<who>[^、。「」『』()（）\s]{2,24}?)(?:は|が)[、「]?/u

interface Speaker {
  readonly text: string
  readonly names: readonly string[]
  /** "He said", "our figures show": to be looked for elsewhere. */
  readonly stands: 'named' | 'role' | 'before' | 'self'
}

/** The statement says who, and the source says another: the two. */
export function compareSpeakers(
  statement: string,
  source: PreparedSource,
  best: PreparedSentence | undefined,
  counts: WordCounts,
): readonly [string, string] | null {
  const quoted = sentenceOfQuote(statement, source)
  const told = quoted ?? best
  if (told === undefined || isJapanese(statement) !== source.isJapanese) return null
  const speaks = quoted !== undefined && source.isJapanese && SPOKEN.test(statement)
  const other = speaks ? otherSubject(statement, quoted.text) : null
  const said = speakerOf(statement)
  if (said === null || other !== null) return other
  const seen = speakerOf(told.text)
  if (said.stands === 'named' && isStranger(said, source, counts)) return [said.text, seen?.text ?? siteOf(source)]
  if (seen === null || said.stands === 'before' || said.stands === 'self') return null
  const differ = [said.text, seen.text] as const
  if (said.names.length > 0 && seen.names.length > 0)
    return said.names.some((name) => told.folded.includes(name)) ? null : differ
  const own = contentWords(said.text)
  const shares = (text: string) => [...contentWords(text)].some((word) => own.has(word))
  if (shares(told.text)) return null
  if (seen.stands === 'self') return source.isJapanese || shares(source.frame) ? null : differ
  if (seen.stands === 'before') {
    const before = source.sentences.slice(Math.max(0, told.at - 2), told.at)
    return before.some(({ text }) => shares(text)) || shares(source.frame) ? null : differ
  }
  // "The company says" may be whoever the page names; "Gerald Sime says" is no council.
  if (seen.stands === 'role') return said.names.some((name) => source.folded.includes(name)) ? null : differ
  // "The director says", where the source calls the one who says it a director somewhere.
  const isCalled = ({ folded, text }: PreparedSentence) =>
    seen.names.some((one) => folded.includes(one)) && shares(text)
  return shares(source.frame) || source.sentences.some(isCalled) ? null : differ
}

/** Quoted as what somebody said, not as a name. */
const SPOKEN = /[」』](?:など)?と/u
const QUOTED = /[「『][^「」『』]{0,400}[」』]/gu

/** Of words in quotation marks the one subject shares nothing with the sentence that the other is in. */
function otherSubject(statement: string, sentence: string): readonly [string, string] | null {
  const [mine, theirs] = [statement, sentence].map((text) => text.replace(QUOTED, ''))
  const who = JAPANESE_SUBJECT.exec((mine ?? '').replace(/^と/u, ''))?.groups?.who
  if (who === undefined || theirs === undefined) return null
  const known = pairsOf(who).filter((pair) => /^[\p{Script=Han}\p{Script=Katakana}ー]{2}$/u.test(pair))
  return known.length === 0 || known.some((pair) => theirs.includes(pair)) ? null : [who, theirs.trim()]
}

/** Whom so many of the texts name need not be named by each. */
const KNOWN_TO_ALL = 0.3

/** The rarest part of the name stands nowhere in the source, nor in what is known of it. */
function isStranger({ text }: Speaker, { folded, isJapanese: wide }: PreparedSource, counts: WordCounts): boolean {
  const names = statedNames(wide ? `${text}は` : text, counts.isName).flatMap(({ pieces }) => pieces)
  const rated = names.map((name) => ({ name, count: counts.count(name.toLowerCase()) }))
  const least = Math.min(...rated.map(({ count }) => count))
  if (rated.length === 0 || least >= KNOWN_TO_ALL * counts.texts) return false
  const absent = ({ name }: { readonly name: string }) => !folded.includes(name.toLowerCase())
  return wide ? rated.every(absent) : rated.filter(({ count }) => count === least).every(absent)
}

const siteOf = ({ frame }: PreparedSource) => frame.split('\n').find((line) => line !== '') ?? ''

function sentenceOfQuote(statement: string, source: PreparedSource): PreparedSentence | undefined {
  const [quote] = quotedWords(statement)
  if (quote === undefined) return undefined
  const letters = bareLetters(quote)
  return source.sentences.find(({ text }) => bareLetters(text).includes(letters))
}

export function speakerOf(text: string): Speaker | null {
  return isJapanese(text) ? japaneseSpeaker(text) : englishSpeaker(text)
}

function englishSpeaker(text: string): Speaker | null {
  const named = ACCORDING.exec(text)?.groups
  const after = named?.who ?? named?.other
  if (after !== undefined) return speaker(after)
  const behind = INVERTED.exec(text)?.groups?.who
  if (behind !== undefined) return speaker(behind)
  const plain = text.replace(/[“"][^“”"]{0,400}[”"]/gu, ' ')
  const words = [...plain.matchAll(/[\p{L}\p{N}][\p{L}\p{N}'’-]*|[,;:]/gu)].map(([word]) => word)
  const verb = words.findIndex((word, at) => isSpeech(word) && !PASSIVE.test(words[at - 1] ?? ''))
  if (verb < 1 || /^(?:the|a|an|of|its|their)$/iu.test(words[verb - 1] ?? '')) return null
  const cut = words.slice(0, verb).findLastIndex((word) => /^[,;:]$/u.test(word))
  const who = words.slice(cut + 1, verb)
  return who.length === 0 || who.length > LONGEST_SPEAKER ? null : speaker(who.join(' '))
}

/** "Methane was not measured": nobody is said to speak. */
const PASSIVE = /^(?:is|are|was|were|be|been|being|not)$/iu

function isSpeech(word: string): boolean {
  const lower = word.toLowerCase()
  return ENGLISH.speech.some((entry) => (entry.endsWith('*') ? lower.startsWith(entry.slice(0, -1)) : lower === entry))
}

function speaker(given: string): Speaker | null {
  const text = given.trim()
  const words = text.split(/\s+/u)
  if (/\d/u.test(text) || NO_SPEAKER.test(words[0] ?? '')) return null
  const names = statedNames(`x ${text}`).flatMap(({ pieces }) => pieces)
  if (FIRST_PERSON.test(text)) return { text, names: [], stands: 'self' }
  if (words.some((word) => PRONOUN.test(word)) || contentWords(text).size === 0)
    return { text, names: [], stands: 'before' }
  return { text, names, stands: names.length > 0 ? 'named' : 'role' }
}

function japaneseSpeaker(text: string): Speaker | null {
  const source = JAPANESE_SOURCE.exec(text)?.groups?.who
  const speaks = JAPANESE.speech.some((entry) => text.includes(`と${entry}`))
  const who = source ?? (speaks ? JAPANESE_SUBJECT.exec(text)?.groups?.who : undefined)
  if (who === undefined || /[を\d]/u.test(who)) return null
  if (/^(?:当|本|弊|我|私)/u.test(who)) return { text: who, names: [], stands: 'self' }
  if (/^同/u.test(who)) return { text: who, names: [], stands: 'before' }
  const names = statedNames(fold(`${who}は`)).flatMap(({ pieces }) => pieces)
  if (names.length > 0) return { text: who, names, stands: 'named' }
  // 商協によると: a body that no list of endings knows.
  return source !== undefined && /^[\p{Script=Han}]{2,12}$/u.test(who)
    ? { text: who, names: pairsOf(fold(who)), stands: 'named' }
    : null
}
