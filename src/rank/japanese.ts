import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { LyraError } from '../domain/errors.ts'
import type { Steps } from '../domain/in-turns.ts'

export interface Morpheme {
  readonly surface_form: string
  readonly basic_form: string
  readonly pos: string
  readonly pos_detail_1: string
  readonly pos_detail_2?: string
  readonly pos_detail_3?: string
  readonly reading?: string
  readonly word_type?: string
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
 * Loads the morphological dictionary (about 100 MB of memory, half a second) file by file: a process that never sees
 * Japanese never pays for it, and one that does answers others meanwhile.
 */
export function* loadingJapaneseTokenizer(): Steps<JapaneseTokenizer> {
  const require = createRequire(import.meta.url)
  const root = dirname(require.resolve('kuromoji/package.json'))
  const BaseLoader = require('kuromoji/src/loader/DictionaryLoader.js') as LoaderClass
  const Tokenizer = require('kuromoji/src/Tokenizer.js') as TokenizerClass
  const wanted: { readonly file: string; readonly done: Loaded }[] = []
  class ListingLoader extends BaseLoader {
    loadArrayBuffer(file: string, done: Loaded): void {
      wanted.push({ file, done })
    }
  }
  let dictionary: unknown
  new ListingLoader(join(root, 'dict')).load((error, value) => {
    if (error) throw error
    dictionary = value
  })
  for (let next = wanted.shift(); next !== undefined; next = wanted.shift()) {
    const content = gunzipSync(readFileSync(next.file))
    yield
    next.done(null, new Uint8Array(content).buffer)
    yield
  }
  if (dictionary === undefined) throw new LyraError('MODEL_NOT_READY', 'The Japanese dictionary did not load')
  const tokenizer = new Tokenizer(dictionary)
  return (text) => tokenizer.tokenize(text)
}
