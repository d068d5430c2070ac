import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readManifest } from './files.ts'
import { hashesOf } from './words.ts'

/**
 * `LYRA_DOCUMENTS=<folder> node bench/documents/keep-reference.ts`: turns the texts of make-reference.py into the word
 * hashes that are kept beside the manifest.
 */
const MOST_WORDS = 10_000
const root = join(import.meta.dirname, '../..')
const folder = process.env.LYRA_DOCUMENTS ?? ''
const lines = readManifest(root).flatMap(({ sha256 }) => {
  const file = join(folder, 'reference', `${sha256}.txt`)
  if (!existsSync(file)) return []
  const words = hashesOf(readFileSync(file, 'utf8')).slice(0, MOST_WORDS)
  const bytes = Buffer.alloc(words.length * 4)
  for (const [at, word] of words.entries()) bytes.writeUInt32LE(word, at * 4)
  return [JSON.stringify({ sha256, words: bytes.toString('base64') })]
})
writeFileSync(join(root, 'bench/documents/reference.jsonl'), `${lines.join('\n')}\n`)
process.stdout.write(`${lines.length} references kept\n`)
