import type { RecognisedName } from '../../domain/entity.ts'
import { splitSentences } from '../../domain/sentences.ts'
import { softmax } from '../../domain/softmax.ts'
import { isJapaneseText } from './fold-letters.ts'
import { inPortions, moved } from './head-portions.ts'
import { type CandidateParts, HEAD_KINDS, isHeadKind, type NameCandidate, nameCandidates } from './name-candidates.ts'
import type { HeadWeights } from './name-head-weights.ts'

/** Pieces of words with the vectors that the embedded encoder has for them. */
export interface Pieces {
  pieces(text: string): readonly { readonly start: number; readonly end: number; readonly vector: Float32Array }[]
  readonly opening: Float32Array
  readonly closing: Float32Array
}

/** Confirms, corrects and completes what the rules found in a text. */
export type NameHead = (parts: CandidateParts) => readonly RecognisedName[]

export function createNameHead(weights: HeadWeights, table: Pieces): NameHead {
  const read = (parts: CandidateParts): readonly RecognisedName[] => {
    const candidates = nameCandidates(parts).filter(({ isSure }) => !isSure)
    const bars = weights.bars[isJapaneseText(parts.text) ? 'ja' : 'en']
    const sentences = sentencesOf(parts.text, table)
    const named = candidates.flatMap((candidate): readonly Scored[] => {
      const sentence = sentences(candidate)
      return decided(candidate, shares(weights, candidate, blocksOf(table, sentence, candidate)), bars)
    })
    const isDoubtful = ({ start, end }: Place) => candidates.some((one) => one.start === start && one.end === end)
    const fixed = parts.found.filter((name) => !isDoubtful(name))
    return withoutClashes(parts.text, fixed, named)
  }
  return (parts) => inPortions(parts).flatMap(({ from, portion }) => moved(read(portion), from))
}

interface Place {
  readonly start: number
  readonly end: number
}
type Sentence = ReturnType<Pieces['pieces']>

/** The pieces of the sentence that a candidate stands in, read when the first one is asked for. */
function sentencesOf(text: string, table: Pieces): (place: Place) => Sentence {
  const sentences = splitSentences(text)
  const read = new Map<number, Sentence>()
  return ({ start, end }) => {
    const own = sentences.find((one) => one.start <= start && end <= one.end) ?? {
      start,
      end,
      text: text.slice(start, end),
    }
    const before = read.get(own.start)
    if (before !== undefined) return before
    const pieces = table
      .pieces(own.text)
      .map((piece) => ({ ...piece, start: piece.start + own.start, end: piece.end + own.start }))
    read.set(own.start, pieces)
    return pieces
  }
}

/** How far from a name words still count, and how much less each. */
const [REACH, FADE] = [12, 0.8]

/** Five vectors in a row: the name, its neighbours, and what stands before and behind it, fading. */
export function blocksOf(table: Pieces, sentence: Sentence, { start, end }: Place): Float32Array {
  const width = table.opening.length
  const first = Math.max(
    0,
    sentence.findIndex((piece) => piece.end > start),
  )
  let last = first
  while ((sentence[last + 1]?.start ?? end) < end) last += 1
  const blocks = new Float32Array(BLOCKS * width)
  for (let at = first; at <= last; at += 1) add(blocks, 0, sentence[at]?.vector, 1 / (last + 1 - first))
  add(blocks, width, sentence[first - 1]?.vector ?? table.opening, 1)
  add(blocks, 2 * width, sentence[last + 1]?.vector ?? table.closing, 1)
  addFading(blocks, 3 * width, sentence.slice(Math.max(0, first - REACH), first).reverse())
  addFading(blocks, 4 * width, sentence.slice(last + 1, last + 1 + REACH))
  return blocks
}

const BLOCKS = 5

function addFading(sum: Float32Array, from: number, pieces: Sentence): void {
  const whole = pieces.reduce((total, _, at) => total + FADE ** at, 0)
  for (const [at, { vector }] of pieces.entries()) add(sum, from, vector, FADE ** at / whole)
}

function add(sum: Float32Array, from: number, vector: Float32Array | undefined, weight: number): void {
  if (vector === undefined) return
  for (let at = 0; at < vector.length; at += 1)
    sum[from + at] = (sum[from + at] as number) + (vector[at] as number) * weight
}

/** How likely it is no name, and one of each kind: one hidden layer, which the features reach past, too. */
function shares(weights: HeadWeights, { features }: NameCandidate, blocks: Float32Array): readonly number[] {
  const { hidden, kinds, hiddenBias, out, direct, outBias } = weights
  const known = features.flatMap((name) => weights.featureRows.get(name) ?? [])
  const layer = wordSums(weights, blocks).map((sum, unit) => {
    const own = known.reduce((total, row) => total + (weights.features[row * hidden + unit] ?? 0), 0)
    return Math.tanh(sum + own + (hiddenBias[unit] ?? 0))
  })
  const scores = Array.from({ length: kinds }, (_, kind) => {
    const read = layer.reduce((total, value, unit) => total + value * (out[unit * kinds + kind] ?? 0), 0)
    return known.reduce((total, row) => total + (direct[row * kinds + kind] ?? 0), read + (outBias[kind] ?? 0))
  })
  return softmax(scores)
}

/** The one loop that takes time: some sixty thousand products a candidate. */
function wordSums({ hidden, words, wordScales }: HeadWeights, blocks: Float32Array): Float64Array {
  const sums = new Float64Array(hidden)
  for (let at = 0, row = 0; at < blocks.length; at += 1, row += hidden) {
    const value = blocks[at] as number
    for (let unit = 0; unit < hidden; unit += 1)
      sums[unit] = (sums[unit] as number) + value * (words[row + unit] as number)
  }
  return sums.map((sum, unit) => sum * (wordScales[unit] ?? 0))
}

/** One word that opens a sentence is more often the thing that a page is about than a name. */
const OPENER = ['en:opens', 'en:words=1']
const OPENER_BAR = 0.9

interface Scored extends Place {
  readonly kind: RecognisedName['kind']
  readonly share: number
}

/** What the rules say stands unless the head is sure of something else; what they leave is added where it is sure. */
function decided(
  { start, end, kind, features }: NameCandidate,
  [none = 1, ...each]: readonly number[],
  bars: HeadWeights['bars']['en'],
): readonly Scored[] {
  const best = each.indexOf(Math.max(...each))
  const [share, guessed] = [each[best] ?? 0, HEAD_KINDS[best] ?? 'organisation']
  if (kind === null || !isHeadKind(kind)) {
    const bar = OPENER.every((name) => features.includes(name)) ? OPENER_BAR : bars.add
    return share > bar ? [{ start, end, kind: guessed, share }] : []
  }
  if (none > bars.drop) return []
  if (guessed !== kind && share > bars.change) return [{ start, end, kind: guessed, share }]
  const own = each[HEAD_KINDS.indexOf(kind)] ?? 0
  return [{ start, end, kind, share: Math.max(own, bars.add) }]
}

/** Of names that overlap the surest; what the rules are sure of stands. */
function withoutClashes(
  text: string,
  fixed: readonly RecognisedName[],
  named: readonly Scored[],
): readonly RecognisedName[] {
  const kept: Place[] = []
  const names: RecognisedName[] = []
  const add = ({ start, end, kind }: Place & Pick<RecognisedName, 'kind'>) => {
    if (kept.some((one) => start < one.end && one.start < end)) return
    kept.push({ start, end })
    names.push({ start, end, text: text.slice(start, end), kind })
  }
  for (const one of fixed) add(one)
  for (const one of [...named].sort((a, b) => b.share - a.share || a.start - b.start)) add(one)
  return names.sort((a, b) => a.start - b.start)
}
