import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { LyraError } from '../domain/errors.ts'

export interface Morpheme {
  readonly surface_form: string
  readonly basic_form: string
  readonly pos: string
  readonly pos_detail_1: string
}

export type JapaneseTokenizer = (text: string) => readonly Morpheme[]

type Loaded = (error: unknown, value: unknown) => void
interface Loader {
  load(done: Loaded): void
}
interface LoaderClass {
  new (path: string): Loader
  readonly prototype: { loadArrayBuffer(file: string, done: Loaded): void }
}
type TokenizerClass = new (dictionary: unknown) => { tokenize(text: string): readonly Morpheme[] }

/**
 * Loads the morphological dictionary in one go (about 100 MB of memory, well under a second): analysis stays
 * synchronous and a process that never sees Japanese never pays for it.
 */
export function loadJapaneseTokenizer(): JapaneseTokenizer {
  const require = createRequire(import.meta.url)
  const root = dirname(require.resolve('kuromoji/package.json'))
  const BaseLoader = require('kuromoji/src/loader/DictionaryLoader.js') as LoaderClass
  const Tokenizer = require('kuromoji/src/Tokenizer.js') as TokenizerClass
  class BlockingLoader extends BaseLoader {
    loadArrayBuffer(file: string, done: Loaded): void {
      done(null, new Uint8Array(gunzipSync(readFileSync(file))).buffer)
    }
  }
  let dictionary: unknown
  new BlockingLoader(join(root, 'dict')).load((error, value) => {
    if (error) throw error
    dictionary = value
  })
  if (dictionary === undefined) throw new LyraError('MODEL_NOT_READY', 'The Japanese dictionary did not load')
  const tokenizer = new Tokenizer(dictionary)
  return (text) => tokenizer.tokenize(text)
}
