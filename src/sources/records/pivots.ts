import { existsSync, readFileSync } from 'node:fs'
import { parse } from 'yaml'
import { z } from 'zod'
import { LyraError } from '../../domain/errors.ts'

const stepSchema = z.strictObject({
  /** What it is for, as the answer counts it: officers, filings... */
  ask: z.string().min(1).optional(),
  source: z.string().min(1),
  by: z.string().min(1),
  /** An attribute or an identifier type of what was found before. */
  from: z.string().min(1).optional(),
  /** Only where a search says `pivot_from`; else also where a query names such a thing. */
  deep: z.boolean().default(false),
})

const pivotSchema = z.strictObject({
  kind: z.string().min(1),
  about: z.string().min(1),
  /** The kind whose steps come after these where a search says `pivot_from`. */
  followed_by: z.string().min(1).optional(),
  steps: z.array(stepSchema).min(1),
})

const fileSchema = z.strictObject({ pivots: z.array(pivotSchema) })

export type Pivot = z.infer<typeof pivotSchema>
export type PivotStep = z.infer<typeof stepSchema>

/** config/pivots.yaml, and the user's own in LYRA_HOME: a kind that both have is the user's. */
export function loadPivots(...files: readonly string[]): readonly Pivot[] {
  const byKind = new Map<string, Pivot>()
  for (const file of files.filter((path) => existsSync(path)))
    for (const pivot of parsePivots(readFileSync(file, 'utf8'), file)) byKind.set(pivot.kind, pivot)
  return [...byKind.values()]
}

export function parsePivots(text: string, where: string): readonly Pivot[] {
  let data: unknown
  try {
    data = parse(text)
  } catch (cause) {
    throw new LyraError('INVALID_CONFIG', `${where} is not valid YAML`, { cause })
  }
  const parsed = fileSchema.safeParse(data)
  if (parsed.success) return parsed.data.pivots
  const issue = parsed.error.issues[0]
  throw new LyraError('INVALID_CONFIG', `${where}: ${issue?.path.join('.') || 'pivots'}: ${issue?.message}`)
}
