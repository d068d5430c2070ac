import { McpServer } from '@modelcontextprotocol/server'
import type { ErrorParts } from '../app/answer-error.ts'
import type { Lyra } from '../app/lyra.ts'
import { TOOLS } from '../app/use-cases.ts'
import type { Clock } from '../domain/clock.ts'
import { APP_RESOURCES, showsApps } from './apps/app-views.ts'
import { INSTRUCTIONS } from './instructions.ts'
import { type McpOffer, registerOffer } from './offer.ts'
import { PROMPTS } from './prompts.ts'
import { RESOURCES } from './resources.ts'
import { offeredTool } from './tools.ts'

export interface McpOptions extends ErrorParts {
  readonly version: string
  /** Where people read about Lyra, if anywhere. */
  readonly websiteUrl?: string
  readonly clock?: Clock
  /** Something else than Lyra's own tools, resources and prompts. */
  readonly offer?: McpOffer
}

const DESCRIPTION = 'A local, zero-cost, open-source research engine that an AI assistant drives over MCP'

/** A lyre: two arms, a yoke, three strings. */
const SVG =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32" fill="none" stroke="#33475b" stroke-width="2.5" ' +
  'stroke-linecap="round"><path d="M8 5c-5 9-1 18 8 21 9-3 13-12 8-21M7 9h18M12 9v14M16 9v15M20 9v14"/></svg>'
const ICON = { src: `data:image/svg+xml;base64,${btoa(SVG)}`, mimeType: 'image/svg+xml', sizes: ['any'] }

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

/** No list changes while a server runs, so none announces that it has. */
const STEADY_LISTS = {
  tools: { listChanged: false },
  resources: { listChanged: false },
  prompts: { listChanged: false },
}

/** A server for one connection (stdio) or one request (HTTP). Listing opens nothing; the first call does. */
export function createMcpServer(lyra: Lyra, options: McpOptions): McpServer {
  const { version, websiteUrl, offer = LYRA_OFFER, ...rest } = options
  const { capabilities, ...extras } = offer.extras ?? {}
  const identity = { name: 'lyra', version }
  const page = websiteUrl === undefined ? {} : { websiteUrl }
  const server = new McpServer(
    { ...identity, title: 'Lyra', description: DESCRIPTION, icons: [ICON], ...page },
    {
      instructions: offer.instructions,
      capabilities: { ...STEADY_LISTS, ...capabilities },
      cacheHints: LISTS_KEEP,
      ...extras,
    },
  )
  const pending = new Map<string, Promise<string | null>>()
  registerOffer(server, { lyra, pending, ...rest }, offer, identity)
  return server
}
