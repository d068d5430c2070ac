import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Logger } from '../domain/log.ts'
import type { Settings } from '../domain/settings.ts'
import { createLocalLlm, type LocalLlm } from '../infer/local-llm.ts'
import type { Scheduler } from '../research/jobs/scheduler.ts'
import { type LocalPosts, localPosts } from './local-post.ts'
import { PACKAGE_ROOT } from './package-root.ts'
import { slottedLlm } from './slotted.ts'

/** The model of `llm.model` behind its slot; null without one, and in replay, where no socket is opened. */
export function openLocalLlm(
  settings: Settings,
  log: Logger,
  scheduler: Scheduler,
  timeoutMs: number,
  posts: LocalPosts = localPosts(settings, log),
): LocalLlm | null {
  const { endpoint, model } = settings.llm
  if (model === '' || settings.replay !== '') return null
  const send = posts.open(timeoutMs)
  const llm = createLocalLlm({
    endpoint,
    model,
    timeoutMs,
    log,
    post: ({ url, body, signal }) =>
      send(url, body, signal).then(
        (answer) => ({ ok: true, ...answer }),
        (error: unknown) => ({ ok: false, reason: error instanceof Error ? error.message : 'no answer' }),
      ),
  })
  return slottedLlm(llm, scheduler, timeoutMs)
}

export function readPrompt(name: string): string {
  return readFileSync(join(PACKAGE_ROOT, 'config', 'prompts', `${name}.md`), 'utf8')
}
