import { sha256 } from '../domain/ids.ts'
import type { Logger } from '../domain/log.ts'
import { createLruCache } from '../domain/lru-cache.ts'
import { lanesFor, mapConcurrently } from './concurrent-map.ts'
import { batchesByLength } from './embed-batches.ts'
import { centred } from './embed-center.ts'
import { pooledVector } from './embed-pooling.ts'
import { findEmbeddingModel, type ModelPlaces } from './model-folder.ts'
import { boundText, type Device, type Encoded, type LoadedModel, openModel } from './onnx-session.ts'
import type { Embedder } from './types.ts'

interface EmbedderOptions extends ModelPlaces {
  /** Setting models.embedding. */
  readonly model: string
  /** Setting models.threads. */
  readonly threads: number
  /**
   * Setting models.device. The CPU unless asked otherwise: a GPU's sums differ in the last bits, and a replay must not.
   */
  readonly device?: Device
  readonly log?: Pick<Logger, 'info' | 'warn'>
  /** Another way to the loaded model, for tests. */
  readonly open?: () => Promise<LoadedModel>
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
 * The folder and its config are read here, so a wrong name fails at once; the weights load on the first text. Two
 * texts for each thread are under way at once, so that one is made ready while another is read. On a GPU texts of
 * like length go together.
 */
export function createEmbedder(options: EmbedderOptions): Embedder {
  const model = findEmbeddingModel(options.model, options)
  const { config } = model
  const { log } = options
  const open =
    options.open ??
    openModel(model, options.threads, options.device, (provider, reason) =>
      log?.warn('embedding_provider_failed', { model_id: config.name, provider, reason }),
    )
  const lanes = lanesFor(options.threads)
  const recent = createLruCache<Float32Array>(options.remember ?? 12_288)
  let told = ''

  async function loadedModel(): Promise<LoadedModel> {
    const loaded = await open()
    if (loaded.provider !== told) log?.info('embedding_provider', { model_id: config.name, provider: loaded.provider })
    told = loaded.provider
    return loaded
  }

  /**
   * On a GPU in batches of like length; else one by one, the longest first, so that no lane is left with a long one at
   * the end.
   */
  async function vectorsOf(
    texts: readonly (readonly [key: string, text: string])[],
    signal: AbortSignal | undefined,
    done: (key: string, vector: Float32Array) => void,
  ): Promise<void> {
    const { encode } = await loadedModel()
    const tokensOf = (text: string) => cutTokens(encode(boundText(config.prefix + text)), config.max_length)
    const pool = (key: string, output: Float32Array) => done(key, centred(pooledVector(output, config), config.center))
    const oneByOne = (some: typeof texts) =>
      mapConcurrently(
        [...some].sort((a, b) => b[1].length - a[1].length),
        lanes,
        async ([key, text]) => {
          signal?.throwIfAborted()
          pool(key, await (await open()).run(tokensOf(text)))
        },
      )
    if (!(await open()).batched) {
      await oneByOne(texts)
      return
    }
    const encoded = texts.map(([key, text]) => ({ key, text, tokens: tokensOf(text) }))
    const batches = batchesByLength(encoded, ({ tokens }) => tokens.ids.length)
    for (const [at, batch] of batches.entries()) {
      signal?.throwIfAborted()
      const loaded = await loadedModel()
      if (!loaded.batched) {
        const rest = batches.slice(at).flat()
        await oneByOne(rest.map(({ key, text }) => [key, text] as const))
        return
      }
      const outputs = await loaded.runTogether(batch.map(({ tokens }) => tokens))
      batch.forEach(({ key }, index) => {
        pool(key, outputs[index] as Float32Array)
      })
    }
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
      const keep = (key: string, vector: Float32Array) => {
        recent.set(key, vector)
        known.set(key, vector)
      }
      if (missing.size > 0) await vectorsOf([...missing], signal, keep)
      return keys.map((key) => known.get(key) as Float32Array)
    },
  }
}
