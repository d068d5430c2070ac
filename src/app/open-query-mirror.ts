import type { Logger } from '../domain/log.ts'
import type { Settings } from '../domain/settings.ts'
import { createQueryMirror, type Mirrored, type MirrorQuery } from '../engines/expand.ts'
import type { Scheduler } from '../research/jobs/scheduler.ts'
import type { LocalPosts } from './local-post.ts'
import { openLocalLlm, readPrompt } from './open-local-llm.ts'

/** One line to translate; a model that is not there must not hold up a search for long. */
const MIRROR_MS = 20_000

/** REQ 3.1.1: none without a local model. In replay what the model said then is said again. */
export function openQueryMirror(
  settings: Settings,
  log: Logger,
  scheduler: Scheduler,
  recorded: ReadonlyMap<string, Mirrored> = new Map(),
  posts?: LocalPosts,
): { mirror?: MirrorQuery } {
  if (settings.replay !== '') {
    if (recorded.size === 0) return {}
    return { mirror: async (query) => recorded.get(query) ?? { ok: false, reason: 'there was none' } }
  }
  const llm = settings.engines.mirror ? openLocalLlm(settings, log, scheduler, MIRROR_MS, posts) : null
  if (llm === null) return {}
  return {
    mirror: createQueryMirror({
      ask: (question, signal) => llm.ask(question, signal),
      prompt: readPrompt('mirror-query'),
    }),
  }
}
