import assert from 'node:assert/strict'
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { type TestContext, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { migrate, newestVersion, userVersion } from '../../src/store/migrate.ts'
import { openAt } from './graph-fixture.ts'

const RELEASED = fileURLToPath(new URL('./released/', import.meta.url))
const MIGRATIONS = fileURLToPath(new URL('../../src/store/migrations/', import.meta.url))
const released = readdirSync(RELEASED).sort()

/** Everything but the views, by table and column, however it came to be. */
function shapeOf(db: DatabaseSync): readonly string[] {
  const objects = db
    .prepare(
      `SELECT type, name, tbl_name, sql FROM sqlite_schema
        WHERE type <> 'view' AND name NOT LIKE 'sqlite_%' ORDER BY type, name`,
    )
    .all()
  return objects.flatMap(({ type, name, tbl_name, sql }) => {
    if (type !== 'table') return [`${type} ${name} on ${tbl_name}`]
    const columns = db
      .prepare('SELECT name, type, "notnull", dflt_value, pk FROM pragma_table_info(?)')
      .all(String(name))
    const keys = db.prepare('SELECT "table", "from", "to", on_delete FROM pragma_foreign_key_list(?)').all(String(name))
    const checks = String(sql).match(/CHECK \([^()]*(?:\([^()]*\))?[^()]*\)/g) ?? []
    const rows = (list: readonly object[]) => list.map((row) => Object.values(row).join(' ')).sort()
    const told = [...rows(columns), ...rows(keys), ...checks.map((check) => check.replace(/\s+/g, ' ')).sort()]
    return told.map((line) => `table ${name}: ${line}`)
  })
}

/** The tables that the files of src/store/migrations make. */
function migrated(): readonly string[] {
  using db = new DatabaseSync(':memory:')
  migrate(db)
  return shapeOf(db)
}

/** The same with what opening adds. */
function opened(): readonly string[] {
  const store = openAt(':memory:')
  const shape = shapeOf(store.db)
  store.close()
  return shape
}

const rowsOf = (db: DatabaseSync, sql: string) =>
  db
    .prepare(sql)
    .all()
    .map((row) => Object.values(row))

/** What a person would miss. */
function survivors(db: DatabaseSync) {
  return {
    task: rowsOf(db, 'SELECT id, query, status FROM tasks'),
    page: rowsOf(
      db,
      'SELECT p.title, p.warc_record_id, f.text_content FROM pages p JOIN fragments f ON f.page_id = p.id',
    ),
    claim: rowsOf(db, 'SELECT claim_text, confidence, verification_status, adopted FROM claims'),
    edge: rowsOf(db, 'SELECT source_id, relation, target_id, nli_confidence FROM edges'),
    vector: rowsOf(db, 'SELECT target_id, hex(embedding_blob) FROM embeddings'),
    people: rowsOf(db, 'SELECT a.url, a.status, s.domain, f.action FROM auth_queue a, sessions s, feedback f'),
    question: rowsOf(db, 'SELECT prompt FROM questions'),
    paper: rowsOf(db, 'SELECT w.title, i.value FROM works w JOIN identifiers i ON i.work_id = w.id'),
    domain: rowsOf(db, 'SELECT domain, trust_level FROM domains'),
  }
}

const SURVIVORS = {
  task: [['task_0123456789abcdef', '銀葉茶は血圧を下げるか', 'exploring']],
  page: [['銀葉茶の臨床試験', '<urn:uuid:1>', 'Silverleaf tea lowered systolic pressure by 4 mmHg.']],
  claim: [['Silverleaf tea lowered systolic pressure by 4 mmHg.', 0.71, 'verified', 1]],
  edge: [['frag_1', 'supports', 'claim_1', 0.93]],
  vector: [['claim_1', '0000803F']],
  people: [['https://paper.example/1', 'pending', 'clinic.example', 'flag_irrelevant']],
  question: [['どの試験を信じますか']],
  paper: [['銀葉茶の臨床試験', '10.5555/jpm.2019.0204']],
  domain: [['closed.example', 'BLOCKED']],
}

function workplace(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'lyra-schema-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

test('LYRA 6.6: the schemas that were published are all kept, each once', () => {
  assert.deepEqual(released, ['0001.sql', '0003.sql', '0007.sql', '0008.sql', '0009.sql', '0016.sql', '0017.sql'])
})

for (const file of released)
  test(`LYRA 6.6: a database of schema ${file.slice(0, 4)} becomes one of today, with all its rows`, (t) => {
    const path = join(workplace(t), 'lyra.db')
    const old = new DatabaseSync(path)
    old.exec(readFileSync(join(RELEASED, file), 'utf8'))
    old.close()

    const store = openAt(path)
    t.after(() => store.close())

    assert.equal(userVersion(store.db), newestVersion())
    assert.deepEqual(shapeOf(store.db), opened())
    assert.deepEqual(survivors(store.db), SURVIVORS)
    assert.deepEqual(store.viewProblems, [])
    assert.deepEqual(rowsOf(store.db, 'PRAGMA integrity_check'), [['ok']])
    assert.deepEqual(rowsOf(store.db, 'PRAGMA foreign_key_check'), [])
    assert.equal(store.db.prepare(`SELECT count(*) AS n FROM sqlite_schema WHERE name = 'v_mine'`).get()?.n, 0)
  })

test('LYRA 6.6: what later versions tell apart is taken from what the first one knew', (t) => {
  const path = join(workplace(t), 'lyra.db')
  const old = new DatabaseSync(path)
  old.exec(readFileSync(join(RELEASED, '0001.sql'), 'utf8'))
  old.close()

  const { db, close } = openAt(path)
  t.after(close)

  assert.deepEqual(rowsOf(db, 'SELECT counted FROM edges'), [[1]])
  assert.deepEqual(rowsOf(db, 'SELECT outcome FROM search_pages ORDER BY url'), [['ok'], ['domain_blocked']])
  assert.deepEqual(rowsOf(db, 'SELECT payload, stalled FROM jobs'), [['{"query":"silverleaf tea"}', 0]])
  assert.deepEqual(rowsOf(db, 'SELECT expires_at, delivered_at FROM questions'), [
    ['2026-10-01T09:03:00.000Z', '2026-10-01T09:03:00.000Z'],
  ])
  assert.deepEqual(rowsOf(db, 'SELECT domain, kind, reason, evidence, original_trust_level FROM domain_blocks'), [
    ['closed.example', 'contradictions', 'contradicts two trials', '["claim_1"]', 'LOW'],
  ])
})

test('LYRA 6.6: the words that were indexed are still found', (t) => {
  const path = join(workplace(t), 'lyra.db')
  const old = new DatabaseSync(path)
  old.exec(readFileSync(join(RELEASED, '0007.sql'), 'utf8'))
  old.close()

  const { db, close } = openAt(path)
  t.after(close)

  assert.deepEqual(rowsOf(db, `SELECT rowid FROM fragment_terms WHERE fragment_terms MATCH 'systolic'`), [[7]])
})

test('LYRA 6.6: a migration that was interrupted after any step goes on there', (t) => {
  const folder = workplace(t)
  const wanted = migrated()
  const steps = readdirSync(MIGRATIONS).sort()
  const ends: number[] = []
  for (const [index, file] of steps.entries()) {
    cpSync(join(MIGRATIONS, file), join(folder, file))
    using db = new DatabaseSync(':memory:')
    db.exec(readFileSync(join(RELEASED, '0001.sql'), 'utf8'))
    migrate(db, folder)
    assert.equal(userVersion(db), index + 1)
    ends.push(migrate(db))
    assert.deepEqual(shapeOf(db), wanted)
    assert.deepEqual(survivors(db), SURVIVORS)
  }
  assert.deepEqual(
    ends,
    steps.map(() => newestVersion()),
  )
})
