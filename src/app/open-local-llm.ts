import type { ArchiveWriter, ReplayArchive } from '../archive/types.ts'
import type { Logger } from '../domain/log.ts'
import type { Settings } from '../domain/settings.ts'
import { createLocalLlm, type LocalLlm } from '../models/local-llm.ts'
import type { EventStore } from '../store/types.ts'
import type { Scheduler } from '../work/scheduler.ts'
import type { LlmAccount } from './llm-account.ts'
import { recordedLlm, recordingLlm } from './llm-record.ts'
import type { LocalPosts } from './local-post.ts'
import { slottedLlm } from './slots/models.ts'

/** The one local model of the application: claims, translations and opinions on quality all come from here. */
export interface SharedLlm {
  /** For one kind of question; each may hold the slot so long. */
  asking(timeoutMs: number): LocalLlm['ask']
  /** It stays in memory until nobody holds it any more; the returned function lets go. */
  hold(): () => void
  close(): Promise<void>
}

export interface LocalLlmParts {
  readonly settings: Settings
  readonly log: Logger
  readonly scheduler: Scheduler
  readonly account: LlmAccount
  readonly posts: LocalPosts
  readonly archive: Pick<ArchiveWriter, 'writeResource'>
  readonly replay: ReplayArchive | null
  readonly audit: EventStore['audit']
}

/** REQ 3.2.2: one batch of the local model; nobody may ask for more. */
export const BATCH_MS = 120_000

/**
 * The model of `llm.model` behind its slot; null without one. In replay no socket is opened: what it said then is said
 * again.
 */
export function openLocalLlm(parts: LocalLlmParts): SharedLlm | null {
  const { settings, log, scheduler, account, posts, archive, replay } = parts
  if (replay !== null) {
    const recorded = recordedLlm(replay)
    if (recorded === null) return null
    return { asking: () => audited(recorded, parts), hold: () => () => {}, close: async () => {} }
  }
  const { endpoint, model } = settings.llm
  if (model === '') return null
  const send = posts.open(BATCH_MS)
  const llm = createLocalLlm({
    endpoint,
    model,
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
    ...heldModel(llm),
  }
}

/** REQ 4.4.1 L8: what L4 found is audited here for whoever asked, by kind and place, and in a replay as it was then. */
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

/** REQ 4.2: the model leaves the memory at the end of the search, whoever used it, unless another search goes on. */
export function heldModel(llm: Pick<LocalLlm, 'unload'>): Pick<SharedLlm, 'hold' | 'close'> {
  let holders = 0
  let unloading = Promise.resolve()
  const unload = async () => {
    // A model that cannot be unloaded is unloaded by Ollama itself after a minute.
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
