import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { AnswerOf, GivenTo, UseCase } from '../api/define-use-case.ts'
import { createLyra } from '../app/create-lyra.ts'
import type { Lyra, OpenLyra } from '../app/lyra.ts'
import { LyraError } from '../domain/errors.ts'
import type { Logger } from '../domain/log.ts'
import type { Settings } from '../domain/settings.ts'
import type { Call } from './command.ts'

/** One use case of a home that is there. */
export function callLyra<U extends UseCase>(call: Call, useCase: U, input: GivenTo<U>): Promise<AnswerOf<U>> {
  return withLyra(call, (lyra) => lyra.call(useCase, input))
}

/** Hands over an application that the first call opens, on a home that is there, and closes it whatever happens. */
export function withLyra<T>(call: Call, work: (lyra: Lyra) => Promise<T>): Promise<T> {
  return thenClose(work, () => call.world.openLyra({ ...call.open, mode: 'cli', mustExist: true }))
}

/** The same for commands that need no home; where none is, none is made. */
export function withLyraAnywhere<T>(call: Call, work: (lyra: Lyra) => Promise<T>): Promise<T> {
  return thenClose(work, () => call.world.openLyra({ ...call.open, mode: 'cli', leaveAbsent: true }))
}

/** A home that was named and is not there is a mistake of the name. */
export async function refuseMistypedHome(call: Call): Promise<void> {
  const { home } = await settingsOf(call)
  if (isHomeNamed(call) && !existsSync(home)) (await import('../app/home.ts')).requireHome(home)
}

export function isHomeNamed({ open, world }: Pick<Call, 'open' | 'world'>): boolean {
  return open.home !== undefined || (world.env.LYRA_HOME ?? '') !== ''
}

/** The same for commands that may be the first in a home. */
export function withNewLyra<T>(call: Call, work: (lyra: Lyra) => Promise<T>, open = call.open): Promise<T> {
  return thenClose(work, () => call.world.openLyra({ ...open, mode: 'cli' }))
}

async function thenClose<T>(work: (lyra: Lyra) => Promise<T>, open: () => Promise<OpenLyra>): Promise<T> {
  const lyra = createLyra(open)
  try {
    return await work(lyra)
  } finally {
    await lyra.close()
  }
}

/** The hub that a server was told to work on: `--hub env` keeps the token off the command line. Null: none, a home. */
export function namedHub({ flags, world }: Call): string | null {
  const given = flags.text('hub')
  if (given === undefined) return null
  const url = given === 'env' ? world.env.LYRA_HUB : given
  if (url !== undefined && url !== '') return url
  throw new LyraError('INVALID_PARAMS', 'Which hub? LYRA_HUB is not set', { hint: 'docs/hub.md shows an address' })
}

/** The settings without opening the application, for commands that only look. */
export async function settingsOf(call: Pick<Call, 'open' | 'world'>): Promise<Settings> {
  const { loadSettings } = await import('../app/config.ts')
  const { flags, home, replay } = call.open
  return loadSettings({
    packageRoot: call.world.root,
    environment: call.world.env,
    flags: { ...flags, ...(home === undefined ? {} : { home }), ...(replay === undefined ? {} : { replay }) },
  })
}

/** What a server needs before the application is open: its version, and a log that works from the first line. */
export async function serverOptions(call: Call): Promise<{
  readonly version: string
  readonly websiteUrl?: string
  readonly log: Logger
  readonly home: string
}> {
  const [settings, { VERSION, HOMEPAGE }, { openLogger }] = await Promise.all([
    settingsOf(call),
    import('../app/version.ts'),
    import('../app/log.ts'),
  ])
  return {
    version: VERSION,
    ...(HOMEPAGE === undefined ? {} : { websiteUrl: HOMEPAGE }),
    home: settings.home,
    log: openLogger(settings.log, join(settings.home, 'logs')),
  }
}
