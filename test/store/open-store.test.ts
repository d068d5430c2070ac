import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { LyraError } from '../../src/domain/errors.ts'
import { listMigrations, migrate, userVersion } from '../../src/store/migrate.ts'
import { openAt, task, temporaryFolder, testStore, VIEW_COUNT, VIEW_FOLDER } from './graph-fixture.ts'

const OPENER = fileURLToPath(new URL('./opener.ts', import.meta.url))
const mode = (path: string) => (statSync(path).mode & 0o777).toString(8)

test('REQ 8: a new store is private on disk and uses WAL, foreign keys and the newest schema', (t) => {
  const folder = temporaryFolder()
  t.after(folder.remove)
  const path = join(folder.path, 'home', 'lyra.db')

  const store = openAt(path)
  t.after(() => store.close())
  store.tasks.insert(task('task_1'))

  assert.equal(mode(join(folder.path, 'home')), '700')
  assert.deepEqual([path, `${path}-wal`, `${path}-shm`].map(mode), ['600', '600', '600'])
  assert.equal(store.db.prepare('PRAGMA journal_mode').get()?.journal_mode, 'wal')
  assert.equal(store.db.prepare('PRAGMA foreign_keys').get()?.foreign_keys, 1)
  assert.equal(store.db.prepare('PRAGMA busy_timeout').get()?.timeout, 15_000)
  assert.equal(store.db.prepare('PRAGMA synchronous').get()?.synchronous, 1)
  assert.equal(userVersion(store.db), 27)
})

test('a store that is closed and opened again has what was written', () => {
  const folder = temporaryFolder()
  const path = join(folder.path, 'lyra.db')
  const first = openAt(path)
  first.tasks.insert(task('task_1', { query: '再生医療の保険適用' }))
  first.close()
  first.close()

  const second = openAt(path)
  const found = second.tasks.get('task_1')
  second.close()
  folder.remove()

  assert.equal(found?.query, '再生医療の保険適用')
})

test('a database of a newer Lyra is refused as STORE_TOO_NEW and left alone', (t) => {
  const folder = temporaryFolder()
  t.after(folder.remove)
  const path = join(folder.path, 'lyra.db')
  openAt(path).close()
  const db = new DatabaseSync(path)
  t.after(() => db.close())
  db.exec('PRAGMA user_version = 99')

  assert.throws(
    () => openAt(path),
    (error) =>
      error instanceof LyraError &&
      error.code === 'STORE_TOO_NEW' &&
      error.message === 'the database has schema version 99; this Lyra knows versions up to 27',
  )
  assert.equal(userVersion(db), 99)
})

test('a migration that fails leaves the version before it whole', (t) => {
  const folder = temporaryFolder()
  t.after(folder.remove)
  writeFileSync(join(folder.path, '0001-notes.sql'), 'CREATE TABLE notes (id TEXT) STRICT;')
  writeFileSync(join(folder.path, '0002-tags.sql'), 'CREATE TABLE tags (id TEXT) STRICT; CREATE TABLE notes (id TEXT);')
  const db = new DatabaseSync(':memory:')
  t.after(() => db.close())

  assert.throws(() => migrate(db, folder.path), /table notes already exists/)
  assert.equal(userVersion(db), 1)
  assert.deepEqual(
    db
      .prepare("SELECT name FROM sqlite_schema WHERE type = 'table'")
      .all()
      .map((row) => row.name),
    ['notes'],
  )

  writeFileSync(join(folder.path, '0002-tags.sql'), 'CREATE TABLE tags (id TEXT) STRICT;')
  assert.equal(migrate(db, folder.path), 2)
  assert.equal(userVersion(db), 2)
})

test('migrations are numbered without a gap', (t) => {
  const folder = temporaryFolder()
  t.after(folder.remove)
  writeFileSync(join(folder.path, '0001-notes.sql'), '')
  writeFileSync(join(folder.path, '0003-tags.sql'), '')

  assert.throws(() => listMigrations(folder.path), {
    message: 'migration 0003-tags.sql is out of order: expected number 2',
  })
})

test('processes that open the same new file at once all succeed, with one schema and all the views', async (t) => {
  const folder = temporaryFolder()
  t.after(folder.remove)
  const path = join(folder.path, 'lyra.db')

  const children = [1, 2, 3].map((n) => spawn(process.execPath, [OPENER, path, VIEW_FOLDER, `task_${n}`]))
  const ends = await Promise.all(children.map((child) => once(child, 'exit')))

  assert.deepEqual(
    ends.map(([code]) => code),
    [0, 0, 0],
  )
  const store = openAt(path)
  t.after(() => store.close())
  assert.deepEqual(
    store.tasks
      .list(10)
      .map(({ id }) => id)
      .sort(),
    ['task_1', 'task_2', 'task_3'],
  )
  assert.equal(store.db.prepare("SELECT count(*) AS n FROM sqlite_schema WHERE type = 'view'").get()?.n, VIEW_COUNT)
  assert.deepEqual(store.viewProblems, [])
})

test('what cannot be opened is STORE_UNAVAILABLE and named', (t) => {
  const folder = temporaryFolder()
  t.after(folder.remove)
  const text = join(folder.path, 'report.md')
  writeFileSync(text, '# 調査報告\n'.repeat(200))
  const directory = join(folder.path, 'directory.db')
  mkdirSync(directory)
  const unavailable = (path: string, words: RegExp) =>
    assert.throws(
      () => openAt(path),
      (error) => error instanceof LyraError && error.code === 'STORE_UNAVAILABLE' && words.test(error.message),
    )

  unavailable(text, /report\.md: the file is not a database/)
  unavailable(directory, /directory\.db: EISDIR/)
  unavailable(join(text, 'lyra.db'), /EEXIST/)
})

test('write is all or nothing, and inner calls join the outer transaction', () => {
  using opened = testStore()
  const { store } = opened

  assert.throws(
    () =>
      store.write(() => {
        store.tasks.insert(task('task_1'))
        store.write(() => store.tasks.insert(task('task_2')))
        throw new Error('power cut')
      }),
    /power cut/,
  )
  assert.deepEqual(store.tasks.list(10), [])

  const answer = store.write(() => {
    store.write(() => store.tasks.insert(task('task_3')))
    return 42
  })
  assert.equal(answer, 42)
  assert.deepEqual(
    store.tasks.list(10).map(({ id }) => id),
    ['task_3'],
  )
})

test('write refuses work that waits, and undoes it', () => {
  using opened = testStore()
  const { store } = opened

  assert.throws(
    () =>
      store.write(async () => {
        store.tasks.insert(task('task_1'))
      }),
    /must be synchronous/,
  )
  assert.equal(store.tasks.get('task_1'), null)
})
