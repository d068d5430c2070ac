import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { migrate } from '../src/store/migrate.ts'

/**
 * `node scripts/keep-schema.ts`, before a schema is published: writes test/store/released/NNNN.sql, a database of the
 * schema of today with the rows of the one before (LYRA 6.6). Add the file to test/store/released-schemas.test.ts.
 */
const folder = join(import.meta.dirname, '..', 'test', 'store', 'released')
const kept = readdirSync(folder).sort()
const db = new DatabaseSync(':memory:')
const version = migrate(db)
const file = `${String(version).padStart(4, '0')}.sql`
if (kept.includes(file)) throw new Error(`${file} is kept already, and is never changed`)

const flat = (sql: string) =>
  sql.replace(/--.*$/gm, '').replace(/\s+/g, ' ').replaceAll('( ', '(').replaceAll(' )', ')').trim()
const parts = db
  .prepare(
    `SELECT sql FROM sqlite_schema
      WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite_%' AND name NOT GLOB '*_terms_*' ORDER BY rowid`,
  )
  .all()
  .map(({ sql }) => `${flat(String(sql))};`)
const rows = readFileSync(join(folder, kept.at(-1) ?? ''), 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('INSERT INTO '))
const text = [
  `-- A database as version ${version} of the schema left it. Kept as it was: never edit.`,
  ...parts,
  'CREATE VIEW v_mine AS SELECT id, verification_status FROM claims;',
  `PRAGMA user_version = ${version};`,
  ...rows,
  '',
].join('\n')
// What it says must be SQL before it is kept.
new DatabaseSync(':memory:').exec(text)
writeFileSync(join(folder, file), text)
process.stdout.write(`Wrote test/store/released/${file}\n`)
