import { z } from 'zod'
import { LyraError } from '../domain/errors.ts'
import type { Reference } from '../store/slice/slice-tables.ts'
import type { TableDefinition } from '../store/slice/table-definitions.ts'
import type { BundleStore } from './bundles/bundle-store.ts'
import type { HubConnection, Sql } from './connection.ts'
import { contentTables } from './content-tables.ts'
import { deleteOwned, lockMerges } from './merge-slice.ts'
import { QUEUE_SCHEMA, SEARCHES } from './queue/boss.ts'
import { dropDerived } from './search/search-tables.ts'

/**
 * Takes a task from the hub: its rows, what no other task has reached, its searches and its bundle. A worker that runs
 * one of its searches loses the lease, stops, and removes its home. By the owner of the database.
 */
export async function deleteTask(hub: HubConnection, bundles: BundleStore, taskId: string): Promise<void> {
  const bundleRow = z.object({ bundle_sha256: z.string().nullable() })
  const bundle = await hub.transaction(async (sql) => {
    const [task] = await sql.rows(bundleRow, 'SELECT bundle_sha256 FROM hub.tasks WHERE id = $1 FOR UPDATE', [taskId])
    if (task === undefined) throw new LyraError('TASK_NOT_FOUND', `The hub has no task ${taskId}`)
    await lockMerges(sql)
    // Jobs before searches, as workers lock them; the jobs go with the searches.
    await sql.run(`SELECT 1 FROM ${QUEUE_SCHEMA}.job WHERE name = $1 AND singleton_key = $2 FOR UPDATE`, [
      ...[SEARCHES, taskId],
    ])
    await deleteOwned(sql, taskId)
    await sql.run('DELETE FROM hub.tasks WHERE id = $1', [taskId])
    await deleteUnreached(sql)
    await dropDerived(sql)
    return task.bundle_sha256
  })
  if (bundle !== null) await bundles.remove(bundle)
}

async function deleteUnreached(sql: Sql): Promise<void> {
  await sql.run('DELETE FROM lyra.pages WHERE id NOT IN (SELECT page_id FROM hub.task_pages)')
  await sql.run('DELETE FROM lyra.works WHERE id NOT IN (SELECT work_id FROM hub.task_works)')
  await sql.run('UPDATE lyra.pages SET work_id = NULL WHERE work_id NOT IN (SELECT id FROM lyra.works)')
  for (const definition of contentTables().tables)
    for (const reference of definition.table.references)
      for (const statement of withoutTarget(definition, reference)) await sql.run(statement)
  await sql.run(`DELETE FROM lyra.work_updates
    WHERE doi NOT IN (SELECT value FROM lyra.identifiers WHERE type = 'doi')`)
}

/** Tables whose rows tasks share, by the word that a row with a typed reference has for them. */
const SHARED = { page: 'pages', fragment: 'fragments', work: 'works', record: 'records' } as const

/** A row goes with the row that it must name, and forgets the row that it may name. */
function withoutTarget({ table, columns }: TableDefinition, { column, table: to, typeColumn }: Reference): string[] {
  const isRequired = columns.find(({ name }) => name === column)?.isRequired === true
  const act = isRequired ? `DELETE FROM lyra.${table.name}` : `UPDATE lyra.${table.name} SET "${column}" = NULL`
  const gone = (target: string) => `"${column}" NOT IN (SELECT id FROM lyra.${target})`
  if (typeColumn === undefined)
    return Object.values(SHARED).some((name) => name === to) ? [`${act} WHERE ${gone(to)}`] : []
  return Object.entries(SHARED).map(([type, name]) => `${act} WHERE "${typeColumn}" = '${type}' AND ${gone(name)}`)
}
