import type { EntityKind } from '../../domain/entity.ts'
import { addressKey, isAddress } from './address.ts'
import { foldJapanese, foldLatin, isJapaneseText } from './fold-letters.ts'
import { compareOrganisations, type NameMatch, parseOrganisation } from './organisation-name.ts'
import { comparePersons, parsePerson } from './person-name.ts'
import { placeKey } from './place-name.ts'
import type { ReadName } from './read-name.ts'

/** Whether two names of one kind mean one thing, as far as the names themselves say. */
export function compareNames(kind: EntityKind, first: string, second: string, read?: ReadName): NameMatch {
  if (kind === 'organisation')
    return compareOrganisations(parseOrganisation(first, read), parseOrganisation(second, read))
  if (kind === 'person') return comparePersons(parsePerson(first, read), parsePerson(second, read))
  return plainKey(kind, first) === plainKey(kind, second) ? 'same' : 'apart'
}

/** Places, products, laws and identifiers are the same when their spelling is. */
export function plainKey(kind: EntityKind, name: string): string {
  if (kind === 'identifier')
    return name
      .normalize('NFKC')
      .toLowerCase()
      .replace(/[\s‐-―-]/gu, '')
  if (kind === 'place') return isAddress(name) ? addressKey(name) : placeKey(name)
  const folded = isJapaneseText(name) ? foldJapanese(name) : foldLatin(name).replace(/^the\s/u, '')
  return folded.replace(/[^\p{L}\p{N}.+#]/gu, '')
}
