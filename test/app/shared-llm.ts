import type { LlmTimeBudget } from '../../src/app/llm-time-budget.ts'
import { localHttpClients } from '../../src/app/local-http-client.ts'
import { type LocalLlmParts, openLocalLlm } from '../../src/app/open-local-llm.ts'
import { silentLogger } from '../../src/domain/log.ts'
import type { Settings } from '../../src/domain/settings.ts'
import { createScheduler } from '../../src/work/scheduler.ts'

export const FREE: LlmTimeBudget = { left: () => Number.POSITIVE_INFINITY, during: (_taskId, work) => work() }

/**
 * The application's local model as `wireRooms` opens it, with an account that never ends and no archive unless told
 * otherwise.
 */
export function sharedLlm(settings: Settings, over: Partial<LocalLlmParts> = {}) {
  return openLocalLlm({
    settings,
    log: silentLogger,
    scheduler: createScheduler({ network_client: 4, cpu_nlp: 2, queue_limit: 10 }, () => {}),
    account: FREE,
    posts: localHttpClients(settings, silentLogger),
    archive: { writeResource: async () => ({ file: '', recordId: '' }) },
    replay: null,
    audit: () => {},
    ...over,
  })
}
