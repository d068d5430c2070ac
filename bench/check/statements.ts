import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'

export const KINDS = [
  'faithful',
  'number',
  'unit',
  'entity',
  'place',
  'year',
  'direction',
  'hedge',
  'attribution',
  'source',
  'invented_source',
] as const

const statementSchema = z.object({
  world: z.string(),
  lang: z.enum(['en', 'ja']),
  text: z.string(),
  kind: z.enum(KINDS),
  expect: z.enum(['ok', 'alarm']),
})
export type WrittenStatement = z.infer<typeof statementSchema>

/** The statements of a set, one JSON object a line; none where the folder is missing. */
export function readStatements(root: string, set: string): readonly WrittenStatement[] {
  const folder = join(root, 'bench', 'check', set)
  if (!existsSync(folder)) return []
  return readdirSync(folder)
    .filter((name) => name.endsWith('.jsonl'))
    .sort()
    .flatMap((name) => readFileSync(join(folder, name), 'utf8').split('\n'))
    .filter((line) => line.trim() !== '')
    .map((line) => statementSchema.parse(JSON.parse(line)))
}
