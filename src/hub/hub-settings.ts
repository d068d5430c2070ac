import { isAbsolute } from 'node:path'
import { z } from 'zod'
import { LyraError } from '../domain/errors.ts'
import { type BundleFolder, bundleFolder } from './bundle-folder.ts'
import type { HubConnection } from './connection.ts'

const NAME = 'bundles'

export async function setBundleFolder(hub: HubConnection, folder: string): Promise<void> {
  if (!isAbsolute(folder)) throw new LyraError('INVALID_PARAMS', 'The folder of the bundles is named from the root')
  await hub.run(
    'INSERT INTO hub.settings (name, value) VALUES ($1, $2) ON CONFLICT (name) DO UPDATE SET value = excluded.value',
    [NAME, folder],
  )
}

/** The folder that all workers share; `here` names it where this machine has it under another path. */
export async function openBundleFolder(hub: HubConnection, here: string | undefined): Promise<BundleFolder> {
  if (here !== undefined) return bundleFolder(here)
  const rows = await hub.rows(z.object({ value: z.string() }), 'SELECT value FROM hub.settings WHERE name = $1', [NAME])
  const [row] = rows
  if (row === undefined)
    throw new LyraError('HUB_UNAVAILABLE', 'The hub does not say where its bundles lie', {
      hint: 'Its owner runs `lyra hub init --bundles <folder>`',
    })
  return bundleFolder(row.value)
}
