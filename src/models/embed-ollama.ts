import { z } from 'zod'
import { LyraError } from '../domain/errors.ts'
import { createLruCache } from '../domain/lru-cache.ts'
import { isLocalEndpoint } from '../guard/l1-network-isolation.ts'
import { mapConcurrently } from './concurrent-map.ts'
import { boundText } from './onnx-session.ts'
import type { Embedder } from './types.ts'

/** `models.embedding: ollama:bge-m3` asks the local Ollama for its model bge-m3. */
export const OLLAMA_PREFIX = 'ollama:'

/** Sends one JSON request; the composition root brings the one that passes the gateway. */
export type PostJson = (
  url: string,
  body: string,
  signal?: AbortSignal,
) => Promise<{ readonly status: number; readonly text: string }>

interface OllamaEmbedderOptions {
  /** Setting models.embedding, prefix included. */
  readonly model: string
  /** Setting llm.endpoint. */
  readonly endpoint: string
  readonly post: PostJson
  readonly remember?: number
}

const answerShape = z.object({ embeddings: z.array(z.array(z.number()).min(1)) })

/**
 * Vectors of a local Ollama (`POST /api/embed`), one text a request so that none depends on its neighbours. What was
 * collected leaves the machine for nobody: only a loopback or private address is accepted (REQ 4.4, 4.4.1 L1).
 */
export function createOllamaEmbedder(options: OllamaEmbedderOptions): Embedder {
  const model = options.model.slice(OLLAMA_PREFIX.length)
  const url = localEndpoint(options.endpoint)
  const recent = createLruCache<Float32Array>(options.remember ?? 4096)
  let dimension = 0

  async function vectorOf(text: string, signal: AbortSignal | undefined): Promise<Float32Array> {
    const known = recent.get(text)
    if (known !== undefined) return known
    const body = JSON.stringify({ model, input: boundText(text), truncate: true })
    const { status, text: answer } = await options.post(url, body, signal)
    if (status !== 200) throw notReady(model, `it answered ${status}`)
    const parsed = answerShape.safeParse(parseJson(answer))
    const numbers = parsed.success ? parsed.data.embeddings[0] : undefined
    if (numbers === undefined) throw notReady(model, 'its answer holds no embedding')
    if (dimension !== 0 && numbers.length !== dimension)
      throw notReady(model, `it gave ${numbers.length} dimensions after ${dimension}`)
    dimension = numbers.length
    const vector = unit(Float32Array.from(numbers))
    recent.set(text, vector)
    return vector
  }

  return {
    modelId: options.model,
    /** Known after the first answer. */
    get dimension() {
      return dimension
    },
    embed: (texts, signal) =>
      mapConcurrently(texts, 1, (text) => {
        signal?.throwIfAborted()
        return vectorOf(text, signal)
      }),
  }
}

function notReady(model: string, reason: string): LyraError {
  return new LyraError('MODEL_NOT_READY', `Ollama has no embedding of ${model}: ${reason}`, {
    hint: `Start Ollama and run \`ollama pull ${model}\`, or choose another models.embedding`,
  })
}

function localEndpoint(endpoint: string): string {
  if (!isLocalEndpoint(endpoint))
    throw new LyraError('INVALID_CONFIG', `llm.endpoint must be a loopback or private address, not ${endpoint}`)
  const { href } = new URL(endpoint)
  return new URL('api/embed', href.endsWith('/') ? href : `${href}/`).href
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

function unit(vector: Float32Array): Float32Array {
  const length = Math.hypot(...vector)
  return length === 0 ? vector : vector.map((value) => value / length)
}
