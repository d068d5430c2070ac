import { softmax } from '../domain/softmax.ts'
import { mapConcurrently } from './concurrent-map.ts'
import { findModel, findNliModel } from './model-folder.ts'
import { boundText, openModel } from './onnx-session.ts'
import { cutPair, type NliOptions, scoreOf } from './pair-input.ts'
import { createReader } from './reader.ts'
import type { NliModel } from './types.ts'

/** The stance model of that name: one of its own, or the stance head of a reader. */
export function createNli(options: NliOptions): NliModel {
  const { config } = findModel(options.model, options)
  return config.task === 'reader' ? createReader(options) : createPlainNli(options)
}

function createPlainNli(options: NliOptions): NliModel {
  const model = findNliModel(options.model, options)
  const { labels, temperature, max_length: limit } = model.config
  const open = openModel(model, options.threads)
  return {
    modelId: model.config.name,
    judge: (pairs, signal) =>
      mapConcurrently(pairs, options.threads, async ({ evidence, claim }) => {
        signal?.throwIfAborted()
        const loaded = await open()
        const encoded = cutPair(loaded.encodePair(boundText(evidence), boundText(claim)), limit)
        return scoreOf(labels, softmax([...(await loaded.run(encoded))], temperature))
      }),
  }
}
