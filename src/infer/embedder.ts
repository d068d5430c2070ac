import { sha256 } from '../domain/ids.ts'
import { inLanes } from './embed-lanes.ts'
import { pooledVector } from './embed-pooling.ts'
import { findEmbeddingModel, type ModelPlaces } from './model-folder.ts'
import { boundText, type Device, type Encoded, openModel } from './onnx-session.ts'
import { recentValues } from './recent.ts'
import type { Embedder } from './types.ts'

export interface EmbedderOptions extends ModelPlaces {
  /** Setting models.embedding. */
  readonly model: string
  /** Setting models.threads. */
  readonly threads: number
  /** The CPU unless asked otherwise: a GPU's sums differ in the last bits, and a replay must not. */
  readonly device?: Device
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

/**
 * The folder and its config are read here, so a wrong name fails at once; the weights load on the first text. As many texts as
 * there are threads are under way at once, each on one thread: a thread that has a text to itself waits for no other.
 */
export function createEmbedder(options: EmbedderOptions): Embedder {
  const model = findEmbeddingModel(options.model, options)
  const { config } = model
  const open = openModel(model, 1, options.device)
  const recent = recentValues<Float32Array>(options.remember ?? 4096)

  async function vectorOf(text: string): Promise<Float32Array> {
    const loaded = await open()
    const encoded = cutTokens(loaded.encode(boundText(config.prefix + text)), config.max_length)
    return pooledVector(await loaded.run(encoded), config)
  }

  return {
    modelId: config.name,
    dimension: config.dimension,
    embed: async (texts, signal) => {
      signal?.throwIfAborted()
      const keys = texts.map((text) => sha256(text))
      const known = new Map<string, Float32Array>()
      const missing = new Map<string, string>()
      texts.forEach((text, index) => {
        const key = keys[index] as string
        const vector = recent.get(key)
        if (vector === undefined) missing.set(key, text)
        else known.set(key, vector)
      })
      await inLanes([...missing], options.threads, async ([key, text]) => {
        signal?.throwIfAborted()
        const vector = await vectorOf(text)
        recent.set(key, vector)
        known.set(key, vector)
      })
      return keys.map((key) => known.get(key) as Float32Array)
    },
  }
}
