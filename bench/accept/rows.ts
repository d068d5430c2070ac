import { readFileSync } from 'node:fs'
import { parse } from 'yaml'
import { z } from 'zod'

const rowSchema = z
  .strictObject({
    id: z.string().regex(/^[a-z0-9_]+\.[a-z0-9_]+$/),
    req: z.union([z.int().min(1), z.literal('7.1')]),
    text: z.string().min(1),
    asked: z.string().min(1),
    rule: z.union([z.strictObject({ at_least: z.number() }), z.strictObject({ at_most: z.number() })]).optional(),
    by: z.string().min(1).optional(),
    live: z.string().min(1).optional(),
    not_here: z.string().min(1).optional(),
  })
  .refine((row) => (row.by === undefined) !== (row.not_here === undefined), 'either `by` or `not_here`')
  .refine((row) => row.by === undefined || row.rule !== undefined, 'what is measured has a rule')

const tableSchema = z
  .strictObject({ rows: z.array(rowSchema).min(1) })
  .refine(({ rows }) => new Set(rows.map(({ id }) => id)).size === rows.length, 'two rows share an id')

export type AcceptanceRow = z.infer<typeof rowSchema>

export function loadAcceptanceRows(file: string): readonly AcceptanceRow[] {
  return tableSchema.parse(parse(readFileSync(file, 'utf8'))).rows
}

export type Verdict = 'met' | 'missed' | 'not measured'

export function verdictOf({ rule }: AcceptanceRow, value: number | null): Verdict {
  if (rule === undefined || value === null || Number.isNaN(value)) return 'not measured'
  const fits = 'at_least' in rule ? value >= rule.at_least : value <= rule.at_most
  return fits ? 'met' : 'missed'
}
