import type { z } from 'zod'

/** Hints that MCP clients read before they call a tool. */
export interface ToolHints {
  readonly readOnlyHint: boolean
  readonly destructiveHint: boolean
  readonly idempotentHint: boolean
  readonly openWorldHint: boolean
}

export const READS: ToolHints = {
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
}
export const WRITES: ToolHints = {
  readOnlyHint: false,
  destructiveHint: false,
  idempotentHint: false,
  openWorldHint: false,
}

/** One object, or several of which a field tells which: `feedback` takes another payload with every action. */
export type InputSchema = z.ZodObject | z.ZodDiscriminatedUnion<readonly z.ZodObject[]>

/**
 * The contract of one use case: what goes in, what comes out, and how it is described. MCP tools, command-line flags,
 * limits and the reference pages are read from it; the code that answers stands beside it in `app/use-cases.ts`.
 */
export interface UseCase<Input extends InputSchema = InputSchema, Output extends z.ZodType = z.ZodType> {
  /** snake_case, as an MCP client calls it. */
  readonly name: string
  readonly title: string
  readonly description: string
  /**
   * Strict, so that a caller hears of a field that does not exist. Every limit is written here, and every default that
   * is no setting; where it is one, the description names it: `setting query.limit`.
   */
  readonly input: Input
  /** A success. What it does not name does not leave through MCP, and longer texts are cut to its lengths (L7). */
  readonly output: Output
  /** Set on what is listed as an MCP tool; the others serve the command line, the resources and the web pages. */
  readonly tool?: ToolHints
}

/**
 * Keeps the exact types of both schemas:
 *
 *     export const pauseTask = defineUseCase({
 *       name: 'pause_task',
 *       title: 'Pause a task',
 *       description: 'Puts the running searches of a task aside',
 *       input: z.strictObject({ task_id: taskId }),
 *       output: z.object({ ok, task_id: id, paused: z.number() }),
 *     })
 *     type PauseAnswer = AnswerOf<typeof pauseTask> // { readonly ok: true; readonly task_id: string; ... }
 */
export function defineUseCase<Input extends InputSchema, Output extends z.ZodType>(
  contract: UseCase<Input, Output>,
): UseCase<Input, Output> {
  return contract
}

/** Schemas infer mutable types; rooms hand out data that nobody may change. */
export type DeepReadonly<T> = T extends readonly (infer Item)[]
  ? readonly DeepReadonly<Item>[]
  : T extends object
    ? { readonly [Key in keyof T]: DeepReadonly<T[Key]> }
    : T

/** What a caller gives. */
export type GivenTo<U extends UseCase> = DeepReadonly<z.input<U['input']>>
/** What the handler gets: checked and trimmed. */
export type InputOf<U extends UseCase> = DeepReadonly<z.output<U['input']>>
export type AnswerOf<U extends UseCase> = DeepReadonly<z.output<U['output']>>
