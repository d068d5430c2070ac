import { splitSentences } from '../domain/sentences.ts'
import { featureValue, speechFeatures } from './speech-features.ts'
import { SPEECH_WEIGHTS as weights } from './speech-weights.ts'

/**
 * L2 (REQ 4.4.1), read rather than matched: how likely a sentence speaks to the machine that reads it or to whoever
 * runs that machine. Its weights were learned from written sentences (models/lyra-speech-mini).
 */

/** A sentence of a text that speaks to a machine. */
export interface Speech {
  readonly start: number
  readonly end: number
}

type Sentence = Speech & { readonly text: string }

/** What a larger model made of sentences, by their text. */
export interface SpeechReadings {
  /** Of those in doubt, how likely each is speech to a machine. */
  readonly shares: ReadonlyMap<string, number>
  /** Of those beside speech, how likely each states something that can be checked. */
  readonly stated: ReadonlyMap<string, number>
}
export type ReadSpeech = (sentences: readonly string[], signal?: AbortSignal) => Promise<readonly number[]>

/** How likely each sentence states something that can be checked, alone or in its place. */
export type ReadStated = (sentences: readonly string[], signal?: AbortSignal) => Promise<readonly number[]>

export const NO_READINGS: SpeechReadings = { shares: new Map(), stated: new Map() }

/** Letters that are read of one sentence: what is longer is a table or a flood, and its head tells what it is. */
const MOST_READ = 1200
const LEAST_READ = { english: 9, japanese: 5 }

/** Between 0 and 1; for one sentence. */
export function speechShare(sentence: string): number {
  const text = sentence.slice(0, MOST_READ)
  const isJapanese = /[\u3041-\u30ff\u4e00-\u9fff]/u.test(text)
  if (text.length < (isJapanese ? LEAST_READ.japanese : LEAST_READ.english)) return 0
  const features = speechFeatures(text)
  if (features.length === 0) return 0
  let sum = 0
  for (const feature of features) sum += weights.column[feature] ?? 0
  return 1 / (1 + Math.exp(-(weights.bias + sum * weights.unit * featureValue(features))))
}

/** From here on a sentence is kept out of the graph: the page is blamed for nothing, so a doubt is enough. */
const KEPT_OUT = weights.bars.kept_out
/** Beside one that is kept out: an order goes on in words that are harmless alone. */
const BESIDE = weights.bars.beside
/** From here on it stays where it stands and is no claim. */
const NO_CLAIM = weights.bars.no_claim

/** Whether a sentence may be speech to a machine: too doubtful to be kept out, and enough not to be claimed. */
export function speaksToAMachine(sentence: string): boolean {
  return speechShare(sentence) >= NO_CLAIM
}

function logOdds(share: number): number {
  const bounded = Math.min(1 - 1e-5, Math.max(1e-5, share))
  return Math.log(bounded / (1 - bounded))
}

/** How likely a sentence is speech to a machine after a larger model has read it, too. */
function afterReading(sentence: string, read: number): number {
  const { own, read: other, bias } = weights.together
  return 1 / (1 + Math.exp(-(own * logOdds(speechShare(sentence)) + other * logOdds(read) + bias)))
}

/** Whether a sentence that a larger model has read is in too much doubt to be claimed or to speak for a claim. */
export function isReadAsSpeech(sentence: string, read: number): boolean {
  return afterReading(sentence, read) >= weights.bars.read_silent || read >= weights.bars.head_silent
}

/** The same of a part of a sentence: parts are many, and a harmless one is soon misread alone. */
export function isPartReadAsSpeech(read: number): boolean {
  return read >= weights.bars.part_silent
}

/** The same of a part that may be a sentence of its own: its words tell more than those of a clause. */
export function isSegmentReadAsSpeech(segment: string, read: number): boolean {
  return isPartReadAsSpeech(read) || afterReading(segment, read) >= weights.bars.segment_silent
}

/** Whether an assistant is not shown a sentence: surer than that it may not speak, and less than to keep it out. */
export function isWithheld(sentence: string, read: number | undefined): boolean {
  if (read === undefined) return speechShare(sentence) >= KEPT_OUT
  if (afterReading(sentence, read) >= weights.bars.withheld) return true
  return isWorthReading(sentence) && read >= weights.bars.head_withheld
}

/** Whether it is so plainly speech that what beside it states nothing is not shown either. */
export function drawsWithheld(read: number | undefined): boolean {
  return read !== undefined && read >= weights.bars.withheld_draws
}

/** The same of an aside, or of what may be a sentence of its own: the whole sentence goes with it. */
export function isPartWithheld(part: string, read: number | undefined): boolean {
  return read !== undefined && afterReading(part, read) >= weights.bars.part_withheld
}

/** Whether it is plain enough that what stands beside it may go on with it. */
export function drawsAlong(sentence: string, read: number): boolean {
  return afterReading(sentence, read) >= weights.bars.draws_along
}

/** Sentences on either side of speech that may go on with it. */
const REACH = 2

/** Places that stand beside speech and are none themselves. */
export function placesBeside(speaks: readonly boolean[]): readonly number[] {
  return [...speaks.keys()].filter(
    (at) => speaks[at] !== true && speaks.slice(Math.max(0, at - REACH), at + REACH + 1).includes(true),
  )
}

/**
 * Beside speech, a sentence that plainly states nothing goes on with it ("That list was drawn up in haste."), whatever
 * it says alone; a fact stays, or an order beside it could silence it.
 */
export function goesOnWithSpeech(stated: number): boolean {
  return stated < weights.bars.stated
}

/** Below this a sentence with the words of an order is one to people: a recipe, a form, a manual. */
const PLAIN = weights.bars.plain

/** Whether nothing but single words of the sentence could be meant for a machine. */
export function isPlainSpeech(sentence: string): boolean {
  return speechShare(sentence) < PLAIN
}

/** The same after a larger model has read it: neither the one nor both together hear a machine spoken to. */
export function isReadAsPlain(sentence: string, read: number): boolean {
  return read < NO_CLAIM && afterReading(sentence, read) < NO_CLAIM
}

/** The sentences of a text that speak to a machine, in the order they stand. */
export function speechIn(text: string, readings: SpeechReadings = NO_READINGS): readonly Speech[] {
  const found = spokenIn(sentencesIn(text), readings)
  const joined = joinedLines(text)
  return joined === null ? found : merged([...found, ...spokenIn(splitSentences(joined), readings)])
}

/** From here on a sentence is worth the larger model's time. */
const WORTH_READING = weights.bars.worth_reading

export function isWorthReading(sentence: string): boolean {
  return speechShare(sentence) >= WORTH_READING
}

/** The sentences of a text that a larger model should read before it is screened. */
export function doubtsIn(text: string): readonly string[] {
  const joined = joinedLines(text)
  const sentences = joined === null ? sentencesIn(text) : [...sentencesIn(text), ...splitSentences(joined)]
  return sentences.map((one) => one.text).filter(isWorthReading)
}

/** What is left between cells where the signs of a table are read over. */
const BETWEEN_CELLS = '   '

/** Line by line, since a page may be made of empty ones; of a table cell by cell. */
function sentencesIn(text: string): readonly Sentence[] {
  const found: Sentence[] = []
  let from = 0
  for (let at = 0; at <= text.length; at += 1) {
    if (at < text.length && text[at] !== '\n' && text[at] !== '|' && !text.startsWith(BETWEEN_CELLS, at)) continue
    if (at - from >= LEAST_READ.japanese)
      for (const one of splitSentences(text.slice(from, at)))
        found.push({ text: one.text, start: from + one.start, end: from + one.end })
    from = at + 1
  }
  return found
}

/** From here on the larger model's word keeps a sentence out; beside one that is, a smaller doubt is enough. */
const { read_out: READ_OUT, read_beside: READ_BESIDE } = weights.bars

function spokenIn(sentences: readonly Sentence[], readings: SpeechReadings): readonly Speech[] {
  const shares = sentences.map(({ text }) => {
    const read = readings.shares.get(text)
    if (read === undefined) return speechShare(text)
    const share = afterReading(text, read)
    return share >= READ_OUT ? 1 : share >= READ_BESIDE ? BESIDE : 0
  })
  const isOut = shares.map((share) => share >= KEPT_OUT)
  if (!isOut.includes(true)) return []
  for (const order of [shares.keys(), [...shares.keys()].reverse()])
    for (const at of order)
      if ((shares[at] ?? 0) >= BESIDE && (isOut[at - 1] === true || isOut[at + 1] === true)) isOut[at] = true
  const goesOn = placesBeside(isOut).filter((at) => {
    const stated = readings.stated.get(sentences[at]?.text ?? '')
    return stated !== undefined && goesOnWithSpeech(stated)
  })
  return sentences.filter((_, at) => isOut[at] || goesOn.includes(at)).map(({ start, end }) => ({ start, end }))
}

/** Sentences beside those that are kept out, of which it has to be read whether they state something. */
export function besideSpeechIn(text: string, readings: SpeechReadings): readonly string[] {
  const out = new Set(speechIn(text, readings).map(({ start }) => start))
  if (out.size === 0) return []
  const sentences = sentencesIn(text)
  const speaks = sentences.map(({ start }) => out.has(start))
  return placesBeside(speaks).flatMap((at) => sentences[at]?.text ?? [])
}

/** A list or a table with a few words a line: an order may be spread over them. Null where lines are sentences. */
const SHORT_LINE = 40

function joinedLines(text: string): string | null {
  const lines = text.split('\n')
  const written = lines.filter((line) => line.length > 1)
  if (written.length < 2 || written.length < lines.length / 2 || text.length / lines.length > SHORT_LINE) return null
  // As many characters as before, so that places stay.
  return text.replace(/[\n|•・*]/gu, ' ')
}

function merged(spans: readonly Speech[]): readonly Speech[] {
  const ordered = [...spans].sort((a, b) => a.start - b.start || b.end - a.end)
  const kept: Speech[] = []
  for (const span of ordered) {
    const last = kept.at(-1)
    if (last !== undefined && span.start < last.end) {
      kept[kept.length - 1] = { start: last.start, end: Math.max(last.end, span.end) }
      continue
    }
    kept.push(span)
  }
  return kept
}
