import { readFileSync } from 'node:fs'
import { LyraError } from '../domain/errors.ts'
import type { SearchOptions } from '../domain/task.ts'

/** demo/script.yaml: what an assistant would ask, in order; `say` is its reason. */
export interface DemoScript {
  readonly question: string
  readonly question_ja?: string | undefined
  readonly language?: string | undefined
  readonly budget?: { readonly max_pages?: number | undefined; readonly max_seconds?: number | undefined } | undefined
  readonly steps: readonly {
    readonly say: string
    readonly search: string
    readonly options?: SearchOptions | undefined
  }[]
  readonly queries: readonly { readonly say: string; readonly sql: string }[]
  readonly vectors: readonly {
    readonly say: string
    readonly query: string
    readonly target?: 'claims' | 'fragments' | undefined
    readonly top_k?: number | undefined
  }[]
}

export async function readDemoScript(file: string): Promise<DemoScript> {
  const [{ parse }, { z }] = await Promise.all([import('yaml'), import('zod')])
  const say = z.string().min(1)
  const schema = z.strictObject({
    question: z.string().min(1),
    question_ja: z.string().optional(),
    language: z.string().optional(),
    budget: z.strictObject({ max_pages: z.int().optional(), max_seconds: z.int().optional() }).optional(),
    steps: z.array(
      z.strictObject({
        say,
        search: z.string().min(1),
        options: z
          .strictObject({
            engines: z.array(z.string()).optional(),
            max_pages: z.int().optional(),
            seek_primary: z.boolean().optional(),
            refute: z.boolean().optional(),
          })
          .optional(),
      }),
    ),
    queries: z.array(z.strictObject({ say, sql: z.string().min(1) })),
    vectors: z.array(
      z.strictObject({
        say,
        query: z.string().min(1),
        target: z.enum(['claims', 'fragments']).optional(),
        top_k: z.int().optional(),
      }),
    ),
  })
  const parsed = schema.safeParse(parse(readText(file)))
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
