import { type Random, seededRandom } from '../../src/domain/random.ts'

/** Names a statement must not get at; the fixture plants a secret in each. */
const PRIVATE = [
  'audit',
  'sessions',
  'private_notes',
  'private_notes_content',
  'private_notes_data',
  'private_notes_idx',
]
const SYSTEM = [
  ...['sqlite_master', 'sqlite_schema', 'sqlite_temp_master', 'sqlite_temp_schema', 'sqlite_sequence', 'sqlite_stat1'],
  ...['pragma_table_info', 'pragma_table_list', 'pragma_database_list', 'pragma_module_list', 'pragma_function_list'],
  ...['pragma_index_list', 'pragma_compile_options', 'pragma_table_xinfo', 'pragma_user_version', 'dbstat', 'bytecode'],
  ...['sqlite_dbpage', 'sqlite_stmt', 'tables_used', 'fts5vocab', 'fsdir', 'zipfile', 'completion', 'pending_removals'],
]
const FUNCTIONS = [
  ...[
    "load_extension('/tmp/x.so')",
    "readfile('/etc/passwd')",
    "writefile('/tmp/x', 'y')",
    "edit('x')",
    "fts3_tokenizer('x')",
  ],
  ...[
    'sqlite_version()',
    'sqlite_source_id()',
    'sqlite_compileoption_get(0)',
    'last_insert_rowid()',
    'changes()',
    'total_changes()',
  ],
  ...[
    'fts5(1)',
    'fts5_source_id()',
    "highlight(private_notes, 0, 'a', 'b')",
    "snippet(private_notes, 0, 'a', 'b', 'c', 5)",
  ],
  ...[
    "sqlite_log(1, 'x')",
    "lsattr('/')",
    "regexp('a', 'b')",
    "sqlar_compress('x')",
    'unknown_function(1)',
    "optimize('x')",
  ],
]
const COMMANDS = [
  ...["ATTACH DATABASE '/etc/passwd' AS p", "ATTACH ':memory:' AS m", "ATTACH 'file:x?mode=rwc' AS m", 'DETACH main'],
  ...[
    'PRAGMA table_info(audit)',
    'PRAGMA writable_schema = ON',
    'PRAGMA query_only = OFF',
    'PRAGMA trusted_schema = ON',
  ],
  ...[
    'PRAGMA temp_store_directory = "/tmp"',
    'PRAGMA journal_mode = DELETE',
    'PRAGMA user_version = 0',
    'PRAGMA key = 1',
  ],
  ...[
    "VACUUM INTO '/tmp/stolen.db'",
    'VACUUM',
    'REINDEX',
    'ANALYZE',
    'BEGIN IMMEDIATE',
    'COMMIT',
    'ROLLBACK',
    'SAVEPOINT s',
  ],
  ...[
    'EXPLAIN SELECT * FROM audit',
    'EXPLAIN QUERY PLAN SELECT * FROM sessions',
    'CREATE TABLE t (a)',
    'DROP TABLE claims',
  ],
  ...[
    'CREATE TEMP TABLE t AS SELECT * FROM audit',
    'CREATE VIEW v_x AS SELECT * FROM audit',
    'ALTER TABLE claims ADD COLUMN x',
  ],
  ...[
    'CREATE TRIGGER g AFTER INSERT ON tasks BEGIN SELECT 1; END',
    'CREATE VIRTUAL TABLE x USING fts5(a)',
    'DROP VIEW v_hub_pages',
  ],
  ...[
    "INSERT INTO private_notes(private_notes) VALUES ('rebuild')",
    "INSERT INTO claims (id) VALUES ('x')",
    'DELETE FROM audit',
  ],
  ...[
    'UPDATE claims SET confidence = 1',
    "REPLACE INTO tasks (id) VALUES ('x')",
    'INSERT INTO audit SELECT * FROM audit',
  ],
  ...[
    'CREATE INDEX i ON claims(id)',
    "SELECT * INTO OUTFILE '/tmp/x' FROM claims",
    'RELEASE s',
    'END',
    '.dump',
    '.open x',
  ],
]

const pick = <T>(random: Random, list: readonly T[]): T => list[Math.floor(random.next() * list.length)] as T

/** Ways to spell a name. */
const SPELLINGS: readonly ((name: string, random: Random) => string)[] = [
  (name) => name,
  (name) => `"${name}"`,
  (name) => `[${name}]`,
  (name) => `\`${name}\``,
  (name) => `main.${name}`,
  (name) => `"main"."${name}"`,
  (name) => `temp.${name}`,
  (name) => name.toUpperCase(),
  (name, random) => [...name].map((letter) => (random.next() < 0.5 ? letter.toUpperCase() : letter)).join(''),
  (name) => `main/**/./**/${name}`,
  (name) => `'${name}'`,
]

/** Ways to read a table. */
const READS: readonly ((table: string) => string)[] = [
  (t) => `SELECT * FROM ${t}`,
  (t) => `SELECT count(*) FROM ${t}`,
  (t) => `SELECT rowid FROM ${t}`,
  (t) => `SELECT quote(x) FROM (SELECT * FROM ${t}) AS s(x)`,
  (t) => `SELECT (SELECT max(rowid) FROM ${t})`,
  (t) => `SELECT 1 WHERE EXISTS (SELECT 1 FROM ${t})`,
  (t) => `SELECT id FROM claims UNION ALL SELECT * FROM ${t}`,
  (t) => `SELECT id FROM claims WHERE id IN (SELECT rowid FROM ${t})`,
  (t) => `WITH x AS (SELECT * FROM ${t}) SELECT * FROM x`,
  (t) => `WITH RECURSIVE x(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM x, ${t} WHERE n < 3) SELECT * FROM x`,
  (t) => `WITH x AS MATERIALIZED (SELECT * FROM ${t}) SELECT json_group_array(x.rowid) FROM x`,
  (t) => `SELECT c.id FROM claims c CROSS JOIN ${t} s`,
  (t) => `SELECT c.id FROM claims c LEFT JOIN ${t} s ON true`,
  (t) => `SELECT * FROM claims NATURAL JOIN ${t}`,
  (t) => `SELECT id FROM claims ORDER BY (SELECT rowid FROM ${t})`,
  (t) => `SELECT id FROM claims LIMIT (SELECT count(*) FROM ${t})`,
  (t) => `SELECT CASE WHEN (SELECT count(*) FROM ${t}) > 0 THEN 'yes' END`,
  (t) => `SELECT group_concat(r) FROM (SELECT rowid AS r FROM ${t})`,
  (t) => `SELECT json_object('k', (SELECT rowid FROM ${t} LIMIT 1))`,
  (t) => `SELECT value FROM json_each((SELECT json_group_array(rowid) FROM ${t}))`,
  (t) => `VALUES ((SELECT rowid FROM ${t}))`,
  (t) => `SELECT row_number() OVER (ORDER BY (SELECT rowid FROM ${t})) FROM claims`,
  (t) => `SELECT * FROM ${t} AS a, ${t} AS b`,
  (t) => `SELECT * FROM ${t}('claims')`,
  (t) => `SELECT * FROM ${t} WHERE ${t} MATCH 'secret'`,
  (t) => `SELECT ${t}.* FROM ${t}`,
  (t) => `SELECT count(*) FILTER (WHERE EXISTS (SELECT 1 FROM ${t})) FROM claims`,
  (t) => `SELECT * FROM (((SELECT * FROM (${t}))))`,
]

/** Ways to hide a whole statement. */
const DISGUISES: readonly ((sql: string, random: Random) => string)[] = [
  (sql) => sql,
  (sql) => sql,
  (sql) => `/* harmless */ ${sql}`,
  (sql) => `-- SELECT 1\n${sql}`,
  (sql) => `SELECT 1; ${sql}`,
  (sql) => `SELECT ';'; ${sql}`,
  (sql) => `SELECT 1 /* ; */; /* */ ${sql};`,
  (sql) => `${sql}; --`,
  (sql) => `;;; ${sql}`,
  (sql) => `${sql} /*`,
  (sql) => sql.replaceAll(' ', '/**/'),
  (sql) => sql.replaceAll(' ', '\n\t'),
  (sql) => sql.replaceAll(' ', '\u00a0'),
  (sql) => `\ufeff${sql}`,
  (sql) => `${sql}\u0000; DROP TABLE claims`,
  (sql) => sql.replace(/e/u, '\u0435'),
  (sql) => sql.replace(/S/u, '\uff33'),
  (sql) => `WITH w AS (SELECT 1) ${sql}`,
  (sql) => `SELECT * FROM (${sql})`,
  (sql) => `SELECT (${sql})`,
  (sql) => `SELECT EXISTS (${sql})`,
  (sql) => `SELECT 1 UNION ${sql}`,
  (sql) => `SELECT 'x' || (${sql})`,
  (sql) => `${'('.repeat(20)}${sql}${')'.repeat(20)}`,
  (sql) => `WITH a AS (${sql}), b AS (SELECT * FROM a) SELECT * FROM b`,
  (sql) => `SELECT "${sql.replaceAll('"', '""')}"`,
  (sql) => `SELECT 1 FROM claims WHERE id = '' OR (${sql}) IS NOT NULL`,
  (sql, random) => [...sql].map((c) => (random.next() < 0.3 ? c.toUpperCase() : c)).join(''),
]

/** The same seed gives the same statements, none of them twice. */
export function hostileStatements(count: number, seed = 5000): readonly string[] {
  const random = seededRandom(seed)
  const made = new Set<string>()
  while (made.size < count) {
    const kind = random.next()
    const table = () => pick(random, SPELLINGS)(pick(random, random.next() < 0.6 ? PRIVATE : SYSTEM), random)
    const core =
      kind < 0.55
        ? pick(random, READS)(table())
        : kind < 0.7
          ? `SELECT ${pick(random, FUNCTIONS)} FROM ${random.next() < 0.5 ? 'claims' : table()}`
          : kind < 0.9
            ? pick(random, COMMANDS)
            : pick(random, READS)(`(${pick(random, READS)(table())})`)
    const once = pick(random, DISGUISES)(core, random)
    made.add(random.next() < 0.3 ? pick(random, DISGUISES)(once, random) : once)
  }
  return [...made]
}

/** Every planted value holds this; an answer that holds it is a leak. */
export const SECRET = 'SECRET-d41d8c'

/** What the statements are after: rows in private tables, a full-text index with its shadow tables. */
export const PLANT_SECRETS = `
  INSERT INTO audit (id, at, layer, pattern, cause_id) VALUES ('${SECRET} audit', '', 'L2', '${SECRET} pattern', '');
  INSERT INTO sessions (domain, cookies, stored_at, cause_id) VALUES ('${SECRET}.example', '${SECRET} cookie', '', '');
  CREATE VIRTUAL TABLE private_notes USING fts5(body);
  INSERT INTO private_notes (body) VALUES ('${SECRET} note');`

/** Names and definitions that only the schema tables could tell. */
export const SCHEMA_TRACES = ['CREATE TABLE', 'CREATE INDEX', 'CREATE VIEW', 'cookies TEXT']

export function leaks(answer: unknown, statement: string): boolean {
  const text = JSON.stringify(answer)
  // A trace that stands in the statement itself is an echo, not a leak.
  return text.includes(SECRET) || SCHEMA_TRACES.some((trace) => text.includes(trace) && !statement.includes(trace))
}
