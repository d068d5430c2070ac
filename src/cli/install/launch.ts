import { join, sep } from 'node:path'
import { type InstalledCopy, PACKAGE } from '../installed-copy.ts'
import { isTree } from './config-format.ts'

/** The name under which clients know the server. */
export const SERVER_NAME = 'lyra'

export interface StdioLaunch {
  readonly kind: 'stdio'
  readonly command: string
  readonly args: readonly string[]
}

export interface HttpLaunch {
  readonly kind: 'http'
  readonly url: string
  readonly token: string
}

/** How a client reaches Lyra: it starts the command, or sends requests to `lyra serve`. */
export type Launch = StdioLaunch | HttpLaunch

export type CommandForm = 'node' | 'npx'

export interface RunningCopy {
  /** The folder of the package. */
  readonly root: string
  /** The Node that runs this process, and so runs Lyra. */
  readonly node: string
  readonly platform: NodeJS.Platform
  /** What npx is told to start; the name of the package, unless this copy came from elsewhere. */
  readonly spec?: string
}

/** What lies in the cache of npx is gone some day, and only npx brings it back; any other copy is run by its path. */
export function commandFormOf(copy: InstalledCopy): CommandForm {
  return copy.kind === 'npx' ? 'npx' : 'node'
}

export function stdioLaunch(copy: RunningCopy, form: CommandForm, options: readonly string[] = []): StdioLaunch {
  if (form === 'npx') return npxLaunch(copy.platform, options, copy.spec)
  const program = join(copy.root.endsWith(sep) ? copy.root.slice(0, -1) : copy.root, 'bin', 'lyra')
  // By absolute paths: a client that is started from a desktop has not the PATH of a terminal.
  return { kind: 'stdio', command: copy.node, args: [program, 'mcp', ...options] }
}

/** What npx itself is told: to ask nothing, and not to wait for a registry when the package is there already. */
export const NPX_FLAGS = ['-y', '--prefer-offline'] as const

/** Windows starts `npx.cmd` only through its shell. */
export function npxLaunch(platform: NodeJS.Platform, options: readonly string[] = [], spec = PACKAGE): StdioLaunch {
  const words = [...NPX_FLAGS, spec, 'mcp', ...options]
  return platform === 'win32'
    ? { kind: 'stdio', command: 'cmd', args: ['/c', 'npx', ...words] }
    : { kind: 'stdio', command: 'npx', args: words }
}

/** What an entry of a config says, in whichever words its client has for it; null for what starts nothing. */
export function launchIn(entry: unknown): Launch | null {
  if (!isTree(entry)) return null
  const url = [entry.url, entry.httpUrl, entry.serverUrl, entry.uri].find((value) => typeof value === 'string')
  if (typeof url === 'string') {
    const headers = [entry.headers, entry.http_headers].find(isTree)
    const sent = headers?.Authorization
    const token = typeof sent === 'string' && sent.startsWith('Bearer ') ? sent.slice('Bearer '.length) : ''
    return { kind: 'http', url, token }
  }
  const command = [entry.command, entry.cmd].find((value) => typeof value === 'string')
  if (typeof command !== 'string') return null
  const args = Array.isArray(entry.args) ? entry.args.map(String) : []
  return { kind: 'stdio', command, args }
}

/** Where `lyra serve` of this home listens, and its token, null while it has none. */
export interface OwnServer {
  readonly url: string
  readonly token: string | null
}

/** Whether the entry starts Lyra or leads to its server; another server may have taken the name. */
export function isOurs(entry: unknown, server: OwnServer): boolean {
  const launch = launchIn(entry)
  if (launch === null) return false
  if (launch.kind === 'http') return launch.url === server.url || (launch.token !== '' && launch.token === server.token)
  const words = [launch.command, ...launch.args]
  const at = words.indexOf('mcp')
  return at > 0 && isProgram(words[at - 1] ?? '')
}

/** `/home/ann/lyra/bin/lyra`, `lyra`, `lyra-research`, `lyra-research@0.1.0`, `file:/tmp/lyra-research-0.1.0.tgz`. */
function isProgram(word: string): boolean {
  if (word === PACKAGE || word.startsWith(`${PACKAGE}@`)) return true
  const name = word.split(/[\\/]/).at(-1) ?? ''
  if (name.startsWith(`${PACKAGE}-`) && name.endsWith('.tgz')) return true
  return ['lyra', 'lyra.cmd', 'lyra.ps1', 'lyra.exe'].includes(name)
}
