import { existsSync } from 'node:fs'
import { dirname } from 'node:path'
import type { ConfigFormat, Tree } from './config-format.ts'
import type { InstallLink } from './install-link.ts'
import type { HttpLaunch, StdioLaunch } from './launch.ts'

export type System = 'linux' | 'darwin' | 'win32'

/** The machine as clients see it; a test hands in one of its own. */
export interface Machine {
  readonly system: System
  readonly home: string
  readonly env: Readonly<Record<string, string | undefined>>
}

/**
 * One row of the table of clients. Paths are written as their manuals write them: `~/`, `$XDG_CONFIG_HOME/`,
 * `%APPDATA%/`; of several the first whose folder is there counts.
 */
export interface Client {
  readonly id: string
  readonly title: string
  readonly config: Readonly<Record<System, readonly string[]>>
  /** What tells that the client is on this machine; without it, the folder of its config. */
  readonly found?: readonly string[]
  readonly format: ConfigFormat
  readonly section: string
  stdio(launch: StdioLaunch): Tree
  /** Null: the config of this client cannot name a server with headers. */
  readonly http: ((launch: HttpLaunch) => Tree) | null
  /** Where it looks for skills of the user; null where it has none. */
  readonly skills: string | null
  readonly link: ((launch: StdioLaunch) => InstallLink) | null
  /** What a user may type instead, where the client has a command for it. */
  readonly ownCommand: string | null
  /** The page of its manual that these facts are from. */
  readonly manual: string
}

/** Variables that may stand in a path, and what holds when they are not set. */
export const PATH_VARIABLES: Readonly<Record<string, string>> = {
  $XDG_CONFIG_HOME: '~/.config',
  $CODEX_HOME: '~/.codex',
  $CLAUDE_CONFIG_DIR: '~',
  '%APPDATA%': '~/AppData/Roaming',
}

export function expandPath(path: string, machine: Machine): string {
  const [first = '', ...rest] = path.split('/')
  const fallback = PATH_VARIABLES[first]
  if (fallback !== undefined) {
    const given = machine.env[first.replaceAll(/[$%]/g, '')]
    const folder = given === undefined || given === '' ? expandPath(fallback, machine) : given
    return [folder, ...rest].join('/')
  }
  return first === '~' ? [machine.home, ...rest].join('/') : path
}

export function configPathOf(client: Client, machine: Machine): string {
  const paths = client.config[machine.system].map((path) => expandPath(path, machine))
  return paths.find((path) => existsSync(dirname(path))) ?? paths[0] ?? ''
}

/** Files and folders of which any tells that the client is there. */
export function marksOf(client: Client, machine: Machine): readonly string[] {
  const own = client.found ?? client.config[machine.system].map((path) => dirname(path))
  return own.map((path) => expandPath(path, machine))
}

/** Its config is there, or the folder that the client makes. */
export function isFound(client: Client, machine: Machine): boolean {
  return marksOf(client, machine).some((path) => existsSync(path))
}
