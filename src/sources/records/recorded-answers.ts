import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import { z } from 'zod'
import { LyraError } from '../../domain/errors.ts'

const told = z.strictObject({
  title: z.string(),
  url: z.string().optional(),
  date: z.string().optional(),
  licence: z.string().optional(),
  identifiers: z.record(z.string(), z.string()).default({}),
  attributes: z.record(z.string(), z.string()).default({}),
  /** Words of its sentences or of its text. */
  passages: z.array(z.string()).default([]),
  /** What the answer holds and the record must not. */
  never: z.array(z.string()).default([]),
})

const recordedSchema = z.strictObject({
  look_up: z.strictObject({ type: z.string(), value: z.string() }).optional(),
  search: z.string().optional(),
  period: z.strictObject({ after: z.string() }).optional(),
  /** Of the question; English where it says none. */
  language: z.string().optional(),
  /** What is asked before: the list of registries. */
  first: z.strictObject({ request: z.string(), answer: z.unknown() }).optional(),
  /** Path and query behind the base address; with `*` at its end only how it begins. */
  request: z.string(),
  answer: z.unknown(),
  next_request: z.string().optional(),
  /** Words of the first page that are others on the second. */
  next_page: z.record(z.string(), z.string()).optional(),
  tells: told,
  /** Answers that are refusals, by their outcome. */
  refusals: z.record(z.string(), z.unknown()).optional(),
})

/** One question to a source, what is then asked of the network, an answer in the documented form, and what it tells. */
export type Recorded = z.infer<typeof recordedSchema>

/** `config/sources/recorded/<name>.yaml`, and beside the user's own descriptions; none is an empty list. */
export function loadRecorded(name: string, ...folders: readonly string[]): readonly Recorded[] {
  const file = folders.map((folder) => join(folder, 'recorded', `${name}.yaml`)).findLast((path) => existsSync(path))
  if (file === undefined) return []
  const parsed = z.array(recordedSchema).safeParse(parse(readFileSync(file, 'utf8')))
  if (parsed.success) return parsed.data
  const issue = parsed.error.issues[0]
  throw new LyraError('INVALID_CONFIG', `${file}: ${issue?.path.join('.')}: ${issue?.message}`)
}

/** The body as the source would send it; `{server}` is the address that is asked. */
export function recordedBody(answer: unknown, address: string): string {
  const text = typeof answer === 'string' ? answer : JSON.stringify(answer)
  return text.replaceAll('{server}', address)
}

/** Whether this is what was recorded. */
export function isRequest(recorded: string, sent: string): boolean {
  return recorded.endsWith('*') ? sent.startsWith(recorded.slice(0, -1)) : sent === recorded
}
