import { globSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { titleOf } from './headings.ts'

export type Language = 'en' | 'ja'

/** One page of the site. */
export interface Document {
  /** Path in the repository. */
  readonly source: string
  /** Path in the site. */
  readonly output: string
  readonly title: string
  readonly language: Language
  readonly text: string
  /** The page that says the same in the other language. */
  readonly other: string | null
}

/** Pages outside docs/ that the documentation links to. */
const OUTSIDE = [
  'README.md',
  'README.ja.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  'CHANGELOG.md',
  'demo/README.md',
  'config/extract/README.md',
  'models/*/README.md',
]

export function readDocuments(root: string): readonly Document[] {
  const sources = globSync(['docs/**/*.md', ...OUTSIDE], { cwd: root }).map((path) => path.replaceAll('\\', '/'))
  return sources.sort().map((source) => {
    const text = readFileSync(join(root, source), 'utf8')
    const twin = source.endsWith('.ja.md') ? source.replace(/\.ja\.md$/, '.md') : source.replace(/\.md$/, '.ja.md')
    return {
      source,
      output: outputOf(source),
      title: titleOf(text),
      language: source.endsWith('.ja.md') ? 'ja' : 'en',
      text,
      other: sources.includes(twin) ? twin : null,
    }
  })
}

/** docs/guide/a.md is guide/a.html; README.md, which would be the front page elsewhere, is readme.html. */
export function outputOf(source: string): string {
  const inside = source.startsWith('docs/') ? source.slice('docs/'.length) : source
  return inside.replace(/README/, 'readme').replace(/\.md$/, '.html')
}

/** The way from one page of the site to another file of it. */
export function way(from: string, to: string): string {
  return posix.relative(posix.dirname(from), to)
}
