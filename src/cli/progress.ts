import type { Progress } from '../app/lyra.ts'
import type { World } from './command.ts'
import { shorten } from './text.ts'

export interface ProgressLine {
  update(progress: Progress): void
  /** Leaves the terminal on a fresh line. */
  end(): void
}

/**
 * A bar that redraws itself on a terminal, one plain line a change in a pipe; always on stderr, so stdout stays clean.
 */
export function progressLine(world: World): ProgressLine {
  return world.terminal ? drawnBar(world) : plainLines(world)
}

const BAR = 24

function drawnBar(world: World): ProgressLine {
  let drawn = false
  return {
    update: ({ done, total, message }) => {
      const share = total > 0 ? Math.min(1, done / total) : 0
      const full = Math.round(share * BAR)
      const percent = `${Math.round(share * 100)}%`.padStart(4)
      const text = shorten(message, Math.max(10, world.columns - BAR - 10))
      world.stderr(`\r\u001b[K[${'#'.repeat(full)}${'.'.repeat(BAR - full)}]${percent} ${text}`)
      drawn = true
    },
    end: () => {
      if (drawn) world.stderr('\r\u001b[K')
      drawn = false
    },
  }
}

function plainLines(world: World): ProgressLine {
  let last = ''
  return {
    update: ({ done, total, message }) => {
      const line = `${Math.round(done)}/${Math.round(total)} ${shorten(message, 160)}`
      if (line !== last) world.stderr(`${line}\n`)
      last = line
    },
    end: () => {},
  }
}
