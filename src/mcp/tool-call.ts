import type { CallToolResult, InputRequiredResult, McpServer, ServerContext } from '@modelcontextprotocol/server'
import { z } from 'zod'
import type { UseCase } from '../api/define-use-case.ts'
import { errorAnswer } from '../api/error-answer.ts'
import { lyraMeta, type TrustNotes } from '../api/lyra-meta.ts'
import { untrustedFields } from '../api/untrusted-fields.ts'
import { CALLED_AGAIN } from '../api/wait-for-user.ts'
import { answerError, type ErrorParts } from '../app/answer-error.ts'
import type { Lyra, OpenLyra } from '../app/lyra.ts'
import { type Clock, systemClock } from '../domain/clock.ts'
import { NO_NOTES } from '../guard/l5-response-meta.ts'
import { sanitiseAnswer } from '../guard/l7-response-sanitiser.ts'
import type { Arguments } from './advertised-schema.ts'
import { errorText, notesBeside, notesText, showAnswer } from './answers/shown-answers.ts'
import { elicitationFor, type PendingElicitations } from './elicit.ts'
import { progressFor } from './progress.ts'

export interface McpParts extends ErrorParts {
  readonly lyra: Lyra
  readonly clock?: Clock
  /** Of one connection. */
  readonly pending: PendingElicitations
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
  const elicitation = elicitationFor(server, ctx, parts.pending)
  const over = new AbortController()
  let withheld: readonly string[] = []
  try {
    const work = parts.lyra.call(tool, args, {
      onWithheld: (notes) => {
        withheld = [...withheld, ...notes]
      },
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
      over.abort(CALLED_AGAIN)
      return first
    }
    await progress?.settle()
    return success(parts, tool, first.answer, await parts.lyra.open(), { args, server, ctx, withheld })
  } catch (error) {
    await progress?.settle()
    return failure(parts, tool.name, error)
  }
}

/** As many as the notes may have (api/lyra-meta.ts): more would cost the answer all of them. */
export const MOST_WARNINGS = 200

const aboutTask = z.object({ task_id: z.string() })

/** The task a call is about, for the security notes of its answer (L5). */
function taskOf(args: Arguments): string | null {
  return aboutTask.safeParse(args).data?.task_id ?? null
}

interface Called {
  readonly args: Arguments
  readonly server: McpServer
  readonly ctx: ServerContext
  /** What L7 withheld from the answer, or the status of its task tells of. */
  readonly withheld: readonly string[]
}

function success(
  parts: McpParts,
  tool: UseCase,
  answer: unknown,
  lyra: OpenLyra,
  { args, server, ctx, withheld }: Called,
): CallToolResult {
  const taskId = taskOf(args)
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
  const whole = wantsDetails(args)
  const shown = showAnswer(tool, Object(clean.value), taskId, whole)
  const meta = lyra.meta(taskId, whole ? undefined : JSON.stringify(shown.data))
  const warnings = [
    ...clean.cut.map((field) => `${field} was longer than an answer may be and was cut`),
    ...clean.tagged.map((field) => `L7: a tag of the system instructions was taken out of ${field}`),
  ]
  const notes = cleanNotes({
    ...notesBeside(tool, meta),
    security_warnings: [...warnings, ...withheld, ...meta.security_warnings].slice(0, MOST_WARNINGS),
  })
  return {
    content: [
      { type: 'text', text: [shown.text, ...notesText(notes)].join('\n') },
      ...(canReadLinks(server, ctx) ? shown.links : []),
    ],
    structuredContent: { ...shown.data, _lyra_meta: withoutEmpty(notes) },
    _meta: { [UNTRUSTED_KEY]: untrustedFields(tool) },
  }
}

/** Of MCP's own `_meta`: for programs; whoever reads the answer is told by the tool's description. */
const UNTRUSTED_KEY = 'lyra/untrusted_fields'

const detailed = z.object({ details: z.literal(true) })

function wantsDetails(args: Arguments): boolean {
  return detailed.safeParse(args).success
}

/** Links to resources came with the revision of 2025-06-18; an older client would refuse the whole answer. */
function canReadLinks(server: McpServer, ctx: ServerContext): boolean {
  return ctx.mcpReq.envelope !== undefined || (server.server.getNegotiatedProtocolVersion() ?? '') >= '2025-06-18'
}

/** An error names no source, so it carries no notes; it is told even where nothing could be opened. */
function failure(parts: McpParts, toolName: string, error: unknown): CallToolResult {
  const answer = answerError(parts, toolName, error)
  const clean = errorAnswer.safeParse(cleaned(errorAnswer, answer))
  const told = clean.success ? clean.data : answer
  return {
    content: [{ type: 'text', text: errorText(told) }],
    structuredContent: { ...told, _lyra_meta: {} },
    isError: true,
  }
}

function cleaned(schema: z.ZodType, value: unknown): unknown {
  const clean = sanitiseAnswer(schema, value)
  return clean.ok ? clean.value : undefined
}

/** The notes as they may leave (L5). */
export function cleanNotes(notes: TrustNotes): TrustNotes {
  return lyraMeta.safeParse(cleaned(lyraMeta, notes)).data ?? NO_NOTES
}

export function withoutEmpty(notes: TrustNotes): Partial<TrustNotes> {
  return Object.fromEntries(Object.entries(notes).filter(([, list]) => list.length > 0))
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
