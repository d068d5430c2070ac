import { join } from 'node:path'
import type { Lyra } from '../app/lyra.ts'
import type { Logger } from '../domain/log.ts'
import type { Settings } from '../domain/settings.ts'
import type { Call, OpenOptions } from './command.ts'

/** Opens a home that is there, hands the application over, and closes it whatever happens. */
export function withLyra<T>(call: Call, work: (lyra: Lyra) => Promise<T>): Promise<T> {
  return opened(call, work, { ...call.open, mode: 'cli', mustExist: true })
}

/** The same for commands that may be the first in a home. */
export function withNewLyra<T>(call: Call, work: (lyra: Lyra) => Promise<T>, open = call.open): Promise<T> {
  return opened(call, work, { ...open, mode: 'cli' })
}

async function opened<T>(call: Call, work: (lyra: Lyra) => Promise<T>, options: OpenOptions): Promise<T> {
  const lyra = await call.world.openLyra(options)
  try {
    return await work(lyra)
  } finally {
    await lyra.close()
  }
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
  readonly log: Logger
  readonly home: string
}> {
  const [settings, { VERSION }, { openLogger }] = await Promise.all([
    settingsOf(call),
    import('../app/version.ts'),
    import('../app/log.ts'),
  ])
  return { version: VERSION, home: settings.home, log: openLogger(settings.log, join(settings.home, 'logs')) }
}

/** One application for many requests; a failed opening is tried again by the next request. */
export function openedOnce(open: () => Promise<Lyra>): { get(): Promise<Lyra>; close(): Promise<void> } {
  let opened: Promise<Lyra> | null = null
  return {
    get: () => {
      opened ??= open().catch((error: unknown) => {
        opened = null
        throw error
      })
      return opened
    },
    close: async () => {
      const lyra = await opened?.catch(() => null)
      await lyra?.close()
    },
  }
}
