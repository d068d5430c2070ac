import { INSTRUCTIONS } from './instructions.ts'

const DESCRIPTION = 'A local, zero-cost, open-source research engine that an AI assistant drives over MCP'

/** A lyre: two arms, a yoke, three strings. */
const SVG =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32" fill="none" stroke="#33475b" stroke-width="2.5" ' +
  'stroke-linecap="round"><path d="M8 5c-5 9-1 18 8 21 9-3 13-12 8-21M7 9h18M12 9v14M16 9v15M20 9v14"/></svg>'
const ICON = { src: `data:image/svg+xml;base64,${btoa(SVG)}`, mimeType: 'image/svg+xml', sizes: ['any'] }

/** Who the server is, in the words of a greeting. */
export interface ServerIdentity {
  readonly version: string
  /** Where people read about Lyra, if anywhere. */
  readonly websiteUrl?: string
}

export function serverInfo({ version, websiteUrl }: ServerIdentity) {
  const page = websiteUrl === undefined ? {} : { websiteUrl }
  return { name: 'lyra', version, title: 'Lyra', description: DESCRIPTION, icons: [ICON], ...page }
}

/** No list changes while a server runs, so none announces that it has. */
export const STEADY_LISTS = {
  tools: { listChanged: false },
  resources: { listChanged: false },
  prompts: { listChanged: false },
}

/** The revisions of the protocol that begin with `initialize`. */
export const GREETED_VERSIONS: readonly string[] = [
  '2025-11-25',
  '2025-06-18',
  '2025-03-26',
  '2024-11-05',
  '2024-10-07',
]

/** What the whole server answers to `initialize`; a test holds the two to each other. */
export function greeting(identity: ServerIdentity, protocolVersion: string) {
  return {
    protocolVersion,
    capabilities: { ...STEADY_LISTS, completions: {} },
    serverInfo: serverInfo(identity),
    instructions: INSTRUCTIONS,
  }
}
