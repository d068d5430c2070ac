import type { Logger } from '../domain/log.ts'
import type { Settings } from '../domain/settings.ts'
import { createClaimExtractor } from '../infer/claim-extractor.ts'
import { createLlmClaimExtractor } from '../infer/llm-claim-extractor.ts'
import type { ClaimExtractor, Embedder } from '../infer/types.ts'
import type { Scheduler } from '../research/jobs/scheduler.ts'
import type { TaskStore } from '../store/types.ts'
import type { LocalPosts } from './local-post.ts'
import { openLocalLlm, readPrompt } from './open-local-llm.ts'

/** REQ 3.2.2: one batch of the local model. */
const BATCH_MS = 120_000

/** The model's share of a task (REQ: 30 %), by the budget that this task was given. */
export function modelTime(settings: Settings, tasks: Pick<TaskStore, 'get'>): (taskId: string | null) => number {
  return (taskId) => {
    const budget = taskId === null ? null : (tasks.get(taskId)?.budget ?? null)
    return settings.llm.task_share * (budget ?? settings.task).max_seconds * 1000
  }
}

/** The built-in extractor, or the local model with the built-in one behind it. */
export function openClaimExtractor(
  settings: Settings,
  embedder: Embedder,
  log: Logger,
  scheduler: Scheduler,
  tasks: Pick<TaskStore, 'get'>,
  posts?: LocalPosts,
): ClaimExtractor {
  const builtin = createClaimExtractor({ embedder, settings: settings.judgement })
  const llm = openLocalLlm(settings, log, scheduler, BATCH_MS, posts)
  if (llm === null) return builtin
  return createLlmClaimExtractor({
    llm,
    fallback: builtin,
    prompt: readPrompt('extract-claims'),
    settings: settings.judgement,
    budgetMs: modelTime(settings, tasks),
    now: () => performance.now(),
  })
}
