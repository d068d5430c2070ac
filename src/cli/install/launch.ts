import { join, sep } from 'node:path'
import { isTree } from './config-format.ts'

/** The name of the package in the registry, which `npx` starts. */
export const PACKAGE = 'lyra-research'
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
}

/** What an install from a registry runs by is its name; a clone has none and is run by its path. */
export function commandFormOf(root: string): CommandForm {
  return root.split(/[\\/]/).includes('node_modules') ? 'npx' : 'node'
}

export function stdioLaunch(copy: RunningCopy, form: CommandForm, options: readonly string[] = []): StdioLaunch {
  if (form === 'npx') return npxLaunch(copy.platform, options)
  const program = join(copy.root.endsWith(sep) ? copy.root.slice(0, -1) : copy.root, 'bin', 'lyra')
  // By absolute paths: a client that is started from a desktop has not the PATH of a terminal.
  return { kind: 'stdio', command: copy.node, args: [program, 'mcp', ...options] }
}

/** Windows starts `npx.cmd` only through its shell. */
export function npxLaunch(platform: NodeJS.Platform, options: readonly string[] = []): StdioLaunch {
  const words = ['-y', PACKAGE, 'mcp', ...options]
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

/** `/home/ann/lyra/bin/lyra`, `lyra`, `lyra-research`, `lyra-research@0.1.0`. */
function isProgram(word: string): boolean {
  if (word === PACKAGE || word.startsWith(`${PACKAGE}@`)) return true
  const name = word.split(/[\\/]/).at(-1) ?? ''
  return ['lyra', 'lyra.cmd', 'lyra.ps1', 'lyra.exe'].includes(name)
}
