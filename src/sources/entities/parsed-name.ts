import type { EntityKind } from '../../domain/entity.ts'
import { foldJapanese } from './fold-letters.ts'
import { consonants, romajiKey, romanise } from './kana-romaji.ts'
import { ALIAS_OF } from './known-aliases.ts'
import { compareOrganisations, type NameMatch, type OrganisationName, parseOrganisation } from './organisation-name.ts'
import { comparePersons, type PersonName, parsePerson } from './person-name.ts'
import type { ReadName } from './read-name.ts'
import { plainKey } from './same-name.ts'

/** A name, taken apart once for all comparisons. */
export type ParsedName =
  | { readonly kind: 'organisation'; readonly name: OrganisationName }
  | { readonly kind: 'person'; readonly name: PersonName }
  | { readonly kind: 'place' | 'product' | 'law' | 'identifier'; readonly name: string }

export function parseName(kind: EntityKind, text: string, read?: ReadName): ParsedName {
  if (kind === 'organisation') return { kind, name: parseOrganisation(text, read) }
  if (kind === 'person') return { kind, name: parsePerson(text, read) }
  return { kind, name: plainKey(kind, text) }
}

export function compareParsed(first: ParsedName, second: ParsedName): NameMatch {
  if (first.kind === 'organisation' && second.kind === 'organisation')
    return compareOrganisations(first.name, second.name)
  if (first.kind === 'person' && second.kind === 'person') return comparePersons(first.name, second.name)
  return first.kind === second.kind && first.name === second.name ? 'same' : 'apart'
}

/** Names that are the same, or short for each other, share one of these; few others do. */
export function blockKeys(parsed: ParsedName): readonly string[] {
  if (parsed.kind === 'organisation') return organisationKeys(parsed.name)
  if (parsed.kind === 'person') return personKeys(parsed.name)
  return [parsed.name]
}

/** Letters by which long names are brought together; a slip comes after them. */
const FRONT = 4

function organisationKeys({ key, isJapanese, isAcronym, initials, reading }: OrganisationName): readonly string[] {
  const spelled = isJapanese && /^[ァ-ヴー]+$/u.test(key) ? romanise(key) : isJapanese ? '' : key
  return [
    `k${isJapanese ? key : key.slice(0, FRONT)}`,
    `k${ALIAS_OF.get(key) ?? ''}`,
    ...(isAcronym ? [`a${key}`] : initials.filter((one) => one.length >= 2).map((one) => `a${one}`)),
    ...consonants(spelled).map((bones) => `c${bones.slice(0, FRONT)}`),
    reading === null ? '' : `y${romajiKey(romanise(foldJapanese(reading))).slice(0, FRONT)}`,
    isJapanese && spelled !== '' ? `y${romajiKey(spelled).slice(0, FRONT)}` : '',
  ].filter((one) => one.length > 1)
}

function personKeys({ words, key, isJapanese, reading }: PersonName): readonly string[] {
  const latin = isJapanese ? [] : words
  const spelled = reading === null ? '' : romajiKey(romanise(reading))
  const kana = isJapanese && !/\p{Script=Han}/u.test(key) ? words : []
  const keys = [
    ...latin.filter((word) => word.length > 1).map((word) => `w${romajiKey(word).slice(0, FRONT)}`),
    ...(latin.length > 1
      ? [latin, [...latin].reverse()].map((list) => `r${romajiKey(list.join('')).slice(0, FRONT)}`)
      : []),
    ...[...latin, ...kana.map((word) => romanise(word))].flatMap((word) =>
      consonants(word).map((bones) => `c${bones}`),
    ),
    ...kana.map((word) => `j${word}`),
    isJapanese ? `j${key.slice(0, 2)}` : '',
    reading === null ? '' : `y${foldJapanese(reading)}`,
    spelled === '' ? '' : `r${spelled.slice(0, FRONT)}`,
  ]
  return [...new Set(keys)].filter((one) => one.length > 1)
}
