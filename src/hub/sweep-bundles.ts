import { z } from 'zod'
import { LyraError } from '../domain/errors.ts'
import type { BundleStore, FoundBundle } from './bundles/bundle-store.ts'
import type { HubConnection, Sql } from './connection.ts'
import { leaseMsOf } from './queue/boss.ts'

const PUBLISHING = 77145004

/** Before the bundle is put, until the hub names it: no sweep comes between. */
export async function whilePublishing(sql: Sql): Promise<void> {
  await sql.run(`SELECT pg_advisory_xact_lock_shared(${PUBLISHING})`)
}

const shaRow = z.object({ sha256: z.string() })
const NAMED = 'SELECT bundle_sha256 AS sha256 FROM hub.tasks WHERE bundle_sha256 IS NOT NULL'

export interface Swept {
  readonly found: readonly FoundBundle[]
  readonly kept: number
  readonly removed: boolean
}

/**
 * Bundles that were put and that no task names: their worker died before it could publish them, or lost its lease.
 * Only those that were written longer ago than `olderThanMs`, and never while somebody publishes. By the owner.
 */
export async function sweepBundles(
  hub: HubConnection,
  bundles: BundleStore,
  { now, olderThanMs, remove }: { readonly now: number; readonly olderThanMs: number; readonly remove: boolean },
): Promise<Swept> {
  const leaseMs = await leaseMsOf(hub)
  if (olderThanMs < leaseMs)
    throw new LyraError('INVALID_PARAMS', `Nothing younger than the lease (${leaseMs / 1000} s) is swept`)
  const all: FoundBundle[] = []
  for await (const one of bundles.list()) all.push(one)
  return hub.transaction(async (sql) => {
    await sql.run(`SELECT pg_advisory_xact_lock(${PUBLISHING})`)
    const named = new Set((await sql.rows(shaRow, NAMED)).map(({ sha256 }) => sha256))
    const isWhole = ({ name }: FoundBundle) => name.endsWith('.lyra.zip')
    const found = all.filter(
      (one) => !(isWhole(one) && named.has(one.sha256)) && now - one.writtenAt.getTime() > olderThanMs,
    )
    if (remove) {
      for (const one of found) await bundles.removeFound(one)
      const detail = { objects: found.length, bytes: found.reduce((sum, { bytes }) => sum + bytes, 0) }
      await sql.run('INSERT INTO hub.audit (action, subject, detail) VALUES ($1, $2, $3)', [
        ...['sweep bundles', '', JSON.stringify(detail)],
      ])
    }
    return { found, kept: all.length - found.length, removed: remove }
  })
}
