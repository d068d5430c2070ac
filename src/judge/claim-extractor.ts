import { splitSentences } from '../domain/sentences.ts'
import type { Settings } from '../domain/settings.ts'
import { dot } from '../domain/vector.ts'
import type { Embedder } from '../models/types.ts'
import { checkWorthiness, claimGranularity, claimPolarity, claimType } from './claim-cues.ts'
import { dropReason } from './claim-drops.ts'
import { selfContained } from './claim-subject.ts'
import { coverage, isJapanese } from './rules/words.ts'
import type { ClaimExtractor, ClaimSource, ExtractedClaim } from './types.ts'

interface ClaimExtractorOptions {
  /** Without it closeness to the question is counted in shared words. */
  /** Null: how near a sentence is to the question is told by shared words alone. */
  readonly embedder: Embedder | null
  readonly settings: Settings['judgement']
}

interface Dropped {
  readonly text: string
  readonly reason: string
}

interface Candidate {
  readonly claim: ExtractedClaim
  readonly worth: number
}

const CLAIM_FRAGMENTS = new Set(['paragraph', 'abstract', 'list', 'quote'])
/** Sentences of one fragment that are read for claims: a fragment that has more is a list or a table. */
const SENTENCES_READ = 40

function readSource(source: ClaimSource): { candidates: Candidate[]; dropped: Dropped[] } {
  const candidates: Candidate[] = []
  const dropped: Dropped[] = []
  if (!CLAIM_FRAGMENTS.has(source.fragmentType)) {
    dropped.push({ text: source.text, reason: `fragment type ${source.fragmentType}` })
    return { candidates, dropped }
  }
  let previous: string | null = null
  for (const sentence of splitSentences(source.text).slice(0, SENTENCES_READ)) {
    const before = previous
    previous = sentence.text
    const own = selfContained(sentence.text, before)
    const reason = dropReason(sentence.text) ?? (own === null ? 'not self-contained' : dropReason(own.text))
    if (reason !== null || own === null) {
      dropped.push({ text: sentence.text, reason: reason ?? 'not self-contained' })
      continue
    }
    const worth = checkWorthiness(own.text) - (own.resolved ? 0.1 : 0)
    const claim: ExtractedClaim = {
      text: own.text,
      type: claimType(own.text),
      polarity: claimPolarity(own.text),
      granularity: claimGranularity(own.text),
      language: isJapanese(own.text) ? 'ja' : 'en',
      spanStart: sentence.start,
      spanEnd: sentence.end,
      quality: Math.max(0, worth),
    }
    candidates.push({ claim, worth })
  }
  return { candidates, dropped }
}

/**
 * The built-in extractor (REQ 3.3.1 without an LLM): sentences worth checking, verbatim spans, reasons for the rest.
 */
export function createClaimExtractor({ embedder, settings }: ClaimExtractorOptions): ClaimExtractor {
  async function closeness(texts: readonly string[], question: string, signal?: AbortSignal) {
    if (embedder === null) return texts.map((text) => coverage(question, text))
    const [wanted, ...vectors] = await embedder.embed([question, ...texts], signal)
    return vectors.map((vector) => (wanted === undefined ? 0 : Math.max(0, dot(wanted, vector))))
  }

  return {
    method: 'builtin',
    extract: async (sources, question, signal) => {
      const results = []
      for (const source of sources) {
        signal?.throwIfAborted()
        const { candidates, dropped } = readSource(source)
        const near = await closeness(
          candidates.map(({ claim }) => claim.text),
          question,
          signal,
        )
        const ordered = candidates
          .map(({ claim, worth }, index) => ({ claim, score: 0.5 * worth + 0.5 * (near[index] ?? 0) }))
          .sort((a, b) => b.score - a.score || a.claim.spanStart - b.claim.spanStart)
        const kept = ordered.slice(0, settings.claims_per_fragment).map(({ claim }) => claim)
        const over = ordered
          .slice(settings.claims_per_fragment)
          .map(({ claim }) => ({ text: claim.text, reason: 'beyond claims_per_fragment' }))
        results.push({
          fragmentId: source.fragmentId,
          claims: kept.sort((a, b) => a.spanStart - b.spanStart),
          dropped: [...dropped, ...over],
        })
      }
      return results
    },
  }
}
