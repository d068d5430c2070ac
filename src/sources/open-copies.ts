import { z } from 'zod'
import { type CanonicalPaper, identifierKey } from '../domain/paper.ts'
import { parseWebUrl } from '../domain/url.ts'
import type { Gateway } from '../net/types.ts'
import { requestJson } from './api-request.ts'
import { type CopyFinder, type CopyFormat, licenceKey, type OpenCopyTable } from './open-copy-table.ts'
import type { SourceCall, SourceSettings } from './types.ts'
import { pathSegment, trimmed } from './url-parts.ts'

/** A place where a paper is said to be free to read. */
export interface OpenCopy {
  readonly url: string
  readonly format: CopyFormat
  readonly licence: string | null
  readonly version: string | null
  readonly foundBy: string
  /** Whether its licence, or who serves it, lets everybody read it. */
  readonly terms: 'open' | 'unknown' | 'closed'
}

export interface OpenCopies {
  /** Best first: terms, version, format. */
  readonly copies: readonly OpenCopy[]
  /** Who could not be asked, and why. */
  readonly refusals: readonly string[]
}

/** Where a paper can be read in full. */
export type FindOpenCopies = (work: CanonicalPaper, call: SourceCall) => Promise<OpenCopies>

interface FinderContext {
  readonly table: OpenCopyTable
  readonly settings: SourceSettings
  readonly gateway: Pick<Gateway, 'fetch'>
}

/** Asks one index after the other and stops at the first that names a copy under open terms. */
export function createOpenCopyFinder(context: FinderContext): FindOpenCopies {
  const { table } = context
  return async (work, call) => {
    const copies: OpenCopy[] = ofRecord(table, work)
    const refusals: string[] = []
    for (const finder of table.finders) {
      if (copies.some(({ terms }) => terms === 'open')) break
      const found = await askFinder(context, finder, work, call)
      copies.push(...found.copies)
      refusals.push(...found.refusals)
    }
    const once = [...new Map(copies.toReversed().map((copy) => [copy.url, copy])).values()].reverse()
    return { copies: once.sort((a, b) => place(table, a) - place(table, b)), refusals }
  }
}

/** What the indexes told of the copy when they told of the paper; their record is the same one. */
function ofRecord(table: OpenCopyTable, work: CanonicalPaper): OpenCopy[] {
  const url = work.oa_url === null ? null : parseWebUrl(work.oa_url)
  if (url === null) return []
  const format = /\.pdf$|\/pdf\b/iu.test(url.pathname) ? 'pdf' : 'html'
  const terms = termsOf(table, work.licence)
  const version = work.is_preprint && work.versions.length < 2 ? 'submittedVersion' : null
  const foundBy = work.field_sources.oa_url ?? 'record'
  return [{ url: url.href, format, licence: work.licence, version, foundBy, terms }]
}

const TERMS = ['open', 'unknown', 'closed'] as const

function place({ versions, formats }: OpenCopyTable, { terms, version, format }: OpenCopy): number {
  const known = versions.indexOf(version ?? '')
  return TERMS.indexOf(terms) * 100 + (known < 0 ? versions.length - 1 : known) * 10 + formats.indexOf(format)
}

function termsOf({ open_licences }: OpenCopyTable, licence: string | null): OpenCopy['terms'] {
  if (licence === null || licence === '') return 'unknown'
  return open_licences.includes(licenceKey(licence)) ? 'open' : 'closed'
}

const entrySchema = z.record(z.string(), z.unknown())

async function askFinder(
  { table, settings, gateway }: FinderContext,
  finder: CopyFinder,
  work: CanonicalPaper,
  call: SourceCall,
): Promise<OpenCopies> {
  if (finder.needs !== undefined && settings[finder.needs] === '') return { copies: [], refusals: [] }
  const known = work.identifiers.find(({ type }) => type in finder.by)
  const words = known === undefined ? undefined : finder.by[known.type as keyof typeof finder.by]
  if (known === undefined || words === undefined) return { copies: [], refusals: [] }
  const base = finder.base === undefined ? '' : trimmed(settings[finder.base])
  const query = words.replace('{value}', () => known.value)
  const fixed = { base, query, contact_email: settings.contact_email }
  if (finder.address === undefined) return { copies: copiesOf(table, finder, fixed, {}), refusals: [] }
  const url = fill(finder.address, fixed, {})
  if (url === null) return { copies: [], refusals: [] }
  const reply = await requestJson(gateway, { source: finder.name, url, call }, z.unknown())
  if (!reply.ok) {
    const { outcome } = reply.refusal
    const isMissing = outcome === 'not_found' || outcome === 'replay_miss'
    return { copies: [], refusals: isMissing ? [] : [`${finder.name}: ${outcome} for ${identifierKey(known)}`] }
  }
  const entries = z.array(z.unknown()).safeParse(at(reply.data, finder.list ?? '')).data ?? []
  const copies = entries.slice(0, MOST_COPIES).flatMap((entry) => {
    const fields = entrySchema.safeParse(entry).data
    return fields === undefined || !isOpen(finder, fields) ? [] : copiesOf(table, finder, fixed, fields)
  })
  return { copies, refusals: [] }
}

/** A popular paper has dozens of copies; the first are the best the index knows. */
const MOST_COPIES = 20

function isOpen({ open_when }: CopyFinder, entry: Readonly<Record<string, unknown>>): boolean {
  return Object.entries(open_when).every(([field, value]) => entry[field] === value)
}

function copiesOf(
  table: OpenCopyTable,
  finder: CopyFinder,
  fixed: Readonly<Record<string, string>>,
  entry: Readonly<Record<string, unknown>>,
): readonly OpenCopy[] {
  const text = (field: string | undefined) => (field === undefined ? null : shortText(entry[field]))
  const licence = text(finder.licence)
  const version = finder.version_is ?? text(finder.version)
  const free = finder.free_to_read
  const terms = free === undefined ? termsOf(table, licence) : 'open'
  return finder.copies.flatMap(({ format, url: template }) => {
    const url = parseWebUrl(fill(template, fixed, entry) ?? '')
    if (url === null) return []
    return [{ url: url.href, format, licence: licence ?? free ?? null, version, foundBy: finder.name, terms }]
  })
}

/** Null where a field is missing. A field that is the whole template is an address, else a part of one. */
function fill(
  template: string,
  fixed: Readonly<Record<string, string>>,
  entry: Readonly<Record<string, unknown>>,
): string | null {
  let whole = true
  const filled = template.replace(/\{([a-z_]{1,40})\}/gu, (place, name: string) => {
    const given = fixed[name]
    const value = given ?? shortText(entry[name])
    if (value === null) whole = false
    if (value === null || name === 'base' || place === template) return value ?? ''
    return template.includes(`=${place}`) ? encodeURIComponent(value) : pathSegment(value)
  })
  return whole ? filled : null
}

const LONGEST_VALUE = 2000

function shortText(value: unknown): string | null {
  return typeof value === 'string' && value !== '' && value.length <= LONGEST_VALUE ? value : null
}

function at(data: unknown, path: string): unknown {
  return path === '' ? data : path.split('.').reduce((found, name) => entrySchema.safeParse(found).data?.[name], data)
}
