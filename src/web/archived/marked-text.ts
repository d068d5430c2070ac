import { locatePassage, type Stretch, type Surroundings } from '../../domain/locate-passage.ts'

/** What is to be marked in a page. */
export interface Wanted {
  /** The passage as it was extracted, and what stood around it. */
  readonly passage: string
  readonly around: Surroundings
  /** The words in it that were judged; the whole passage where they are the same. */
  readonly sentence: string
}

/** Which words were found: the judged sentence, only the passage it stands in, or nothing. */
export type Found = 'sentence' | 'passage' | 'nothing'

export interface Marks {
  readonly found: Found
  /** In the text that was searched; null where nothing was found. */
  readonly sentence: Stretch | null
  readonly passage: Stretch | null
}

/**
 * The passage is found by its surroundings, the sentence inside of it: the same words may stand on the page twice, in
 * its summary and in its body.
 */
export function findMarks(text: string, { passage, around, sentence }: Wanted): Marks {
  const whole = locatePassage(text, passage, around)
  if (whole !== null) {
    const inside = locatePassage(text.slice(whole.start, whole.end), sentence)
    const exact = inside && { start: whole.start + inside.start, end: whole.start + inside.end }
    return { found: exact === null ? 'passage' : 'sentence', sentence: exact ?? whole, passage: whole }
  }
  const alone = sentence === passage ? null : locatePassage(text, sentence, around)
  return alone === null
    ? { found: 'nothing', sentence: null, passage: null }
    : { found: 'sentence', sentence: alone, passage: alone }
}

/** A piece of a text node and how it is marked. */
export interface Piece {
  readonly text: string
  readonly mark: 'sentence' | 'passage' | null
}

/** A text that begins at `start` of what was searched, cut where marks begin and end. */
export function cutByMarks(text: string, start: number, { sentence, passage }: Marks): readonly Piece[] {
  const end = start + text.length
  const edges = [sentence, passage].flatMap((one) => (one === null ? [] : [one.start, one.end]))
  const cuts = [...new Set([start, ...edges.filter((edge) => edge > start && edge < end), end])].sort((a, b) => a - b)
  const within = (stretch: Stretch | null, at: number) => stretch !== null && at >= stretch.start && at < stretch.end
  return cuts.slice(0, -1).map((from, index) => {
    const piece = text.slice(from - start, (cuts[index + 1] ?? end) - start)
    // Spaces between two cells or items are no words.
    if (piece.trim() === '') return { text: piece, mark: null }
    return { text: piece, mark: within(sentence, from) ? 'sentence' : within(passage, from) ? 'passage' : null }
  })
}
