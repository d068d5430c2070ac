import { softmax } from '../domain/softmax.ts'
import { findModel, findNliModel, isShipped } from './model-folder.ts'
import { type NliOptions, scoreOf } from './pair-input.ts'
import { createReader } from './reader.ts'
import { openStanceHead } from './stance-head.ts'
import type { NliModel } from './types.ts'

/** The stance model of that name: one of its own, or the stance head of a reader. */
export function createNli(options: NliOptions): NliModel {
  const { config } = findModel(options.model, options)
  return config.task === 'reader' ? createReader(options) : createPlainNli(options)
}

function createPlainNli(options: NliOptions): NliModel {
  const { folder } = findNliModel(options.model, options)
  const head = openStanceHead(options)
  return {
    modelId: head.modelId,
    outside: !isShipped(folder, options),
    judge: async (pairs, signal) =>
      (await head.logits(pairs, signal)).map((logits) => scoreOf(head.labels, softmax(logits, head.temperature))),
  }
}
