import type { CallToolResult, InputRequiredResult, McpServer, ServerContext } from '@modelcontextprotocol/server'
import { z } from 'zod'
import type { UseCase } from '../api/define-use-case.ts'
import { errorAnswer } from '../api/error-answer.ts'
import { lyraMeta, type TrustNotes } from '../api/lyra-meta.ts'
import { answerError, type ErrorParts } from '../app/answer-error.ts'
import type { Lyra, OpenLyra } from '../app/lyra.ts'
import { untrustedToolFields } from '../app/use-cases.ts'
import { type Clock, systemClock } from '../domain/clock.ts'
import { NO_NOTES } from '../guard/l5-response-meta.ts'
import { sanitiseAnswer } from '../guard/l7-response-sanitiser.ts'
import type { Arguments } from './advertised-schema.ts'
import { elicitationFor } from './elicit.ts'
import { progressFor } from './progress.ts'

export interface McpParts extends ErrorParts {
  readonly lyra: Lyra
  readonly clock?: Clock
}

/** The one exit (REQ 4.4.1 L7): every answer of every tool, good or bad, leaves through here. */
export async function answerToolCall(
  parts: McpParts,
  tool: UseCase,
  args: Arguments,
  server: McpServer,
  ctx: ServerContext,
): Promise<CallToolResult | InputRequiredResult> {
  const progress = progressFor(ctx, parts.clock ?? systemClock)
  const elicitation = elicitationFor(server, ctx)
  const over = new AbortController()
  try {
    const work = parts.lyra.call(tool, args, {
      signal: AbortSignal.any([ctx.mcpReq.signal, over.signal]),
      ...(progress === undefined ? {} : { onProgress: progress.report }),
      ...(elicitation === undefined ? {} : { elicit: elicitation.hook }),
    })
    const first = await Promise.race([
      work.then((answer) => ({ answer })),
      ...(elicitation === undefined ? [] : [elicitation.roundTrip]),
    ])
    if (!('answer' in first)) {
      // The client has to ask the user, and makes the call again with the answer.
      work.catch(() => {})
      over.abort()
      return first
    }
    await progress?.settle()
    return success(parts, tool, first.answer, await parts.lyra.open(), taskOf(args))
  } catch (error) {
    await progress?.settle()
    return failure(parts, tool.name, error, notesIfAny(parts.lyra.opened(), args))
  }
}

const aboutTask = z.object({ task_id: z.string() })

/** The task a call is about, for the security notes of its answer (L5). */
function taskOf(args: Arguments): string | null {
  return aboutTask.safeParse(args).data?.task_id ?? null
}

function success(
  parts: McpParts,
  tool: UseCase,
  answer: unknown,
  lyra: OpenLyra,
  taskId: string | null,
): CallToolResult {
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
  const noted = { ...meta, security_warnings: [...warnings, ...meta.security_warnings] }
  return result({ ...(clean.value as object), _lyra_meta: cleanMeta(noted) }, false)
}

function failure(parts: McpParts, toolName: string, error: unknown, meta: TrustNotes): CallToolResult {
  const answer = answerError(parts, toolName, error)
  const clean = sanitiseAnswer(errorAnswer, answer)
  return result({ ...((clean.ok ? clean.value : answer) as object), _lyra_meta: cleanMeta(meta) }, true)
}

/** The notes as they may leave, with the fields that hold foreign text (L5). */
export function cleanMeta(notes: TrustNotes): unknown {
  const meta = { ...notes, untrusted_fields: untrustedToolFields() }
  const clean = sanitiseAnswer(lyraMeta, meta)
  return clean.ok ? clean.value : { ...meta, ...NO_NOTES }
}

/** An error is told even where nothing was opened, or where the store that knows the notes is what failed. */
function notesIfAny(lyra: OpenLyra | null, args: Arguments): TrustNotes {
  try {
    return lyra?.meta(taskOf(args)) ?? NO_NOTES
  } catch {
    return NO_NOTES
  }
}

/** REQ 4.4.1 L8: what L7 found is audited by kind and field; a full disk keeps no answer back. */
export function auditAnswer(
  { log }: Pick<McpParts, 'log'>,
  lyra: OpenLyra,
  subjectId: string,
  patterns: readonly string[],
): void {
  try {
    for (const pattern of patterns) lyra.audit({ pattern, subjectId })
  } catch (error) {
    log.warn('audit_failed', { subject: subjectId, error: String(error) })
  }
}

function result(structured: Record<string, unknown>, isError: boolean): CallToolResult {
  return {
    content: [{ type: 'text', text: JSON.stringify(structured) }],
    structuredContent: structured,
    ...(isError ? { isError: true } : {}),
  }
}
