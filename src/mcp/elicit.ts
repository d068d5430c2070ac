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

export interface Elicitation {
  readonly hook: NonNullable<CallHooks['elicit']>
  /** Settles when the protocol needs the call to end and come back with the answer in it. */
  readonly roundTrip: Promise<InputRequiredResult>
}

/**
 * How this client can be asked, or undefined when it cannot. Clients up to 2025-11-25 are asked while the call runs;
 * with later ones the call ends with `input_required` and is made again with the answer.
 */
export function elicitationFor(server: McpServer, ctx: ServerContext): Elicitation | undefined {
  const modern = ctx.mcpReq.envelope !== undefined
  const able = modern
    ? modernCapabilities.safeParse(ctx.mcpReq.envelope).success
    : server.server.getClientCapabilities()?.elicitation !== undefined
  if (!able) return undefined
  return modern ? byRoundTrip(ctx) : byPush(ctx)
}

function byPush(ctx: ServerContext): Elicitation {
  return {
    hook: async (prompt, choices, timeoutMs) => {
      const result = await ctx.mcpReq.elicitInput(
        { mode: 'form', message: prompt, requestedSchema: formFor(choices) },
        { timeout: timeoutMs, signal: ctx.mcpReq.signal },
      )
      return answerOf(result.action, result.content)
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
