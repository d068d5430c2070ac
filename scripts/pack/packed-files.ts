import { globSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** What npm takes along whether it is listed or not. */
const ALWAYS = ['README.md', 'LICENSE']

/** The files of the checkout that go into the package, by the list `files` of its package.json. */
export function packedFiles(root: string, patterns: readonly string[]): readonly string[] {
  const without = patterns
    .filter((pattern) => pattern.startsWith('!'))
    .flatMap((pattern) => below(root, pattern.slice(1)))
  const taken = [...ALWAYS, ...patterns.filter((pattern) => !pattern.startsWith('!'))].flatMap((pattern) => {
    const files = below(root, pattern)
    if (files.length === 0) throw new Error(`package.json: nothing fits "${pattern}" in files`)
    return files
  })
  const left = new Set(without)
  return [...new Set(taken)].filter((path) => !left.has(path)).sort()
}

function below(root: string, pattern: string): readonly string[] {
  return globSync([pattern, `${pattern}/**`], { cwd: root })
    .filter((path) => statSync(join(root, path)).isFile())
    .map((path) => path.replaceAll('\\', '/'))
}
