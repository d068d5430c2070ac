import { z } from 'zod'
import type { OpenLyra } from '../app/lyra.ts'
import { openSliceHome, type SliceHome } from '../app/slice-home.ts'
import { LyraError } from '../domain/errors.ts'
import type { HubConnection } from '../hub/connection.ts'
import { requireSeen } from '../hub/hub-tasks.ts'
import { writeTaskSlice } from '../hub/task-slice.ts'
import type { SharedParts, TaskHomes } from './parts.ts'

/** Each has a database and its connections open. */
const MOST_OPEN = 3
/** So soon a task that was deleted, or is shared no more, is gone from this machine, too. */
const LOOK_MS = 60_000

interface Held {
  readonly generation: number
  readonly opened: Promise<{ readonly lyra: OpenLyra; readonly home: SliceHome }>
}

/**
 * What reads a home reads the hub: the rows of a task that the user may see become a home of their own, which is kept
 * until the task has a newer bundle.
 */
export function taskHomes(hub: HubConnection, homeAt: SharedParts['homeAt']): TaskHomes {
  /** The one used longest ago first. */
  const held = new Map<string, Held>()

  async function drop(taskId: string): Promise<void> {
    const one = held.get(taskId)
    held.delete(taskId)
    const opened = await one?.opened.catch(() => null)
    await opened?.lyra.close()
    opened?.home[Symbol.dispose]()
  }

  async function open(taskId: string) {
    const home = await openSliceHome(taskId, (path) =>
      // One moment of the database: a bundle that is merged meanwhile is not half there.
      hub.transaction(async (sql) => {
        await sql.run('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY')
        await writeTaskSlice(sql, taskId, path)
      }),
    )
    return { home, lyra: await homeAt(home.folder) }
  }

  async function dropUnseen(): Promise<void> {
    if (held.size === 0) return
    const row = z.object({ id: z.string() })
    const seen = await hub.rows(row, 'SELECT id FROM hub.tasks WHERE id = ANY ($1)', [[...held.keys()]])
    const ids = new Set(seen.map(({ id }) => id))
    for (const taskId of [...held.keys()]) if (!ids.has(taskId)) await drop(taskId)
  }

  // While the hub is away nothing can be said; the next look will tell.
  const looking = setInterval(() => void dropUnseen().catch(() => undefined), LOOK_MS).unref()

  return {
    of: async (taskId) => {
      // Asked every time: what is not to be seen any more is not shown from what was kept.
      await dropUnseen()
      const generation = await generationOf(hub, taskId)
      if (held.get(taskId)?.generation !== generation) await drop(taskId)
      const known = held.get(taskId) ?? { generation, opened: open(taskId) }
      held.delete(taskId)
      held.set(taskId, known)
      const [oldest] = held.keys()
      if (held.size > MOST_OPEN && oldest !== undefined) await drop(oldest)
      try {
        return (await known.opened).lyra
      } catch (error) {
        held.delete(taskId)
        throw error
      }
    },
    close: async () => {
      clearInterval(looking)
      for (const taskId of [...held.keys()]) await drop(taskId)
    },
  }
}

async function generationOf(hub: HubConnection, taskId: string): Promise<number> {
  await requireSeen(hub, taskId)
  const row = z.object({ generation: z.number() })
  const [task] = await hub.rows(row, 'SELECT generation FROM hub.tasks WHERE id = $1', [taskId])
  if (task !== undefined && task.generation > 0) return task.generation
  throw new LyraError('NOT_FOUND', `No search of ${taskId} has ended yet`, { hint: 'get_status tells how far it is' })
}
