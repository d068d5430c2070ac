import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { editDistance } from '../../src/domain/edit-distance.ts'
import { LyraError } from '../../src/domain/errors.ts'
import { nearestColumn } from '../../src/store/sandbox/nearest-column.ts'
import { deadlineOf, openSandbox, type QuerySandbox } from '../../src/store/sandbox/open-sandbox.ts'
import { AT, claim, fragment, page, type TestStore, task, testStore, VIEW_COUNT } from './graph-fixture.ts'

let opened: TestStore
let sandbox: QuerySandbox
const usual = { limit: 50, timeoutMs: 2000 }

before(() => {
  opened = testStore()
  const { store } = opened
  store.tasks.insert(task('task_1'))
  store.pages.save(page('page_1'))
  store.fragments.saveAll([fragment('frag_1', 'page_1')])
  store.claims.saveAll(
    [1, 2, 3].map((n) => claim(`claim_${n}`, 'task_1', 'frag_1', { claim_text: `シタグリプチンの主張 ${n}` })),
  )
  store.vectors.save('claim', 'claim_1', 'm', Float32Array.from([1, 0]), AT)
  store.events.audit({ layer: 'L2', pattern: 'secret pattern', causeId: 'cause_test' })
  sandbox = openSandbox({ dbPath: join(opened.folder, 'lyra.db'), memoryMb: 128, maxAnswerBytes: 20_000 })
})

after(() => {
  sandbox.close()
  opened[Symbol.dispose]()
})

async function refusal(sql: string, timeoutMs = 2000): Promise<LyraError> {
  const outcome = await sandbox.query(sql, { limit: 5, timeoutMs }).then(
    (answer) => `answered: ${JSON.stringify(answer)}`,
    (error: unknown) => error,
  )
  assert.ok(outcome instanceof LyraError, String(outcome))
  return outcome
}

test('EXPLORE 4.2.2: every view that ships can be read', async () => {
  const names = opened.store.views().map(({ name }) => name)

  const answers = await Promise.all(names.map((name) => sandbox.query(`SELECT * FROM ${name}`, usual)))

  assert.ok(names.includes('v_review'))
  assert.deepEqual(
    answers.map(({ columns }) => columns.length > 0),
    names.map(() => true),
  )
})

test('EXPLORE 4.2.1: a SELECT answers rows, columns and whether there was more', async () => {
  const answer = await sandbox.query(
    "SELECT id, claim_text, confidence FROM claims WHERE task_id = 'task_1' ORDER BY id",
    {
      ...usual,
      limit: 2,
    },
  )

  assert.deepEqual(answer.rows, [
    { id: 'claim_1', claim_text: 'シタグリプチンの主張 1', confidence: 0.5 },
    { id: 'claim_2', claim_text: 'シタグリプチンの主張 2', confidence: 0.5 },
  ])
  assert.deepEqual(answer.columns, ['id', 'claim_text', 'confidence'])
  assert.equal(answer.row_count, 2)
  assert.equal(answer.truncated, true)
  assert.equal(answer.next_offset, 2)
  assert.equal('schema' in answer, false)
})

test('EXPLORE 4.2.1: exactly as many rows as the limit is not truncated', async () => {
  const answer = await sandbox.query('SELECT id FROM claims', { ...usual, limit: 3 })

  assert.equal(answer.row_count, 3)
  assert.equal(answer.truncated, false)
})

test('EXPLORE 4.2.3: views, WITH, VALUES, JSON functions and window functions work', async () => {
  const first = async (sql: string) => (await sandbox.query(sql, usual)).rows[0]

  assert.deepEqual(await first('SELECT count(*) AS n FROM v_unsupported_claims'), { n: 3 })
  assert.deepEqual(await first('WITH c AS (SELECT id FROM claims) SELECT count(*) AS n FROM c'), { n: 3 })
  assert.deepEqual(await first('VALUES (1)'), { column1: 1 })
  assert.deepEqual(await first("SELECT value FROM json_each('[7]')"), { value: 7 })
  assert.deepEqual(await first('SELECT row_number() OVER (ORDER BY id) AS n FROM claims'), { n: 1 })
  assert.deepEqual(await first("-- a comment; with a semicolon\nSELECT ';' AS mark /* ; */ ; "), { mark: ';' })
})

test('values that JSON cannot carry are written out', async () => {
  const { rows } = await sandbox.query(
    'SELECT embedding_blob AS b, 9007199254740993 AS big, 9e999 AS inf, NULL AS none, 1 AS x, 2 AS x FROM embeddings',
    usual,
  )

  assert.deepEqual(rows, [{ b: '<blob 8 bytes>', big: '9007199254740993', inf: 'Infinity', none: null, x: 1, x_2: 2 }])
})

test('EXPLORE 4.2.1: an answer stops at its byte limit and says so', async () => {
  const answer = await sandbox.query('SELECT hex(zeroblob(4000)) AS h FROM claims', { ...usual, whole: true })

  assert.equal(answer.row_count, 2)
  assert.equal(answer.truncated, true)
})

test('LYRA 3.8: next_offset leads through all rows, each once', async () => {
  const ids: unknown[] = []
  for (let offset: number | undefined = 0; offset !== undefined; ) {
    const page = await sandbox.query('SELECT id FROM claims ORDER BY id', { ...usual, limit: 2, offset })
    ids.push(...page.rows.map((row) => row.id))
    offset = page.next_offset
  }

  assert.deepEqual(ids, ['claim_1', 'claim_2', 'claim_3'])
})

test('LYRA 3.8: an answer is bounded by tokens, long texts say how long they are, decimals are rounded', async (t) => {
  const small = openSandbox({
    dbPath: join(opened.folder, 'lyra.db'),
    memoryMb: 128,
    maxAnswerBytes: 2_000_000,
    maxAnswerTokens: 300,
  })
  t.after(() => small.close())
  const long = "SELECT replace(hex(zeroblob(200000)), '0', 'a') AS text, 1.0 / 3 AS share, 0.00001234 AS tiny"

  const brief = await small.query(`${long} FROM claims`, usual)
  const whole = await small.query(`${long} FROM claims`, { ...usual, whole: true })

  assert.deepEqual(brief.rows[0], {
    text: `${'a'.repeat(500)}… [500 of 400000 characters]`,
    share: 0.3333,
    tiny: 1.23e-5,
  })
  assert.deepEqual([brief.row_count, brief.next_offset], [2, 2])
  assert.equal(whole.row_count, 1, 'a row too large for an answer still comes')
  assert.match(String(whole.rows[0]?.text), /^a{500,2000}… \[\d+ of 400000 characters\]$/u)
  assert.equal(whole.rows[0]?.share, 1 / 3)
})

const HOSTILE: readonly (readonly [string, RegExp])[] = [
  ["ATTACH DATABASE '/etc/passwd' AS p", /not ATTACH/],
  ['PRAGMA table_info(claims)', /not PRAGMA/],
  ['EXPLAIN SELECT 1', /not EXPLAIN/],
  ["VACUUM INTO '/tmp/copy.db'", /not VACUUM/],
  ['BEGIN', /not BEGIN/],
  ['INSERT INTO claims (id) VALUES (1)', /not INSERT/],
  ['DROP TABLE claims', /not DROP/],
  ['/* SELECT */ DELETE FROM claims', /not DELETE/],
  ['-- SELECT\nUPDATE claims SET confidence = 1', /not UPDATE/],
  ['WITH x AS (SELECT 1) DELETE FROM claims', /DELETE is not allowed/],
  ["WITH x AS (SELECT 1) INSERT INTO tasks (id) SELECT 'a' FROM x", /INSERT is not allowed/],
  ['SELECT 1; SELECT 2', /only one statement/],
  ["SELECT ';' ; DROP TABLE claims", /only one statement/],
  ['SELECT 1 /* */ ; -- \n DELETE FROM claims', /only one statement/],
  ["SELECT load_extension('/tmp/evil.so')", /load_extension\(\) is not allowed/],
  ["SELECT fts3_tokenizer('simple')", /fts3_tokenizer\(\) is not allowed/],
  ['SELECT sqlite_source_id()', /sqlite_source_id\(\) is not allowed/],
  ['SELECT name FROM sqlite_master', /reading sqlite_master is not allowed/],
  ['SELECT count(*) FROM "sqlite_schema"', /reading sqlite_schema is not allowed/],
  ['SELECT * FROM temp.sqlite_master', /reading sqlite_temp_master is not allowed/],
  ["SELECT * FROM pragma_table_info('claims')", /reading pragma_table_info is not allowed/],
  ['SELECT count(*) FROM pragma_database_list', /reading pragma_database_list is not allowed/],
  ['SELECT * FROM dbstat', /reading dbstat is not allowed/],
  ['SELECT * FROM audit', /^no such table: audit$/],
  ['SELECT 1 FROM AUDIT', /^no such table: audit$/],
  ['SELECT (SELECT pattern FROM main."audit")', /^no such table: audit$/],
  ['SELECT c.id FROM claims c JOIN [sessions] s', /^no such table: sessions$/],
  ['SELECT rowid FROM sessions', /^no such table: sessions$/],
  ['SELECT ?1', /variable number/],
  ['', /no statement/],
  ['/* nothing', /no statement/],
  ["SELECT 'unclosed", /unrecognized token/],
]

for (const [sql, words] of HOSTILE)
  test(`EXPLORE 4.2.1: refused: ${sql === '' ? '(empty)' : sql.replace(/\n/gu, ' ')}`, async () => {
    const error = await refusal(sql)

    assert.equal(error.code, 'QUERY_REJECTED')
    assert.match(error.message, words)
  })

test('EXPLORE 4.2.1: nothing hostile changed anything', async () => {
  const { rows } = await sandbox.query('SELECT count(*) AS n, max(confidence) AS c FROM claims', usual)

  assert.deepEqual(rows, [{ n: 3, c: 0.5 }])
})

test('a view of the user cannot show a private table', async () => {
  opened.store.db.exec('CREATE VIEW v_leak AS SELECT pattern FROM audit')

  const error = await refusal('SELECT * FROM v_leak')
  opened.store.db.exec('DROP VIEW v_leak')

  assert.match(error.message, /^no such table: audit$/)
})

test('EXPLORE 4.2.1: a query past its deadline is killed as TIMEOUT and the next one answers', async () => {
  const endless = 'WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT max(x) FROM n'
  const product = `WITH n AS (SELECT value FROM json_each('[${'1,'.repeat(900)}1]'))
    SELECT count(*) FROM n a, n b, n c WHERE a.value + b.value + c.value = 0`

  const recursion = await refusal(endless, 200)
  const joined = await refusal(product, 200)
  const next = await sandbox.query('SELECT 1 AS one', usual)

  assert.deepEqual(
    [recursion.code, recursion.message],
    ['TIMEOUT', 'the query took longer than 200 ms and was stopped'],
  )
  assert.equal(joined.code, 'TIMEOUT')
  assert.deepEqual(next.rows, [{ one: 1 }])
})

test('EXPLORE 4.2.1: one long opcode cannot outlive the deadline either', async () => {
  const slow = `SELECT instr(hex(zeroblob(450000)), hex(zeroblob(200000)) || 'x') AS at`

  const error = await refusal(slow, 150)

  assert.equal(error.code, 'TIMEOUT')
})

test('a query that asks for too much memory is refused, and the next one answers', {
  skip: process.platform !== 'linux' && 'the memory limit needs prlimit',
}, async () => {
  const greedy = `WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n LIMIT 1000000)
    SELECT max(y) FROM (SELECT hex(zeroblob(200000)) || x AS y FROM n ORDER BY y)`

  const error = await refusal(greedy)
  const next = await sandbox.query('SELECT 1 AS one', usual)

  assert.equal(error.code, 'QUERY_REJECTED')
  assert.match(error.message, /out of memory/)
  assert.deepEqual(next.rows, [{ one: 1 }])
})

test('a wrong name is answered with the nearest right one', async () => {
  const column = await refusal('SELECT claim_txt FROM claims')
  const table = await refusal('SELECT * FROM fragmets')
  const view = await refusal('SELECT * FROM v_orphan_source')
  const nothing = await refusal('SELECT * FROM weather')

  assert.deepEqual(
    [column.message, column.hint],
    ['no such column: claim_txt', 'did you mean claim_text (in claims)? include_schema lists what can be read'],
  )
  assert.equal(table.hint, 'did you mean fragments? include_schema lists what can be read')
  assert.equal(view.hint, 'did you mean v_orphan_sources? include_schema lists what can be read')
  assert.equal(nothing.hint, 'no table or view is called weather; include_schema lists what can be read')
})

const HINTS: readonly (readonly [sql: string, hint: string])[] = [
  // calibration_samples has a context, which nobody here asked for
  ['SELECT contexts FROM citation_communities', 'citation_communities has task_id, page_id, cluster_id'],
  ['SELECT text FROM claims', 'did you mean claim_text (in claims)? include_schema lists what can be read'],
  ['SELECT x.zzzz FROM claims x JOIN pages', 'no column is called zzzz; include_schema lists what can be read'],
  [
    'SELECT hop_distance FROM works',
    'hop_distance is a column of v_citation_flow; include_schema lists what can be read',
  ],
  [
    'SELECT id FROM claims WHERE claim_text = "tea"',
    `text goes in single quotes: 'tea'; "tea" is the name of a column`,
  ],
]

for (const [sql, hint] of HINTS)
  test(`a wrong column is looked for in the tables that the query reads: ${sql}`, async () => {
    assert.equal((await refusal(sql)).hint, hint)
  })

test('EXPLORE 4.2.1: include_schema lists tables and views with columns, private ones not', async () => {
  const answer = await sandbox.query('SELECT 1', { ...usual, includeSchema: true })
  const schema = await sandbox.schema()

  assert.deepEqual(answer.schema?.tables, schema)
  const names = schema.map(({ name }) => name)
  assert.equal(names.filter((name) => name.startsWith('v_')).length, VIEW_COUNT)
  assert.deepEqual(
    ['audit', 'sessions', 'sqlite_master'].filter((name) => names.includes(name)),
    [],
  )
  assert.deepEqual(schema.find(({ name }) => name === 'authors')?.columns, ['work_id', 'position', 'name'])
})

test('queries asked at once are answered each in its turn', async () => {
  const answers = await Promise.all([1, 2, 3].map((n) => sandbox.query(`SELECT ${n} AS n`, usual)))

  assert.deepEqual(
    answers.map(({ rows }) => rows[0]?.n),
    [1, 2, 3],
  )
})

test('EXPLORE 4.2.1: of queries asked in one turn none is held to the time in which the first process starts', async (t) => {
  const fresh = openSandbox({ dbPath: join(opened.folder, 'lyra.db'), memoryMb: 128, maxAnswerBytes: 20_000 })
  t.after(() => fresh.close())

  const answers = await Promise.all(
    [1, 2, 3, 4].map((n) => fresh.query(`SELECT ${n} AS n`, { limit: 1, timeoutMs: 80 })),
  )

  assert.deepEqual(
    answers.map(({ rows }) => rows[0]?.n),
    [1, 2, 3, 4],
  )
})

test('EXPLORE 4.2.1: a budget of VM steps shortens the deadline at the documented rate', () => {
  assert.equal(deadlineOf(2000, 500_000), 300)
  assert.equal(deadlineOf(300, 5_000_000), 300)
  assert.equal(deadlineOf(300, 1), 20)
  assert.equal(deadlineOf(9000, undefined), 2000)
})

test('a sandbox over a file that is not there says so, and a closed one answers no more', async () => {
  const lost = openSandbox({ dbPath: join(opened.folder, 'lost.db'), memoryMb: 128, maxAnswerBytes: 1000 })
  const unavailable = (error: unknown) => error instanceof LyraError && error.code === 'STORE_UNAVAILABLE'

  await assert.rejects(lost.query('SELECT 1', usual), unavailable)
  lost.close()
  await assert.rejects(lost.query('SELECT 1', usual), unavailable)
})

test('names are near by edit distance, neighbours swapped counting once', () => {
  assert.equal(editDistance('claims', 'claims'), 0)
  assert.equal(editDistance('calims', 'claims'), 1)
  assert.equal(editDistance('page', 'pages'), 1)
  assert.equal(nearestColumn('pgaes', ['pages', 'claims']), 'pages')
  assert.equal(nearestColumn('contradiction', ['v_contradictions', 'pages']), 'v_contradictions')
  assert.equal(nearestColumn('zzz', ['pages', 'claims']), null)
})
