import { z } from 'zod'

export interface QueryRequest {
  readonly id: number
  readonly sql: string
  readonly limit: number
  /** Rows to pass over first. */
  readonly offset: number
  readonly maxAnswerBytes: number
  readonly maxAnswerTokens: number
  /** Cells as stored: texts not shortened, numbers not rounded. */
  readonly whole: boolean
  readonly includeSchema: boolean
}

const schemaTables = z.array(z.object({ name: z.string(), columns: z.array(z.string()) }))
const cell = z.union([z.string(), z.number(), z.null()])

/** What the child says: that it is ready, an answer, or why there is none. */
export const childMessage = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('ready') }),
  z.object({ kind: z.literal('unusable'), message: z.string() }),
  z.object({
    kind: z.literal('answer'),
    id: z.number(),
    columns: z.array(z.string()),
    rows: z.array(z.array(cell)),
    truncated: z.boolean(),
    elapsedMs: z.number(),
    schema: schemaTables.nullable(),
  }),
  z.object({ kind: z.literal('rejected'), id: z.number(), message: z.string(), hint: z.string().nullable() }),
])
export type ChildMessage = z.infer<typeof childMessage>
export type Answer = Extract<ChildMessage, { kind: 'answer' }>
