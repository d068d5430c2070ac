import type { CanonicalWork, SourceName, Work } from '../domain/work.ts'
import { normaliseIdentifiers } from './identifiers.ts'

/** Letters and digits only: punctuation, case, width and spaces differ from source to source. */
export function titleKey(title: string): string {
  return title
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '')
}

/** The family name of a Latin-script author; the whole name, without spaces, of any other. */
export function authorKey(name: string): string {
  const plain = name
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .trim()
  if (!/\p{Script=Latin}/u.test(plain)) return titleKey(plain)
  const family = plain.includes(',') ? plain.split(',')[0] : plain.split(/\s+/u).at(-1)
  return titleKey(family ?? plain)
}

/** Below this a title ("Editorial", 「序文」) says too little without an author. */
const TELLING_TITLE = 12

/** Title and year agree: are the two one paper? Two different DOIs say no, unless one of them is the preprint. */
export function sameByTitle(a: Pick<Work, TitleFields>, b: Pick<Work, TitleFields>): boolean {
  const key = titleKey(a.title)
  if (key === '' || key !== titleKey(b.title) || a.year === null || a.year !== b.year) return false
  const first = a.authors[0]
  const second = b.authors[0]
  if (first !== undefined && second !== undefined) {
    if (authorKey(first) !== authorKey(second)) return false
  } else if (key.length < TELLING_TITLE) return false
  const dois = [a, b].map((work) => normaliseIdentifiers(work.identifiers).filter(({ type }) => type === 'doi'))
  const [ours = [], theirs = []] = dois
  if (ours.length === 0 || theirs.length === 0) return true
  return ours.some(({ value }) => theirs.some((other) => other.value === value)) || a.is_preprint !== b.is_preprint
}

type TitleFields = 'title' | 'year' | 'authors' | 'identifiers' | 'is_preprint'

/** Who is believed first: the registry of publishers, then the catalogues, then the rest. */
const GENERAL: readonly SourceName[] = ['crossref', 'pubmed', 'openalex', 'semantic_scholar', 'arxiv', 'unpaywall']
const OPEN_ACCESS: readonly SourceName[] = ['unpaywall', 'arxiv', 'openalex', 'semantic_scholar', 'crossref', 'pubmed']

type Field = Exclude<keyof Work, 'source' | 'identifiers' | 'is_preprint' | 'is_retracted'>

const FIELDS: readonly Field[] = [
  ...(['title', 'abstract', 'authors', 'year', 'published_at', 'venue', 'url', 'oa_url', 'licence'] as const),
  ...(['cited_by_count', 'reference_count', 'retraction_notice', 'language'] as const),
]

type Described = Omit<CanonicalWork, 'id'>

export function describe(work: Work): Described {
  const { source, ...rest } = work
  const known = [...FIELDS.filter((field) => isKnown(work[field])), ...(work.is_retracted ? ['is_retracted'] : [])]
  return {
    ...rest,
    identifiers: normaliseIdentifiers(work.identifiers),
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
    identifiers: normaliseIdentifiers([...known.identifiers, ...next.identifiers]),
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
  return rank(field, next) <= rank(field, known)
}

function rank(field: Field, work: Described): number {
  const order = field === 'oa_url' || field === 'licence' ? OPEN_ACCESS : GENERAL
  const source = work.field_sources[field]
  return source === undefined ? order.length : order.indexOf(source)
}

type Value = Work[Field]

function isKnown(value: Value): boolean {
  return value !== null && value !== '' && lengthOf(value) !== 0
}

function lengthOf(value: Value): number {
  return typeof value === 'string' || Array.isArray(value) ? value.length : Number.NaN
}
