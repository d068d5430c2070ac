import type { BrowserDoor, LoadedPage } from '../browser/types.ts'
import { LyraError } from '../domain/errors.ts'
import { registrableDomain } from '../domain/url.ts'
import type { Extract } from '../extract/types.ts'
import type { LocalLlm } from '../models/local-llm.ts'
import type { Embedder, NliModel } from '../models/types.ts'
import type { Gateway, NetRequest } from '../net/types.ts'
import type { Scheduler, WorkKind, WorkRequest } from '../work/scheduler.ts'
import type { LlmAccount } from './llm-account.ts'

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
      byLength(texts, (sorted) =>
        inHandfuls(sorted, (part) =>
          inSlot(scheduler, { kind: 'embed', slot: 'gpu', signal }, (until) => embedder.embed(part, until)),
        ),
      ),
  }
}

/**
 * Beside a long text a short one costs the model as much: handfuls are cut from the whole call by length, answers keep
 * its order.
 */
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

/** REQ 3.2.2 counts the light stance model to the text work. */
export function slottedNli(nli: NliModel, scheduler: Scheduler): NliModel {
  return {
    modelId: nli.modelId,
    judge: (pairs, signal) =>
      inHandfuls(pairs, (part) =>
        inSlot(scheduler, { kind: 'rerank', slot: 'cpu_nlp', signal }, (until) => nli.judge(part, until)),
      ),
  }
}

/**
 * One question is one batch: at most `timeoutMs` in the slot, then the model counts as out of reach. The task pays for
 * its time in the slot, not for the waiting; a task whose share is used up is not answered (REQ 3.1: 30 %).
 */
export function slottedLlm(llm: LocalLlm, scheduler: Scheduler, timeoutMs: number, account: LlmAccount): LocalLlm {
  const kind = llmKind(llm.model)
  return {
    ...llm,
    ask: async (question, signal) => {
      const taskId = scheduler.owner()?.taskId ?? null
      const left = account.left(taskId)
      if (left <= 0) return { ok: false, reason: 'time used up', detail: 'the task has used its time with the model' }
      const request = { kind, slot: 'gpu', timeoutMs: Math.min(timeoutMs, left), signal } as const
      return inSlot(scheduler, request, (until) => account.during(taskId, () => llm.ask(question, until))).catch(
        (error: unknown) => ({ ok: false, reason: 'unreachable', detail: lateOrThrow(error) }),
      )
    },
  }
}

/** REQ 3.2.2 knows a fast and a slow model: from 7 billion parameters on it is slow. An unnamed size counts as slow. */
export function llmKind(model: string): 'llm_fast' | 'llm_slow' {
  const billions = /(?:^|[^\d.])(\d+(?:\.\d+)?)b(?![a-z])/iu.exec(model)?.[1]
  return billions !== undefined && Number(billions) < SLOW_FROM_BILLIONS ? 'llm_fast' : 'llm_slow'
}
const SLOW_FROM_BILLIONS = 7

/**
 * No time-out of the slot's own: each reader gives a document up by name (`too_costly`) after its own time, counted
 * from when its thread takes the document. A second clock, started here, would charge a PDF for the one it waits
 * behind.
 */
export function slottedExtract(extract: Extract, scheduler: Scheduler): Extract {
  return (document, signal) =>
    inSlot(scheduler, { kind: 'extract', slot: 'cpu_nlp', signal }, (until) => extract(document, until))
}

/**
 * What asks the net without being a page (indexes of papers, sitemaps): one of the four places, one at a time per
 * domain.
 */
export function slottedGateway(gateway: Gateway, scheduler: Scheduler, timeoutMs: number): Gateway {
  return {
    ...gateway,
    fetch: (request) =>
      inSlot(scheduler, ofRequest(request, 'prefetch', timeoutMs), (signal) =>
        gateway.fetch({ ...request, signal }),
      ).catch((error: unknown) => late('http', error, timeoutMs)),
  }
}

/**
 * Result pages, of engines and of a site's own search, go first of all. Shown in a window they take the place of the
 * window, which the model on the graphics card cannot have meanwhile; hidden, one of the network places. A browser that
 * has to start first gets the time for it on top, once.
 */
export function slottedResultPages(
  browser: Pick<BrowserDoor, 'load'>,
  scheduler: Scheduler,
  rule: { readonly headful: boolean; readonly timeoutMs: number; readonly startMs: number },
): Pick<BrowserDoor, 'load'> {
  let started = false
  return {
    load: async (request, wish) => {
      const timeoutMs = rule.timeoutMs + (started ? 0 : rule.startMs)
      const asked = ofRequest(request, 'serp', timeoutMs)
      try {
        return await inSlot(scheduler, rule.headful ? inWindow(asked) : asked, async (signal) => {
          const page = await browser.load({ ...request, signal }, wish)
          started = true
          return page
        })
      } catch (error) {
        return { ...late('browser', error, timeoutMs), screenshot: null }
      }
    },
  }
}

/**
 * A page that is fetched holds a network place already; a window on the screen and a model exclude each other (REQ
 * 3.2.2).
 */
export function slottedBrowser(
  browser: BrowserDoor,
  scheduler: Scheduler,
  rule: { readonly headful: boolean; readonly timeoutMs: number },
): BrowserDoor {
  if (!rule.headful) return browser
  return {
    ...browser,
    load: (request, wish) =>
      inSlot(scheduler, inWindow(ofRequest(request, 'prefetch', rule.timeoutMs)), (signal) =>
        browser.load({ ...request, signal }, wish),
      ).catch((error: unknown) => ({ ...late('browser', error, rule.timeoutMs), screenshot: null }) as LoadedPage),
  }
}

function ofRequest(request: NetRequest, kind: WorkKind, timeoutMs: number): WorkRequest {
  return {
    kind,
    slot: 'network_client',
    domain: registrableDomain(request.url) ?? request.url,
    taskId: request.taskId ?? undefined,
    causeId: request.causeId,
    timeoutMs,
    signal: request.signal,
  }
}

function inWindow({ domain: _any, ...request }: WorkRequest): WorkRequest {
  return { ...request, slot: 'browser_headful' }
}

/** Back-pressure first: nobody adds to a queue that is too long already. */
async function inSlot<T>(
  scheduler: Scheduler,
  request: WorkRequest,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  await scheduler.room(request.slot)
  return scheduler.run(request, work)
}

/** Past its time is an outcome of this one request; anything else is the caller's to know. */
function late(route: 'http' | 'browser', error: unknown, timeoutMs: number) {
  return { outcome: 'timeout', route, reason: lateOrThrow(error), archive: null, elapsedMs: timeoutMs } as const
}

function lateOrThrow(error: unknown): string {
  if (error instanceof LyraError && error.code === 'TIMEOUT') return error.message
  throw error
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
