import { lanesFor, mapConcurrently } from './concurrent-map.ts'
import { findFidelityModel } from './model-folder.ts'
import { boundText, openModel } from './onnx-session.ts'
import { cutPair } from './pair-input.ts'
import type { Fidelity } from './types.ts'

/**
 * The reader taught faithful and altered statements (models/lyra-fidelity-mini); null where its weights are not
 * shipped. Opened with the first question.
 */
export function createFidelity({ threads, shipped }: FidelityOptions): Fidelity | null {
  const model = findFidelityModel(shipped)
  if (model === null) return null
  const { max_length: limit, name } = model.config
  const open = openModel(model, threads)
  return {
    modelId: name,
    altered: (pairs, signal) =>
      mapConcurrently(pairs, lanesFor(threads), async ({ evidence, claim }) => {
        signal?.throwIfAborted()
        const loaded = await open()
        const encoded = cutPair(loaded.encodePair(boundText(evidence), boundText(claim)), limit)
        const [statement = 0, word = 0] = await loaded.run(encoded, model.output)
        return { statement, word }
      }),
  }
}

export interface FidelityOptions {
  /** Setting models.threads. */
  readonly threads: number
  /** The `models/` folder that ships; tests may point elsewhere. */
  readonly shipped?: string
}
