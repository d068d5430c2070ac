import { sha256 } from '../domain/ids.ts'
import { createLruCache } from '../domain/lru-cache.ts'
import { softmax } from '../domain/softmax.ts'
import { lanesFor, mapConcurrently } from './concurrent-map.ts'
import { findModel, findReaderModel, type ModelPlaces, SENTENCE_KINDS } from './model-folder.ts'
import { boundText, openModel } from './onnx-session.ts'
import { cutPair, type NliOptions, scoreOf } from './pair-input.ts'
import type { Reader, SentenceReading, StanceReading } from './types.ts'

const SHIPPED_READER = 'lyra-reader-mini'

/** The reader beside the stance model of that name: the model itself where it is one, else the shipped one. */
export function readerFor(nli: string, places: ModelPlaces): string {
  return findModel(nli, places).config.task === 'reader' ? nli : SHIPPED_READER
}

/** Read where nothing stands before a sentence: an empty first text is no pair for the tokenizer. */
const NOTHING_BEFORE = '.'

/**
 * Readings kept. Sentences come again with every claim of their passage and every search that keeps it, and a passage
 * without a title is read alone and in its place as the same text: 7 in 100 readings of a task are repeated ones.
 */
const REMEMBERED = 8192

/** One encoder with four heads: stance of a pair, same quantity of a pair, kind of a sentence, speech to a machine. */
export function createReader(options: NliOptions): Reader {
  const model = findReaderModel(options.model, options)
  const { labels, sentence_kinds: kinds, outputs, temperatures, max_length: limit } = model.config
  const open = openModel(model, options.threads)
  const lanes = lanesFor(options.threads)

  async function encode(first: string, second: string, signal?: AbortSignal) {
    signal?.throwIfAborted()
    const loaded = await open()
    return { loaded, encoded: cutPair(loaded.encodePair(boundText(first), boundText(second)), limit) }
  }

  const recent = createLruCache<unknown>(REMEMBERED)
  /** What was read before is not read again: a text gives the same whenever it is read. */
  async function once<R>(head: keyof typeof outputs, first: string, second: string, read: () => Promise<R>) {
    const key = sha256(`${head}\u0000${first}\u0000${second}`)
    const before = recent.get(key)
    if (before !== undefined) return before as R
    const reading = await read()
    recent.set(key, reading)
    return reading
  }

  async function readStance(evidence: string, claim: string, signal?: AbortSignal): Promise<StanceReading> {
    const { loaded, encoded } = await encode(evidence, claim, signal)
    const { data, hidden: values } = await loaded.runHidden(encoded, outputs.stance)
    const scores = scoreOf(labels, softmax([...data], temperatures.stance))
    return loaded.hiddenLayer === null ? scores : { ...scores, hidden: { layer: loaded.hiddenLayer, values } }
  }

  function ask(head: keyof typeof outputs, first: string, second: string, signal?: AbortSignal) {
    return once(head, first, second, async () => {
      const { loaded, encoded } = await encode(first, second, signal)
      return softmax([...(await loaded.run(encoded, outputs[head]))], temperatures[head])
    })
  }

  return {
    modelId: model.config.name,
    judge: (pairs, signal) =>
      mapConcurrently(pairs, lanes, ({ evidence, claim }) =>
        once('stance', evidence, claim, () => readStance(evidence, claim, signal)),
      ),
    sameQuantity: (pairs, signal) =>
      mapConcurrently(
        pairs,
        lanes,
        async ({ evidence, claim }) => (await ask('quantity', evidence, claim, signal))[1] ?? 0,
      ),
    readSentences: (sentences, signal) =>
      mapConcurrently(sentences, lanes, async ({ before, text }) => {
        const probabilities = await ask('sentence', before.trim() === '' ? NOTHING_BEFORE : before, text, signal)
        const entries = kinds.map((kind, at) => [SENTENCE_KINDS[kind], probabilities[at] ?? 0] as const)
        return Object.fromEntries(entries) as SentenceReading
      }),
    readSpeech: (sentences, signal) =>
      mapConcurrently(sentences, lanes, async (text) => (await ask('speech', NOTHING_BEFORE, text, signal))[1] ?? 0),
  }
}
