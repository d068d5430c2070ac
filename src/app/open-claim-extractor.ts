import type { Settings } from '../domain/settings.ts'
import { createClaimExtractor } from '../judge/claim-extractor.ts'
import { createLlmClaimExtractor } from '../judge/llm-claim-extractor.ts'
import type { ClaimExtractor } from '../judge/types.ts'
import type { Embedder, Reader } from '../models/types.ts'
import { BATCH_MS, type SharedLlm } from './open-local-llm.ts'
import { readPrompt } from './system-prompts.ts'

/** The built-in extractor, or the local model with the built-in one behind it. */
export function openClaimExtractor(
  settings: Settings,
  { embedder, reader }: { readonly embedder: Embedder; readonly reader: Reader },
  llm: SharedLlm | null,
): ClaimExtractor {
  const builtin = createClaimExtractor({ embedder, reader, settings: settings.judgement })
  if (llm === null) return builtin
  return createLlmClaimExtractor({
    llm: { ask: llm.asking(BATCH_MS) },
    fallback: builtin,
    reader,
    prompt: readPrompt('extract-claims'),
    settings: settings.judgement,
  })
}
