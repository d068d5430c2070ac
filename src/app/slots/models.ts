import type { LocalLlm } from '../../models/local-llm.ts'
import type { Embedder, NliModel } from '../../models/types.ts'
import type { Scheduler } from '../../work/scheduler.ts'
import type { LlmTimeBudget } from '../llm-time-budget.ts'
import { inSlot, timeoutReason } from './in-slot.ts'

/** Texts per slot turn: a vector query waits for one batch, not for a whole search. */
const BATCH = 16
/** REQ 3.2.2 knows a fast and a slow model, and names 7 billion parameters for the slow one. */
const SLOW_FROM_BILLIONS = 7

/** REQ 3.2.2: one model runs at a time for all tasks. A text's vector does not depend on its batch. */
export function slottedEmbedder(embedder: Embedder, scheduler: Scheduler): Embedder {
  return {
    modelId: embedder.modelId,
    // Ollama knows it only after its first answer.
    get dimension() {
      return embedder.dimension
    },
    embed: (texts, signal) =>
      byLength(texts, (sorted) =>
        inBatches(sorted, (batch) =>
          inSlot(scheduler, { kind: 'embed', slot: 'gpu', signal }, (until) => embedder.embed(batch, until)),
        ),
      ),
  }
}

/** REQ 3.2.2 counts the light stance model to the text work. */
export function slottedNli(nli: NliModel, scheduler: Scheduler): NliModel {
  return {
    modelId: nli.modelId,
    outside: nli.outside ?? false,
    judge: (pairs, signal) =>
      inBatches(pairs, (batch) =>
        inSlot(scheduler, { kind: 'rerank', slot: 'cpu_nlp', signal }, (until) => nli.judge(batch, until)),
      ),
  }
}

/**
 * One question is one batch: at most `timeoutMs` in the slot, then the model counts as unreachable. The task pays for
 * time in the slot, not in the queue; once its share is used up it gets no answer (REQ 3.1: 30 %).
 */
export function slottedLlm(llm: LocalLlm, scheduler: Scheduler, timeoutMs: number, account: LlmTimeBudget): LocalLlm {
  const kind = llmKind(llm.model)
  return {
    ...llm,
    ask: async (question, signal) => {
      const taskId = scheduler.owner()?.taskId ?? null
      const left = account.left(taskId)
      if (left <= 0) return { ok: false, reason: 'time used up', detail: 'the task has used its time with the model' }
      const request = { kind, slot: 'gpu', timeoutMs: Math.min(timeoutMs, left), signal } as const
      return inSlot(scheduler, request, (until) => account.during(taskId, () => llm.ask(question, until))).catch(
        (error: unknown) => ({ ok: false, reason: 'unreachable', detail: timeoutReason(error) }),
      )
    },
  }
}

/** By the size in its name, as in `qwen2.5:7b`; an unnamed size counts as slow. */
export function llmKind(model: string): 'llm_fast' | 'llm_slow' {
  const billions = /(?:^|[^\d.])(\d+(?:\.\d+)?)b(?![a-z])/iu.exec(model)?.[1]
  return billions !== undefined && Number(billions) < SLOW_FROM_BILLIONS ? 'llm_fast' : 'llm_slow'
}

/** A batch costs as much as its longest text, so batches are formed by length; results keep the order of the call. */
async function byLength<R>(
  texts: readonly string[],
  work: (sorted: readonly string[]) => Promise<readonly R[]>,
): Promise<R[]> {
  const order = [...texts.keys()].sort((a, b) => (texts[a] as string).length - (texts[b] as string).length)
  const results = await work(order.map((index) => texts[index] as string))
  const inOrder: R[] = []
  order.forEach((index, place) => {
    inOrder[index] = results[place] as R
  })
  return inOrder
}

async function inBatches<T, R>(
  items: readonly T[],
  work: (batch: readonly T[]) => Promise<readonly R[]>,
): Promise<R[]> {
  const results: R[] = []
  for (let from = 0; from < items.length; from += BATCH) results.push(...(await work(items.slice(from, from + BATCH))))
  return results
}
