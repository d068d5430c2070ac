import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'

/** Short names of the kinds in the files of labels. */
export const LABELS = {
  org: 'organisation',
  person: 'person',
  place: 'place',
  product: 'product',
  law: 'law',
  identifier: 'identifier',
} as const
export type Label = keyof typeof LABELS

const label = z.enum(Object.keys(LABELS) as [Label, ...Label[]])
const sentence = z.object({
  text: z.string(),
  entities: z.array(z.object({ start: z.number(), end: z.number(), text: z.string(), kind: label })),
})
const pair = z.object({
  a: z.string(),
  b: z.string(),
  same: z.boolean(),
  kind: z.enum(['org', 'person']),
  lang: z.string(),
})

export type LabelledSentence = Readonly<z.infer<typeof sentence>>
export type LabelledPair = Readonly<z.infer<typeof pair>>

const folder = (root: string, set: string) => join(root, 'bench', 'entities', set)

export function readSentences(root: string, set: string, language: 'en' | 'ja'): readonly LabelledSentence[] {
  const read = readLines(join(folder(root, set), `sentences-${language}.jsonl`)).map((line) => sentence.parse(line))
  for (const { text, entities } of read)
    for (const { start, end, text: named } of entities)
      if (text.slice(start, end) !== named) throw new Error(`A label does not stand where it says: ${named}`)
  return read
}

export function readPairs(root: string, set: string): readonly LabelledPair[] {
  return readLines(join(folder(root, set), 'names.jsonl')).map((line) => pair.parse(line))
}

function readLines(path: string): readonly unknown[] {
  if (!existsSync(path)) throw new Error(`There is no file ${path}`)
  return readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line): unknown => JSON.parse(line))
}
