import type { AdapterInForce } from '../domain/adapter.ts'
import { inTurns, type Steps, turnTaker } from '../domain/in-turns.ts'
import { isStruckOut } from '../domain/revision.ts'
import { splitSentences } from '../domain/sentences.ts'
import type { Settings } from '../domain/settings.ts'
import { dot } from '../domain/vector.ts'
import type { Embedder, Reader, SentenceReading } from '../models/types.ts'
import { claimGranularity, claimPolarity, claimType } from './claim-cues.ts'
import { isToldToAModel } from './claim-drops/told-to-a-model.ts'
import { isStatement } from './claim-drops.ts'
import { readOpening } from './claim-opening.ts'
import { asStated, checkable, ORDERS, refusalOf } from './claim-sentences.ts'
import { selfContained } from './claim-subject.ts'
import { learnedCheckable } from './learned-claims.ts'
import { quietContext } from './quiet-context.ts'
import { coverage, isJapanese } from './rules/words.ts'
import { createSpeechCheck } from './speech-check.ts'
import { statedClaim } from './stated-claim.ts'
import { rowStatements } from './table-rows.ts'
import { completedBy, contextParts, type TextContext } from './text-context.ts'
import type { ClaimExtractor, ClaimSource, ExtractedClaim } from './types.ts'

interface ClaimExtractorOptions {
  /** Null: how near a sentence is to the question is told by shared words alone. */
  readonly embedder: Embedder | null
  readonly reader: Pick<Reader, 'readSentences' | 'readSpeech'> & Partial<Pick<Reader, 'modelId'>>
  readonly settings: Settings['judgement']
}

interface Dropped {
  readonly text: string
  readonly reason: string
}

/** A sentence or a table row, before it is known whether it is a claim. */
interface Read {
  readonly text: string
  /** The sentence before it, else the heading above it. */
  readonly before: string
  readonly previous: string | null
  readonly start: number
  readonly end: number
  readonly givesFigure: boolean
}

export const STRUCK = 'struck out by its page'
const CLAIM_FRAGMENTS = new Set(['paragraph', 'abstract', 'list', 'quote', 'table'])
/** Sentences of one fragment that are read for claims: a fragment that has more is a list or a table. */
const SENTENCES_READ = 40

function* readingSentences({ text, fragmentType, headingContext, title }: ClaimSource): Steps<readonly Read[]> {
  // What asks or orders must not change how the next sentence is read (L2).
  const [heading = ''] = contextParts({ title: null, heading: headingContext ?? title ?? null })
  yield
  if (fragmentType === 'table')
    return rowStatements(text)
      .slice(0, SENTENCES_READ)
      .map((row) => ({ ...row, before: heading, previous: null }))
  const read: Read[] = []
  let previous: string | null = null
  for (const { text: own, start, end } of splitSentences(text).slice(0, SENTENCES_READ)) {
    read.push({ text: own, before: previous ?? heading, previous, start, end, givesFigure: false })
    if (isStatement(own)) previous = own
    yield
  }
  return read
}

/** A label that names a method, an aim or matter around the paper says so of its sentence, too. */
function sectionFault(text: string): string | null {
  const { section, rest } = readOpening(text)
  if (section === 'method' || (section === 'aim' && /^To \p{Ll}/u.test(rest))) return 'methods only'
  return section === 'matter' ? 'about the text' : null
}

/** Of a table struck out whole no row stands, however it reads as a statement. */
function revisionFault({ revisions = [], text: whole }: ClaimSource, { text }: Read): string | null {
  return isStruckOut(revisions, text) || isStruckOut(revisions, whole) ? STRUCK : null
}

/** Why each sentence is no claim; null where it may be one. */
function* refusing(
  source: ClaimSource,
  sentences: readonly Read[],
  readings: readonly SentenceReading[],
  learned: AdapterInForce | null,
): Steps<readonly (string | null)[]> {
  const reasons: (string | null)[] = []
  for (const [at, sentence] of sentences.entries()) {
    const reading = readings[at]
    const fault = revisionFault(source, sentence) ?? sectionFault(sentence.text)
    reasons.push(
      reading === undefined
        ? 'not read'
        : (fault ?? refusalOf(sentence.text, reading, learnedCheckable(reading, learned))),
    )
    yield
  }
  return reasons
}

/** What is claimed: the sentence alone, or with what its page says before it; null where the page says nothing. */
function toClaim(read: Read, reading: SentenceReading, context: TextContext, isRow: boolean): ExtractedClaim | null {
  const own = isRow ? null : selfContained(read.text, read.previous)
  const standsAlone = own !== null && (own.resolved || reading.claim >= reading.dependent)
  const parts = standsAlone ? [] : contextParts(context)
  if (own === null && parts.length === 0 && !isRow) return null
  const said = own?.text ?? read.text
  return {
    text: parts.length === 0 ? said : completedBy(context, said),
    type: claimType(said),
    polarity: claimPolarity(said),
    granularity: claimGranularity(said),
    language: isJapanese(said) ? 'ja' : 'en',
    spanStart: read.start,
    spanEnd: read.end,
    quality: checkable(reading),
    context: parts.length === 0 ? null : parts.join(' › '),
  }
}

/**
 * The built-in extractor (REQ 3.3.1 without an LLM): sentences that the reader takes for checkable statements, verbatim
 * spans, reasons for the rest.
 */
export function createClaimExtractor({ embedder, reader, settings }: ClaimExtractorOptions): ClaimExtractor {
  const isSpeech = createSpeechCheck(reader, { every: true, embedder })

  async function closeness(texts: readonly string[], question: string, signal?: AbortSignal) {
    if (embedder === null) return texts.map((text) => coverage(question, text))
    const [wanted, ...vectors] = await embedder.embed([question, ...texts], signal)
    return vectors.map((vector) => (wanted === undefined ? 0 : Math.max(0, dot(wanted, vector))))
  }

  async function readSource(source: ClaimSource, learned: AdapterInForce | null, signal?: AbortSignal) {
    if (source.fragmentType === 'statement') return statedClaim(source, isSpeech, signal)
    const dropped: Dropped[] = []
    const claims: ExtractedClaim[] = []
    if (!CLAIM_FRAGMENTS.has(source.fragmentType))
      return { claims, dropped: [{ text: source.text, reason: `fragment type ${source.fragmentType}` }], silenced: 0 }
    const sentences = await inTurns(readingSentences(source))
    // Without "RESULTS:", which makes any sentence look like one about the text.
    const said = sentences.map(({ text }) => readOpening(text).rest)
    const heard = await reader.readSentences(
      sentences.map(({ before }, at) => ({ before, text: said[at] ?? '' })),
      signal,
    )
    const readings = heard.map((reading, at) => (sentences[at]?.givesFigure === true ? asStated(reading) : reading))
    const refused = await inTurns(refusing(source, sentences, readings, learned))
    // L2 (REQ 4.4.1): behind a fact an order reads like one more fact.
    const context = await quietContext(
      { title: source.title ?? null, heading: source.headingContext },
      isSpeech,
      signal,
    )
    const speaks = await isSpeech(said, signal, { about: context.title ?? context.heading })
    const isRow = source.fragmentType === 'table'
    let silenced = 0
    const turn = turnTaker()
    for (const [at, sentence] of sentences.entries()) {
      await turn()
      const reading = readings[at]
      const reason = refused[at] ?? (speaks[at] === true ? ORDERS : null)
      silenced += Number(reason === ORDERS && (speaks[at] === true || isToldToAModel(sentence.text)))
      const claim = reading === undefined || reason !== null ? null : toClaim(sentence, reading, context, isRow)
      if (claim === null) dropped.push({ text: sentence.text, reason: reason ?? 'not self-contained' })
      else claims.push(claim)
    }
    return { claims, dropped, silenced }
  }

  return {
    method: 'builtin',
    extract: async (sources, question, signal, learned = null) => {
      // What was learned about another reader's mistakes says nothing of this one's.
      const own = learned?.model === reader.modelId ? learned : null
      const results = []
      const turn = turnTaker()
      for (const source of sources) {
        await turn()
        signal?.throwIfAborted()
        const { claims, dropped, silenced } = await readSource(source, own, signal)
        const near = await closeness(
          claims.map(({ text }) => text),
          question,
          signal,
        )
        const ordered = claims
          .map((claim, index) => ({ claim, score: 0.5 * claim.quality + 0.5 * (near[index] ?? 0) }))
          .sort((a, b) => b.score - a.score || a.claim.spanStart - b.claim.spanStart)
          .map(({ claim }) => claim)
        const over = ordered
          .slice(settings.claims_per_fragment)
          .map(({ text }) => ({ text, reason: 'beyond claims_per_fragment' }))
        results.push({
          fragmentId: source.fragmentId,
          claims: ordered.slice(0, settings.claims_per_fragment).sort((a, b) => a.spanStart - b.spanStart),
          dropped: [...dropped, ...over],
          ...(silenced === 0 ? {} : { silenced }),
        })
      }
      return results
    },
  }
}
