import type { Unit } from './units.ts'

/**
 * Words: pages say a shorter piece again with intent ("Read the documentation"), a longer one for another screen, in a
 * preview or as a quotation. Any bar from 3 to 12 serves the pages learned from nearly alike.
 */
const SHORTEST_COPY = 8
/** Words: shorter pieces are copies where they stand in a stretch that is given again, piece by piece. */
const SHORTEST_STRETCH = 16
/** What stands on a page more often than this begins no stretch: it belongs to the template of its entries. */
const MOST_PLACES = 6

/** Two places where the same units follow one another. */
interface Stretch {
  readonly places: readonly [number, number]
  readonly length: number
}

export interface Copies {
  readonly stretches: readonly Stretch[]
  /** Long units that say the same, word for word. */
  readonly texts: readonly (readonly number[])[]
}

export const NO_COPIES: Copies = { stretches: [], texts: [] }

/** A table may repeat a row and code a line; a heading is no copy of a text. */
export function copiesIn(units: readonly Unit[]): Copies {
  const places = new Map<string, number[]>()
  const said = units.map(({ kind, text }, index) => {
    if (kind === 'row' || kind === 'code') return null
    const key = `${kind === 'heading' ? '#' : ''}${text.toLowerCase()}`
    const same = places.get(key)
    if (same === undefined) places.set(key, [index])
    else same.push(index)
    return key
  })
  const stretches: Stretch[] = []
  const texts: number[][] = []
  for (const same of places.values()) {
    if (same.length < 2) continue
    if ((units[same[0] as number]?.measure.words ?? 0) >= SHORTEST_COPY) texts.push(same)
    if (same.length <= MOST_PLACES) stretches.push(...stretchesFrom(units, said, same))
  }
  return { stretches, texts }
}

/** The stretches that begin at two of these places; where they run into one another, each turn is one (a carousel). */
function stretchesFrom(units: readonly Unit[], said: readonly (string | null)[], same: readonly number[]): Stretch[] {
  const found: Stretch[] = []
  const agree = (a: number, b: number) => (said[a] ?? null) !== null && said[a] === said[b]
  for (const [at, one] of same.entries())
    for (const other of same.slice(at + 1)) {
      if (agree(one - 1, other - 1)) continue
      const apart = other - one
      let words = 0
      for (let start = one, end = one; ; end += 1) {
        const agrees = agree(end, end + apart)
        if (!agrees || end - start === apart) {
          const length = end - start
          if (length > 1 && words >= SHORTEST_STRETCH) found.push({ places: [start, start + apart], length })
          start = end
          words = 0
        }
        if (!agrees) break
        words += units[end]?.measure.words ?? 0
      }
    }
  return found
}

/**
 * Of what is said twice the copy judged better stays as it is, or the first of equals; a quotation stays only where the
 * words stand nowhere else, so that they remain with whoever said them.
 */
export function lowerCopies(units: readonly Unit[], { stretches, texts }: Copies, judged: Float64Array): void {
  const worth = (index: number) => (units[index]?.kind === 'quote' ? -1 : 0) + (judged[index] ?? 0)
  const lowered = new Set<number>()
  for (const { places, length } of stretches) {
    let lead = 0
    for (let step = 0; step < length; step += 1) lead += worth(places[0] + step) - worth(places[1] + step)
    const [better, worse] = lead >= 0 ? places : [places[1], places[0]]
    // A copy goes only while what it repeats is still there.
    for (let step = 0; step < length; step += 1) if (!lowered.has(better + step)) lowered.add(worse + step)
  }
  for (const same of texts) {
    const left = same.filter((index) => !lowered.has(index))
    const best = left.reduce((one, other) => (worth(other) > worth(one) ? other : one))
    for (const index of left) if (index !== best) lowered.add(index)
  }
  for (const index of lowered) judged[index] = 0
}
