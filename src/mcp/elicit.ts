import {
  acceptedContent,
  CLIENT_CAPABILITIES_META_KEY,
  type InputRequiredResult,
  inputRequired,
  inputResponse,
  type McpServer,
  type ServerContext,
} from '@modelcontextprotocol/server'
import { z } from 'zod'
import type { CallHooks } from '../app/lyra.ts'
import { LyraError } from '../domain/errors.ts'

const KEY = 'answer'

const modernCapabilities = z.object({
  [CLIENT_CAPABILITIES_META_KEY]: z.object({
    elicitation: z.object({ form: z.unknown().optional(), url: z.unknown().optional() }),
  }),
})

/** What this connection is being asked, by question: a question outlives the call that asked it. */
export type PendingElicitations = Map<string, Promise<string | null>>

export interface Elicitation {
  readonly hook: NonNullable<CallHooks['elicit']>
  /** Settles when the protocol needs the call to end and come back with the answer in it. */
  readonly roundTrip: Promise<InputRequiredResult>
}

/**
 * How this client can be asked, or undefined when it cannot. Clients up to 2025-11-25 are asked while the call runs;
 * with later ones the call ends with `input_required` and is made again with the answer.
 */
export function elicitationFor(
  server: McpServer,
  ctx: ServerContext,
  pending: PendingElicitations,
): Elicitation | undefined {
  const { envelope } = ctx.mcpReq
  if (envelope === undefined)
    return hasForms(server.server.getClientCapabilities()?.elicitation) ? byPush(ctx, pending) : undefined
  const declared = modernCapabilities.safeParse(envelope).data?.[CLIENT_CAPABILITIES_META_KEY]
  return hasForms(declared?.elicitation) ? byRoundTrip(ctx) : undefined
}

/** An empty object means forms, as before there was anything else (2025-06-18). */
function hasForms(able: { readonly form?: unknown; readonly url?: unknown } | undefined): boolean {
  return able !== undefined && (able.form !== undefined || able.url === undefined)
}

function byPush(ctx: ServerContext, pending: PendingElicitations): Elicitation {
  return {
    hook: (prompt, choices, timeoutMs, signal) => {
      const key = JSON.stringify([prompt, choices])
      const asked = pending.get(key)
      if (asked !== undefined) return asked
      const asking = ctx.mcpReq
        .elicitInput(
          { mode: 'form', message: prompt, requestedSchema: formFor(choices) },
          { timeout: timeoutMs, signal },
        )
        .then((result) => answerOf(result.action, result.content))
        .finally(() => pending.delete(key))
      pending.set(key, asking)
      return asking
    },
    roundTrip: new Promise(() => {}),
  }
}

function byRoundTrip(ctx: ServerContext): Elicitation {
  const { promise, resolve } = Promise.withResolvers<InputRequiredResult>()
  return {
    hook: async (prompt, choices) => {
      const { inputResponses } = ctx.mcpReq
      const response = inputResponse(inputResponses, KEY)
      if (response.kind === 'elicit' && response.action !== 'accept') throw declined()
      const given = acceptedContent(inputResponses, KEY, fittingAnswer(choices))
      if (given !== undefined) return given[KEY]
      // Nothing came back yet, or nothing that fits the form: it is asked (again).
      resolve(
        inputRequired({
          inputRequests: {
            [KEY]: inputRequired.elicit({ mode: 'form', message: prompt, requestedSchema: formFor(choices) }),
          },
        }),
      )
      return new Promise(() => {})
    },
    roundTrip: promise,
  }
}

function formFor(choices: readonly string[]) {
  const field =
    choices.length === 0
      ? { type: 'string' as const, title: 'Answer' }
      : { type: 'string' as const, title: 'Answer', enum: [...choices] }
  return { type: 'object' as const, properties: { [KEY]: field }, required: [KEY] }
}

function fittingAnswer(choices: readonly string[]) {
  return z.object({ [KEY]: choices.length === 0 ? z.string() : z.enum(choices) })
}

function declined(): LyraError {
  return new LyraError('CANCELLED', 'The user declined to answer')
}

function answerOf(action: string, content: Readonly<Record<string, unknown>> | undefined): string | null {
  if (action !== 'accept') throw declined()
  const answer = content?.[KEY]
  return typeof answer === 'string' ? answer : null
}
