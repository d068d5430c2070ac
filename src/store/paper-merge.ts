import type { CanonicalPaper, Paper, PaperVersion, SourceName } from '../domain/paper.ts'
import { bestFirst, normaliseIdentifiers } from './identifiers.ts'
import { versionsOf } from './paper-identity.ts'

/** Who is believed first: the registry of publishers, then the catalogues, then the rest; who is not named, last. */
const GENERAL: readonly SourceName[] = ['crossref', 'pubmed', 'openalex', 'semantic_scholar', 'arxiv', 'unpaywall']
const OPEN_ACCESS: readonly SourceName[] = ['unpaywall', 'arxiv', 'openalex', 'semantic_scholar', 'crossref', 'pubmed']

type Field = Exclude<
  keyof Paper,
  'source' | 'identifiers' | 'is_preprint' | 'is_retracted' | 'updates' | 'notice_of' | 'versions'
>

const FIELDS: readonly Field[] = [
  ...(['title', 'abstract', 'authors', 'year', 'published_at', 'venue', 'url', 'oa_url', 'licence'] as const),
  ...(['cited_by_count', 'reference_count', 'retraction_notice', 'language'] as const),
]

/** What the sources told; announcements are kept apart, under the DOI they concern. */
export type Described = Omit<CanonicalPaper, 'id' | 'updates' | 'notice_of'>

export function describe(work: Paper): Described {
  const { source, updates: _updates, notice_of: _notice, ...rest } = work
  const own = normaliseIdentifiers(work.identifiers)
  const versions = versionsOf(own, work)
  const known = [...FIELDS.filter((field) => isKnown(work[field])), ...(work.is_retracted ? ['is_retracted'] : [])]
  return {
    ...rest,
    // The other version's identifier leads to the same work.
    identifiers: bestFirst([...own, ...versions.map(({ identifier }) => identifier)]),
    versions,
    sources: [source],
    field_sources: Object.fromEntries(known.map((field) => [field, source])),
  }
}

/** The best of each field, and who said it. `next` is the newer description. */
export function combine(known: Described, next: Described): Described {
  const takeNext = new Set<Field>(FIELDS.filter((field) => prefersNext(field, known, next)))
  const pick = <F extends Field>(field: F): Described[F] => (takeNext.has(field) ? next : known)[field]
  const sourced = FIELDS.flatMap((field) => {
    const source = (takeNext.has(field) ? next : known).field_sources[field]
    return source === undefined ? [] : [[field, source] as const]
  })
  const retraction = known.field_sources.is_retracted ?? next.field_sources.is_retracted
  if (retraction !== undefined) sourced.push(['is_retracted' as Field, retraction])
  return {
    identifiers: bestFirst([...known.identifiers, ...next.identifiers]),
    title: pick('title'),
    abstract: pick('abstract'),
    authors: pick('authors'),
    year: pick('year'),
    published_at: pick('published_at'),
    venue: pick('venue'),
    url: pick('url'),
    oa_url: pick('oa_url'),
    licence: pick('licence'),
    cited_by_count: pick('cited_by_count'),
    reference_count: pick('reference_count'),
    retraction_notice: pick('retraction_notice'),
    language: pick('language'),
    versions: combineVersions(known.versions, next.versions),
    // One published version is enough; one retraction is enough.
    is_preprint: known.is_preprint && next.is_preprint,
    is_retracted: known.is_retracted || next.is_retracted,
    sources: [...new Set([...known.sources, ...next.sources])],
    field_sources: Object.fromEntries(sourced),
  }
}

function prefersNext(field: Field, known: Described, next: Described): boolean {
  const ours = known[field]
  const theirs = next[field]
  if (!isKnown(theirs)) return false
  if (!isKnown(ours)) return true
  if (field === 'abstract' || field === 'authors') return lengthOf(theirs) > lengthOf(ours)
  if (field === 'cited_by_count' || field === 'reference_count') return Number(theirs) > Number(ours)
  // The published version describes the work; a preprint's date, venue and address stand only while there is no other.
  if (OF_THE_VERSION.includes(field) && known.is_preprint !== next.is_preprint) return known.is_preprint
  return rank(field, next) <= rank(field, known)
}

const OF_THE_VERSION: readonly Field[] = ['title', 'year', 'published_at', 'venue', 'url']

function combineVersions(known: readonly PaperVersion[], next: readonly PaperVersion[]): readonly PaperVersion[] {
  const byIdentifier = new Map<string, PaperVersion>()
  for (const entry of [...known, ...next]) {
    const key = `${entry.identifier.type}:${entry.identifier.value}`
    // Who knows of a preprint knows more than who takes every DOI for an article.
    if (byIdentifier.get(key)?.kind !== 'preprint') byIdentifier.set(key, entry)
  }
  return [...byIdentifier.values()]
}

function rank(field: Field, work: Described): number {
  const order = field === 'oa_url' || field === 'licence' ? OPEN_ACCESS : GENERAL
  const source = work.field_sources[field]
  const at = source === undefined ? -1 : order.indexOf(source)
  return at === -1 ? order.length : at
}

type Value = Paper[Field]

function isKnown(value: Value): boolean {
  return value !== null && value !== '' && lengthOf(value) !== 0
}

function lengthOf(value: Value): number {
  return typeof value === 'string' || Array.isArray(value) ? value.length : Number.NaN
}
