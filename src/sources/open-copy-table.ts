import { readFileSync } from 'node:fs'
import { parse } from 'yaml'
import { z } from 'zod'

const FORMATS = ['xml', 'pdf', 'html'] as const
export type CopyFormat = (typeof FORMATS)[number]

/** Identifiers by which a finder can be asked, each with the words of the question. */
const questions = z.partialRecord(z.enum(['doi', 'pmid', 'pmcid', 'arxiv', 'openalex']), z.string())

const finderSchema = z.strictObject({
  name: z.string().regex(/^[a-z0-9][a-z0-9_]*$/),
  /** The setting of `sources` that holds its base address. */
  base: z.enum(['europe_pmc_url', 'unpaywall_url', 'openalex_url', 'arxiv_url']).optional(),
  /** A setting of `sources` without which it is not asked. */
  needs: z.enum(['contact_email']).optional(),
  by: questions,
  /** Absent: nothing is asked, the addresses of the copies follow from the identifier. */
  address: z.string().optional(),
  list: z.string().optional(),
  open_when: z.record(z.string(), z.union([z.string(), z.boolean()])).default({}),
  licence: z.string().optional(),
  version: z.string().optional(),
  version_is: z.string().optional(),
  /** Its operator lets everybody read what it serves: the name under which that is noted. */
  free_to_read: z.string().optional(),
  copies: z.array(z.strictObject({ format: z.enum(FORMATS), url: z.string().min(1) })).min(1),
})
export type CopyFinder = z.infer<typeof finderSchema>

const tableSchema = z.strictObject({
  open_licences: z.array(z.string().min(1)).min(1),
  versions: z.array(z.string().min(1)).min(1),
  formats: z.array(z.enum(FORMATS)).min(1),
  finders: z.array(finderSchema),
})
/** config/full-text.yaml */
export type OpenCopyTable = z.infer<typeof tableSchema>

export function readOpenCopyTable(file: string | URL): OpenCopyTable {
  return tableSchema.parse(parse(readFileSync(file, 'utf8')))
}

/** One name for a licence, however an index or a page writes it: "CC BY 4.0" and its address are `cc-by`. */
export function licenceKey(licence: string): string {
  const text = licence.normalize('NFKC').toLowerCase().slice(0, 300)
  const address = /creativecommons\.org\/(?:licenses\/([a-z-]{2,12})|(publicdomain))/u.exec(text)
  if (address !== null) return address[2] === undefined ? `cc-${address[1]}` : 'cc0'
  if (/^cc-?0/u.test(text)) return 'cc0'
  return text
    .trim()
    .replace(/[\s_]+/gu, '-')
    .replace(/-v?\d(?:\.\d)?(?:-[a-z]{2,4})?$/u, '')
}
