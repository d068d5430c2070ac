import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sha256 } from '../../src/domain/ids.ts'
import type { Embedder } from '../../src/models/types.ts'

/**
 * Every text is embedded once in a run. With BENCH_CACHE=<folder> also once over all runs: the vectors are the same,
 * since a text's vector depends on nothing else; the key holds the model's name, so empty the folder when its weights
 * change.
 */
export function remembering(embedder: Embedder, folder: string | undefined): Embedder {
  const known = new Map<string, Float32Array>()
  const file = folder === undefined ? null : join(folder, `${sha256(embedder.modelId).slice(0, 16)}.vectors`)
  if (folder !== undefined) mkdirSync(folder, { recursive: true })
  const bytes = embedder.dimension * 4
  if (file !== null && existsSync(file)) {
    const stored = readFileSync(file)
    for (let at = 0; at + 32 + bytes <= stored.length; at += 32 + bytes) {
      const vector = new Float32Array(embedder.dimension)
      Buffer.from(vector.buffer).set(stored.subarray(at + 32, at + 32 + bytes))
      known.set(stored.toString('hex', at, at + 32), vector)
    }
  }
  return {
    modelId: embedder.modelId,
    dimension: embedder.dimension,
    embed: async (texts, signal) => {
      const keys = texts.map((text) => sha256(text))
      const missing = [...new Map(texts.map((text, index) => [keys[index] as string, text]))].filter(
        ([key]) => !known.has(key),
      )
      const made = await embedder.embed(
        missing.map(([, text]) => text),
        signal,
      )
      missing.forEach(([key], index) => {
        const vector = made[index] as Float32Array
        known.set(key, vector)
        if (file !== null) appendFileSync(file, Buffer.concat([Buffer.from(key, 'hex'), Buffer.from(vector.buffer)]))
      })
      return keys.map((key) => known.get(key) as Float32Array)
    },
  }
}
