import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Logger } from '../domain/log.ts'
import type { Settings } from '../domain/settings.ts'
import { createClaimExtractor } from '../infer/claim-extractor.ts'
import { createLlmClaimExtractor } from '../infer/llm-claim-extractor.ts'
import { createLocalLlm, type LlmPost } from '../infer/local-llm.ts'
import type { ClaimExtractor, Embedder } from '../infer/types.ts'
import { localPost } from './local-post.ts'
import { PACKAGE_ROOT } from './package-root.ts'

/** REQ 3.2.2: one batch of the local model. */
const BATCH_MS = 120_000

/** The built-in extractor, or the local model of `llm.model` with the built-in one behind it. In replay no socket is opened. */
export function openClaimExtractor(settings: Settings, embedder: Embedder, log: Logger): ClaimExtractor {
  const builtin = createClaimExtractor({ embedder, settings: settings.judgement })
  if (settings.llm.model === '' || settings.replay !== '') return builtin
  const send = localPost(settings, log, BATCH_MS)
  const post: LlmPost = async ({ url, body, signal }) => {
    try {
      return { ok: true, ...(await send(url, body, signal)) }
    } catch (error) {
      return { ok: false, reason: error instanceof Error ? error.message : 'no answer' }
    }
  }
  return createLlmClaimExtractor({
    llm: createLocalLlm({ endpoint: settings.llm.endpoint, model: settings.llm.model, timeoutMs: BATCH_MS, post, log }),
    fallback: builtin,
    prompt: readFileSync(join(PACKAGE_ROOT, 'config', 'prompts', 'extract-claims.md'), 'utf8'),
    settings: settings.judgement,
    budgetMs: settings.llm.task_share * settings.task.max_seconds * 1000,
    now: () => performance.now(),
  })
}
