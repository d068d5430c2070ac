import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The pages whose code a reader may copy. */
const PAGES = ['README*.md', 'CONTRIBUTING.md', 'SECURITY.md', 'docs/**/*.md']

export interface CodeBlock {
  readonly file: string
  /** Of the opening fence. */
  readonly line: number
  readonly language: string
  /** ```sh skip="needs a person" */
  readonly attributes: ReadonlyMap<string, string>
  readonly text: string
}

/** What becomes of a block: it is run or parsed by its language, or left out for a reason that is told. */
export type Treatment =
  | { readonly kind: 'run' | 'parse' | 'query' }
  | { readonly kind: 'output' }
  | { readonly kind: 'skip'; readonly reason: string }
  | { readonly kind: 'refused'; readonly problem: string }

export function readPages(root: string): ReadonlyMap<string, string> {
  const files = globSync(PAGES, { cwd: root }).map((file) => file.replaceAll('\\', '/'))
  return new Map(files.sort().map((file) => [file, readFileSync(join(root, file), 'utf8')]))
}

export function codeBlocks(file: string, markdown: string): readonly CodeBlock[] {
  const blocks: CodeBlock[] = []
  let open: { fence: string; indent: number; line: number; info: string; lines: string[] } | null = null
  for (const [index, line] of markdown.split('\n').entries()) {
    const [, indent = '', fence = '', info = ''] = /^( *)(`{3,})(.*)$/.exec(line) ?? []
    if (open === null) {
      if (fence !== '') open = { fence, indent: indent.length, line: index + 1, info, lines: [] }
    } else if (fence === open.fence && info.trim() === '') {
      blocks.push(blockOf(file, open))
      open = null
    } else open.lines.push(line.slice(Math.min(open.indent, line.length - line.trimStart().length)))
  }
  if (open !== null) throw new Error(`${file}:${open.line}: the block has no end`)
  return blocks
}

function blockOf(file: string, open: { line: number; info: string; lines: readonly string[] }): CodeBlock {
  const [language = ''] = open.info.trim().split(' ')
  const attributes = [...open.info.matchAll(/([a-z]+)="([^"]*)"/g)].map(
    ([, name = '', value = '']) => [name, value] as const,
  )
  return { file, line: open.line, language, attributes: new Map(attributes), text: `${open.lines.join('\n')}\n` }
}

const ATTRIBUTES: readonly string[] = ['skip', 'web', 'needs', 'title', 'below']

/** Every block is of a language that is known here; what cannot be run says why. */
export function treat({ language, attributes }: CodeBlock): Treatment {
  const unknown = [...attributes.keys()].find((name) => !ATTRIBUTES.includes(name))
  if (unknown !== undefined) return { kind: 'refused', problem: `unknown attribute ${unknown}` }
  const skip = attributes.get('skip')
  if (skip !== undefined)
    return skip.trim() === '' ? { kind: 'refused', problem: 'skip needs a reason' } : { kind: 'skip', reason: skip }
  if (attributes.has('title')) return { kind: 'skip', reason: 'put into a copy of the tree and run by test/adding' }
  if (language === '' || language === 'text') return { kind: 'output' }
  if (language === 'sh') return { kind: 'run' }
  if (language === 'sql') return { kind: 'query' }
  if (['json', 'yaml', 'toml'].includes(language)) return { kind: 'parse' }
  return { kind: 'refused', problem: `nothing here can run ${language}: use sh, sql, json, yaml, toml or text` }
}

export const placeOf = ({ file, line }: CodeBlock): string => `${file}:${line}`
