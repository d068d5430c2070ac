import { splitSentences } from '../domain/sentences.ts'
import {
  drawsWithheld,
  goesOnWithSpeech,
  isPartWithheld,
  isWithheld,
  placesBeside,
  type ReadStated,
  speechShare,
} from './l2-speech.ts'
import { speechSpans } from './speech-spans.ts'

/**
 * L7 (REQ 4.4.1): of a stored passage an assistant is shown what does not speak to it. A sentence that does gives way
 * to a mark with their number. The archive keeps the bytes, and a person sees them on the dashboard's archived page.
 */

/** Sentences and parts of one answer that the model reads, the most doubtful first; of others their words decide. */
const MOST_READ = 120
/** Sentences beside plain speech of which it is read whether they state something. */
const MOST_BESIDE = 60
/** A text longer than this is a flood; what stands behind it is shown as it is cut anyway. */
const MOST_SENTENCES = 200

export type ReadShares = (sentences: readonly string[], signal?: AbortSignal) => Promise<readonly number[]>

export type Withhold = (texts: readonly string[], signal?: AbortSignal) => Promise<readonly string[]>

export function withheldMark(sentences: number): string {
  return sentences === 1
    ? '[1 sentence withheld: it speaks to a machine]'
    : `[${sentences} sentences withheld: they speak to a machine]`
}

const MARKS = /\[(\d{1,6}) sentences? withheld: (?:it speaks|they speak) to a machine\]/gu

/** How many sentences a text has lost; at least one where it was changed, whatever marks its page wrote itself. */
export function withheldFrom(text: string, shown: string): number {
  if (text === shown) return 0
  const marked = [...shown.matchAll(MARKS)].reduce((sum, [, count]) => sum + Number(count), 0)
  return Math.max(1, Math.min(marked, MOST_SENTENCES))
}

interface Piece {
  readonly start: number
  readonly end: number
  readonly text: string
  /** Asides, and what may be a sentence of its own. */
  readonly parts: readonly string[]
}

/**
 * Each text as an assistant may read it; every sentence and part is read once. Beside plain speech, a sentence that
 * states nothing goes on with it.
 */
export function createWithhold(readShares: ReadShares, readStated?: ReadStated): Withhold {
  return async (texts, signal) => {
    const cut = texts.map(piecesOf)
    const asked = mostDoubtful(cut.flat().flatMap(({ text, parts }) => [text, ...parts]))
    const read = asked.length === 0 ? [] : await readShares(asked, signal)
    const shares = new Map(asked.map((text, at) => [text, read[at] ?? 0] as const))
    const spoken = cut.map((pieces) => pieces.map((piece) => speaks(piece, shares)))
    const beside = cut.map((pieces, at) =>
      placesBeside(pieces.map(({ text }) => drawsWithheld(shares.get(text)))).filter(
        (place) => spoken[at]?.[place] !== true,
      ),
    )
    const goesOn = await goingOn(
      cut.flatMap((pieces, at) => (beside[at] ?? []).map((place) => pieces[place]?.text ?? '')),
      readStated,
      signal,
    )
    return texts.map((text, at) => {
      const pieces = cut[at] ?? []
      const near = new Set(beside[at])
      const hidden = pieces.map(
        (piece, place) => spoken[at]?.[place] === true || (near.has(place) && goesOn.has(piece.text)),
      )
      return withoutHidden(text, pieces, hidden)
    })
  }
}

/** Of sentences beside plain speech those that state nothing. */
async function goingOn(
  beside: readonly string[],
  readStated: ReadStated | undefined,
  signal?: AbortSignal,
): Promise<ReadonlySet<string>> {
  const asked = [...new Set(beside)].slice(0, MOST_BESIDE)
  if (readStated === undefined || asked.length === 0) return new Set()
  const stated = await readStated(asked, signal)
  return new Set(asked.filter((_, at) => goesOnWithSpeech(stated[at] ?? 1)))
}

/** Ids, addresses and single words say nothing to anyone. */
const SAYS_SOMETHING = /\s\S{1,60}\s|[\u3041-\u30ff\u4e00-\u9fff]{5}/u

function mostDoubtful(texts: readonly string[]): readonly string[] {
  const said = [...new Set(texts)].filter((text) => SAYS_SOMETHING.test(text))
  if (said.length <= MOST_READ) return said
  const shares = new Map(said.map((text) => [text, speechShare(text)] as const))
  return said.sort((one, other) => (shares.get(other) ?? 0) - (shares.get(one) ?? 0)).slice(0, MOST_READ)
}

function piecesOf(text: string): readonly Piece[] {
  return splitSentences(text)
    .slice(0, MOST_SENTENCES)
    .map(({ text: sentence, start, end }) => {
      const parts = speechSpans(sentence).filter(({ kind }) => kind !== 'clause')
      return { start, end, text: sentence, parts: parts.map((part) => part.text) }
    })
}

function withoutHidden(text: string, pieces: readonly Piece[], hidden: readonly boolean[]): string {
  let shown = ''
  let from = 0
  let run = 0
  for (const [at, piece] of pieces.entries()) {
    if (hidden[at] !== true) {
      if (run > 0) {
        shown += `${withheldMark(run)}${text.slice(from, piece.start)}`
        from = piece.start
        run = 0
      }
      continue
    }
    if (run === 0) shown += text.slice(from, piece.start)
    run += 1
    from = piece.end
  }
  return run > 0 ? `${shown}${withheldMark(run)}${text.slice(from)}` : `${shown}${text.slice(from)}`
}

function speaks({ text, parts }: Piece, shares: ReadonlyMap<string, number>): boolean {
  return (
    isWithheld(text, shares.get(text)) || parts.some((part) => part !== text && isPartWithheld(part, shares.get(part)))
  )
}
