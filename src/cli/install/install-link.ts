import type { Tree } from './config-format.ts'
import { SERVER_NAME, type StdioLaunch } from './launch.ts'

/** A link that opens the client and adds the server; the web page leads there from where only https links may stand. */
export interface InstallLink {
  readonly app: string
  readonly web: string | null
}

export const SUMMARY = 'Research engine: searches, archives and weighs evidence on this machine'

const commandIn = ({ command, args }: StdioLaunch): Tree => ({ command, args: [...args] })

/** `name` and the entry in base64, as Cursor and LM Studio take it. */
function encodedEntry(launch: StdioLaunch): string {
  const entry = Buffer.from(JSON.stringify(commandIn(launch))).toString('base64')
  return `name=${SERVER_NAME}&config=${encodeURIComponent(entry)}`
}

export function cursorLink(launch: StdioLaunch): InstallLink {
  const query = encodedEntry(launch)
  return {
    app: `cursor://anysphere.cursor-deeplink/mcp/install?${query}`,
    web: `https://cursor.com/install-mcp?${query}`,
  }
}

export function lmStudioLink(launch: StdioLaunch): InstallLink {
  const query = encodedEntry(launch)
  return { app: `lmstudio://add_mcp?${query}`, web: `https://lmstudio.ai/install-mcp?${query}` }
}

export function vscodeLink(launch: StdioLaunch): InstallLink {
  const entry = JSON.stringify({ name: SERVER_NAME, ...commandIn(launch) })
  const app = `vscode:mcp/install?${encodeURIComponent(entry)}`
  return { app, web: `https://insiders.vscode.dev/redirect?url=${encodeURIComponent(app)}` }
}

export function gooseLink({ command, args }: StdioLaunch): InstallLink {
  const query: readonly (readonly [string, string])[] = [
    ['cmd', command],
    ...args.map((arg) => ['arg', arg] as const),
    ['id', SERVER_NAME],
    ['name', 'Lyra'],
    ['description', SUMMARY],
  ]
  const words = query.map(([key, value]) => `${key}=${encodeURIComponent(value)}`)
  return { app: `goose://extension?${words.join('&')}`, web: null }
}
