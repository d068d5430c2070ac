import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import type { WordHash } from './words.ts'

const entrySchema = z.object({
  kind: z.string(),
  repository: z.string(),
  commit: z.string(),
  path: z.string(),
  sha256: z.string(),
  bytes: z.number(),
})
export type DocumentEntry = z.infer<typeof entrySchema>

/** The words of a reference as base64 of 32-bit hashes: enough to compare with, and no text of anybody. */
const referenceSchema = z.object({ sha256: z.string(), words: z.string() })

export function readManifest(root: string): readonly DocumentEntry[] {
  return linesOf(join(root, 'bench/documents/manifest.jsonl')).map((line) => entrySchema.parse(JSON.parse(line)))
}

export function readReferences(root: string): ReadonlyMap<string, readonly WordHash[]> {
  const lines = linesOf(join(root, 'bench/documents/reference.jsonl'))
  return new Map(
    lines.map((line) => {
      const { sha256, words } = referenceSchema.parse(JSON.parse(line))
      const bytes = Buffer.from(words, 'base64')
      return [sha256, Array.from({ length: bytes.length / 4 }, (_, at) => bytes.readUInt32LE(at * 4))]
    }),
  )
}

function linesOf(path: string): readonly string[] {
  return readFileSync(path, 'utf8').trim().split('\n')
}

/** The bytes of a file, where the folder has it and it is the one of the manifest. */
export function readEntry(folder: string, { repository, path, sha256 }: DocumentEntry): Uint8Array | null {
  const file = join(folder, repository, path)
  if (!existsSync(file)) return null
  const body = readFileSync(file)
  return createHash('sha256').update(body).digest('hex') === sha256 ? body : null
}
