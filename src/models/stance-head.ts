import { lanesFor, mapConcurrently } from './concurrent-map.ts'
import { findModel, type NliConfig } from './model-folder.ts'
import { boundText, openModel } from './onnx-session.ts'
import { cutPair, type NliOptions } from './pair-input.ts'
import type { StancePair } from './types.ts'

/** What a stance model says of pairs before any temperature: one number a label, in the order of `labels`. */
export interface StanceHead {
  readonly modelId: string
  readonly labels: NliConfig['labels']
  readonly temperature: number
  logits(pairs: readonly StancePair[], signal?: AbortSignal): Promise<readonly (readonly number[])[]>
}

/** The one head of an NLI model, or the stance head of a reader. */
export function openStanceHead(options: NliOptions): StanceHead {
  const model = findModel(options.model, options)
  const { config } = model
  if (config.task === 'sentence-embedding') throw new Error(`${config.name} reads no pairs`)
  const output = config.task === 'reader' ? config.outputs.stance : config.output
  const temperature = config.task === 'reader' ? config.temperatures.stance : config.temperature
  const open = openModel(model, options.threads)
  const lanes = lanesFor(options.threads)
  return {
    modelId: config.name,
    labels: config.labels,
    temperature,
    logits: (pairs, signal) =>
      mapConcurrently(pairs, lanes, async ({ evidence, claim }) => {
        signal?.throwIfAborted()
        const loaded = await open()
        const encoded = cutPair(loaded.encodePair(boundText(evidence), boundText(claim)), config.max_length)
        return [...(await loaded.run(encoded, output))]
      }),
  }
}
