import { accessSync, constants, existsSync, readdirSync, statfsSync, statSync } from 'node:fs'
import { get } from 'node:http'
import { createRequire } from 'node:module'
import { connect } from 'node:net'
import { networkInterfaces } from 'node:os'
import { delimiter, dirname, isAbsolute, join } from 'node:path'
import { homeProblems, oldSchemaOf } from '../../app/home-problems.ts'
import { findModels } from '../../app/model-list.ts'
import { reachesInternet } from '../../app/reach-internet.ts'
import { askTor, reachesByTor } from '../../app/tor-health.ts'
import { VERSION } from '../../app/version.ts'
import { LyraError } from '../../domain/errors.ts'
import type { Settings } from '../../domain/settings.ts'
import type { Call } from '../command.ts'
import { copyWords, installedCopy } from '../installed-copy.ts'
import type { Probes } from './check.ts'

/** Only this machine and private addresses are probed: a service that runs there answers in milliseconds. */
const PROBE_TIMEOUT_MS = 1500
/** Version and model lists are a few kilobytes; a larger answer comes from some other service. */
const MAX_ANSWER_BYTES = 1_000_000

/** The machine as it is. Only addresses that isLocalHost accepted are contacted, and net.online_hosts. */
export function machineProbes(call: Call, settings: Settings): Probes {
  const { env, root } = call.world
  return {
    platform: process.platform,
    arch: process.arch,
    nodeVersion: process.versions.node,
    words: copyWords(installedCopy(root, VERSION)),
    env,
    executable: (names) => findExecutable(names, env.PATH ?? ''),
    packageFolder: (name) => packageFolder(name, root),
    packageFile: (folder, name) => packageFile(folder, name, root),
    hasIpv6,
    reachesInternet,
    models: () => findModels(root, settings),
    getJson,
    socks,
    tor: askTor,
    reachesByTor,
    freeBytes,
    homePlace: () => homePlace(settings.home),
    ownFiles: () => homeProblems(settings.home),
    databaseExists: () => existsSync(join(settings.home, 'lyra.db')),
    oldSchema: () => oldSchemaOf(settings.home),
    openDatabase: async () => {
      try {
        await (await call.world.openLyra({ ...call.open, mode: 'cli' })).close()
        return null
      } catch (error) {
        if (error instanceof LyraError) return { code: error.code, message: error.message }
        throw error
      }
    },
  }
}

function findExecutable(names: readonly string[], path: string): string | null {
  const folders = path.split(delimiter).filter((folder) => folder !== '')
  for (const name of names) {
    const candidates = isAbsolute(name) ? [name] : folders.map((folder) => join(folder, name))
    const found = candidates.find(isExecutable)
    if (found !== undefined) return found
  }
  return null
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}

function packageFolder(name: string, root: string): string | null {
  // From here as well: what the package fetches itself lies beside its compiled files.
  const asking = [import.meta.url, join(root, 'package.json')]
  for (const place of asking.flatMap((file) => createRequire(file).resolve.paths(name) ?? [])) {
    const folder = join(place, name)
    if (existsSync(join(folder, 'package.json'))) return folder
  }
  return null
}

function packageFile(place: string, name: RegExp, root: string): string | null {
  const [owner = '', ...inside] = place.split('/')
  const folder = packageFolder(owner, root)
  try {
    return folder === null ? null : (readdirSync(join(folder, ...inside)).find((file) => name.test(file)) ?? null)
  } catch {
    return null
  }
}

/** 2000::/3 is all that has been handed out to the public. */
function hasIpv6(): boolean {
  const addresses = Object.values(networkInterfaces()).flatMap((list) => list ?? [])
  return addresses.some(({ family, internal, address }) => family === 'IPv6' && !internal && /^[23]/.test(address))
}

function getJson(url: string): Promise<{ status: number; body: unknown } | null> {
  return new Promise((resolve) => {
    const request = get(
      url,
      { timeout: PROBE_TIMEOUT_MS, signal: AbortSignal.timeout(PROBE_TIMEOUT_MS) },
      (response) => {
        let text = ''
        response.setEncoding('utf8')
        response.on('data', (chunk: string) => {
          text += chunk
          if (text.length > MAX_ANSWER_BYTES) request.destroy()
        })
        response.on('end', () => resolve({ status: response.statusCode ?? 0, body: parseOrNull(text) }))
        response.on('error', () => resolve(null))
      },
    )
    request.on('timeout', () => request.destroy())
    request.on('error', () => resolve(null))
    request.on('close', () => resolve(null))
  })
}

function parseOrNull(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** SOCKS 5 greeting (RFC 1928): "no authentication" offered, accepted or not, tells a proxy from any other listener. */
function socks(host: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host, port, timeout: PROBE_TIMEOUT_MS })
    const finish = (answer: boolean) => {
      socket.destroy()
      resolve(answer)
    }
    socket.on('connect', () => socket.write(Buffer.from([5, 1, 0])))
    socket.on('data', (data) => finish(data[0] === 5))
    socket.on('timeout', () => finish(false))
    socket.on('error', () => finish(false))
    socket.on('close', () => finish(false))
  })
}

function homePlace(home: string): 'folder' | 'none' | 'file' | 'closed' {
  const stat = statSync(home, { throwIfNoEntry: false })
  if (stat === undefined) return 'none'
  if (!stat.isDirectory()) return 'file'
  try {
    accessSync(home, constants.W_OK)
    return 'folder'
  } catch {
    return 'closed'
  }
}

function freeBytes(folder: string): number | null {
  let place = folder
  while (!existsSync(place)) {
    const above = dirname(place)
    if (above === place) return null
    place = above
  }
  try {
    const { bavail, bsize } = statfsSync(place)
    return bavail * bsize
  } catch {
    return null
  }
}
