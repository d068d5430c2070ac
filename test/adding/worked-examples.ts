import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../architecture/source-files.ts'

/** A block of code of docs/adding.md that belongs into a file. */
export interface CodeBlock {
  /** From the root of the tree, or under LYRA_HOME. */
  readonly path: string
  /** The line of the file that the block goes below; null: the block is the whole file. */
  readonly below: string | null
  readonly text: string
}

const SECTIONS = /^## (.+)\n([\s\S]*?)(?=^## |(?![\s\S]))/gm
/** ```ts title="src/a.ts" below="import { b } from './b.ts'" */
const BLOCKS = /^```\w+ title="([^"]+)"(?: below="([^"]+)")?\n([\s\S]*?)^```$/gm

/** The code blocks under one heading of docs/adding.md. */
export function workedExample(heading: string): readonly CodeBlock[] {
  const page = readFileSync(join(ROOT, 'docs', 'adding.md'), 'utf8')
  const section = [...page.matchAll(SECTIONS)].find((match) => match[1] === heading)?.[2]
  assert.ok(section !== undefined, `docs/adding.md has no section "${heading}"`)
  return [...section.matchAll(BLOCKS)].map(([, path = '', below = null, text = '']) => ({ path, below, text }))
}

/** The file with the block in it; `before` is what it holds now. */
export function withBlock({ path, below, text }: CodeBlock, before: string | null): string {
  if (below === null) {
    assert.equal(before, null, `${path} is there already: docs/adding.md has to say below which line the code goes`)
    return text
  }
  const lines = (before ?? '').split('\n')
  const places = lines.flatMap((line, index) => (line.includes(below) ? [index] : []))
  assert.equal(places.length, 1, `docs/adding.md: "${below}" stands in ${places.length} lines of ${path}`)
  return lines.toSpliced((places[0] ?? 0) + 1, 0, text.trimEnd()).join('\n')
}
