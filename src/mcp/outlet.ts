import type { CallToolResult, InputRequiredResult, McpServer, ServerContext } from '@modelcontextprotocol/server'
import type { Lyra } from '../app/lyra.ts'
import type { ErrorAnswer, LyraMeta } from '../domain/answers.ts'
import { type Clock, systemClock } from '../domain/clock.ts'
import { ERROR_TABLE, LyraError } from '../domain/errors.ts'
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
  try {
    const input = tool.input.safeParse(args ?? {})
    if (!input.success) throw new LyraError('INVALID_PARAMS', describeIssues(input.error))
    const lyra = await parts.getLyra()
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
    return success(parts, tool, first.answer, lyra.meta(tool.taskOf(args ?? {})))
  } catch (error) {
    await progress?.settle()
    return failure(parts, tool.name, error)
  }
}

function success(parts: OutletParts, tool: Tool, answer: unknown, meta: LyraMeta): CallToolResult {
  const clean = sanitiseAnswer(tool.output, answer)
  if (!clean.ok) throw new Error(`The answer of ${tool.name} does not fit its schema: ${clean.problem}`)
  for (const field of clean.cut) parts.log.warn('answer.cut', { tool: tool.name, field })
  const warnings = clean.cut.map((field) => `${field} was longer than an answer may be and was cut`)
  const noted = sanitiseAnswer(metaSchema, { ...meta, security_warnings: [...meta.security_warnings, ...warnings] })
  return result({ ...(clean.value as object), _lyra_meta: noted.ok ? noted.value : EMPTY_META }, false)
}

function failure(parts: OutletParts, toolName: string, error: unknown): CallToolResult {
  const answer = errorAnswer(parts, toolName, error)
  const clean = sanitiseAnswer(errorSchema, answer)
  return result({ ...((clean.ok ? clean.value : answer) as object), _lyra_meta: EMPTY_META }, true)
}

/** Expected errors keep their words, cleaned; anything else becomes a generic message with an id to look up in the log. */
export function errorAnswer(parts: OutletParts, where: string, error: unknown): ErrorAnswer {
  const known = expected(error)
  if (known !== null && !LOGGED.has(known.code)) {
    const details = known.details
    return {
      ok: false,
      error: {
        code: known.code,
        message: cleanErrorMessage(known.message),
        hint: cleanErrorMessage(known.hint),
        ...(Object.keys(details).length === 0 ? {} : { details: cleanDetails(details) }),
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
      message: known === null ? 'Internal processing error' : cleanErrorMessage(known.message),
      hint: known?.hint ?? ERROR_TABLE.INTERNAL_ERROR.advice,
      error_id: errorId,
    },
  }
}

/** Codes whose advice is to look the error up in the log. */
const LOGGED: ReadonlySet<string> = new Set(['PIPELINE_ERROR', 'INTERNAL_ERROR'])

function expected(error: unknown): LyraError | null {
  if (error instanceof LyraError) return error
  if (error instanceof Error && error.name === 'AbortError') return new LyraError('CANCELLED', 'The call was cancelled')
  return null
}

function cleanDetails(details: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const text = JSON.stringify(details, (_key, value) => (typeof value === 'string' ? cleanErrorMessage(value) : value))
  return text === undefined || text.length > 4000 ? {} : JSON.parse(text)
}

function result(structured: Record<string, unknown>, isError: boolean): CallToolResult {
  return {
    content: [{ type: 'text', text: JSON.stringify(structured) }],
    structuredContent: structured,
    ...(isError ? { isError: true } : {}),
  }
}
