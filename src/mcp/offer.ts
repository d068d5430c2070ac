import {
  type CallToolResult,
  type GetPromptResult,
  type InputRequiredResult,
  type McpServer,
  type ReadResourceResult,
  ResourceTemplate,
  SERVER_INFO_META_KEY,
  type ServerContext,
  type ServerOptions,
  type StandardSchemaWithJSON,
  type ToolAnnotations,
} from '@modelcontextprotocol/server'
import type { z } from 'zod'
import type { Arguments } from './advertised-schema.ts'
import type { McpParts } from './tool-call.ts'

/** What every list entry of the protocol has; `title` is for people, `name` for programs. */
interface Named {
  readonly name: string
  readonly title: string
  readonly description: string
}

/** The call as the protocol brought it. */
export interface McpCall {
  readonly server: McpServer
  readonly ctx: ServerContext
}

export interface OfferedTool extends Named {
  readonly inputSchema: StandardSchemaWithJSON<unknown, Arguments>
  readonly outputSchema?: StandardSchemaWithJSON
  readonly annotations?: ToolAnnotations
  /** The view that shows its answers, for clients that have views (MCP Apps). */
  readonly view?: string
  readonly answer: (parts: McpParts, args: Arguments, call: McpCall) => Promise<CallToolResult | InputRequiredResult>
}

export type Variables = Readonly<Record<string, string>>

export interface OfferedResource extends Named {
  /** One address, or with `{names}` a template of addresses. */
  readonly uri: string
  readonly mimeType: string
  /** Listed and read by these clients alone; by all when left out. */
  readonly isFor?: (server: McpServer) => boolean
  /** By variable of the template: what begins as typed. */
  readonly complete?: Readonly<Record<string, (parts: McpParts, typed: string) => Promise<string[]>>>
  readonly read: (parts: McpParts, uri: string, variables: Variables) => Promise<ReadResourceResult>
}

export type PromptArguments = Readonly<Record<string, string | undefined>>

export interface OfferedPrompt extends Named {
  readonly argsSchema?: (parts: McpParts) => z.ZodObject<Record<string, z.ZodType<string | undefined>>>
  readonly get: (args: PromptArguments, ctx: ServerContext) => GetPromptResult | InputRequiredResult
}

/**
 * What a server has to offer, in the order in which it is listed (the same for every client and every request).
 * Lyra's own is LYRA_OFFER; the conformance suite of the protocol gets a server with what it expects to find.
 */
export interface McpOffer {
  readonly instructions: string
  readonly tools: readonly OfferedTool[]
  readonly resources: readonly OfferedResource[]
  readonly prompts: readonly OfferedPrompt[]
  /** Whether a client shows views; without it none is named. */
  readonly showsViews?: (server: McpServer) => boolean
  /** What the protocol makes optional and Lyra itself has no use for: logging, state between the rounds of a call. */
  readonly extras?: Pick<ServerOptions, 'capabilities' | 'requestState'>
}

/** Puts everything on offer into a server that says with each result who it is. */
export function registerOffer(server: McpServer, parts: McpParts, offer: McpOffer, identity: Identity): void {
  for (const { name, answer, view, ...listed } of offer.tools) {
    const registered = server.registerTool(name, listed, async (args, ctx) =>
      signed(await answer(parts, args, { server, ctx }), ctx, identity),
    )
    // Which client asks is known when it asks, not when the server is made.
    if (view !== undefined && offer.showsViews !== undefined) {
      const { showsViews } = offer
      const _meta = () => (showsViews(server) ? { ui: { resourceUri: view } } : undefined)
      Object.defineProperty(registered, '_meta', { get: _meta, enumerable: true })
    }
  }
  for (const resource of offer.resources) registerResource(server, parts, resource, identity)
  for (const { name, argsSchema, get, ...listed } of offer.prompts)
    if (argsSchema === undefined) server.registerPrompt(name, listed, (ctx) => signed(get({}, ctx), ctx, identity))
    else
      server.registerPrompt(name, { ...listed, argsSchema: argsSchema(parts) }, (args, ctx) =>
        signed(get(args, ctx), ctx, identity),
      )
}

interface Identity {
  readonly name: string
  readonly version: string
}

/**
 * Since 2026-07-28 each result says which server it is from. Name and version are enough there; title, description and
 * icon come with `server/discover` and the lists, which a client keeps.
 */
function signed<R extends { readonly _meta?: Readonly<Record<string, unknown>> | undefined }>(
  result: R,
  ctx: ServerContext,
  identity: Identity,
): R {
  if (ctx.mcpReq.envelope === undefined) return result
  return { ...result, _meta: { ...result._meta, [SERVER_INFO_META_KEY]: identity } }
}

function registerResource(server: McpServer, parts: McpParts, resource: OfferedResource, identity: Identity): void {
  const { name, uri, complete = {}, read, isFor, ...listed } = resource
  if (!uri.includes('{')) {
    const registered = server.registerResource(name, uri, listed, async (_asked, ctx) =>
      signed(await read(parts, uri, {}), ctx, identity),
    )
    if (isFor !== undefined)
      Object.defineProperty(registered, 'enabled', { get: () => isFor(server), enumerable: true })
    return
  }
  const completions = Object.entries(complete).map(([variable, suggest]) => [
    variable,
    (typed: string) => suggest(parts, typed),
  ])
  const template = new ResourceTemplate(uri, {
    // Listing must not load the application: what exists is in lyra://tasks.
    list: undefined,
    complete: Object.fromEntries(completions),
  })
  server.registerResource(name, template, listed, async (asked, given, ctx) => {
    const variables = Object.entries(given).map(([variable, value]) => [variable, String(value)])
    return signed(await read(parts, asked.href, Object.fromEntries(variables)), ctx, identity)
  })
}
