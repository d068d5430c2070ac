import { createLruCache } from '../domain/lru-cache.ts'
import { dot } from '../domain/vector.ts'
import {
  drawsAlong,
  goesOnWithSpeech,
  isPartReadAsSpeech,
  isReadAsSpeech,
  isSegmentReadAsSpeech,
  isWorthReading,
  placesBeside,
  speaksToAMachine,
} from '../guard/l2-speech.ts'
import { createReadStated } from '../guard/read-stated.ts'
import { mayLeaveItsPage, speaksInPlace } from '../guard/speech-in-place.ts'
import { type SpeechSpan, speechSpans } from '../guard/speech-spans.ts'
import type { Embedder, Reader } from '../models/types.ts'

/**
 * Which of the sentences, in the order of their passage, may not be taken at their word, since they may speak to a
 * machine, or go on with one that does (L2, REQ 4.4.1).
 */
export type SpeechCheck = (
  sentences: readonly string[],
  signal?: AbortSignal,
  how?: {
    /** Not their parts as well, and only those whose words are in doubt. */
    readonly wholes?: boolean
    /** The title of their page, else the heading above them: what the sentences around them are about. */
    readonly about?: string | null
  },
) => Promise<readonly boolean[]>

/** Sentences come again with every claim that a passage is judged for. */
const REMEMBERED = 20_000

type SpeechReader = Pick<Reader, 'readSpeech'> & Partial<Pick<Reader, 'readSentences'>>

/** What is known of a sentence: that it may be speech, and that it is enough to draw its neighbours along. */
interface Told {
  readonly mayBe: boolean
  readonly draws: boolean
  /** As the reader heard it, and the plainest of its parts that may stand alone. */
  readonly read: number
  readonly part: number
}
const NOTHING: Told = { mayBe: false, draws: false, read: 0, part: 0 }

interface SpeechCheckOptions {
  /** All sentences are read, not only those whose words are in doubt. */
  readonly every?: boolean
  /** Null or absent: what a sentence is about is not asked. */
  readonly embedder?: Embedder | null
}

/** Asks the reader of the sentences and their parts that are in doubt, each once. */
export function createSpeechCheck(
  reader: SpeechReader,
  { every = false, embedder = null }: SpeechCheckOptions = {},
): SpeechCheck {
  const { readSentences } = reader
  const readStated = readSentences === undefined ? null : createReadStated({ readSentences })
  const known = createLruCache<Told>(REMEMBERED)

  const tell = async (
    sentences: readonly string[],
    wholes: boolean,
    signal?: AbortSignal,
  ): Promise<readonly Told[]> => {
    const how = wholes ? 'wholes' : 'with parts'
    const told = new Map<string, Told>()
    const open = [...new Set(sentences)].filter((one) => {
      const before = known.get(`${how} ${one}`)
      if (before !== undefined) told.set(one, before)
      return before === undefined && ((every && !wholes) || isWorthReading(one))
    })
    const parts = open.map((one) => (wholes ? [] : partsOf(one)))
    const read = await reader.readSpeech([...open, ...parts.flat().map(({ text }) => text)], signal)
    let next = open.length
    for (const [at, sentence] of open.entries()) {
      const own = parts[at] ?? []
      const shares = read.slice(next, next + own.length)
      next += own.length
      const one = toldBy(sentence, read[at] ?? 0, own, shares)
      told.set(sentence, one)
      known.set(`${how} ${sentence}`, one)
    }
    // Not from what is remembered: a flood of sentences makes it forget some of them before it is asked.
    return sentences.map((sentence) => told.get(sentence) ?? NOTHING)
  }

  return async (sentences, signal, { wholes = false, about = null } = {}) => {
    const alone = await tell(sentences, wholes, signal)
    const told = embedder === null || about === null ? alone : await inPlace(alone, sentences, about, embedder, signal)
    const beside = placesBeside(told.map(({ draws }) => draws)).filter((at) => told[at]?.mayBe === false)
    const stated =
      readStated === null || beside.length === 0
        ? []
        : await readStated(
            beside.map((at) => sentences[at] ?? ''),
            signal,
          )
    const goOn = new Set(beside.filter((_, at) => goesOnWithSpeech(stated[at] ?? 1)))
    return told.map(({ mayBe }, at) => mayBe || goOn.has(at))
  }
}

/** Sentences on either side whose speech tells of a sentence. */
const REACH = 2

/** The same where it is known what the page is about; only sentences of which the title can tell are asked. */
async function inPlace(
  told: readonly Told[],
  sentences: readonly string[],
  about: string,
  embedder: Embedder,
  signal?: AbortSignal,
): Promise<readonly Told[]> {
  const places = told.map(({ read, part }, at) => {
    const beside = [...told.slice(Math.max(0, at - REACH), at), ...told.slice(at + 1, at + 1 + REACH)]
    return { read, part, beside: Math.max(0, ...beside.map((one) => one.read)) }
  })
  const asked = [...places.entries()].filter(([at, place]) => told[at]?.mayBe === false && mayLeaveItsPage(place))
  if (asked.length === 0) return told
  const [title, ...meant] = await embedder.embed([about, ...asked.map(([at]) => sentences[at] ?? '')], signal)
  const left = asked.filter(([, place], index) => speaksInPlace(place, nearness(title, meant[index])))
  const leaving = new Set(left.map(([at]) => at))
  return told.map((one, at) => (leaving.has(at) ? { ...one, mayBe: true } : one))
}

function nearness(title: Float32Array | undefined, sentence: Float32Array | undefined): number {
  return title === undefined || sentence === undefined ? 0 : dot(title, sentence)
}

function toldBy(sentence: string, read: number, parts: readonly SpeechSpan[], shares: readonly number[]): Told {
  const isPart = parts.some((part, at) => isSpokenPart(part, shares[at] ?? 0))
  const own = shares.filter((_, at) => parts[at]?.kind !== 'clause')
  return {
    ...{ mayBe: isPart || isReadAsSpeech(sentence, read), draws: drawsAlong(sentence, read) },
    ...{ read, part: Math.max(0, ...own) },
  }
}

function partsOf(sentence: string): readonly SpeechSpan[] {
  return speechSpans(sentence).filter(({ text, kind }) => kind === 'aside' || isWorthReading(text))
}

function isSpokenPart({ text, kind }: SpeechSpan, read: number): boolean {
  return kind === 'segment' ? isSegmentReadAsSpeech(text, read) : isPartReadAsSpeech(read)
}

/** Of a bare name, a host or a date, of which the reader says little: its words alone tell. */
export function isDoubtfulName(value: string): boolean {
  return speaksToAMachine(value)
}
