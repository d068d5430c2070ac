import type { AskModel } from '../domain/ask-model.ts'
import type { Settings } from '../domain/settings.ts'
import { createQueryMirror, type Mirrored, type MirrorQuery } from '../engines/query-mirror.ts'
import type { LocalLlm } from '../models/local-llm.ts'
import type { SharedLlm } from './open-local-llm.ts'
import { readPrompt } from './system-prompts.ts'

/** One line to translate; a model that is not there must not hold up a search for long. */
const MIRROR_MS = 20_000

/** REQ 3.1.1: none without a local model. In replay what the model said then is said again. */
export function openQueryMirror(
  settings: Settings,
  llm: SharedLlm | null,
  recorded: ReadonlyMap<string, Mirrored> = new Map(),
): { mirror?: MirrorQuery } {
  if (settings.replay !== '') {
    if (recorded.size === 0) return {}
    return { mirror: async (query) => recorded.get(query) ?? { ok: false, reason: 'there was none' } }
  }
  if (llm === null || !settings.engines.mirror) return {}
  return { mirror: createQueryMirror({ ask: clean(llm.asking(MIRROR_MS)), prompt: readPrompt('mirror-query') }) }
}

/**
 * REQ 4.4.1 L4: a query goes out to search engines; one in which something had to be masked, or an address stands, is
 * none.
 */
function clean(ask: LocalLlm['ask']): AskModel {
  return async (question, signal) => {
    const answer = await ask(question, signal)
    if (!answer.ok || answer.findings.length === 0) return answer
    const kinds = [...new Set(answer.findings.map(({ kind }) => kind))].sort()
    return { ok: false, detail: `L4 found ${kinds.join(', ')} in what it said` }
  }
}
