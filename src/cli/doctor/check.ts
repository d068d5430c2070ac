import type { HomeFiles } from '../../app/home-problems.ts'
import type { ModelEntry } from '../../app/model-list.ts'
import type { ControlProblem, TorState } from '../../app/tor-health.ts'
import type { ErrorCode } from '../../domain/errors.ts'
import type { Settings } from '../../domain/settings.ts'
import type { CopyWords } from '../installed-copy.ts'
import type { Finding } from './finding.ts'

/** What the checks may ask of the machine; a test gives its own. */
export interface Probes {
  readonly platform: NodeJS.Platform
  readonly arch: string
  readonly nodeVersion: string
  /** How this copy of Lyra is called, mended and brought forward. */
  readonly words: CopyWords
  readonly env: Readonly<Record<string, string | undefined>>
  /** First of the names that is an executable on PATH or an absolute path that exists. */
  executable(names: readonly string[]): string | null
  /** Folder of an installed package, or null. */
  packageFolder(name: string): string | null
  /** First file in a folder of an installed package whose name fits, or null. */
  packageFile(folder: string, name: RegExp): string | null
  /** Whether a network interface has a global IPv6 address. */
  hasIpv6(): boolean
  /** Whether one of the hosts answers. */
  reachesInternet(hosts: readonly string[]): Promise<boolean>
  models(): Promise<readonly ModelEntry[]>
  /** Status and parsed body of a GET, or null when nothing answers. */
  getJson(url: string): Promise<{ readonly status: number; readonly body: unknown } | null>
  /** True when a SOCKS 5 proxy greets back. */
  socks(host: string, port: number): Promise<boolean>
  /** What Tor says at its control port; null where none is set. */
  tor(settings: Settings['net']): Promise<TorState | ControlProblem | null>
  /** Whether one of the hosts is reached through a SOCKS proxy on this machine. */
  reachesByTor(proxyHost: string, proxyPort: number, hosts: readonly string[]): Promise<boolean>
  freeBytes(folder: string): number | null
  databaseExists(): boolean
  /** The schema of a database that an earlier Lyra wrote; null where it is today's, newer or cannot be read. */
  oldSchema(): { readonly version: number; readonly newest: number } | null
  /** What exists at the home's path. */
  homePlace(): 'folder' | 'none' | 'file' | 'closed'
  ownFiles(): HomeFiles
  /** Opens and closes the database; null is fine, else the error. */
  openDatabase(): Promise<{ readonly code: ErrorCode; readonly message: string } | null>
}

export type Check = (probes: Probes, settings: Settings) => Promise<Finding>
