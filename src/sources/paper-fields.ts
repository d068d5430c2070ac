import { z } from 'zod'
import { replaceTags } from '../domain/markup-scan.ts'
import type { Identifier, IdentifierType, Paper, SourceName } from '../domain/paper.ts'

/** Absent, null and of another type are all "not told"; a changed optional field never costs the whole record. */
export const text = z.string().nullish().catch(null)
export const number = z.number().nullish().catch(null)
export const flag = z.boolean().nullish().catch(null)

const EMPTY: Omit<Paper, 'source' | 'identifiers' | 'title'> = {
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
export function paperFrom(
  source: SourceName,
  title: string | null | undefined,
  identifiers: readonly (Identifier | null)[],
  known: Partial<typeof EMPTY>,
): Paper | null {
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
  doi: (value) => doiIn(value.toLowerCase()),
  pmid: lastDigits,
  pmcid: (value) => (lastDigits(value) === '' ? '' : `PMC${lastDigits(value)}`),
  arxiv: (value) =>
    value
      .toLowerCase()
      .replace(/^.*arxiv\.org\/(?:abs|pdf)\//, '')
      .replace(/v\d+$/, ''),
  openalex: (value) => /W\d+$/i.exec(value)?.[0].toUpperCase() ?? '',
  s2: (value) => value.toLowerCase(),
  isbn: (value) => value.replace(/[^0-9x]/gi, '').toUpperCase(),
}

/** What stands behind the last white space: looked for from there, an address of any length is read once. */
function lastWord(value: string): string {
  return /(?<!\S)\S+$/.exec(value)?.[0] ?? ''
}

function doiIn(value: string): string {
  return /10\.\d{4,9}\/.+$/s.exec(lastWord(value))?.[0] ?? ''
}

function lastDigits(value: string): string {
  return /(?<!\d)\d+$/.exec(value)?.[0] ?? ''
}

/** arXiv's own DOIs name the preprint. */
export function arxivOfDoi(doi: string | null | undefined): Identifier | null {
  return identifier('arxiv', /10\.48550\/arxiv\.(.+)$/is.exec(lastWord(doi ?? ''))?.[1])
}

/** Only what is written like a tag: "a <b and c> d" in an abstract is no tag. */
const TAG = /<\/?[a-z][\w:-]*(?:\s+[\w:-]+=(?:"[^"]*"|'[^']*'))*\s*\/?>/gi

const BLOCK = /^<\/?(?:jats:)?(?:p|sec|title|list|list-item|br|div)\b/i

/** Tags and entities out, white space folded; null when nothing is left. JATS section titles are kept as words. */
export function plainText(value: string | null | undefined): string | null {
  const plain = replaceTags(value ?? '', ' ', BLOCK)
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
