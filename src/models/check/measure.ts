import { statSync } from 'node:fs'
import { LyraError } from '../../domain/errors.ts'
import { centerOf, centred } from '../embed-center.ts'
import { createEmbedder } from '../embedder.ts'
import { findModel, type ModelPlaces } from '../model-folder.ts'
import { openStanceHead } from '../stance-head.ts'
import type { Embedder } from '../types.ts'
import type { CheckSet } from './check-set.ts'
import { checkLabelOrder, type OrderCheck } from './label-order.ts'
import { type StanceFigures, stanceFigures } from './stance-figures.ts'
import { type VectorFigures, vectorFigures } from './vector-figures.ts'

export interface MeasuredStance {
  readonly task: 'stance'
  readonly model: string
  /** Of the declared order of the labels where it fits, else of the best one. */
  readonly figures: StanceFigures
  readonly order: OrderCheck
  readonly per_second: number
  readonly megabytes: number | null
}

export interface MeasuredVectors {
  readonly task: 'vectors'
  readonly model: string
  readonly figures: VectorFigures
  readonly per_second: number
  /** Null where another program holds the weights. */
  readonly megabytes: number | null
}

export type Measured = MeasuredStance | MeasuredVectors

export interface MeasureOptions extends ModelPlaces {
  readonly threads: number
  readonly set: CheckSet
  /** Milliseconds of any clock. */
  readonly now: () => number
  readonly signal?: AbortSignal | undefined
  /** Told of the mean of the vectors where the model finds unrelated texts alike; the figures are those without it. */
  readonly onCenter?: (center: readonly number[]) => void
}

/** Cosine of unrelated texts from which their common part is taken away; the embedded model's is 0.04. */
const ALIKE = 0.25

/**
 * Reads the whole check set with one model, a folder or a name; its first text, which loads it, is not timed. A model
 * that loads and cannot be run is MODEL_NOT_READY like one that does not load.
 */
export async function measureModel(model: string, options: MeasureOptions, unnamedLabels = false): Promise<Measured> {
  try {
    return await measureFolder(model, options, unnamedLabels)
  } catch (cause) {
    options.signal?.throwIfAborted()
    if (cause instanceof LyraError) throw cause
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new LyraError('MODEL_NOT_READY', `${model} cannot be run: ${reason}`, { cause })
  }
}

function measureFolder(model: string, options: MeasureOptions, unnamedLabels: boolean): Promise<Measured> {
  const { config, modelPath } = findModel(model, options)
  const megabytes = statSync(modelPath).size / 1e6
  if (config.task === 'sentence-embedding') {
    const embedder = createEmbedder({ ...options, model, device: 'cpu' })
    return measureEmbedder(embedder, options, megabytes)
  }
  return measureStance(model, options, { megabytes, unnamedLabels })
}

async function measureStance(
  model: string,
  options: MeasureOptions,
  { megabytes, unnamedLabels }: { readonly megabytes: number; readonly unnamedLabels: boolean },
): Promise<MeasuredStance> {
  const { set, now, signal } = options
  const head = openStanceHead({ ...options, model })
  await head.logits(set.pairs.slice(0, 1), signal)
  const started = now()
  const logits = await head.logits(set.pairs, signal)
  const seconds = (now() - started) / 1000
  const order = checkLabelOrder(set.pairs, logits, unnamedLabels ? null : head.labels)
  const used = order.ok ? order.order : order.best
  const figures = stanceFigures(set.pairs, logits, used)
  const perSecond = set.pairs.length / Math.max(seconds, 0.001)
  return { task: 'stance', model: head.modelId, figures, order, per_second: perSecond, megabytes }
}

export async function measureEmbedder(
  embedder: Embedder,
  { set, now, signal, onCenter }: Pick<MeasureOptions, 'set' | 'now' | 'signal' | 'onCenter'>,
  megabytes: number | null,
): Promise<MeasuredVectors> {
  const { triples } = set
  const texts = [
    triples.map(({ query }) => query),
    triples.map(({ near }) => near),
    triples.map(({ far }) => far),
  ].flat()
  await embedder.embed(texts.slice(0, 1), signal)
  const started = now()
  const vectors = await embedder.embed(texts, signal)
  const seconds = (now() - started) / 1000
  const raw = vectorFigures(triples, vectors)
  const center = onCenter !== undefined && raw.cosine_unrelated > ALIKE ? centerOf(vectors) : undefined
  if (center !== undefined) onCenter?.(center)
  const moved = vectors.map((vector) => centred(vector, center))
  const figures = center === undefined ? raw : vectorFigures(triples, moved)
  const perSecond = texts.length / Math.max(seconds, 0.001)
  return { task: 'vectors', model: embedder.modelId, figures, per_second: perSecond, megabytes }
}
