import type { BrowserDoor } from '../browser/types.ts'
import type { Embedder, NliModel } from '../infer/types.ts'
import type { Scheduler } from '../research/jobs/scheduler.ts'

/** Texts taken at once: a question to the vectors waits for one handful, not for a whole search. */
const HANDFUL = 16

/** REQ 3.2.2: one model works at a time, whichever task asks. What a text gets does not depend on its neighbours. */
export function slottedEmbedder(embedder: Embedder, scheduler: Scheduler): Embedder {
  return {
    modelId: embedder.modelId,
    // Ollama knows it only after its first answer.
    get dimension() {
      return embedder.dimension
    },
    embed: (texts, signal) =>
      inHandfuls(texts, (part) =>
        scheduler.run({ kind: 'embed', slot: 'gpu', signal }, (until) => embedder.embed(part, until)),
      ),
  }
}

export function slottedNli(nli: NliModel, scheduler: Scheduler): NliModel {
  return {
    modelId: nli.modelId,
    judge: (pairs, signal) =>
      inHandfuls(pairs, (part) =>
        scheduler.run({ kind: 'rerank', slot: 'gpu', signal }, (until) => nli.judge(part, until)),
      ),
  }
}

/** A window on the screen and a model on the graphics card exclude each other (REQ 3.2.2); a hidden browser needs no slot. */
export function slottedBrowser(browser: BrowserDoor, scheduler: Scheduler, headful: boolean): BrowserDoor {
  if (!headful) return browser
  return {
    ...browser,
    load: (request, options) =>
      scheduler.run(
        {
          kind: request.purpose === 'serp' ? 'serp' : 'prefetch',
          slot: 'browser_headful',
          taskId: request.taskId ?? undefined,
          signal: request.signal,
        },
        (signal) => browser.load({ ...request, signal }, options),
      ),
  }
}

async function inHandfuls<T, R>(
  items: readonly T[],
  work: (part: readonly T[]) => Promise<readonly R[]>,
): Promise<R[]> {
  const results: R[] = []
  for (let from = 0; from < items.length; from += HANDFUL)
    results.push(...(await work(items.slice(from, from + HANDFUL))))
  return results
}
