import assert from 'node:assert/strict'
import { test } from 'node:test'
import { requirePlainQuestion } from '../../src/hub/query-guard.ts'

test('the hub: questions of an assistant are let in', () => {
  for (const sql of [
    'SELECT finding_text, round(confidence, 2) FROM v_findings ORDER BY rank_score DESC;',
    'WITH found (a, b) AS (SELECT id, 1 FROM claims), other (c) AS (SELECT 2) SELECT count(*) FROM found, other',
    "SELECT * FROM claims WHERE claim_text ILIKE '%don''t pg_sleep(1)%' -- pg_sleep(1)\nAND task_id IN ('a', 'b')",
    'SELECT CAST(confidence AS numeric(4, 2)), row_number() OVER (PARTITION BY task_id ORDER BY id) FROM claims c',
    "SELECT date '2024-01-01', coalesce(p.title, '') FROM lyra.pages p JOIN fragments f USING (page_id)",
    'SELECT "claim_text" FROM "claims" WHERE EXISTS (SELECT 1 FROM edges)',
  ])
    assert.doesNotThrow(() => requirePlainQuestion(sql), sql)
})

test('the hub: what takes locks, waits, changes settings or hides a name is not', () => {
  for (const sql of [
    'SELECT pg_advisory_lock(77145002)',
    'SELECT PG_SLEEP (1)',
    'SELECT "pg_sleep"(1)',
    'SELECT pg_catalog . pg_sleep(1)',
    'SELECT U&"\\0070g_sleep"(1)',
    "SELECT E'\\'' || pg_sleep(1) || ''",
    'SELECT $$a$$, pg_sleep(1)',
    'SELECT $x$ a $x$',
    'SELECT /* */ 1',
    "SELECT set_config('role', 'owner', false)",
    "SELECT current_setting('hub.x')",
    "SELECT query_to_xml('SELECT 1', true, true, '')",
    "SELECT * FROM claims c, dblink('x') AS (a int)",
    "SELECT * FROM unnest(ARRAY[1]), dblink('x') AS (a int)",
    'SELECT * FROM hub.audit',
    'SELECT * FROM "hub"."audit"',
    'SELECT * FROM information_schema.tables',
    'SELECT * FROM lyra_sql.x',
    'SELECT 1; SELECT 2',
    'SELECT 1 OPERATOR(pg_catalog.+) 2',
    "SELECT lo_import('/etc/passwd')",
  ])
    assert.throws(() => requirePlainQuestion(sql), { code: 'QUERY_REJECTED' }, sql)
})

test('the hub: a long question of quotes and names is read in linear time', () => {
  const started = performance.now()
  for (const sql of [`SELECT '${"''".repeat(9000)}`, `SELECT ${'a('.repeat(9000)}`, `WITH ${'a(b),'.repeat(3000)}`])
    assert.throws(() => requirePlainQuestion(sql.slice(0, 20_000) + ' pg_sleep(1)'), { code: 'QUERY_REJECTED' })
  assert.ok(performance.now() - started < 1500)
})
