import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { systemClock } from '../domain/clock.ts'
import { randomIds } from '../domain/ids.ts'
import { screenSliceRow } from '../intake/admit-slice.ts'
import { openStore } from '../store/open-store.ts'
import { openHome } from './home.ts'

export interface SliceHome extends Disposable {
  readonly folder: string
}

/** A home of its own for the rows of one task, in a temporary folder; `write` makes the slice at the given path. */
export async function openSliceHome(taskId: string, write: (path: string) => Promise<void>): Promise<SliceHome> {
  const folder = mkdtempSync(join(tmpdir(), 'lyra-task-'))
  const remove = () => rmSync(folder, { recursive: true, force: true })
  try {
    const home = openHome(folder)
    const slice = join(folder, 'slice.sqlite')
    await write(slice)
    const store = openStore({
      ...{ path: home.database, clock: systemClock, ids: randomIds(), viewFolders: [], terms: null },
    })
    try {
      store.slices.merge({ path: slice, taskId, isolated: true, dryRun: false, screen: screenSliceRow })
    } finally {
      store.close()
    }
    rmSync(slice)
    return { folder, [Symbol.dispose]: remove }
  } catch (error) {
    remove()
    throw error
  }
}
