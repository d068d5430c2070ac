import type { Reader } from '../../models/types.ts'
import type { Scheduler } from '../../work/scheduler.ts'
import { inSlot } from './in-slot.ts'

/** Texts a slot is taken for at once. */
const BATCH = 16

/** REQ 3.2.2 counts the light reader to the text work. */
export function slottedReader(reader: Reader, scheduler: Scheduler): Reader {
  const slotted =
    <T, R>(work: (batch: readonly T[], signal: AbortSignal) => Promise<readonly R[]>) =>
    async (items: readonly T[], signal?: AbortSignal) => {
      const results: R[] = []
      for (let from = 0; from < items.length; from += BATCH) {
        const batch = items.slice(from, from + BATCH)
        const request = { kind: 'rerank', slot: 'cpu_nlp', signal } as const
        results.push(...(await inSlot(scheduler, request, (until) => work(batch, until))))
      }
      return results
    }
  return {
    modelId: reader.modelId,
    judge: slotted(reader.judge),
    sameQuantity: slotted(reader.sameQuantity),
    readSentences: slotted(reader.readSentences),
    readSpeech: slotted(reader.readSpeech),
  }
}
