import { z } from 'zod'

/** Named reasons why something is missing; shown in the answer. */
export const warningList = z.array(z.string()).readonly()

/** In the order in which they came up; the same refusal of four expanded queries is one warning. */
export function mergeWarnings(...lists: readonly (readonly string[])[]): readonly string[] {
  return [...new Set(lists.flat())]
}
