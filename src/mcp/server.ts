import { McpServer } from '@modelcontextprotocol/server'
import type { ErrorParts } from '../app/answer-error.ts'
import type { Lyra } from '../app/lyra.ts'
import { TOOLS } from '../app/use-cases.ts'
import type { Clock } from '../domain/clock.ts'
import { APP_RESOURCES, showsApps } from './apps/app-views.ts'
import { type ServerIdentity, STEADY_LISTS, serverInfo } from './identity.ts'
import { INSTRUCTIONS } from './instructions.ts'
import { type McpOffer, registerOffer } from './offer.ts'
import { PROMPTS } from './prompts.ts'
import { RESOURCES } from './resources.ts'
import { offeredTool } from './tools.ts'
import { withholding } from './withheld-answers.ts'

export interface McpOptions extends ErrorParts, ServerIdentity {
  readonly clock?: Clock
  /** Something else than Lyra's own tools, resources and prompts. */
  readonly offer?: McpOffer
}

/** What is listed changes only with the version of Lyra; clients of the revision 2026-07-28 may keep it for an hour. */
const LIST_LIFETIME = { ttlMs: 3_600_000, cacheScope: 'public' } as const
const LISTS_KEEP = {
  'tools/list': LIST_LIFETIME,
  'prompts/list': LIST_LIFETIME,
  'resources/list': LIST_LIFETIME,
  'resources/templates/list': LIST_LIFETIME,
  'server/discover': LIST_LIFETIME,
}

export const LYRA_OFFER: McpOffer = {
  instructions: INSTRUCTIONS,
  tools: TOOLS.map(offeredTool),
  resources: [...RESOURCES, ...APP_RESOURCES],
  prompts: PROMPTS,
  showsViews: showsApps,
}

/** A server for one connection (stdio) or one request (HTTP). Listing opens nothing; the first call does. */
export function createMcpServer(lyra: Lyra, options: McpOptions): McpServer {
  const { version, websiteUrl, offer = LYRA_OFFER, ...rest } = options
  const { capabilities, ...extras } = offer.extras ?? {}
  const identity = { name: 'lyra', version }
  const server = new McpServer(serverInfo({ version, ...(websiteUrl === undefined ? {} : { websiteUrl }) }), {
    instructions: offer.instructions,
    capabilities: { ...STEADY_LISTS, ...capabilities },
    cacheHints: LISTS_KEEP,
    ...extras,
  })
  const pending = new Map<string, Promise<string | null>>()
  registerOffer(server, { lyra: withholding(lyra), pending, ...rest }, offer, identity)
  return server
}
