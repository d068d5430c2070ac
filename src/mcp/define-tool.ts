import { z } from 'zod'
import type { CallHooks, Lyra } from '../app/lyra.ts'

export interface ToolAnnotations {
  readonly readOnlyHint: boolean
  readonly destructiveHint: boolean
  readonly idempotentHint: boolean
  readonly openWorldHint: boolean
}

interface ToolSpec<Input extends z.ZodObject, Answer> {
  readonly name: string
  readonly title: string
  readonly description: string
  /** Strict: an unknown field is a mistake the caller should hear of. */
  readonly input: Input
  /** The shape of a success; what it does not name does not leave (L7). */
  readonly output: z.ZodType<Answer>
  readonly annotations: ToolAnnotations
  /** The task this call is about, for the security notes of its answer (L5). */
  readonly taskOf?: (input: z.infer<Input>) => string | undefined
  readonly handle: (lyra: Lyra, input: z.infer<Input>, hooks: CallHooks) => Answer | Promise<Answer>
}

/** A tool as the server and the reference page see it. */
export interface Tool {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly input: z.ZodObject
  readonly output: z.ZodType
  readonly annotations: ToolAnnotations
  taskOf(input: unknown): string | null
  handle(lyra: Lyra, input: unknown, hooks: CallHooks): Promise<unknown>
}

/** Binds schema and handler together: the handler only ever sees what the schema let through. */
export function defineTool<Input extends z.ZodObject, Answer>(spec: ToolSpec<Input, Answer>): Tool {
  return {
    name: spec.name,
    title: spec.title,
    description: spec.description,
    input: spec.input,
    output: spec.output,
    annotations: spec.annotations,
    taskOf: (input) => spec.taskOf?.(spec.input.parse(input)) ?? null,
    handle: async (lyra, input, hooks) => await spec.handle(lyra, spec.input.parse(input), hooks),
  }
}

export const taskId = z.string().min(1).max(200).describe('Id that create_task returned')
