import type { Lyra } from '../app/lyra.ts'
import type { Settings } from '../domain/settings.ts'
import type { Call } from './command.ts'

/** Opens the application, hands it over, and closes it whatever happens. */
export async function withLyra<T>(call: Call, work: (lyra: Lyra) => Promise<T>, open = call.open): Promise<T> {
  const lyra = await call.world.openLyra({ ...open, mode: 'cli' })
  try {
    return await work(lyra)
  } finally {
    await lyra.close()
  }
}

/** The settings without opening the application, for commands that only look. */
export async function settingsOf(call: Call): Promise<Settings> {
  const { loadSettings } = await import('../app/config.ts')
  const { flags, home, replay } = call.open
  return loadSettings({
    packageRoot: call.world.root,
    environment: call.world.env,
    flags: { ...flags, ...(home === undefined ? {} : { home }), ...(replay === undefined ? {} : { replay }) },
  })
}
