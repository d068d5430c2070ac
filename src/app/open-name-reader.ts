import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Analyser } from '../rank/tokens.ts'
import { taggedWords } from '../sources/entities/japanese-words.ts'
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
  const words = await readFile(join(PACKAGE_ROOT, 'config', 'lexicons', 'english-words.txt'), 'utf8')
  return createNameReader({
    commonWords: new Set(words.split(/\s+/u)),
    tagged: (text) => taggedWords(analyser.morphemes, text),
  })
}
