import { isAbsolute, resolve } from 'node:path'
import { z } from 'zod'
import { LyraError } from '../domain/errors.ts'
import { bundleFolder } from './bundles/bundle-folder.ts'
import type { BundleStore } from './bundles/bundle-store.ts'
import { s3Bundles } from './bundles/s3-bucket.ts'
import { isS3, readS3Place, s3KeysOf } from './bundles/s3-place.ts'
import type { HubConnection } from './connection.ts'

const NAME = 'bundles'

/** What this machine adds: keys of object storage, and under which path it has a folder. */
export interface BundlesHere {
  readonly env: Readonly<Record<string, string | undefined>>
  readonly cwd: string
  /** Another place than the hub says. */
  readonly place?: string | undefined
}

/** A folder named from the root, or `s3://bucket/prefix?endpoint=...`. */
export async function setBundleFolder(hub: HubConnection, place: string): Promise<void> {
  if (isS3(place)) readS3Place(place, {})
  else if (!isAbsolute(place)) throw new LyraError('INVALID_PARAMS', 'The folder of the bundles is named from the root')
  await hub.run(
    'INSERT INTO hub.settings (name, value) VALUES ($1, $2) ON CONFLICT (name) DO UPDATE SET value = excluded.value',
    [NAME, place],
  )
}

/** The bundles that all workers share. */
export async function openBundles(hub: HubConnection, here: BundlesHere): Promise<BundleStore> {
  if (here.place !== undefined) return bundlesAt(here.place, here)
  const rows = await hub.rows(z.object({ value: z.string() }), 'SELECT value FROM hub.settings WHERE name = $1', [NAME])
  const [row] = rows
  if (row === undefined)
    throw new LyraError('HUB_UNAVAILABLE', 'The hub does not say where its bundles lie', {
      hint: 'Its owner runs `lyra hub init --bundles <folder or s3://bucket>`',
    })
  return bundlesAt(row.value, here)
}

export function bundlesAt(place: string, { env, cwd }: BundlesHere): BundleStore {
  if (!isS3(place)) return bundleFolder(resolve(cwd, place))
  return s3Bundles(readS3Place(place, env), { keys: s3KeysOf(env), now: () => new Date() })
}
