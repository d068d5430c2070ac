import { z } from 'zod'
import type { Settings } from '../domain/settings.ts'
import { checkWorthiness, claimGranularity } from './claim-cues.ts'
import { dropReason } from './claim-drops.ts'
import type { LocalLlm } from './local-llm.ts'
import { compareNumbers, quantities } from './rules/numbers.ts'
import { coverage, isJapanese } from './rules/words.ts'
import type { ClaimExtractor, ClaimSource, ExtractedClaim } from './types.ts'

export interface LlmClaimExtractorOptions {
  readonly llm: LocalLlm
  /** Takes over for what the model cannot answer. */
  readonly fallback: ClaimExtractor
  /** Text of config/prompts/extract-claims.md. */
  readonly prompt: string
  readonly settings: Settings['judgement']
  /** Longest time all calls of one extraction may take together (REQ: 30 % of the task). */
  readonly budgetMs: number
  readonly now: () => number
}

const answerSchema = z.strictObject({
  claims: z
    .array(
      z.strictObject({
        text: z.string().min(1).max(600),
        quote: z.string().min(1).max(1000),
        type: z.enum(['fact', 'opinion', 'prediction']),
        polarity: z.enum(['affirm', 'deny']),
      }),
    )
    .max(20),
})

type Answered = z.infer<typeof answerSchema>['claims'][number]
type Extracted = Awaited<ReturnType<ClaimExtractor['extract']>>[number]

/** Share of the claim's topic words that its fragment must have. */
const WORD_SUPPORT = 0.8

/** The sentence a claim rests on, found in the fragment word for word; white space may differ. */
export function findQuote(text: string, quote: string): { start: number; end: number } | null {
  const escaped = quote
    .trim()
    .split(/\s+/)
    .map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  if (escaped.length === 0 || escaped[0] === '') return null
  const match = new RegExp(escaped.join('\\s+'), 'u').exec(text)
  return match === null ? null : { start: match.index, end: match.index + match[0].length }
}

/** Why an answered claim is not taken; null when its fragment carries it. */
function refusalOf(claim: Answered, source: ClaimSource): string | null {
  const span = findQuote(source.text, claim.quote)
  if (span === null) return 'quote not in the fragment'
  const near = source.text.slice(Math.max(0, span.start - 400), span.end + 200)
  if (coverage(claim.text, near) < WORD_SUPPORT) return 'not carried by its fragment'
  const figures = quantities(claim.text)
  if (figures.length > 0 && compareNumbers(claim.text, near).agree < figures.length) return 'figure not in the fragment'
  return dropReason(claim.text)
}

function toClaim(claim: Answered, source: ClaimSource): ExtractedClaim {
  const span = findQuote(source.text, claim.quote) ?? { start: 0, end: source.text.length }
  return {
    text: claim.text.trim(),
    type: claim.type,
    polarity: claim.polarity,
    granularity: claimGranularity(claim.text),
    language: isJapanese(claim.text) ? 'ja' : 'en',
    spanStart: span.start,
    spanEnd: span.end,
    quality: checkWorthiness(claim.text),
  }
}

/** Strict: an answer that does not follow the schema to the letter is no answer. */
function parseAnswer(text: string): readonly Answered[] | null {
  try {
    const parsed = answerSchema.safeParse(JSON.parse(text))
    return parsed.success ? parsed.data.claims : null
  } catch {
    return null
  }
}

export function createLlmClaimExtractor(options: LlmClaimExtractorOptions): ClaimExtractor {
  const { llm, fallback, settings, budgetMs, now } = options
  const schema = z.toJSONSchema(answerSchema)

  async function ask(source: ClaimSource, question: string, signal?: AbortSignal): Promise<Extracted | string> {
    const instruction = options.prompt
      .replaceAll('{{limit}}', String(settings.claims_per_fragment))
      .replaceAll('{{question}}', () => question.slice(0, 300))
    const answer = await llm.ask({ instruction, data: source.text, schema, expectedLength: 2000 }, signal)
    if (!answer.ok) return `llm ${answer.reason}`
    const answered = parseAnswer(answer.text)
    if (answered === null) return 'llm answer not in the schema'
    const claims: ExtractedClaim[] = []
    const dropped: { text: string; reason: string }[] = []
    for (const claim of answered) {
      const reason =
        claims.length >= settings.claims_per_fragment ? 'beyond claims_per_fragment' : refusalOf(claim, source)
      if (reason === null) claims.push(toClaim(claim, source))
      else dropped.push({ text: claim.text, reason })
    }
    return { fragmentId: source.fragmentId, claims, dropped, method: 'llm' }
  }

  async function fallBack(source: ClaimSource, question: string, reason: string, signal?: AbortSignal) {
    const [result] = await fallback.extract([source], question, signal)
    const base = result ?? { fragmentId: source.fragmentId, claims: [], dropped: [] }
    return { ...base, dropped: [...base.dropped, { text: '', reason }], method: fallback.method }
  }

  return {
    method: 'llm',
    extract: async (sources, question, signal) => {
      const deadline = now() + budgetMs
      const results: Extracted[] = []
      let gone: string | null = null
      for (const source of sources) {
        signal?.throwIfAborted()
        if (gone === null && now() >= deadline) gone = 'llm time used up'
        const answer: Extracted | string = gone ?? (await ask(source, question, signal))
        if (answer === 'llm unreachable') gone = answer
        results.push(typeof answer === 'string' ? await fallBack(source, question, answer, signal) : answer)
      }
      await llm.unload()
      return results
    },
  }
}
