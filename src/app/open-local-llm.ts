import type { ArchiveWriter, ReplayArchive } from '../archive/types.ts'
import type { Logger } from '../domain/log.ts'
import type { Settings } from '../domain/settings.ts'
import { createLocalLlm, type LocalLlm } from '../models/local-llm.ts'
import type { EventStore } from '../store/types.ts'
import type { Scheduler } from '../work/scheduler.ts'
import { recordedLlm, recordingLlm } from './llm-record.ts'
import type { LlmTimeBudget } from './llm-time-budget.ts'
import type { LocalHttpClients } from './local-http-client.ts'
import { slottedLlm } from './slots/models.ts'

/** The one local model of the application: claims, translations and opinions on quality all come from here. */
export interface SharedLlm {
  /** A client for one kind of question; `timeoutMs` is how long each may hold the slot. */
  asking(timeoutMs: number): LocalLlm['ask']
  /** Keeps the model in memory until every holder has released it; the returned function releases it. */
  hold(): () => void
  close(): Promise<void>
}

export interface LocalLlmParts {
  readonly settings: Settings
  readonly log: Logger
  readonly scheduler: Scheduler
  readonly account: LlmTimeBudget
  readonly posts: LocalHttpClients
  readonly archive: Pick<ArchiveWriter, 'writeResource'>
  readonly replay: ReplayArchive | null
  readonly audit: EventStore['audit']
}

/** REQ 3.2.2: one batch of the local model; nobody may ask for more. */
export const BATCH_MS = 120_000

/**
 * The model of `llm.model` behind its slot; null without one. A replay opens no socket and returns recorded answers.
 */
export function openLocalLlm(parts: LocalLlmParts): SharedLlm | null {
  const { settings, log, scheduler, account, posts, archive, replay } = parts
  if (replay !== null) {
    const recorded = recordedLlm(replay)
    if (recorded === null) return null
    return { asking: () => audited(recorded, parts), hold: () => () => {}, close: async () => {} }
  }
  const { endpoint, model, api } = settings.llm
  if (model === '') return null
  const send = posts.open(BATCH_MS)
  const llm = createLocalLlm({
    endpoint,
    model,
    api,
    timeoutMs: BATCH_MS,
    log,
    post: ({ url, body, signal }) =>
      send(url, body, signal).then(
        (answer) => ({ ok: true, ...answer }),
        (error: unknown) => ({ ok: false, reason: error instanceof Error ? error.message : 'no answer' }),
      ),
  })
  const recorded = { ...llm, ask: recordingLlm(llm, archive, () => scheduler.owner()?.taskId ?? '') }
  return {
    asking: (timeoutMs) => audited(slottedLlm(recorded, scheduler, timeoutMs, account).ask, parts),
    ...keepModelLoaded(llm),
  }
}

/**
 * REQ 4.4.1 L8: audits what L4 found, by kind and position, for every caller; a replay repeats the recorded findings.
 */
function audited(
  ask: LocalLlm['ask'],
  { audit, scheduler }: Pick<LocalLlmParts, 'audit' | 'scheduler'>,
): LocalLlm['ask'] {
  return async (question, signal) => {
    const answer = await ask(question, signal)
    const { taskId, causeId = 'llm' } = scheduler.owner() ?? {}
    const subject = taskId === undefined ? {} : { subjectType: 'task', subjectId: taskId }
    if (answer.ok)
      for (const { kind, position } of answer.findings)
        audit({ layer: 'L4', pattern: kind, position, ...subject, causeId })
    return answer
  }
}

/** REQ 4.2: the model is unloaded at the end of the search unless another search still uses it. */
export function keepModelLoaded(llm: Pick<LocalLlm, 'unload'>): Pick<SharedLlm, 'hold' | 'close'> {
  let holders = 0
  let unloading = Promise.resolve()
  const unload = async () => {
    // If unloading fails, Ollama unloads the model itself after a minute.
    if (holders === 0) await llm.unload().catch(() => undefined)
  }
  return {
    hold: () => {
      let held = true
      holders += 1
      return () => {
        if (!held) return
        held = false
        holders -= 1
        unloading = unloading.then(unload)
      }
    },
    close: () => unloading,
  }
}
