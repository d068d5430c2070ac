import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { patternLiterals, type SourcePattern } from './pattern-literals.ts'

/** These start work when imported, in a thread or a process of their own; what they import is read without them. */
const ENTRANCES = [
  'extract/pdf-child.ts',
  'extract/memory-watch-thread.ts',
  'extract/reader-thread.ts',
  'extract/ocr-child.ts',
  'extract/page-picture-child.ts',
  'models/inference-thread.ts',
  'store/sandbox/child.ts',
]

export interface Collected {
  readonly patterns: readonly SourcePattern[]
  /** Places of `new RegExp` that no pattern came from: they have to be called once in `build-patterns-thread.ts`. */
  readonly unseen: readonly string[]
}

/**
 * Every regular expression of the source tree: literals are read from the text, those put together at run time are
 * caught while the modules are imported.
 */
export async function collectPatterns(root: string): Promise<Collected> {
  const files = globSync('src/**/*.ts', { cwd: root }).map((path) => path.replaceAll('\\', '/'))
  const texts = files.sort().map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }))
  const literals = texts.flatMap(({ path, text }) => patternLiterals(path, text))
  const modules = files.filter(
    (path) => !ENTRANCES.includes(path.slice('src/'.length)) && !path.startsWith('src/web/islands/'),
  )
  const built = await builtPatterns(root, modules)
  const seen = new Set(built.map(({ at }) => at))
  const unseen = texts
    .flatMap(({ path, text }) =>
      text.split('\n').flatMap((line, index) => (/new RegExp\(/.test(line) ? [`${path}:${index + 1}`] : [])),
    )
    .filter((at) => !seen.has(at) && !at.startsWith('src/domain/multiline-regexp.ts'))
  return { patterns: distinct([...literals, ...built]), unseen }
}

function builtPatterns(root: string, modules: readonly string[]): Promise<readonly SourcePattern[]> {
  const worker = new Worker(join(import.meta.dirname, 'build-patterns-thread.ts'), { workerData: { root, modules } })
  return new Promise((resolve, reject) => {
    worker.once('message', (patterns: readonly SourcePattern[]) => {
      resolve(patterns)
      void worker.terminate()
    })
    worker.once('error', reject)
  })
}

/** One pattern once, with all its places. */
function distinct(patterns: readonly SourcePattern[]): readonly SourcePattern[] {
  const byText = Map.groupBy(patterns, (one) => `${one.flags}/${one.source}`)
  return [...byText.values()].flatMap((same) => {
    const at = [...new Set(same.map((one) => one.at))].join(', ')
    return same.slice(0, 1).map((one) => ({ ...one, at }))
  })
}
