import { readFileSync } from 'node:fs'
import { z } from 'zod'
import type { Half } from './collections.ts'

const LabelRow = z.object({
  id: z.string(),
  /** Days a reader sees as the day of publication; absent where the page does not tell him. */
  dates: z.array(z.string()).optional(),
  /** Days shown only as the last change. */
  updates: z.array(z.string()).default([]),
  authors: z.array(z.string()),
  /** Agencies, editors and desks named in the byline: given or not, both are right. */
  optional: z.array(z.string()).default([]),
})

export type MetadataLabel = z.infer<typeof LabelRow>

/** Made by reading the pages, before any rule was written for them; facts only. */
export function metadataLabels(): Map<string, MetadataLabel> {
  const rows = readFileSync(new URL('labels/dates-and-authors.jsonl', import.meta.url), 'utf8')
    .trim()
    .split('\n')
  return new Map(
    rows.map((row) => {
      const label = LabelRow.parse(JSON.parse(row))
      return [label.id, label] as const
    }),
  )
}

export interface ReadMetadata {
  readonly publishedAt: string | null
  readonly updatedAt: string | null
  readonly authors: readonly string[]
}

export interface MetadataScore {
  readonly id: string
  readonly half: Half
  /** null: the page shows no date. */
  readonly dateRight: boolean | null
  readonly dateInvented: boolean
  /** null: the page names no person. */
  readonly authorsRight: boolean | null
  readonly authorsInvented: boolean
}

export function scoreMetadata(label: MetadataLabel, half: Half, read: ReadMetadata): MetadataScore {
  const shows = (label.dates?.length ?? 0) + label.updates.length > 0
  return {
    id: label.id,
    half,
    dateRight: shows ? isRightDay(label, read) : null,
    dateInvented: label.dates !== undefined && !shows && read.publishedAt !== null,
    authorsRight: label.authors.length === 0 ? null : sameNames(label, read.authors),
    authorsInvented: label.authors.length === 0 && !sameNames(label, read.authors),
  }
}

/** Where a page shows its last change alone, that day may come as either date, and an earlier publication beside it. */
function isRightDay(label: MetadataLabel, read: ReadMetadata): boolean {
  const published = read.publishedAt?.slice(0, 10) ?? null
  const updated = read.updatedAt?.slice(0, 10) ?? null
  if (published !== null && [...(label.dates ?? []), ...label.updates].includes(published)) return true
  return updated !== null && label.updates.includes(updated) && (published === null || published < updated)
}

function sameNames(label: MetadataLabel, given: readonly string[]): boolean {
  const names = new Set(given.map(plainName))
  const wanted = label.authors.map(plainName)
  const free = new Set([...wanted, ...label.optional.map(plainName)])
  return wanted.every((name) => names.has(name)) && [...names].every((name) => free.has(name))
}

/** Without case, accents, "Dr." and the letters of degrees. */
function plainName(name: string): string {
  return name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/^(?:dr|prof)\.?\s/i, '')
    .replace(/,\s*(?:[A-Z][A-Za-z.]{1,5})(?:,\s*[A-Z][A-Za-z.]{1,5})*$/, '')
    .replace(/[.\s]+/g, ' ')
    .trim()
    .toLowerCase()
}
