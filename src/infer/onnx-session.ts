import { readFile } from 'node:fs/promises'
import { LyraError } from '../domain/errors.ts'
import { openFallback } from './embed-provider.ts'
import type { ModelConfig, ModelFolder } from './model-folder.ts'

export interface Encoded {
  readonly ids: readonly number[]
  readonly typeIds: readonly number[]
}

export interface LoadedModel {
  encode(text: string): Encoded
  encodePair(first: string, second: string): Encoded
  /** One input per run; see `openModel`. */
  run(input: Encoded): Promise<Float32Array>
}

/** Web text may spell a special token; the tokenizer would take it for the real one. */
export function neutraliseSpecialTokens(text: string): string {
  return text.replace(
    /\[(CLS|SEP|PAD|UNK|MASK)\]|<(\/?s|pad|unk|mask)>/gi,
    (_, square, angled) => `(${square ?? angled})`,
  )
}

/** `auto`: a GPU provider of this runtime where one starts, else the CPU. */
export type Device = 'cpu' | 'auto'

async function load(model: ModelFolder<ModelConfig>, threads: number, device: Device): Promise<LoadedModel> {
  const [ort, { Tokenizer }, tokenizerText] = await Promise.all([
    import('onnxruntime-node'),
    import('@huggingface/tokenizers'),
    readFile(model.tokenizerPath, 'utf8'),
  ])
  const tokenizer = new Tokenizer(JSON.parse(tokenizerText), {})
  // Spinning threads fight for the cores: 14 texts/s with it, 42 without.
  const providers = device === 'cpu' ? [] : ort.listSupportedBackends().map((backend) => backend.name)
  const fallback = await openFallback(providers, (provider) =>
    ort.InferenceSession.create(model.modelPath, {
      executionProviders: [provider],
      intraOpNumThreads: threads,
      extra: { session: { intra_op: { allow_spinning: '0' } } },
    }),
  )
  const { session } = fallback
  const missing = model.config.inputs.filter((name) => !session.inputNames.includes(name))
  if (missing.length > 0 || !session.outputNames.includes(model.config.output))
    throw new Error(`inputs or output of config.json do not match the graph (${session.inputNames.join(', ')})`)
  const row = (values: readonly number[]) =>
    new ort.Tensor(
      'int64',
      BigInt64Array.from(values, (value) => BigInt(value)),
      [1, values.length],
    )
  return {
    encode: (text) => {
      const { ids } = tokenizer.encode(neutraliseSpecialTokens(text))
      return { ids, typeIds: ids.map(() => 0) }
    },
    encodePair: (first, second) => {
      const encoded = tokenizer.encode(neutraliseSpecialTokens(first), {
        text_pair: neutraliseSpecialTokens(second),
        return_token_type_ids: true,
      })
      return { ids: encoded.ids, typeIds: encoded.token_type_ids }
    },
    run: async ({ ids, typeIds }) => {
      const feeds = { input_ids: row(ids), attention_mask: row(ids.map(() => 1)), token_type_ids: row(typeIds) }
      const wanted = Object.fromEntries(Object.entries(feeds).filter(([name]) => session.inputNames.includes(name)))
      const output = (await fallback.run((open) => open.run(wanted)))[model.config.output]
      if (!(output?.data instanceof Float32Array)) throw new Error(`output ${model.config.output} is not float32`)
      return output.data
    },
  }
}

/**
 * Loads once, on first use: `lyra mcp` must answer before any model is in memory. One input per run on purpose: dynamic
 * int8 takes one activation scale per tensor, so batch-mates would change each other's result and a replay would differ.
 */
export function openModel(
  model: ModelFolder<ModelConfig>,
  threads: number,
  device: Device = 'cpu',
): () => Promise<LoadedModel> {
  let loading: Promise<LoadedModel> | null = null
  return () => {
    loading ??= load(model, threads, device).catch((cause: unknown) => {
      loading = null
      const reason = cause instanceof Error ? cause.message : String(cause)
      throw new LyraError('MODEL_NOT_READY', `The model in ${model.folder} does not load: ${reason}`, {
        details: { folder: model.folder },
        cause,
      })
    })
    return loading
  }
}

const LONGEST_TEXT = 20_000

/** Far more characters than any window of tokens; keeps the tokenizer from reading a whole book. */
export function boundText(text: string): string {
  return text.length > LONGEST_TEXT ? text.slice(0, LONGEST_TEXT) : text
}
