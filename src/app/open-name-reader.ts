import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { openWordTable } from '../models/word-table.ts'
import type { Analyser } from '../rank/tokens.ts'
import { taggedWords } from '../sources/entities/japanese-words.ts'
import { createNameHead } from '../sources/entities/name-head.ts'
import { readHeadWeights } from '../sources/entities/name-head-weights.ts'
import { createNameReader, type NameReader } from '../sources/entities/recognise.ts'
import { PACKAGE_ROOT } from './package-root.ts'

/** Reads its list of words when the first name is looked for; the Japanese dictionary is the one of the analyser. */
export function openNameReader(analyser: Pick<Analyser, 'morphemes'>): () => Promise<NameReader> {
  let opened: Promise<NameReader> | null = null
  return () => {
    opened ??= open(analyser)
    return opened
  }
}

async function open(analyser: Pick<Analyser, 'morphemes'>): Promise<NameReader> {
  const [words, weights, table] = await Promise.all([
    readFile(join(PACKAGE_ROOT, 'config', 'lexicons', 'english-words.txt'), 'utf8'),
    readFile(join(PACKAGE_ROOT, 'models', 'lyra-names-mini', 'weights.json'), 'utf8'),
    openWordTable(),
  ])
  const parts = {
    commonWords: new Set(words.split(/\s+/u)),
    tagged: (text: string) => taggedWords(analyser.morphemes, text),
  }
  return createNameReader(parts, createNameHead(readHeadWeights(weights), table))
}
