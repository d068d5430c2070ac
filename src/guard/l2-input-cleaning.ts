import { type FoldedText, foldText } from '../domain/folded-text.ts'
import { splitSentences } from '../domain/sentences.ts'
import { isAttack, type WeighedPhrase } from './l2-attack-decision.ts'
import { DANGER_PATTERNS } from './l2-danger-patterns.ts'
import { deobfuscate } from './l2-deobfuscation.ts'
import { isMention, sentenceAround } from './l2-mention.ts'
import {
  besideSpeechIn,
  doubtsIn,
  isPlainSpeech,
  isReadAsPlain,
  NO_READINGS,
  type SpeechReadings,
  speechIn,
} from './l2-speech.ts'
import { removeTags, tagsIn } from './l2-tag-removal.ts'

export interface DangerFinding {
  readonly pattern: string
  /** Character in the text as it was given. */
  readonly position: number
  /**
   * `instruction`: an attack on the model that reads the page. `suspect`: an order that may also be meant for a person:
   * its sentence is kept out, the page is blamed for nothing. `mention`: the page speaks about such phrases.
   */
  readonly severity: 'instruction' | 'suspect' | 'mention'
}

interface CleanedInput {
  readonly text: string
  readonly cut: boolean
}

/** REQ 4.4.1 L2: the user part of a prompt has at most this many characters. */
const PROMPT_LIMIT = 4000

/** What may go into a prompt as data (REQ 4.4.1 L2). The stored fragment stays as it was read. */
export function cleanInput(text: string, limit: number = PROMPT_LIMIT): CleanedInput {
  // Folded by character; what stands in several (か and its mark) is put together here.
  const folded = foldText(text).text.normalize('NFKC')
  const untagged = removeTags(folded)
  const cut = untagged.length > limit
  return { text: cut ? sliceWhole(untagged, limit) : untagged, cut }
}

/** Never half of a surrogate pair. */
function sliceWhole(text: string, limit: number): string {
  const last = text.charCodeAt(limit - 1)
  return text.slice(0, last >= 0xd800 && last <= 0xdbff ? limit - 1 : limit)
}

const RANKS: readonly string[] = ['none', 'mention', 'suspect', 'instruction']
const INSTRUCTION_TAG = 'instruction_tag'

/** Characters; no phrase of the list is shorter (になりきれ), and a page may be made of lines that are. */
const SHORTEST_PHRASE = 5

export interface DangerMatch extends DangerFinding {
  /** Character in the text as it was given, behind the last one of the phrase. */
  readonly end: number
}

/** Phrases that try to steer whoever reads the text, in the order they stand. Never throws, never changes the text. */
export function detectDanger(text: string, readings: SpeechReadings = NO_READINGS): readonly DangerFinding[] {
  return dangerMatches(text, readings).map(({ end: _, ...finding }) => finding)
}

/** The same, with where each phrase or sentence ends. */
export function dangerMatches(text: string, readings: SpeechReadings = NO_READINGS): readonly DangerMatch[] {
  const phrases = phraseMatches(text).map((one) => unblamed(one, text, readings))
  // A sentence that a phrase keeps out already is told once.
  const isKnown = ({ position, end }: DangerMatch) =>
    phrases.some((one) => one.severity !== 'mention' && one.position < end && one.end > position)
  return [...phrases, ...speechMatches(text, readings).filter((one) => !isKnown(one))].sort(byPlace)
}

/**
 * "You can forget what you were told at school about commas": where the model that read the sentence hears nobody but
 * people spoken to, it is kept out all the same, and the page is blamed for nothing (REQ 4.4.1 L6).
 */
function unblamed(match: DangerMatch, text: string, readings: SpeechReadings): DangerMatch {
  if (match.severity !== 'instruction' || match.pattern !== SAID_TO_PEOPLE || readings.shares.size === 0) return match
  const sentence = splitSentences(text).find(({ start, end }) => start < match.end && end > match.position)
  const read = sentence === undefined ? undefined : readings.shares.get(sentence.text)
  return sentence !== undefined && read !== undefined && isReadAsPlain(sentence.text, read)
    ? { ...match, severity: 'suspect' }
    : match
}

/** The name under which a sentence is told that was read as speech to a machine. */
export const SPEECH = 'speech_to_machine'

/** Sentences that speak to a machine, whatever their words: kept out without blame for the page. */
function speechMatches(text: string, readings: SpeechReadings): readonly DangerMatch[] {
  const found = new Map<number, DangerMatch>()
  for (const { text: read, origin } of viewsOf(text))
    for (const { start, end } of speechIn(read, readings)) {
      const position = origin[start] ?? text.length
      found.set(position, { pattern: SPEECH, position, severity: 'suspect', end: origin[end] ?? text.length })
    }
  return [...found.values()]
}

/** As it is written, and as a reader takes it who overlooks the disguise. */
function viewsOf(text: string): readonly FoldedText[] {
  if (text.length < SHORTEST_PHRASE) return []
  const folded = foldText(text, 'withHidden')
  const bare = deobfuscate(folded)
  return bare.text === folded.text ? [folded] : [folded, bare]
}

/** Sentences that a larger model should read before the text is screened. */
export function sentencesInDoubt(text: string): readonly string[] {
  return viewsOf(text).flatMap((view) => doubtsIn(view.text))
}

/** Sentences beside those that these readings keep out. */
export function sentencesBeside(text: string, readings: SpeechReadings): readonly string[] {
  return viewsOf(text).flatMap((view) => besideSpeechIn(view.text, readings))
}

/** Known phrases alone. Read twice: as it is written, and as a reader takes it who overlooks the disguise. */
export function phraseMatches(text: string): readonly DangerMatch[] {
  const views = viewsOf(text)
  const found = new Map<string, DangerMatch>()
  for (const view of views)
    for (const match of matchesIn(view, text.length)) {
      const key = `${match.pattern}:${match.position}`
      if (RANKS.indexOf(match.severity) > RANKS.indexOf(found.get(key)?.severity ?? 'none')) found.set(key, match)
    }
  // For the audit log (L8): prompts and answers lose the tag, and by itself it orders nothing.
  const [asWritten] = views
  for (const { first, end } of asWritten === undefined ? [] : tagsIn(asWritten))
    found.set(`${INSTRUCTION_TAG}:${first}`, { pattern: INSTRUCTION_TAG, position: first, severity: 'mention', end })
  return [...found.values()].sort(byPlace)
}

function byPlace(a: DangerMatch, b: DangerMatch): number {
  return a.position - b.position || byName(a, b)
}

/** No pattern stands twice at one place. */
function byName(a: { readonly pattern: string }, b: { readonly pattern: string }): number {
  return a.pattern < b.pattern ? -1 : 1
}

function matchesIn({ text, origin }: FoldedText, length: number): readonly DangerMatch[] {
  const phrases = phrasesIn(text)
  return phrases.map(({ pattern, strength, at, end }, index) => {
    const kept = strength === 'mention' ? 'mention' : 'suspect'
    const severity = isAttack(phrases, index, text) ? 'instruction' : kept
    return { pattern, position: origin[at] ?? length, severity, end: origin[end] ?? length }
  })
}

/** In the order they stand. */
function phrasesIn(text: string): readonly WeighedPhrase[] {
  const phrases = DANGER_PATTERNS.flatMap(({ name: pattern, expression, strength }) =>
    [...text.matchAll(expression)].map(({ index: at, 0: { length } }): WeighedPhrase => {
      const end = at + length
      return { pattern, at, end, strength: isHarmless(text, pattern, at, end) ? 'mention' : strength }
    }),
  )
  return phrases.sort((a, b) => a.at - b.at || byName(a, b))
}

/** What is told to people as well: of a packet, a sign, an earlier letter. */
const SAID_TO_PEOPLE = 'ignore_instructions'
/** Letters around the phrase that tell of what it speaks; without them there is nothing to read. */
const LEAST_AROUND = 16

/** Spoken of, or said to people: "Ignore the instructions on the packet and soak the beans overnight." */
function isHarmless(text: string, pattern: string, at: number, end: number): boolean {
  if (isMention(text, at, end)) return true
  if (pattern !== SAID_TO_PEOPLE) return false
  const { before, after } = sentenceAround(text, at, end)
  const order = text.slice(at, end) + after
  // Also without what stands before it: a harmless sentence may lead up to an order.
  return before.length + after.length >= LEAST_AROUND && isPlainSpeech(order) && isPlainSpeech(before + order)
}
