import { globSync, readFileSync } from 'node:fs'
import { dirname, join, posix } from 'node:path'

export const ROOT = join(import.meta.dirname, '..', '..')

export interface SourceImport {
  /** Module name as written, e.g. `node:net` or `../domain/ids.ts`. */
  readonly name: string
  /** Repository path when the import is relative. */
  readonly target: string | null
  readonly line: number
  readonly kind: 'static' | 'type' | 'dynamic'
  /** The names between braces, without aliases. */
  readonly names: readonly string[]
}

export interface SourceFile {
  readonly path: string
  readonly text: string
  readonly lines: number
  readonly imports: readonly SourceImport[]
}

export function sourceFiles(...patterns: readonly string[]): readonly SourceFile[] {
  return globSync([...patterns], { cwd: ROOT })
    .map((path) => path.replaceAll('\\', '/'))
    .sort()
    .map(readSource)
}

export function readSource(path: string): SourceFile {
  const text = readFileSync(join(ROOT, path), 'utf8')
  return { path, text, lines: text.trimEnd().split('\n').length, imports: readImports(path, text) }
}

/** Import lines only; a specifier in a comment or a string at the start of no line is not one. */
export function readImports(path: string, text: string): readonly SourceImport[] {
  const found: SourceImport[] = []
  const add = (match: RegExpMatchArray, name: string, kind: SourceImport['kind'], clause: string) => {
    const target = name.startsWith('.') ? posix.join(dirname(path), name) : null
    const line = text.slice(0, match.index).split('\n').length
    const names = [...clause.matchAll(/(?:type\s+)?(\w+)(?:\s+as\s+\w+)?\s*(?:,|\}|$)/g)].map((one) => one[1] ?? '')
    found.push({ name, target, line, kind, names })
  }
  for (const match of text.matchAll(/^(?:import|export)\s+(type\s+)?([^'"`;]*?\s*from\s*)?['"]([^'"]+)['"]/gm)) {
    const [, typeOnly, clause = '', name = ''] = match
    add(match, name, typeOnly === undefined ? 'static' : 'type', clause.replace(/\s*from\s*$/, '').replace(/^\{/, ''))
  }
  for (const match of text.matchAll(/\bimport\(\s*['"]([^'"]+)['"]\s*\)/g)) add(match, match[1] ?? '', 'dynamic', '')
  return found
}

/** The package a bare specifier belongs to, e.g. `pdfjs-dist` for `pdfjs-dist/legacy/build/pdf.mjs`. */
export function packageOf(specifier: string): string {
  const parts = specifier.split('/')
  return specifier.startsWith('@') ? parts.slice(0, 2).join('/') : (parts[0] ?? specifier)
}
