import type { AskModel } from '../domain/ask-model.ts'
import type { Settings } from '../domain/settings.ts'
import { createQueryTranslator, type TranslatedQuery, type TranslateQuery } from '../engines/query-translation.ts'
import type { LocalLlm } from '../models/local-llm.ts'
import type { SharedLlm } from './open-local-llm.ts'
import { readPrompt } from './system-prompts.ts'

/** One line to translate; an unreachable model must not delay a search for long. */
const MIRROR_MS = 20_000

/** REQ 3.1.1: no translation without a local model. A replay returns the recorded translation. */
export function openQueryTranslation(
  settings: Settings,
  llm: SharedLlm | null,
  recorded: ReadonlyMap<string, TranslatedQuery> = new Map(),
): { mirror?: TranslateQuery } {
  if (settings.replay !== '') {
    if (recorded.size === 0) return {}
    return { mirror: async (query) => recorded.get(query) ?? { ok: false, reason: 'there was none' } }
  }
  if (llm === null || !settings.engines.mirror) return {}
  return { mirror: createQueryTranslator({ ask: clean(llm.asking(MIRROR_MS)), prompt: readPrompt('mirror-query') }) }
}

/** REQ 4.4.1 L4: a query is sent to search engines, so an answer with masked text or an address is discarded. */
function clean(ask: LocalLlm['ask']): AskModel {
  return async (question, signal) => {
    const answer = await ask(question, signal)
    if (!answer.ok || answer.findings.length === 0) return answer
    const kinds = [...new Set(answer.findings.map(({ kind }) => kind))].sort()
    return { ok: false, detail: `L4 found ${kinds.join(', ')} in what it said` }
  }
}
