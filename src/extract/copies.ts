import type { Unit } from './units.ts'

/**
 * Words: pages say a shorter piece again with intent ("Read the documentation"), a longer one for another screen, in a
 * preview or as a quotation. Any bar from 3 to 12 serves the pages learned from nearly alike.
 */
const SHORTEST_COPY = 8

/** Units that say the same, word for word. A table may repeat a row and code a line; a heading is no copy of a text. */
export function copiesIn(units: readonly Unit[]): readonly (readonly number[])[] {
  const places = new Map<string, number[]>()
  units.forEach(({ kind, text, measure }, index) => {
    if (measure.words < SHORTEST_COPY || kind === 'row' || kind === 'code') return
    const said = `${kind === 'heading' ? '#' : ''}${text.toLowerCase()}`
    const same = places.get(said)
    if (same === undefined) places.set(said, [index])
    else same.push(index)
  })
  return [...places.values()].filter((same) => same.length > 1)
}

/**
 * Of the units that say the same the one judged best stays as it is, or the first of equals; a quotation stays only
 * where the words stand nowhere else, so that they remain with whoever said them.
 */
export function lowerCopies(
  units: readonly Unit[],
  copies: readonly (readonly number[])[],
  judged: Float64Array,
): void {
  const worth = (index: number) => (units[index]?.kind === 'quote' ? -1 : 0) + (judged[index] ?? 0)
  for (const same of copies) {
    const best = same.reduce((one, other) => (worth(other) > worth(one) ? other : one))
    for (const index of same) if (index !== best) judged[index] = 0
  }
}
