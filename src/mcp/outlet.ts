import type { CallToolResult, InputRequiredResult, McpServer, ServerContext } from '@modelcontextprotocol/server'
import type { Lyra } from '../app/lyra.ts'
import { redactionFor } from '../app/redaction.ts'
import type { ErrorAnswer, LyraMeta } from '../domain/answers.ts'
import { type Clock, systemClock } from '../domain/clock.ts'
import { ERROR_TABLE, isLookedUp, LyraError } from '../domain/errors.ts'
import { type IdSource, randomIds } from '../domain/ids.ts'
import type { Logger } from '../domain/log.ts'
import { EMPTY_META } from '../guard/l5-response-meta.ts'
import { cleanErrorMessage, sanitiseAnswer } from '../guard/l7-response-sanitiser.ts'
import { errorSchema, metaSchema } from './answer-schemas.ts'
import type { Tool } from './define-tool.ts'
import { elicitationFor } from './elicit.ts'
import { describeIssues } from './input-issues.ts'
import { progressFor } from './progress.ts'

export interface OutletParts {
  readonly getLyra: () => Promise<Lyra>
  readonly log: Logger
  /** LYRA_HOME, which no error may name. */
  readonly home?: string
  readonly ids?: IdSource
  readonly clock?: Clock
}

/** The one exit (REQ 4.4.1 L7): every answer of every tool, good or bad, leaves through here. */
export async function answerCall(
  parts: OutletParts,
  tool: Tool,
  args: unknown,
  server: McpServer,
  ctx: ServerContext,
): Promise<CallToolResult | InputRequiredResult> {
  const progress = progressFor(ctx, parts.clock ?? systemClock)
  let opened: Lyra | null = null
  try {
    const input = tool.input.safeParse(args ?? {})
    if (!input.success) throw new LyraError('INVALID_PARAMS', describeIssues(input.error))
    const lyra = await parts.getLyra()
    opened = lyra
    const elicitation = elicitationFor(server, ctx)
    const over = new AbortController()
    const work = tool.handle(lyra, args ?? {}, {
      signal: AbortSignal.any([ctx.mcpReq.signal, over.signal]),
      ...(progress === undefined ? {} : { onProgress: progress.report }),
      ...(elicitation === undefined ? {} : { elicit: elicitation.hook }),
    })
    const first = await Promise.race([
      work.then((answer) => ({ answer })),
      ...(elicitation === undefined ? [] : [elicitation.roundTrip]),
    ])
    if (!('answer' in first)) {
      work.catch(() => {})
      over.abort()
      return first
    }
    await progress?.settle()
    return success(parts, tool, first.answer, lyra, tool.taskOf(args ?? {}))
  } catch (error) {
    await progress?.settle()
    return failure(parts, tool.name, error, opened === null ? EMPTY_META : notesIfAny(opened, tool, args))
  }
}

function success(parts: OutletParts, tool: Tool, answer: unknown, lyra: Lyra, taskId: string | null): CallToolResult {
  const clean = sanitiseAnswer(tool.output, answer)
  if (!clean.ok) {
    auditAnswer(parts, lyra, tool.name, ['schema'])
    throw new Error(`The answer of ${tool.name} does not fit its schema: ${clean.problem}`)
  }
  for (const field of clean.cut) parts.log.warn('answer.cut', { tool: tool.name, field })
  auditAnswer(parts, lyra, tool.name, [
    ...clean.cut.map((field) => `cut:${field}`),
    ...clean.tagged.map((field) => `tag_name:${field}`),
  ])
  const meta = lyra.meta(taskId)
  const warnings = [
    ...clean.cut.map((field) => `${field} was longer than an answer may be and was cut`),
    ...clean.tagged.map((field) => `L7: a tag of the system instructions was taken out of ${field}`),
  ]
  const noted = sanitiseAnswer(metaSchema, { ...meta, security_warnings: [...warnings, ...meta.security_warnings] })
  return result({ ...(clean.value as object), _lyra_meta: noted.ok ? noted.value : EMPTY_META }, false)
}

function failure(parts: OutletParts, toolName: string, error: unknown, meta: LyraMeta): CallToolResult {
  const answer = errorAnswer(parts, toolName, error)
  const clean = sanitiseAnswer(errorSchema, answer)
  const noted = sanitiseAnswer(metaSchema, meta)
  const told = { ...((clean.ok ? clean.value : answer) as object), _lyra_meta: noted.ok ? noted.value : EMPTY_META }
  return result(told, true)
}

/** An error is told even where the store that knows the notes is what failed. */
function notesIfAny(lyra: Lyra, tool: Tool, args: unknown): LyraMeta {
  try {
    return lyra.meta(tool.taskOf(args ?? {}))
  } catch {
    return EMPTY_META
  }
}

/** REQ 4.4.1 L8: what L7 found is audited by kind and field; a full disk keeps no answer back. */
export function auditAnswer(
  { log }: Pick<OutletParts, 'log'>,
  lyra: Lyra,
  subjectId: string,
  patterns: readonly string[],
): void {
  try {
    for (const pattern of patterns) lyra.audit({ pattern, subjectId })
  } catch (error) {
    log.warn('audit_failed', { subject: subjectId, error: String(error) })
  }
}

/**
 * Expected errors keep their words, cleaned; anything else becomes a generic message with an id to look up in the log.
 */
export function errorAnswer(parts: Omit<OutletParts, 'getLyra'>, where: string, error: unknown): ErrorAnswer {
  const known = expected(error)
  const clean = (text: string) => cleanErrorMessage(text, redactionFor(parts.home))
  if (known !== null && !isLookedUp(known.code)) {
    const details = known.details
    return {
      ok: false,
      error: {
        code: known.code,
        message: clean(known.message),
        hint: clean(known.hint),
        ...(Object.keys(details).length === 0 ? {} : { details: cleanDetails(details, clean) }),
      },
    }
  }
  const errorId = (parts.ids ?? randomIds()).next('err')
  parts.log.error('call.failed', {
    error_id: errorId,
    where,
    name: error instanceof Error ? error.name : typeof error,
    message: error instanceof Error ? error.message : String(error),
    stack: error instanceof Error ? error.stack : undefined,
  })
  const code = known?.code ?? 'INTERNAL_ERROR'
  return {
    ok: false,
    error: {
      code,
      message: known === null ? 'Internal processing error' : clean(known.message),
      hint: known === null ? ERROR_TABLE.INTERNAL_ERROR.advice : clean(known.hint),
      error_id: errorId,
    },
  }
}

function expected(error: unknown): LyraError | null {
  if (error instanceof LyraError) return error
  if (error instanceof Error && error.name === 'AbortError') return new LyraError('CANCELLED', 'The call was cancelled')
  return null
}

function cleanDetails(
  details: Readonly<Record<string, unknown>>,
  clean: (text: string) => string,
): Record<string, unknown> {
  const text = JSON.stringify(details, (_key, value) => (typeof value === 'string' ? clean(value) : value))
  return text === undefined || text.length > 4000 ? {} : JSON.parse(text)
}

function result(structured: Record<string, unknown>, isError: boolean): CallToolResult {
  return {
    content: [{ type: 'text', text: JSON.stringify(structured) }],
    structuredContent: structured,
    ...(isError ? { isError: true } : {}),
  }
}
