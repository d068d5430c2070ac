import type { LlmAccount } from '../../src/app/llm-account.ts'
import { localPosts } from '../../src/app/local-post.ts'
import { type LocalLlmParts, openLocalLlm } from '../../src/app/open-local-llm.ts'
import { silentLogger } from '../../src/domain/log.ts'
import type { Settings } from '../../src/domain/settings.ts'
import { createScheduler } from '../../src/work/scheduler.ts'

export const FREE: LlmAccount = { left: () => Number.POSITIVE_INFINITY, during: (_taskId, work) => work() }

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
    posts: localPosts(settings, silentLogger),
    archive: { writeResource: async () => ({ file: '', recordId: '' }) },
    replay: null,
    audit: () => {},
    ...over,
  })
}
