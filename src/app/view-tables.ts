import type { Cell } from '../domain/csv.ts'
import { LONGEST_QUERY_MS, MOST_ROWS } from '../domain/query-limits.ts'
import type { Settings } from '../domain/settings.ts'
import { openSandbox } from '../store/sandbox/open-sandbox.ts'
import type { Store } from '../store/types.ts'

export interface ViewTable {
  readonly name: string
  readonly columns: readonly string[]
  readonly rows: readonly Readonly<Record<string, Cell>>[]
}

/** The rows of the task in every view that knows tasks, read in the sandbox like any query. */
export async function viewTables(
  { memory_mb: memoryMb, max_answer_bytes: maxAnswerBytes }: Settings['query'],
  taskId: string,
  store: Store,
): Promise<readonly ViewTable[]> {
  const sandbox = openSandbox({ dbPath: store.path, memoryMb, maxAnswerBytes })
  const tables: ViewTable[] = []
  try {
    for (const { name, columns } of store.views()) {
      if (!columns.includes('task_id')) continue
      const rows: Readonly<Record<string, Cell>>[] = []
      for (let offset: number | undefined = 0; offset !== undefined; ) {
        const options = { limit: MOST_ROWS, offset, timeoutMs: LONGEST_QUERY_MS, whole: true }
        const answer: Awaited<ReturnType<typeof sandbox.query>> = await sandbox.query(`SELECT * FROM ${name}`, options)
        rows.push(...answer.rows)
        offset = answer.next_offset
      }
      tables.push({ name, columns, rows: rows.filter((row) => row.task_id === taskId) })
    }
    return tables
  } finally {
    sandbox.close()
  }
}
