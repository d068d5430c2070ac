import { existsSync, readFileSync } from 'node:fs'
import { parse } from 'yaml'
import { z } from 'zod'
import { LyraError } from '../domain/errors.ts'
import { CATEGORIES } from '../domain/search-category.ts'
import { operatorsSchema } from './query-operators.ts'
import { PERIODS } from './types.ts'

const fieldSchema = z.strictObject({
  selector: z.string().min(1),
  attribute: z.string().min(1).optional(),
  without: z.string().min(1).optional(),
  required: z.boolean().default(false),
})

const layoutSchema = z.strictObject({
  result: z.string().min(1),
  title: fieldSchema,
  url: fieldSchema,
  snippet: fieldSchema.optional(),
  date: fieldSchema.optional(),
})

const engineSchema = z.strictObject({
  name: z.string().regex(/^[a-z0-9][a-z0-9_-]*$/),
  url: z
    .string()
    .regex(/^https?:\/\//)
    .refine((url) => url.includes('{query}'), 'needs {query}'),
  languages: z.array(z.string().min(2)).min(1).default(['en']),
  category: z.array(z.enum(CATEGORIES)).min(1).default(['general']),
  weight: z.number().min(0).max(1).default(0.5),
  interval: z.number().min(0).default(0),
  daily_limit: z.int().min(0).optional(),
  operators: operatorsSchema.prefault({}),
  range: z
    .string()
    .refine((text) => text.includes('{after}') && text.includes('{before}'), 'needs {after} and {before}')
    .optional(),
  periods: z.partialRecord(z.enum(PERIODS), z.string().min(1)).default({}),
  language_parameters: z.record(z.string().min(2), z.string().min(1)).default({}),
  paging: z.strictObject({ parameter: z.string().min(1), first: z.int(), step: z.int().min(1) }).optional(),
  source_tag: z.string().min(1).default('web'),
  unwrap: z.array(z.strictObject({ match: z.string().min(1), parameter: z.string().min(1) })).default([]),
  layouts: z.array(layoutSchema).min(1),
  no_results: z.array(z.string().min(1)).default([]),
  challenge: z.array(z.string().min(1)).default([]),
  refused: z.array(z.string().min(1)).default([]),
})

const tableSchema = z
  .strictObject({ engines: z.array(engineSchema).min(1) })
  .refine(
    (table) => new Set(table.engines.map((e) => e.name)).size === table.engines.length,
    'two engines share a name',
  )

export type Engine = z.infer<typeof engineSchema>
export type Layout = z.infer<typeof layoutSchema>
export type EngineTable = readonly Engine[]

export function parseEngineTable(text: string, where: string): EngineTable {
  let data: unknown
  try {
    data = parse(text)
  } catch (cause) {
    throw new LyraError('INVALID_CONFIG', `${where} is not valid YAML`, { cause })
  }
  const parsed = tableSchema.safeParse(data)
  if (parsed.success) return parsed.data.engines
  const issue = parsed.error.issues[0]
  throw new LyraError('INVALID_CONFIG', `${where}: ${issue?.path.join('.') || 'engines'}: ${issue?.message}`)
}

export function loadEngineTable(path: string): EngineTable {
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch (cause) {
    throw new LyraError('INVALID_CONFIG', `the engine table ${path} cannot be read`, { cause })
  }
  return parseEngineTable(text, path)
}

/**
 * The shipped table with the user's own beside it: a new name is a new engine, a known one replaces its entry (REQ
 * 3.1.1).
 */
export function loadEngineTables(shipped: string, own: string): EngineTable {
  const table = loadEngineTable(shipped)
  const added = existsSync(own) ? loadEngineTable(own) : []
  const replaced = table.map((engine) => added.find(({ name }) => name === engine.name) ?? engine)
  return [...replaced, ...added.filter(({ name }) => !table.some((engine) => engine.name === name))]
}
