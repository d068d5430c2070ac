import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { LyraError } from '../domain/errors.ts'
import { padded } from './embed-batches.ts'
import { CPU, openFallback, type ProviderProblem, presentProviders } from './embed-provider.ts'
import { openInferencePool } from './inference-pool.ts'
import type { ModelConfig, ModelFolder } from './model-folder.ts'
import { loadModelRuntime } from './model-runtime.ts'
import { requireBoundedPatterns } from './tokenizer-patterns.ts'

export interface Encoded {
  readonly ids: readonly number[]
  readonly typeIds: readonly number[]
  /** Where the second text of a pair begins; the type ids tell where they are told apart by the tokenizer. */
  readonly secondFrom?: number
}

export interface LoadedModel {
  encode(text: string): Encoded
  encodePair(first: string, second: string): Encoded
  /** One input per run; see `openModel`. `output` names one head of a graph that has several. */
  run(input: Encoded, output?: string): Promise<Float32Array>
  /** The same, with the hidden layer that the answer was read from; empty where the graph does not give it out. */
  runHidden(input: Encoded, output: string): Promise<{ readonly data: Float32Array; readonly hidden: Float32Array }>
  /** Name of the output with the hidden layer of the stance head, which names the weights too; null: there is none. */
  readonly hiddenLayer: string | null
  /** Several inputs in one run, padded to the longest. */
  runTogether(inputs: readonly Encoded[], output?: string): Promise<readonly Float32Array[]>
  /**
   * Whether that is the way to go: on a GPU, where a run costs much, and only where neighbours do not change the
   * result.
   */
  readonly batched: boolean
  /** Where the model runs now. */
  readonly provider: string
}

/** Web text may spell a special token; the tokenizer would take it for the real one. */
function neutraliseSpecialTokens(text: string): string {
  return text.replace(
    /\[(CLS|SEP|PAD|UNK|MASK)\]|<(\/?s|pad|unk|mask)>/gi,
    (_, square, angled) => `(${square ?? angled})`,
  )
}

/** Stands for a blanked word in a text given to a model, which reads `[MASK]` there; of no alphabet. */
export const BLANK = '\uE0FF'

function tokens(text: string): string {
  return neutraliseSpecialTokens(text).replaceAll(BLANK, '[MASK]')
}

function outputsOf(config: ModelConfig): readonly [string, ...string[]] {
  return config.task === 'reader'
    ? [config.outputs.stance, config.outputs.quantity, config.outputs.sentence, config.outputs.speech]
    : [config.output]
}

/** Setting models.device. `auto`: a GPU provider of the runtime where one is present, else the CPU. */
export type Device = 'cpu' | 'auto' | 'cuda' | 'tensorrt' | 'dml' | 'coreml' | 'webgpu'

/** The operator of dynamic int8, which has one scale per run and which no GPU provider knows. */
const DYNAMIC_INT8 = 'DynamicQuantizeLinear'

async function providersFor(
  device: Device,
  modelPath: string,
  backends: readonly { readonly name: string; readonly bundled: boolean }[],
): Promise<{ readonly providers: readonly string[]; readonly dynamicInt8: boolean }> {
  const wanted = device === CPU ? [] : device === 'auto' ? providersHere(backends) : [device]
  const dynamicInt8 = wanted.length > 0 && (await readFile(modelPath)).includes(DYNAMIC_INT8)
  // A GPU would hand it back to the CPU, with a copy before and after each step.
  return { providers: device === 'auto' && dynamicInt8 ? [] : wanted, dynamicInt8 }
}

function providersHere(backends: Parameters<typeof presentProviders>[0]): readonly string[] {
  const root = dirname(createRequire(import.meta.url).resolve('onnxruntime-node/package.json'))
  const libraries = join(root, 'bin', 'napi-v6', process.platform, process.arch)
  return presentProviders(backends, { platform: process.platform, exists: existsSync, libraries })
}

/** Begins the name of an output of the hidden layer; a digest of the weights follows (recipe/hidden-output.ts). */
const HIDDEN = 'hidden:'

/** The inputs of one run as the graph takes them. */
function feeding(inputs: readonly Encoded[], names: readonly string[]) {
  const columns = {
    input_ids: inputs.map(({ ids }) => ids),
    attention_mask: inputs.map(({ ids }) => ids.map(() => 1)),
    token_type_ids: inputs.map(({ typeIds }) => typeIds),
  }
  const feeds = Object.entries(columns)
    .filter(([name]) => names.includes(name))
    .map(([name, rows]) => ({ name, ...padded(rows) }))
  return { feeds, rows: inputs.length, width: feeds[0]?.width ?? 0 }
}

async function load(
  model: ModelFolder<ModelConfig>,
  threads: number,
  device: Device,
  problem: ProviderProblem | undefined,
): Promise<LoadedModel> {
  const [ort, { Tokenizer }, tokenizerText] = await Promise.all([
    loadModelRuntime(),
    import('@huggingface/tokenizers'),
    readFile(model.tokenizerPath, 'utf8'),
  ])
  const description = JSON.parse(tokenizerText)
  requireBoundedPatterns(description)
  const tokenizer = new Tokenizer(description, {})
  const { providers, dynamicInt8 } = await providersFor(device, model.modelPath, ort.listSupportedBackends())
  const fallback = await openFallback(
    providers,
    (provider) => openInferencePool({ modelPath: model.modelPath, provider, threads }),
    problem,
  )
  const { session } = fallback
  const missing = model.config.inputs.filter((name) => !session.inputNames.includes(name))
  const outputs = outputsOf(model.config)
  if (missing.length > 0 || outputs.some((name) => !session.outputNames.includes(name)))
    throw new Error(`inputs or output of config.json do not match the graph (${session.inputNames.join(', ')})`)
  const hiddenLayer = session.outputNames.find((name) => name.startsWith(HIDDEN)) ?? null
  const feedsOf = (inputs: readonly Encoded[]) => feeding(inputs, session.inputNames)
  const runTogether = async (inputs: readonly Encoded[], output: string = outputs[0]) => {
    const { data, dims } = await fallback.run((open) => open.run({ ...feedsOf(inputs), output }))
    const each = data.length / inputs.length
    // A row per token: those of the padding are left out.
    const perToken = dims.length === 3 ? (dims[2] as number) : null
    return inputs.map(({ ids }, index) =>
      data.subarray(index * each, index * each + (perToken === null ? each : ids.length * perToken)),
    )
  }
  return {
    encode: (text) => {
      const { ids } = tokenizer.encode(neutraliseSpecialTokens(text))
      return { ids, typeIds: ids.map(() => 0) }
    },
    encodePair: (first, second) => {
      const encoded = tokenizer.encode(tokens(first), {
        text_pair: tokens(second),
        return_token_type_ids: true,
      })
      const { ids, token_type_ids: typeIds } = encoded
      if (typeIds.includes(1)) return { ids, typeIds }
      // XLM-R and its like give every token the type 0.
      return { ids, typeIds, secondFrom: tokenizer.encode(tokens(first)).ids.length }
    },
    run: async (input, output) => (await runTogether([input], output))[0] as Float32Array,
    runHidden: async (input, output) => {
      const asked = { ...feedsOf([input]), output, ...(hiddenLayer === null ? {} : { beside: hiddenLayer }) }
      const { data, beside = new Float32Array() } = await fallback.run((open) => open.run(asked))
      return { data, hidden: beside }
    },
    hiddenLayer,
    runTogether,
    get batched() {
      return fallback.provider !== CPU && !dynamicInt8
    },
    get provider() {
      return fallback.provider
    },
  }
}

/**
 * Loads once, on first use: `lyra mcp` must answer before any model is in memory. One input per run on purpose: dynamic
 * int8 takes one activation scale per tensor, so batch-mates would change each other's result and a replay would
 * differ.
 */
export function openModel(
  model: ModelFolder<ModelConfig>,
  threads: number,
  device: Device = 'cpu',
  problem?: ProviderProblem,
): () => Promise<LoadedModel> {
  let loading: Promise<LoadedModel> | null = null
  return () => {
    loading ??= load(model, threads, device, problem).catch((cause: unknown) => {
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
