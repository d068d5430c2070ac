import { readFileSync } from 'node:fs'
import { z } from 'zod'
import type { DeepReadonly } from '../api/define-use-case.ts'
import { search } from '../api/search.ts'
import { vectorSearch } from '../api/vector-search.ts'
import { LyraError } from '../domain/errors.ts'

const say = z.string().min(1)

const demoScript = z.strictObject({
  question: z.string().min(1),
  question_ja: z.string().optional(),
  language: z.string().optional(),
  budget: z.strictObject({ max_pages: z.int().optional(), max_seconds: z.int().optional() }).optional(),
  steps: z.array(z.strictObject({ say, search: z.string().min(1), options: search.input.shape.options })),
  /** Files and folders of the checkout that are read as the user's own. */
  documents: z.array(z.strictObject({ say, path: z.string().min(1) })).default([]),
  queries: z.array(z.strictObject({ say, sql: z.string().min(1) })),
  vectors: z.array(
    z.strictObject({ say, ...vectorSearch.input.pick({ query: true, target: true, top_k: true }).shape }),
  ),
})

/** demo/script.yaml: what an assistant would ask, in order; `say` is its reason. */
export type DemoScript = DeepReadonly<z.output<typeof demoScript>>

export async function readDemoScript(file: string): Promise<DemoScript> {
  const { parse } = await import('yaml')
  const parsed = demoScript.safeParse(parse(readText(file)))
  if (parsed.success) return parsed.data
  const issue = parsed.error.issues[0]
  throw new LyraError('INVALID_CONFIG', `${file}: ${issue?.path.join('.')}: ${issue?.message}`)
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw new LyraError('INVALID_CONFIG', `${file} cannot be read`, {
      cause: error,
      hint: 'Run the demo from a checkout',
    })
  }
}
