import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { EntityKind } from '../../../src/domain/entity.ts'

/** A sentence and the names that were written into it; places in UTF-16 units. */
export interface Written {
  readonly text: string
  readonly names: readonly {
    readonly start: number
    readonly end: number
    readonly text: string
    readonly kind: EntityKind
  }[]
}

export const KINDS: Readonly<Record<string, EntityKind>> = {
  o: 'organisation',
  p: 'person',
  l: 'place',
  d: 'product',
  w: 'law',
}

/** Reads `[o Name] and the rest.` */
export function parseWritten(line: string): Written {
  const names: Written['names'][number][] = []
  let text = ''
  let from = 0
  for (const match of line.matchAll(/\[([opldw]) ([^\]]+)\]/gu)) {
    const [whole, mark = '', name = ''] = match
    const kind = KINDS[mark]
    if (kind === undefined) throw new Error(`no kind: ${whole}`)
    text += line.slice(from, match.index)
    names.push({ start: text.length, end: text.length + name.length, text: name, kind })
    text += name
    from = match.index + whole.length
  }
  return { text: text + line.slice(from), names }
}

export function readWritten(file: string): readonly Written[] {
  return readFileSync(join(import.meta.dirname, file), 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map(parseWritten)
}
