import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { readStatement, whyNotOneSelect } from '../sql-text.ts'
import { readRows } from './answer-rows.ts'
import { installAuthorizer, type QueryAuthorizer } from './authorizer.ts'
import type { ChildMessage, QueryRequest } from './messages.ts'
import { nameHint } from './name-hint.ts'

/** The sandbox process: one read-only connection, one query at a time, killed from outside when it takes too long. */

const PRLIMIT = '/usr/bin/prlimit'
/** The parent retires a child long before; this ends one whose parent died in the middle of a query. */
const CPU_SECONDS = 60

/**
 * SQLite's run-time limits (sqlite.org/limits.html), lowered from defaults made for trusted SQL to several times what
 * our widest view and a long hand-written query need. Zero forbids: ATTACH would open files, and there are no bound
 * parameters.
 */
const SQLITE_LIMITS = {
  length: 2_000_000,
  sqlLength: 100_000,
  column: 200,
  exprDepth: 100,
  compoundSelect: 50,
  vdbeOp: 25_000,
  functionArg: 100,
  attach: 0,
  likePatternLength: 200,
  variableNumber: 0,
  triggerDepth: 1,
}

const [dbPath = '', memoryMb = '512'] = process.argv.slice(2)

function tell(message: ChildMessage): void {
  process.send?.(message)
}

/** Set from inside, on top of what the runtime has already reserved; Linux only. */
function limitMemory(): void {
  if (process.platform !== 'linux' || !existsSync(PRLIMIT)) return
  const reserved = Number(/^VmData:\s+(\d+)/mu.exec(readFileSync('/proc/self/status', 'utf8'))?.[1] ?? 0) * 1024
  const data = reserved + Number(memoryMb) * 1024 * 1024
  spawnSync(PRLIMIT, ['--pid', String(process.pid), `--data=${data}`, `--cpu=${CPU_SECONDS}`])
}

function schema(db: DatabaseSync, gate: QueryAuthorizer): { name: string; columns: string[] }[] {
  return gate.trusted(() =>
    gate.readable().map((name) => {
      const columns = db.prepare(`SELECT * FROM "${name}"`).columns()
      return { name, columns: columns.map((column) => column.name) }
    }),
  )
}

/** A full-text table opens a table of its own first; what was asked for is the name to answer with. */
function namedAsAsked(denial: string | null, statement: string): string | null {
  const inner = denial === null ? undefined : /^no such table: (\w+)_config$/u.exec(denial)?.[1]
  return inner === undefined || statement.toLowerCase().includes(`${inner}_config`) ? denial : `no such table: ${inner}`
}

function answer(db: DatabaseSync, gate: QueryAuthorizer, request: QueryRequest): ChildMessage {
  const text = readStatement(request.sql)
  const wrong = whyNotOneSelect(text)
  if (wrong !== null) return { kind: 'rejected', id: request.id, message: wrong, hint: null }
  gate.refresh()
  const started = performance.now()
  try {
    const { columns, rows, truncated } = readRows(db.prepare(text.statement), request)
    const elapsedMs = performance.now() - started
    const tables = request.includeSchema ? schema(db, gate) : null
    return { kind: 'answer', id: request.id, columns, rows, truncated, elapsedMs, schema: tables }
  } catch (error) {
    const denial = namedAsAsked(gate.takeDenial(), text.statement)
    const own = error instanceof Error ? error.message : String(error)
    const message = denial === null ? own : denial.startsWith('no such') ? denial : `${own}: ${denial}`
    const asIfAbsent = denial === null || denial.startsWith('no such')
    const hint = asIfAbsent ? nameHint(message, text.statement, () => schema(db, gate)) : null
    return { kind: 'rejected', id: request.id, message, hint }
  }
}

try {
  const db = new DatabaseSync(dbPath, { readOnly: true, timeout: 250, limits: SQLITE_LIMITS, defensive: true })
  // Sorting spills into memory, where the limit holds, never into files.
  db.exec(
    'PRAGMA temp_store = MEMORY; PRAGMA cache_size = -32000; PRAGMA mmap_size = 1000000000; PRAGMA ' +
      'trusted_schema = OFF; PRAGMA query_only = ON',
  )
  const gate = installAuthorizer(db)
  process.on('message', (message) => {
    // Its own parent is the only one that can write to this channel, and it checks what it sends.
    tell(answer(db, gate, message as QueryRequest))
  })
  process.on('disconnect', () => process.exit(0))
  limitMemory()
  tell({ kind: 'ready' })
} catch (error) {
  tell({ kind: 'unusable', message: error instanceof Error ? error.message : String(error) })
  process.disconnect?.()
}
