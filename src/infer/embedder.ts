import { sha256 } from '../domain/ids.ts'
import { findEmbeddingModel, type ModelPlaces } from './model-folder.ts'
import { boundText, type Encoded, openModel } from './onnx-session.ts'
import { recentValues } from './recent.ts'
import type { Embedder } from './types.ts'

export interface EmbedderOptions extends ModelPlaces {
  /** Setting models.embedding. */
  readonly model: string
  /** Setting models.threads. */
  readonly threads: number
  /** Vectors kept by text; 384 floats each. */
  readonly remember?: number
}

/** Keeps [CLS] and the final [SEP]: cutting them off moves the vector. */
export function cutTokens(encoded: Encoded, limit: number): Encoded {
  const last = encoded.ids.length - 1
  if (encoded.ids.length <= limit) return encoded
  return {
    ids: [...encoded.ids.slice(0, limit - 1), encoded.ids[last] ?? 0],
    typeIds: [...encoded.typeIds.slice(0, limit - 1), encoded.typeIds[last] ?? 0],
  }
}

export function dot(a: Float32Array, b: Float32Array): number {
  let sum = 0
  for (let i = 0; i < a.length; i += 1) sum += (a[i] ?? 0) * (b[i] ?? 0)
  return sum
}

/** The folder and its config are read here, so a wrong name fails at once; the weights load on the first text. */
export function createEmbedder(options: EmbedderOptions): Embedder {
  const model = findEmbeddingModel(options.model, options)
  const { dimension, max_length: limit } = model.config
  const open = openModel(model, options.threads)
  const recent = recentValues<Float32Array>(options.remember ?? 4096)

  async function vectorOf(text: string): Promise<Float32Array> {
    const key = sha256(text)
    const known = recent.get(key)
    if (known !== undefined) return known
    const loaded = await open()
    const vector = Float32Array.from(await loaded.run(cutTokens(loaded.encode(boundText(text)), limit)))
    recent.set(key, vector)
    return vector
  }

  return {
    modelId: model.config.name,
    dimension,
    embed: async (texts, signal) => {
      const vectors: Float32Array[] = []
      for (const text of texts) {
        signal?.throwIfAborted()
        vectors.push(await vectorOf(text))
      }
      return vectors
    },
  }
}
