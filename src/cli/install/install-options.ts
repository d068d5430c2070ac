import { existsSync } from 'node:fs'
import { homedir } from 'node:os'
import { resolve } from 'node:path'
import { serverToken, serverTokenFile } from '../../app/server-token.ts'
import { VERSION } from '../../app/version.ts'
import { nearestName } from '../../domain/edit-distance.ts'
import { LyraError } from '../../domain/errors.ts'
import type { Settings } from '../../domain/settings.ts'
import type { Call } from '../command.ts'
import { type InstalledCopy, installedCopy } from '../installed-copy.ts'
import { type Client, isFound, type Machine } from './client.ts'
import { CLIENTS, systemOf } from './clients.ts'
import { type CommandForm, commandFormOf, type OwnServer } from './launch.ts'

export interface InstallOptions {
  readonly machine: Machine
  readonly clients: readonly Client[]
  readonly act: 'list' | 'install' | 'undo'
  readonly what: 'server' | 'skill'
  readonly isDryRun: boolean
  readonly http: boolean
  readonly force: boolean
  readonly form: CommandForm
  /** The copy that runs, which the client is to start. */
  readonly copy: InstalledCopy
  /** What `lyra mcp` is started with besides. */
  readonly serverFlags: readonly string[]
  readonly server: OwnServer
}

const FORMS: readonly CommandForm[] = ['node', 'npx']

export function installOptions(call: Call, settings: Settings): InstallOptions {
  const { flags, world } = call
  const machine = { system: systemOf(process.platform), home: homeOf(world.env), env: world.env }
  const what = flags.on('skill') ? 'skill' : 'server'
  const named = [...new Set(call.positionals)].map(clientOf)
  if (named.length > 0 && flags.on('all'))
    throw new LyraError('INVALID_PARAMS', 'Name clients, or give --all, not both')
  const takesAll = flags.on('all') || (what === 'skill' && named.length === 0)
  const found = CLIENTS.filter((client) => isFound(client, machine) && (what === 'server' || client.skills !== null))
  const asks = ['dry-run', 'undo', 'http', 'force'].find((name) => flags.on(name))
  if (named.length === 0 && !takesAll && asks !== undefined)
    throw new LyraError('INVALID_PARAMS', `--${asks} needs a client`, { hint: 'Name one, or give --all' })
  const isList = named.length === 0 && !takesAll
  const copy = installedCopy(world.root, VERSION)
  return {
    machine,
    what,
    clients: isList ? CLIENTS : takesAll ? found : named,
    act: isList ? 'list' : flags.on('undo') ? 'undo' : 'install',
    isDryRun: flags.on('dry-run'),
    http: flags.on('http'),
    force: flags.on('force'),
    form: formOf(flags.text('command'), copy),
    copy,
    serverFlags: serverFlagsOf(call, settings),
    server: { url: serverUrlOf(settings), token: knownToken(settings) },
  }
}

function clientOf(name: string): Client {
  const found = CLIENTS.find(({ id }) => id === name)
  if (found !== undefined) return found
  const ids = CLIENTS.map(({ id }) => id)
  const near = nearestName(name, ids)
  throw new LyraError('INVALID_PARAMS', `There is no client "${name}"`, {
    hint: near === null ? `Known are ${ids.join(', ')}` : `Did you mean \`lyra install ${near}\`?`,
  })
}

function formOf(given: string | undefined, copy: InstalledCopy): CommandForm {
  if (given === undefined) return commandFormOf(copy)
  const form = FORMS.find((known) => known === given)
  if (form === undefined) throw new LyraError('INVALID_PARAMS', `--command is node or npx, not "${given}"`)
  return form
}

/** A client started from a desktop knows nothing of this shell: what was chosen here goes onto its command line. */
function serverFlagsOf({ open, world }: Call, settings: Settings): readonly string[] {
  const ownHome = open.home !== undefined || (world.env.LYRA_HOME ?? '') !== ''
  return [
    ...(ownHome ? ['--home', resolve(world.cwd, settings.home)] : []),
    ...(open.replay === undefined ? [] : ['--replay', resolve(world.cwd, open.replay)]),
    ...Object.entries(open.flags ?? {}).flatMap(([path, value]) => ['--set', `${path}=${value}`]),
  ]
}

/** The token if there is one; it is made when a config is written, not when one is looked at. */
function knownToken(settings: Settings): string | null {
  const isThere = settings.server.token !== '' || existsSync(serverTokenFile(settings.home))
  return isThere ? serverToken(settings).token : null
}

function serverUrlOf({ server: { host, port } }: Settings): string {
  const name = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}/mcp`
}

function homeOf(env: Readonly<Record<string, string | undefined>>): string {
  const given = process.platform === 'win32' ? env.USERPROFILE : env.HOME
  return given === undefined || given === '' ? homedir() : given
}
