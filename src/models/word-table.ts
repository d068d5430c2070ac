import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createLruCache } from '../domain/lru-cache.ts'
import { SHIPPED_MODELS } from './model-folder.ts'
import { fieldsOf, type ProtobufField, requireField } from './protobuf-fields.ts'

/** A piece of a word of a text, and what the encoder's table says of it. */
export interface WordPiece {
  readonly start: number
  readonly end: number
  readonly vector: Float32Array
}

export interface WordTable {
  readonly width: number
  /** The pieces of a text in their order. */
  pieces(text: string): readonly WordPiece[]
  /** What opens and closes every text. */
  readonly opening: Float32Array
  readonly closing: Float32Array
}

const MODEL = 'lyra-embed-mini'
const [QUANTISED, SCALES] = ['encoder.word.q', 'encoder.word.s']
/** Fields of an ONNX file: the graph of a model, the tensors of a graph, name and bytes of a tensor. */
const [PARTS, TENSOR, NAME, RAW] = [7, 5, 8, 9]
/** Words as the tokenizer cuts them before it looks into its vocabulary. */
const WORD = /\p{Script=Han}|[^\s\p{P}\p{S}\p{Script=Han}]+|[\p{P}\p{S}]/gu
const REMEMBERED = 4096

/**
 * The table of word vectors that the shipped encoder begins with, read from its file: no session, no thread, the same
 * numbers on every machine.
 */
export async function openWordTable(models: string = SHIPPED_MODELS): Promise<WordTable> {
  const folder = join(models, MODEL)
  const [file, description, { Tokenizer }] = await Promise.all([
    readFile(join(folder, 'model.onnx')),
    readFile(join(folder, 'tokenizer.json'), 'utf8'),
    import('@huggingface/tokenizers'),
  ])
  const { rows, scales, width } = tableIn(file)
  const tokenizer = new Tokenizer(JSON.parse(description), {})
  const vectorOf = (id: number) => {
    const scale = scales[id] ?? 0
    return Float32Array.from(rows.subarray(id * width, (id + 1) * width), (value) => value * scale)
  }
  const known = createLruCache<readonly Float32Array[]>(REMEMBERED)
  const vectorsOf = (word: string): readonly Float32Array[] => {
    const before = known.get(word)
    if (before !== undefined) return before
    const vectors = tokenizer.encode(word).ids.slice(1, -1).map(vectorOf)
    known.set(word, vectors)
    return vectors
  }
  const [opening = 0, closing = 0] = tokenizer.encode('').ids
  return {
    width,
    opening: vectorOf(opening),
    closing: vectorOf(closing),
    pieces: (text) =>
      [...text.matchAll(WORD)].flatMap(({ 0: word, index: start }) =>
        vectorsOf(word).map((vector) => ({ start, end: start + word.length, vector })),
      ),
  }
}

function tableIn(file: Buffer): { readonly rows: Int8Array; readonly scales: Float32Array; readonly width: number } {
  const graph = requireField(fieldsOf(file), PARTS)
  const tensors = fieldsOf(graph).flatMap(({ number, value }): readonly ProtobufField[][] =>
    number === TENSOR ? [[...fieldsOf(value)]] : [],
  )
  const bytesOf = (name: string) => {
    const tensor = tensors.find((fields) => requireField(fields, NAME).toString() === name)
    if (tensor === undefined) throw new Error(`${MODEL} has no tensor ${name}`)
    return requireField(tensor, RAW)
  }
  // Copied: the rest of the file need not stay in memory.
  const rows = new Int8Array(bytesOf(QUANTISED))
  const scales = new Float32Array(new Uint8Array(bytesOf(SCALES)).buffer)
  return { rows, scales, width: rows.length / scales.length }
}
