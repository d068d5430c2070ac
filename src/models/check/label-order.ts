import { STANCE_RELATIONS } from '../../domain/claim.ts'
import type { LabelledPair } from './check-set.ts'
import { type LabelOrder, type Logits, macroF1Of } from './stance-figures.ts'

/** Guessing gives 0.33 on this balanced set, and the best of six orders of a guesser about 0.42. */
const FITS = 0.48
/** Nearer than this two orders cannot be told apart on 120 pairs. */
const CLEARLY = 0.1

export type OrderCheck =
  | { readonly ok: true; readonly order: LabelOrder; readonly macro_f1: number }
  | {
      readonly ok: false
      /** `none fits`: no stance model; `another fits`: the map is wrong; `unclear`: no map, and no clear order. */
      readonly why: 'none fits' | 'another fits' | 'unclear'
      readonly declared: LabelOrder | null
      readonly best: LabelOrder
      readonly macro_f1: number
    }

/** Tries a model's columns as every order of the three labels, beside the one its map declares. */
export function checkLabelOrder(
  pairs: readonly LabelledPair[],
  logits: Logits,
  declared: LabelOrder | null,
): OrderCheck {
  const ranked = ordersOf(STANCE_RELATIONS)
    .map((order) => ({ order, macro_f1: macroF1Of(pairs, logits, order) }))
    .sort((a, b) => b.macro_f1 - a.macro_f1)
  const [best, second] = ranked
  if (best === undefined || second === undefined) throw new Error('no order')
  const fail = (why: 'none fits' | 'another fits' | 'unclear') =>
    ({ ok: false, why, declared, best: best.order, macro_f1: best.macro_f1 }) as const
  if (best.macro_f1 < FITS) return fail('none fits')
  if (declared === null) return best.macro_f1 - second.macro_f1 < CLEARLY ? fail('unclear') : { ok: true, ...best }
  const own = ranked.find(({ order }) => order.join() === declared.join())
  if (own === undefined || best.macro_f1 - own.macro_f1 >= CLEARLY) return fail('another fits')
  return own.macro_f1 < FITS ? fail('none fits') : { ok: true, ...own }
}

function ordersOf<T>(items: readonly T[]): T[][] {
  if (items.length < 2) return [[...items]]
  return items.flatMap((item, at) => ordersOf(items.toSpliced(at, 1)).map((rest) => [item, ...rest]))
}
