import { readFileSync } from 'node:fs'
import type { McpServer, ReadResourceResult } from '@modelcontextprotocol/server'
import { getClaim } from '../../api/get-claim.ts'
import { getStatus } from '../../api/get-status.ts'
import { search } from '../../api/search.ts'
import type { OfferedResource } from '../offer.ts'

/** The extension of the protocol by which a client shows a server's views in the conversation (SEP-1865). */
export const APPS_EXTENSION = 'io.modelcontextprotocol/ui'
export const APP_TYPE = 'text/html;profile=mcp-app'

/** Whether this client shows views; it says so when it begins, or with each request since 2026-07-28. */
export function showsApps(server: McpServer): boolean {
  const declared = (server.server.getClientCapabilities()?.extensions ?? {}) as Readonly<Record<string, unknown>>
  const { mimeTypes } = Object(declared[APPS_EXTENSION]) as { readonly mimeTypes?: unknown }
  return Array.isArray(mimeTypes) && mimeTypes.includes(APP_TYPE)
}

interface AppView {
  readonly name: string
  readonly title: string
  readonly description: string
}

const VIEWS = {
  findings: { name: 'findings', title: 'Findings', description: 'What a search found, for and against' },
  graph: { name: 'graph', title: 'Evidence graph', description: 'The graph of a task as a picture' },
  passage: { name: 'passage', title: 'Archived passage', description: 'A claim with the judged words of its sources' },
} as const satisfies Record<string, AppView>

const uriOf = ({ name }: AppView) => `ui://lyra/${name}`

/** The view that shows the answer of a tool, where there is one. */
export const VIEW_OF_TOOL: ReadonlyMap<string, string> = new Map([
  [search.name, uriOf(VIEWS.findings)],
  [getStatus.name, uriOf(VIEWS.graph)],
  [getClaim.name, uriOf(VIEWS.passage)],
])

/** One page each, with its script and style in it: it loads nothing, and asks its host for what it shows. */
export const APP_RESOURCES: readonly OfferedResource[] = Object.values(VIEWS).map((view) => ({
  ...view,
  name: `view-${view.name}`,
  uri: uriOf(view),
  mimeType: APP_TYPE,
  isFor: showsApps,
  read: async (): Promise<ReadResourceResult> => ({
    contents: [{ uri: uriOf(view), mimeType: APP_TYPE, text: appPage(view), _meta: { ui: { prefersBorder: true } } }],
  }),
}))

function appPage({ name, title }: AppView): string {
  const script = readFileSync(new URL(`./assets/${name}.bundle.js`, import.meta.url), 'utf8')
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark"><title>${title}</title><style>${LOOK}</style></head>
<body><main id="root"></main><script>${script}</script></body></html>`
}

/** The host's colours where it gives them. */
const LOOK = `:root{color-scheme:light dark}
body{margin:0;padding:1rem;font:15px/1.5 var(--font-sans,system-ui,sans-serif);
color:var(--color-text-primary,CanvasText);background:var(--color-background-primary,Canvas);overflow-wrap:anywhere}
h1{font-size:1.15rem}h2{font-size:1rem}ul{padding-left:1.2em}.small{font-size:.85em;opacity:.8;margin:0}
.words{margin:0 0 .2em}.finding{margin-bottom:.8em}mark{background:#ffd54a;color:#000}
.supports{border-left:4px solid #1d8a52;padding-left:.5em}.refutes{border-left:4px solid #c23b22;padding-left:.5em}
.status.contested{color:#a06000}nav button{margin:0 .4em .4em 0}.picture{height:420px}`
