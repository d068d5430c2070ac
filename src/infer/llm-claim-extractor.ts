import { z } from 'zod'
import type { Settings } from '../domain/settings.ts'
import { checkWorthiness, claimGranularity } from './claim-cues.ts'
import { dropReason } from './claim-drops.ts'
import type { LocalLlm } from './local-llm.ts'
import { findQuote } from './quote-span.ts'
import { isNegated } from './rules/negation.ts'
import { carriesFigures } from './rules/numbers.ts'
import { coverage, isJapanese } from './rules/words.ts'
import { statementsOf } from './statements.ts'
import type { ClaimExtractor, ClaimSource, ExtractedClaim } from './types.ts'

export interface LlmClaimExtractorOptions {
  readonly llm: LocalLlm
  /** Takes over for what the model cannot answer. */
  readonly fallback: ClaimExtractor
  /** Text of config/prompts/extract-claims.md. */
  readonly prompt: string
  readonly settings: Settings['judgement']
  /** Longest time all calls for one task may take together (REQ: 30 % of the task). */
  readonly budgetMs: (taskId: string | null) => number
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

/** Why an answered claim is not taken; null when its fragment carries it. */
function refusalOf(claim: Answered, source: ClaimSource): string | null {
  const span = findQuote(source.text, claim.quote)
  if (span === null) return 'quote not in the fragment'
  const near = source.text.slice(Math.max(0, span.start - 400), span.end + 200)
  if (coverage(claim.text, near) < WORD_SUPPORT) return 'not carried by its fragment'
  if (isNegated(claim.text) !== isNegated(claim.quote)) return 'turns its quote around'
  if (!carriesFigures(claim.text, near)) return 'figure not in the fragment'
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
  const clock = taskClock(now)

  async function ask(source: ClaimSource, question: string, signal?: AbortSignal): Promise<Extracted | string> {
    const mayReturn = question.slice(0, 300)
    const instruction = options.prompt.replaceAll('{{limit}}', String(settings.claims_per_fragment))
    const data = statementsOf(source.text)
    if (data === '') return { fragmentId: source.fragmentId, claims: [], dropped: [], method: 'llm' }
    const answer = await llm.ask({ instruction, data, mayReturn, schema, expectedLength: 2000 }, signal)
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
    extract: async (sources, question, signal, taskId = null) => {
      const used = clock(taskId)
      const allowedMs = budgetMs(taskId)
      const results: Extracted[] = []
      let gone: string | null = null
      try {
        for (const source of sources) {
          signal?.throwIfAborted()
          if (gone === null && used.ms() >= allowedMs) gone = 'llm time used up'
          const answer: Extracted | string = gone ?? (await used.during(() => ask(source, question, signal)))
          if (answer === 'llm unreachable') gone = answer
          results.push(typeof answer === 'string' ? await fallBack(source, question, answer, signal) : answer)
        }
      } finally {
        // A task that is stopped must not leave the model in memory.
        await llm.unload()
      }
      return results
    },
  }
}

const REMEMBERED_TASKS = 100

/** What the model has cost each task so far: several searches of a task share one allowance. */
function taskClock(now: () => number) {
  const spent = new Map<string, { ms: number }>()
  return (taskId: string | null) => {
    const account = (taskId === null ? undefined : spent.get(taskId)) ?? { ms: 0 }
    if (taskId !== null) {
      spent.delete(taskId)
      spent.set(taskId, account)
      const [oldest] = spent.keys()
      if (spent.size > REMEMBERED_TASKS && oldest !== undefined) spent.delete(oldest)
    }
    return {
      ms: () => account.ms,
      during: async <T>(work: () => Promise<T>): Promise<T> => {
        const started = now()
        try {
          return await work()
        } finally {
          account.ms += now() - started
        }
      },
    }
  }
}
