import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join, posix } from 'node:path'
import { z } from 'zod'
import { LyraError } from '../domain/errors.ts'
import { type HubFetch, type HubFile, openHub } from './embed-hub.ts'
import type { EmbeddingConfig, ModelConfig } from './model-folder.ts'
import { loadModelRuntime } from './model-runtime.ts'
import { nliConfigOf } from './nli-card.ts'

interface PullOptions {
  /** `owner/name` on the hub. */
  readonly repository: string
  readonly revision?: string
  readonly endpoint: string
  /** LYRA_HOME/models. */
  readonly shelf: string
  readonly fetch: HubFetch
  readonly onProgress?: (message: string) => void
  readonly signal?: AbortSignal | undefined
  /** Names of the graph's inputs and outputs; the runtime's unless a test brings its own. */
  readonly inspect?: (
    modelPath: string,
  ) => Promise<{ readonly inputs: readonly string[]; readonly outputs: readonly string[] }>
}

export interface Pulled {
  readonly name: string
  readonly folder: string
  readonly commit: string
  readonly bytes: number
  readonly config: ModelConfig
}

/** Smaller first: on a CPU the int8 weights are several times faster and rank nearly the same. */
const WEIGHTS = ['onnx/model_quantized.onnx', 'onnx/model_int8.onnx', 'onnx/model.onnx', 'model.onnx']
/** The longest window worth its time on a CPU; models that could read more are cut here. */
const MOST_TOKENS = 512

const transformer = z.object({
  hidden_size: z.int().min(1),
  max_position_embeddings: z.int().min(8).optional(),
  model_type: z.string().optional(),
})
const poolingShape = z.object({
  pooling_mode_cls_token: z.boolean().default(false),
  pooling_mode_mean_tokens: z.boolean().default(false),
})
const lengthShape = z.object({ max_seq_length: z.int().min(8) })

/**
 * Fetches an embedding or NLI model from the hub into LYRA_HOME/models; nothing is there until all of it is, checked by
 * hash.
 */
export async function pullModel(options: PullOptions): Promise<Pulled> {
  const { repository, onProgress = () => {} } = options
  if (!/^[\w.-]+\/[\w.-]+$/.test(repository) || repository.includes('..'))
    throw new LyraError('INVALID_PARAMS', `A model is named owner/name, not "${repository}"`)
  const hub = openHub({ ...options, revision: options.revision ?? 'main' })
  const commit = await hub.commit()
  const files = await hub.files(commit)
  const plan = planFiles(repository, files)
  const name = basename(repository)
  const part = join(options.shelf, `.${name}.part`)
  rmSync(part, { recursive: true, force: true })
  mkdirSync(part, { recursive: true, mode: 0o700 })
  try {
    const bytes = plan.downloads.reduce((sum, { file }) => sum + (file.lfs?.size ?? file.size), 0)
    let done = 0
    for (const { file, as } of plan.downloads) {
      await hub.download(commit, file, join(part, as), (more) => {
        done += more
        onProgress(`${file.path}: ${Math.floor((done * 100) / Math.max(bytes, 1))} % of ${bytes} bytes`)
      })
    }
    const read = async (path: string) =>
      files.some((file) => file.path === path) ? await hub.json(commit, path) : undefined
    const card = {
      config: await read('config.json'),
      pooling: await read('1_Pooling/config.json'),
      length: await read('sentence_bert_config.json'),
    }
    const graph = await (options.inspect ?? inspectGraph)(join(part, 'model.onnx'))
    const config = nliConfigOf(repository, card.config, graph) ?? translate(repository, card, graph)
    writeFileSync(join(part, 'config.json'), `${JSON.stringify({ ...config, source: repository, commit }, null, 2)}\n`)
    const folder = join(options.shelf, name)
    rmSync(folder, { recursive: true, force: true })
    renameSync(part, folder)
    return { name, folder, commit, bytes, config }
  } catch (error) {
    rmSync(part, { recursive: true, force: true })
    throw error
  }
}

function planFiles(repository: string, files: readonly HubFile[]) {
  const weights = WEIGHTS.flatMap((path) => files.find((file) => file.path === path) ?? [])[0]
  if (weights === undefined)
    throw new LyraError('MODEL_NOT_READY', `${repository} holds no ONNX weights (looked for ${WEIGHTS.join(', ')})`)
  const folder = posix.dirname(weights.path)
  const inFolder = (file: HubFile) => posix.dirname(file.path) === folder
  const tokenizer =
    files.find((file) => inFolder(file) && posix.basename(file.path) === 'tokenizer.json') ??
    files.find((file) => file.path === 'tokenizer.json')
  if (tokenizer === undefined) throw new LyraError('MODEL_NOT_READY', `${repository} holds no tokenizer.json`)
  // Weights beyond 2 GB lie beside the graph, which names them by their file name.
  const stem = posix.basename(weights.path)
  const beside = files.filter((file) => {
    const own = posix.basename(file.path)
    return (
      inFolder(file) &&
      (own.startsWith(`${stem}_data`) || own.startsWith(`${stem}.data`) || own.startsWith('Constant_'))
    )
  })
  return {
    downloads: [
      { file: tokenizer, as: 'tokenizer.json' },
      { file: weights, as: 'model.onnx' },
      ...beside.map((file) => ({ file, as: posix.basename(file.path) })),
    ],
  }
}

/** The hub's three small files and the graph's names, as the one config.json Lyra reads. */
function translate(
  repository: string,
  card: { readonly config: unknown; readonly pooling: unknown; readonly length: unknown },
  graph: { readonly inputs: readonly string[]; readonly outputs: readonly string[] },
): EmbeddingConfig {
  const parsed = transformer.safeParse(card.config)
  if (!parsed.success) throw new LyraError('MODEL_NOT_READY', `config.json of ${repository} has another shape`)
  const pooling = poolingShape.safeParse(card.pooling ?? { pooling_mode_mean_tokens: true })
  if (!pooling.success || pooling.data.pooling_mode_cls_token === pooling.data.pooling_mode_mean_tokens)
    throw new LyraError('MODEL_NOT_READY', `${repository} pools its tokens in a way that is not known here`)
  const output = ['last_hidden_state', 'token_embeddings'].find((name) => graph.outputs.includes(name))
  if (output === undefined)
    throw new LyraError(
      'MODEL_NOT_READY',
      `The graph of ${repository} gives ${graph.outputs.join(', ')}, no token rows`,
    )
  const {
    hidden_size: dimension,
    max_position_embeddings: positions = MOST_TOKENS,
    model_type: type = '',
  } = parsed.data
  // The RoBERTa family counts its positions from 2.
  const readable = /roberta/.test(type) ? positions - 2 : positions
  const said = lengthShape.safeParse(card.length)
  return {
    name: repository,
    task: 'sentence-embedding',
    languages: [],
    dimension,
    max_length: Math.min(readable, said.success ? said.data.max_seq_length : readable, MOST_TOKENS),
    inputs: [...graph.inputs],
    output,
    pooled_in_graph: false,
    pooling: pooling.data.pooling_mode_cls_token ? 'cls' : 'mean',
    prefix: /(?:^|[-_/])e5(?:[-_]|$)/i.test(repository) ? 'query: ' : '',
  }
}

async function inspectGraph(modelPath: string) {
  const ort = await loadModelRuntime()
  try {
    const session = await ort.InferenceSession.create(modelPath, { intraOpNumThreads: 1 })
    return { inputs: session.inputNames, outputs: session.outputNames }
  } catch (cause) {
    throw new LyraError('MODEL_NOT_READY', 'The graph that was fetched does not load', { cause })
  }
}
