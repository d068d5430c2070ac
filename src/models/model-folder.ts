import { existsSync, readFileSync, statSync } from 'node:fs'
import { isAbsolute, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import { STANCE_RELATIONS } from '../domain/claim.ts'
import { LyraError } from '../domain/errors.ts'

/** Where a pulled model came from, and what `lyra models test` measured before it was used. */
const origin = {
  /** `owner/name` on the hub; a model of this project has none. */
  source: z.string().optional(),
  commit: z.string().optional(),
  /** Kept as it was written, for whoever reads the folder. */
  measured: z.record(z.string(), z.unknown()).optional(),
}

const embeddingConfig = z.object({
  ...origin,
  name: z.string().min(1),
  task: z.literal('sentence-embedding'),
  languages: z.array(z.string()).default([]),
  dimension: z.int().min(1),
  max_length: z.int().min(8),
  inputs: z.array(z.string()).min(1),
  output: z.string().min(1),
  /** Whether pooling and unit length are part of the graph, or one row per token comes out of it. */
  pooled_in_graph: z.boolean(),
  pooling: z.enum(['mean', 'cls']).default('mean'),
  /** Put before every text, as some models were trained (`query: ` of the E5 family). */
  prefix: z.string().default(''),
  /** Taken from every vector: what all texts have in common for this model, as the check set showed. */
  center: z.array(z.number()).optional(),
})

const nliConfig = z.object({
  ...origin,
  name: z.string().min(1),
  task: z.literal('nli'),
  languages: z.array(z.string()).default([]),
  labels: z
    .array(z.enum(STANCE_RELATIONS))
    .length(3)
    .refine((labels) => new Set(labels).size === 3, 'each label once'),
  max_length: z.int().min(8),
  inputs: z.array(z.string()).min(1),
  output: z.string().min(1),
  temperature: z.number().positive().default(1),
})

/** Kinds of sentences, as config.json of a reader names them. */
export const SENTENCE_KINDS = {
  C: 'claim',
  D: 'dependent',
  O: 'opinion',
  A: 'advice',
  Q: 'question',
  M: 'about the text',
  S: 'speech',
  F: 'fragment',
  N: 'anecdote',
} as const

const readerConfig = nliConfig.omit({ task: true, output: true, temperature: true }).extend({
  task: z.literal('reader'),
  sentence_kinds: z.array(z.enum(['C', 'D', 'O', 'A', 'Q', 'M', 'S', 'F', 'N'])).length(9),
  outputs: z.object({
    stance: z.string().min(1),
    quantity: z.string().min(1),
    sentence: z.string().min(1),
    speech: z.string().min(1),
  }),
  temperatures: z.object({
    stance: z.number().positive(),
    quantity: z.number().positive(),
    sentence: z.number().positive(),
    speech: z.number().positive(),
  }),
})

const configSchema = z.discriminatedUnion('task', [embeddingConfig, nliConfig, readerConfig])

export type EmbeddingConfig = z.infer<typeof embeddingConfig>
export type NliConfig = z.infer<typeof nliConfig>
export type ReaderConfig = z.infer<typeof readerConfig>
export type ModelConfig = z.infer<typeof configSchema>

export interface ModelFolder<C extends ModelConfig = ModelConfig> {
  readonly folder: string
  readonly config: C
  readonly modelPath: string
  readonly tokenizerPath: string
}

/** Where models may lie besides a folder given by path. */
export interface ModelPlaces {
  /** LYRA_HOME. */
  readonly home: string
  /** The `models/` folder that ships; tests may point elsewhere. */
  readonly shipped?: string
}

export const SHIPPED_MODELS: string = fileURLToPath(new URL('../../models', import.meta.url))

/** Where a model of that name may lie, the first that exists counts. */
export function modelFolders(name: string, places: ModelPlaces): readonly string[] {
  const shelves = [join(places.home, 'models', name), join(places.shipped ?? SHIPPED_MODELS, name)]
  const looksLikePath = isAbsolute(name) || name.startsWith('.') || name.includes('/') || name.includes('\\')
  return looksLikePath ? [resolve(name)] : shelves
}

/** One of the models that the fusion's weights were fitted to. */
export function isShipped(folder: string, places: ModelPlaces): boolean {
  return resolve(folder).startsWith(join(resolve(places.shipped ?? SHIPPED_MODELS), '/'))
}

function notReady(message: string, folder: string, cause?: unknown): LyraError {
  return new LyraError('MODEL_NOT_READY', message, { details: { folder }, cause })
}

function readFolder(folder: string): ModelFolder {
  const modelPath = join(folder, 'model.onnx')
  const tokenizerPath = join(folder, 'tokenizer.json')
  const configPath = join(folder, 'config.json')
  for (const file of [configPath, modelPath, tokenizerPath])
    if (!existsSync(file)) throw notReady(`The model folder ${folder} has no ${file.slice(folder.length + 1)}`, folder)
  let raw: unknown
  try {
    raw = JSON.parse(readFileSync(configPath, 'utf8'))
  } catch (cause) {
    throw notReady(`config.json of the model folder ${folder} is not readable JSON`, folder, cause)
  }
  const parsed = configSchema.safeParse(raw)
  if (!parsed.success)
    throw notReady(`config.json of the model folder ${folder} is wrong: ${z.prettifyError(parsed.error)}`, folder)
  return { folder, config: parsed.data, modelPath, tokenizerPath }
}

/** A path given, then LYRA_HOME/models/<name>, then the shipped models/<name>. */
export function findModel(name: string, places: ModelPlaces): ModelFolder {
  const looked = modelFolders(name, places)
  for (const folder of looked) if (existsSync(folder) && statSync(folder).isDirectory()) return readFolder(folder)
  throw notReady(`No model "${name}": looked in ${looked.join(' and ')}`, looked[0] ?? name)
}

export function findEmbeddingModel(name: string, places: ModelPlaces): ModelFolder<EmbeddingConfig> {
  const found = findModel(name, places)
  const { config } = found
  if (config.task !== 'sentence-embedding')
    throw notReady(`The model in ${found.folder} is for ${config.task}, not for sentence-embedding`, found.folder)
  return { ...found, config }
}

export function findNliModel(name: string, places: ModelPlaces): ModelFolder<NliConfig> {
  const found = findModel(name, places)
  const { config } = found
  if (config.task !== 'nli')
    throw notReady(`The model in ${found.folder} is for ${config.task}, not for nli`, found.folder)
  return { ...found, config }
}

export function findReaderModel(name: string, places: ModelPlaces): ModelFolder<ReaderConfig> {
  const found = findModel(name, places)
  const { config } = found
  if (config.task !== 'reader')
    throw notReady(`The model in ${found.folder} is for ${config.task}, not for reading`, found.folder)
  return { ...found, config }
}
