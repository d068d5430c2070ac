import { foldLetters } from './letters.ts'

/** A stretch of a text: `text.slice(start, end)`. */
export interface Stretch {
  readonly start: number
  readonly end: number
}

/** What stands before and after the passage, to tell it from the same words elsewhere. */
export interface Surroundings {
  readonly before: string
  readonly after: string
}

/** Letters of the surroundings that are compared. */
const NEAR = 60
/** Between a passage and the one before it stands at most so much that is no passage: a caption, a button. */
const GAP = 400
/** Places that are tried; a hostile page repeats a word a million times. */
const MOST_PLACES = 500

/**
 * Where a passage stands in a longer text, though the two differ in spaces, quotation marks, hyphens, width or case;
 * null where it does not. Of several places the one with the right surroundings. Where the text has more in it than the
 * passage (note marks, a figure inside a sentence), its beginning and its end are found.
 *
 *     locatePassage('It fell\n by –4.1 mmHg.[3]', 'it fell by -4.1 mmHg') // { start: 0, end: 21 }
 */
export function locatePassage(
  text: string,
  passage: string,
  around: Surroundings = { before: '', after: '' },
): Stretch | null {
  const { letters, origin } = foldLetters(text)
  const wanted = lettersOf(passage)
  if (wanted === '') return null
  const whole = placesOf(letters, wanted).map((at) => ({ at, length: wanted.length }))
  const found = whole.length > 0 ? whole : withMoreInside(letters, wanted)
  const before = lettersOf(around.before).slice(-NEAR)
  const after = lettersOf(around.after).slice(0, NEAR)
  const scored = found.map((place) => ({ ...place, score: fit(letters, place, before, after) }))
  const [first, ...others] = scored
  if (first === undefined) return null
  const best = others.reduce((kept, next) => (next.score > kept.score ? next : kept), first)
  const start = origin[best.at] ?? 0
  const last = origin[best.at + best.length - 1] ?? start
  const end = last + (/^./su.exec(text.slice(last, last + 2))?.[0].length ?? 1)
  const opening = OPENING.exec(text.slice(Math.max(0, start - 2), start))?.[0].length ?? 0
  const closing = CLOSING.exec(text.slice(end, end + 3))?.[0].length ?? 0
  return { start: start - opening, end: end + closing }
}

/** Signs that belong to a sentence though they are no letters. */
const OPENING = /["'“‘«「『（(]{1,2}$/u
const CLOSING = /^[.!?。！？．…"'”’»」』）)%％]{1,3}/u

function lettersOf(text: string): string {
  return foldLetters(text.normalize('NFC')).letters
}

function placesOf(letters: string, wanted: string): readonly number[] {
  const places: number[] = []
  for (let at = letters.indexOf(wanted); at >= 0 && places.length < MOST_PLACES; at = letters.indexOf(wanted, at + 1))
    places.push(at)
  return places
}

interface Place {
  readonly at: number
  readonly length: number
}

/** Fewer letters at an end say nothing. */
const LEAST_END = 8
const LONGEST_END = 24

function withMoreInside(letters: string, wanted: string): readonly Place[] {
  const end = Math.min(LONGEST_END, Math.floor(wanted.length / 3))
  if (end < LEAST_END) return []
  const tail = wanted.slice(-end)
  const most = wanted.length * 1.5 + LONGEST_END
  return placesOf(letters, wanted.slice(0, end)).flatMap((at) => {
    const stretch = letters.slice(at, at + most)
    const tailAt = stretch.indexOf(tail, Math.floor(wanted.length * 0.7) - end)
    return tailAt < 0 ? [] : [{ at, length: tailAt + end }]
  })
}

/** Letters right before and after that are those of the surroundings; a little where they stand a gap away. */
function fit(letters: string, { at, length }: Place, before: string, after: string): number {
  const end = at + length
  let [common, following] = [0, 0]
  while (common < before.length && letters[at - 1 - common] === before[before.length - 1 - common]) common += 1
  while (following < after.length && letters[end + following] === after[following]) following += 1
  const near = before.slice(-LONGEST_END)
  const isNear = near !== '' && letters.slice(Math.max(0, at - GAP), at).includes(near)
  const next = after.slice(0, LONGEST_END)
  const isNext = next !== '' && letters.slice(end, end + GAP).includes(next)
  return common + following + (isNear ? NEAR / 2 : 0) + (isNext ? NEAR / 2 : 0)
}
