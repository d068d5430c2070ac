import { z } from 'zod'
import type { Identifier, IdentifierType, SourceName, Work } from '../domain/work.ts'

/** Absent, null and of another type are all "not told"; a changed optional field never costs the whole record. */
export const text = z.string().nullish().catch(null)
export const number = z.number().nullish().catch(null)
export const flag = z.boolean().nullish().catch(null)

const EMPTY: Omit<Work, 'source' | 'identifiers' | 'title'> = {
  abstract: null,
  authors: [],
  year: null,
  published_at: null,
  venue: null,
  url: null,
  oa_url: null,
  licence: null,
  cited_by_count: null,
  reference_count: null,
  is_preprint: false,
  is_retracted: false,
  retraction_notice: null,
  language: null,
}

/** A work with everything unknown but what is given; null without a title, which is the least a paper must have. */
export function workFrom(
  source: SourceName,
  title: string | null | undefined,
  identifiers: readonly (Identifier | null)[],
  known: Partial<typeof EMPTY>,
): Work | null {
  const plain = plainText(title)
  if (plain === null) return null
  return { source, title: plain, identifiers: distinct(identifiers), ...EMPTY, ...known }
}

/** One spelling an identifier: bare, lower-case DOI; W…; digits; PMC…; arXiv id without version. */
export function identifier(type: IdentifierType, raw: string | null | undefined): Identifier | null {
  const value = raw?.trim() ?? ''
  const spelled = SPELLING[type](value)
  return spelled === '' ? null : { type, value: spelled }
}

const SPELLING: Readonly<Record<IdentifierType, (value: string) => string>> = {
  doi: (value) => /10\.\d{4,9}\/\S+$/.exec(value.toLowerCase())?.[0] ?? '',
  pmid: (value) => /\d+$/.exec(value)?.[0] ?? '',
  pmcid: (value) => (/\d+$/.test(value) ? `PMC${/\d+$/.exec(value)?.[0]}` : ''),
  arxiv: (value) =>
    value
      .toLowerCase()
      .replace(/^.*arxiv\.org\/(?:abs|pdf)\//, '')
      .replace(/v\d+$/, ''),
  openalex: (value) => /W\d+$/i.exec(value)?.[0].toUpperCase() ?? '',
  s2: (value) => value.toLowerCase(),
  isbn: (value) => value.replace(/[^0-9x]/gi, '').toUpperCase(),
}

/** arXiv's own DOIs name the preprint. */
export function arxivOfDoi(doi: string | null | undefined): Identifier | null {
  return identifier('arxiv', /10\.48550\/arxiv\.(\S+)$/i.exec(doi ?? '')?.[1])
}

/** Only what is written like a tag: "a <b and c> d" in an abstract is no tag. */
const TAG = /<\/?[a-z][\w:-]*(?:\s+[\w:-]+=(?:"[^"]*"|'[^']*'))*\s*\/?>/gi

/** Tags and entities out, white space folded; null when nothing is left. JATS section titles are kept as words. */
export function plainText(value: string | null | undefined): string | null {
  const plain = (value ?? '')
    .replace(/<\/?(?:jats:)?(?:p|sec|title|list|list-item|br|div)\b[^>]*>/gi, ' ')
    .replace(TAG, '')
    .replace(/&(?:#(\d+)|#x([0-9a-f]+)|(lt|gt|quot|apos|nbsp|amp));/gi, decodeEntity)
    .replace(/\s+/g, ' ')
    .trim()
  return plain === '' ? null : plain
}

function distinct(identifiers: readonly (Identifier | null)[]): readonly Identifier[] {
  const seen = new Map<string, Identifier>()
  for (const entry of identifiers) if (entry !== null) seen.set(`${entry.type}:${entry.value}`, entry)
  return [...seen.values()]
}

const NAMED: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ', amp: '&' }

function decodeEntity(_whole: string, decimal?: string, hex?: string, name?: string): string {
  if (name !== undefined) return NAMED[name.toLowerCase()] ?? ''
  const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal)
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : ''
}
