import { z } from 'zod'
import { CHUNK_BYTES } from '../../archive/zip/member.ts'

/** Names of the members; a bundle has no others. */
export const MEMBERS = {
  manifest: 'manifest.json',
  signature: 'manifest.sig',
  slice: 'slice.sqlite',
  archive: 'archive.wacz',
  report: 'report.md',
  domains: 'settings/domains.yaml',
  engines: 'settings/engines.yaml',
} as const

export const BUNDLE_VERSION = 1

const hash = z.string().regex(/^[0-9a-f]{64}$/)
const count = z.int().min(0)
const counts = z.record(z.string().max(64), count)
const names = z.array(z.string().max(200)).max(50)

const memberSchema = z.strictObject({ name: z.string().max(200), bytes: count, sha256: hash, chunks: z.array(hash) })

/** What was kept out of the bundle, and what was let in because its maker asked for it. */
const privacySchema = z.strictObject({
  /** Pages of private addresses, and pages behind a login of the maker. */
  private_pages: z.enum(['none', 'left out', 'included']),
  pages: count,
  rows_left_out: counts,
  records_left_out: count,
  records_left_out_for_secrets: count,
  /** Records whose head lost cookies or credentials. */
  records_cleaned: count,
})

/** manifest.json: what is in a bundle, how it was made, and the hash of every stretch of every member. */
export const manifestSchema = z.strictObject({
  format: z.literal('lyra-bundle'),
  version: z.literal(BUNDLE_VERSION),
  lyra_version: z.string().max(40),
  created_at: z.iso.datetime(),
  task: z.strictObject({
    // A folder of the archive is named after it.
    id: z.string().regex(/^task_[0-9a-z]{1,64}$/),
    question: z.string().max(4000),
    language: z.string().max(20).nullable(),
  }),
  schema_version: count,
  rows: counts,
  /** As `lyra replay` compares them; equal conclusions have equal hashes. */
  conclusions: z.strictObject({ sha256: hash, claims: count, edges: count }),
  models: z.strictObject({ stance: names, embedding: names, claims: names }),
  /** Settings that differ from the defaults and decide what is found, by path. */
  settings: z.record(z.string().max(80), z.union([z.string(), z.number(), z.boolean(), z.array(z.string()).max(200)])),
  archive: z.strictObject({ files: count, records: count, unreadable_bytes: count }),
  privacy: privacySchema,
  chunk_bytes: z.literal(CHUNK_BYTES),
  members: z.array(memberSchema).min(3).max(10),
})

export type Manifest = z.infer<typeof manifestSchema>

/** 4 GB of chunks with room to spare. */
export const LARGEST_MANIFEST = 4 * 1024 * 1024
