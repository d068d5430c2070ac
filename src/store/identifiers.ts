import type { Identifier, IdentifierType } from '../domain/paper.ts'

/** The best name of a work comes first: it becomes the work's id. */
const IDENTIFIER_ORDER: readonly IdentifierType[] = ['doi', 'pmid', 'pmcid', 'arxiv', 'openalex', 's2', 'isbn']

const NORMALISE: Readonly<Record<IdentifierType, (value: string) => string>> = {
  doi: (value) => value.toLowerCase().replace(/^(?:https?:\/\/)?(?:dx\.)?doi\.org\/|^doi:\s*/u, ''),
  pmid: (value) => value.replace(/^pmid:?\s*/iu, '').replace(/^0+(?=\d)/u, ''),
  pmcid: (value) => `PMC${value.replace(/^(?:pmcid:?\s*)?(?:pmc)?/iu, '')}`,
  // Versions of one preprint are one work.
  arxiv: (value) =>
    value
      .toLowerCase()
      .replace(/^(?:https?:\/\/)?arxiv\.org\/(?:abs|pdf)\/|^arxiv:\s*/u, '')
      .replace(/(?:v\d+)?(?:\.pdf)?$/u, ''),
  openalex: (value) => value.replace(/^https?:\/\/(?:api\.)?openalex\.org\/(?:works\/)?/iu, '').toUpperCase(),
  s2: (value) => value.toLowerCase(),
  isbn: (value) => value.replace(/[^0-9x]/giu, '').toUpperCase(),
}

/** One spelling for each identifier, so that the same paper is found whoever named it. */
export function normaliseIdentifier(identifier: Identifier): Identifier {
  return { type: identifier.type, value: NORMALISE[identifier.type](identifier.value.normalize('NFKC').trim()) }
}

/** Normalised, without empties and repeats, best first. */
export function normaliseIdentifiers(identifiers: readonly Identifier[]): readonly Identifier[] {
  const seen = new Map<string, Identifier>()
  for (const raw of identifiers) {
    const identifier = normaliseIdentifier(raw)
    if (identifier.value !== '' && identifier.value !== 'PMC')
      seen.set(`${identifier.type}:${identifier.value}`, identifier)
  }
  return bestFirst([...seen.values()])
}

/** Of identifiers that are spelled alike already: without repeats, best first. */
export function bestFirst<T extends Identifier>(spelled: readonly T[]): readonly T[] {
  const once = new Map(spelled.map((identifier) => [`${identifier.type}:${identifier.value}`, identifier]))
  return [...once.values()].sort(
    (a, b) => IDENTIFIER_ORDER.indexOf(a.type) - IDENTIFIER_ORDER.indexOf(b.type) || (a.value < b.value ? -1 : 1),
  )
}
