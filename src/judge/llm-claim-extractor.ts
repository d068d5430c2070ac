import { z } from 'zod'
import type { AdapterInForce } from '../domain/adapter.ts'
import { isStruckOut } from '../domain/revision.ts'
import type { Settings } from '../domain/settings.ts'
import { REDACTED, urlsIn } from '../guard/l4-output-check.ts'
import type { LocalLlm } from '../models/local-llm.ts'
import type { Reader, SentenceReading } from '../models/types.ts'
import { claimGranularity, claimPolarity, claimType } from './claim-cues.ts'
import { STRUCK } from './claim-extractor.ts'
import { checkable, refusalOf } from './claim-sentences.ts'
import { selfContained } from './claim-subject.ts'
import { findQuote } from './quote-span.ts'
import { whyNotCarried } from './quote-support.ts'
import { isJapanese } from './rules/words.ts'
import { silencedIn, statementsOf } from './statements.ts'
import type { ClaimExtractor, ClaimSource, ExtractedClaim } from './types.ts'

interface LlmClaimExtractorOptions {
  /** Knows whose time a question takes, and when there is none left. */
  readonly llm: Pick<LocalLlm, 'ask'>
  /** Takes over for what the model cannot answer. */
  readonly fallback: ClaimExtractor
  readonly reader: Pick<Reader, 'readSentences'>
  /** Text of config/prompts/extract-claims.md. */
  readonly prompt: string
  readonly settings: Settings['judgement']
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

/** Why the built-in extractor stands in for the model. */
interface Unanswered {
  readonly reason: string
  readonly misled: boolean
}

/** `hides`: why the model's claims may not be all that the fragment says. */
type Answer = Unanswered | (Extracted & { readonly hides?: string })
interface Asked {
  readonly question: string
  readonly learned: AdapterInForce | null
  readonly signal: AbortSignal | undefined
}

/** Then it is asked nothing more. */
const GONE: readonly string[] = ['llm unreachable', 'llm time used up']

/**
 * What the model may have been told to pass on: words that L4 masked, or an address that the page does not name (REQ
 * 4.4.1 L4).
 */
function smuggled(text: string, source: ClaimSource): string | null {
  if (text.includes(REDACTED) && !source.text.includes(REDACTED)) return 'words of the prompt'
  const urls = urlsIn(text)
  const known = urls.length === 0 ? [] : urlsIn(source.text)
  return urls.every((url) => known.some((one) => one.includes(url))) ? null : 'address not in the fragment'
}

/**
 * REQ 4.4.1 L6: whether the passage got more out of the model than statements. A host that the passage names is no sign
 * of it: models put the `https://` before one that the page writes without.
 */
function isMisled(answer: string, answered: readonly Answered[], { text: source }: ClaimSource): boolean {
  if (answer.includes(REDACTED) && !source.includes(REDACTED)) return true
  const hosts = urlsIn(answered.map((claim) => `${claim.text}\n${claim.quote}`).join('\n')).map(hostIn)
  return hosts.some((host) => !source.toLowerCase().includes(host))
}

function hostIn(url: string): string {
  return url.replace(/^[a-z]*:?[\\/]*(?:www\.)?/u, '').replace(/[/?#:\\].*$/su, '')
}

/** Why the words of a claim are not those of its fragment: the model invents, or does what the page told it. */
function whyUntrue(claim: Answered, source: ClaimSource): string | null {
  return smuggled(claim.text, source) ?? whyNotCarried(claim, source.text)
}

/** Why a true claim is not taken all the same; null when it can be checked. */
function whyNotTaken({ text }: Answered, reading: SentenceReading): string | null {
  return refusalOf(text, reading) ?? (selfContained(text, null) === null ? 'not self-contained' : null)
}

/**
 * Of the model's answer only words and place are taken: type and polarity follow from the words, as for every claim.
 */
function toClaim(claim: Answered, source: ClaimSource, reading: SentenceReading): ExtractedClaim {
  const span = findQuote(source.text, claim.quote) ?? { start: 0, end: source.text.length }
  return {
    text: claim.text.trim(),
    type: claimType(claim.text),
    polarity: claimPolarity(claim.text),
    granularity: claimGranularity(claim.text),
    language: isJapanese(claim.text) ? 'ja' : 'en',
    spanStart: span.start,
    spanEnd: span.end,
    quality: checkable(reading),
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
  const { llm, fallback, reader, settings } = options
  const schema = z.toJSONSchema(answerSchema)

  async function ask(source: ClaimSource, question: string, signal?: AbortSignal): Promise<Answer> {
    const mayReturn = question.slice(0, 300)
    const instruction = options.prompt.replaceAll('{{limit}}', String(settings.claims_per_fragment))
    const data = statementsOf(source.text)
    const silenced = silencedIn(source.text)
    const told = silenced === 0 ? {} : { silenced }
    if (data === '') return { fragmentId: source.fragmentId, claims: [], dropped: [], ...told, method: 'llm' }
    const answer = await llm.ask({ instruction, data, mayReturn, schema, expectedLength: 2000 }, signal)
    if (!answer.ok) return { reason: `llm ${answer.reason}`, misled: false }
    const answered = parseAnswer(answer.text)
    const misled = isMisled(answer.text, answered ?? [], source)
    if (answered === null) return { reason: 'llm answer not in the schema', misled }
    const claims: ExtractedClaim[] = []
    const dropped: { text: string; reason: string }[] = []
    const before = source.headingContext ?? source.title ?? ''
    const readings = await reader.readSentences(
      answered.map(({ text }) => ({ before, text })),
      signal,
    )
    let failed = false
    for (const [at, claim] of answered.entries()) {
      const reading = readings[at]
      const isFull = claims.length >= settings.claims_per_fragment
      const untrue = isFull ? null : whyUntrue(claim, source)
      failed ||= untrue !== null
      const unread = reading === undefined ? 'not read' : whyNotTaken(claim, reading)
      const reason = isFull ? 'beyond claims_per_fragment' : (untrue ?? unread)
      if (reading !== undefined && reason === null) claims.push(toClaim(claim, source, reading))
      else dropped.push({ text: claim.text, reason: reason ?? 'not read' })
    }
    const read = { fragmentId: source.fragmentId, claims, dropped, ...told, method: 'llm', misled } as const
    if (failed) return { ...read, hides: 'llm quotes failed' }
    return answered.length === 0 ? { ...read, hides: 'llm named no claim' } : read
  }

  /**
   * A model that obeys the page does not say so: it names the page's lies in place of its statements, or nothing. What
   * the built-in extractor finds beside the claims that hold is taken, too.
   */
  async function hidden({ claims }: Extracted, reason: string, source: ClaimSource, asked: Asked) {
    const found = await fallBack(source, asked.question, { reason, misled: false }, asked.learned, asked.signal)
    const isKnown = (one: ExtractedClaim) =>
      claims.some(({ spanStart, spanEnd }) => one.spanStart < spanEnd && one.spanEnd > spanStart)
    const rest = found.claims.filter((one) => !isKnown(one)).slice(0, settings.claims_per_fragment - claims.length)
    return { ...found, claims: rest }
  }

  async function fallBack(
    source: ClaimSource,
    question: string,
    { reason, misled }: Unanswered,
    learned: AdapterInForce | null,
    signal?: AbortSignal,
  ): Promise<Extracted> {
    const [result] = await fallback.extract([source], question, signal, learned)
    const base = result ?? { fragmentId: source.fragmentId, claims: [], dropped: [] }
    return { ...base, dropped: [...base.dropped, { text: '', reason }], method: fallback.method, misled }
  }

  return {
    method: 'llm',
    extract: async (sources, question, signal, learned = null) => {
      const results: Extracted[] = []
      let gone: Unanswered | null = null
      for (const source of sources) {
        signal?.throwIfAborted()
        // What a record states needs no reading, and is checked as it is without a model.
        if (source.fragmentType === 'statement') {
          const stated = await fallback.extract([source], question, signal, learned)
          results.push(...stated.map((one) => ({ ...one, method: fallback.method })))
          continue
        }
        if (isStruckOut(source.revisions ?? [], source.text)) {
          const dropped = [{ text: source.text, reason: STRUCK }]
          results.push({ fragmentId: source.fragmentId, claims: [], dropped, method: 'llm' })
          continue
        }
        const answer: Answer = gone ?? (await ask(source, question, signal))
        if ('reason' in answer) {
          if (GONE.includes(answer.reason)) gone = answer
          results.push(await fallBack(source, question, answer, learned, signal))
          continue
        }
        const { hides, ...read } = answer
        results.push(read)
        if (hides !== undefined) results.push(await hidden(read, hides, source, { question, learned, signal }))
      }
      return results
    },
  }
}
