import {
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

const modernCapabilities = z.object({ [CLIENT_CAPABILITIES_META_KEY]: z.object({ elicitation: z.object({}) }) })

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
  const modern = ctx.mcpReq.envelope !== undefined
  if (modern) return modernCapabilities.safeParse(ctx.mcpReq.envelope).success ? byRoundTrip(ctx) : undefined
  const able = server.server.getClientCapabilities()?.elicitation
  // An empty object means forms, as before there was anything else (2025-06-18).
  if (able === undefined || (able.form === undefined && able.url !== undefined)) return undefined
  return byPush(ctx, pending)
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
      const response = inputResponse(ctx.mcpReq.inputResponses, KEY)
      if (response.kind === 'elicit') return answerOf(response.action, response.content)
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

function answerOf(action: string, content: Readonly<Record<string, unknown>> | undefined): string | null {
  if (action !== 'accept') throw new LyraError('CANCELLED', 'The user declined to answer')
  const answer = content?.[KEY]
  return typeof answer === 'string' ? answer : null
}
