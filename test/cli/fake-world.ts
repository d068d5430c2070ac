import { join } from 'node:path'
import type { OpenOptions } from '../../src/app/open-options.ts'
import type { World } from '../../src/cli/command.ts'
import { bareLyra, type FakeChanges } from '../mcp/fake-lyra.ts'

export const ROOT = join(import.meta.dirname, '..', '..')

export interface FakeWorld extends World {
  readonly out: () => string
  readonly err: () => string
  readonly opened: OpenOptions[]
  readonly closed: () => number
}

/** A world whose Lyra answers only what the test gives it; anything else is a mistake of the test. */
export function fakeWorld(answers: FakeChanges = {}, over: Partial<World> = {}): FakeWorld {
  let out = ''
  let err = ''
  let closed = 0
  const opened: OpenOptions[] = []
  const lyra = bareLyra({
    close: async () => {
      closed++
    },
    ...answers,
  })
  return {
    stdout: (text) => {
      out += text
    },
    stderr: (text) => {
      err += text
    },
    terminal: false,
    columns: 100,
    width: Number.POSITIVE_INFINITY,
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
