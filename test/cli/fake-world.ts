import { join } from 'node:path'
import type { Lyra } from '../../src/app/lyra.ts'
import type { OpenOptions, World } from '../../src/cli/command.ts'
import { silentLogger } from '../../src/domain/log.ts'
import { defaultSettings } from '../../src/domain/settings.ts'

export const ROOT = join(import.meta.dirname, '..', '..')

export interface FakeWorld extends World {
  readonly out: () => string
  readonly err: () => string
  readonly opened: OpenOptions[]
  readonly closed: () => number
}

/** A world whose Lyra answers only what the test gives it; anything else is a mistake of the test. */
export function fakeWorld(answers: Partial<Lyra> = {}, over: Partial<World> = {}): FakeWorld {
  let out = ''
  let err = ''
  let closed = 0
  const opened: OpenOptions[] = []
  const lyra = {
    home: '/nowhere',
    settings: defaultSettings,
    log: silentLogger,
    close: async () => {
      closed++
    },
    ...answers,
  } as unknown as Lyra
  return {
    stdout: (text) => {
      out += text
    },
    stderr: (text) => {
      err += text
    },
    terminal: false,
    columns: 100,
    cwd: ROOT,
    env: {},
    root: ROOT,
    signal: new AbortController().signal,
    openLyra: async (options) => {
      opened.push(options)
      return lyra
    },
    ...over,
    out: () => out,
    err: () => err,
    opened,
    closed: () => closed,
  }
}
