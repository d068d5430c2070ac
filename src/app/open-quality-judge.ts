import type { Logger } from '../domain/log.ts'
import type { Settings } from '../domain/settings.ts'
import type { QualityJudge } from '../extract/quality.ts'
import { createQualityJudge } from '../extract/quality-judge.ts'
import { statementsOf } from '../infer/statements.ts'
import type { Scheduler } from '../research/jobs/scheduler.ts'
import type { LocalPosts } from './local-post.ts'
import { openLocalLlm, readPrompt } from './open-local-llm.ts'

/** One number about one page; a model that is not there must not hold up reading for long. */
const JUDGE_MS = 30_000

/** REQ 3.3.3 stage 2: without a local model a page is judged by rules alone. */
export function openQualityJudge(
  settings: Settings,
  log: Logger,
  scheduler: Scheduler,
  posts?: LocalPosts,
): QualityJudge | null {
  const llm = openLocalLlm(settings, log, scheduler, JUDGE_MS, posts)
  if (llm === null) return null
  // L2: a page that tells the model how to rate it is rated without those words.
  return createQualityJudge({
    ask: (question, signal) => llm.ask({ ...question, data: statementsOf(question.data) }, signal),
    prompt: readPrompt('judge-quality'),
  })
}
