import type { Claim } from '../../domain/claim.ts'
import type { ClaimScope, EntityKind, RecognisedName } from '../../domain/entity.ts'
import { periodsIn } from './period.ts'

/** More names than that are a list, not a scope. */
const MOST = 12

/** What a claim holds for: the places, products and organisations that it names, and when (LYRA 2.9). */
export function claimScope(
  { claim_text: text }: Pick<Claim, 'claim_text'>,
  recognise: (text: string) => readonly RecognisedName[],
): ClaimScope {
  const names = recognise(text)
  const of = (kind: EntityKind) =>
    [...new Set(names.filter((one) => one.kind === kind).map((one) => one.text))].slice(0, MOST)
  return {
    places: of('place'),
    products: of('product'),
    organisations: of('organisation'),
    period: periodsIn(text).slice(0, MOST),
  }
}
