import assert from 'node:assert/strict'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { type TestContext, test } from 'node:test'
import { StoreBusy } from '../../src/store/store-error.ts'
import { holderOf, writerOf } from '../../src/store/write-lock.ts'
import { openAt, task, temporaryFolder, VIEW_FOLDER } from './graph-fixture.ts'

/** A store of one task, and another connection that is writing in its file. */
function whileWritten(t: TestContext) {
  const folder = temporaryFolder()
  const path = join(folder.path, 'lyra.db')
  const store = openAt(path)
  store.tasks.insert(task('task_1', { query: 'Does silverleaf tea lower blood pressure?' }))
  store.db.exec('PRAGMA busy_timeout = 20')
  const other = new DatabaseSync(path)
  t.after(() => {
    other.close()
    store.close()
    folder.remove()
  })
  return { folder: folder.path, path, store, other }
}

test('LYRA 6.1: what reads is told one moment, whatever another process writes meanwhile', (t) => {
  const { store, other } = whileWritten(t)

  const told = store.read(() => {
    const before = store.tasks.get('task_1')?.status
    other.exec(`UPDATE tasks SET status = 'completed'`)
    return [before, store.tasks.get('task_1')?.status]
  })

  assert.deepEqual(told, ['created', 'created'])
  assert.equal(store.tasks.get('task_1')?.status, 'completed')
})

test('a transaction that reads refuses to write, with or without a second process', (t) => {
  const { store } = whileWritten(t)

  assert.throws(() => store.read(() => store.write(() => store.tasks.insert(task('task_2')))), {
    name: 'TypeError',
    message: 'a transaction that reads cannot write',
  })

  assert.equal(store.tasks.get('task_2'), null)
  store.write(() => store.tasks.insert(task('task_2')))
  assert.equal(store.tasks.get('task_2')?.id, 'task_2')
})

test('a write that may be left out waits for nobody, and the waiting of others stays as it was', (t) => {
  const { store, other } = whileWritten(t)
  store.db.exec('PRAGMA busy_timeout = 60000')
  other.exec('BEGIN IMMEDIATE')

  const refused = store.writeIfFree(() => store.tasks.insert(task('task_2')))
  other.exec('ROLLBACK')
  const done = store.writeIfFree(() => store.tasks.get('task_1')?.id)

  assert.deepEqual([refused, done], [null, { value: 'task_1' }])
  assert.equal(store.tasks.get('task_2'), null)
  assert.equal(store.db.prepare('PRAGMA busy_timeout').get()?.timeout, 60_000)
})

test('the version of the store tells that another process has written, and not that this one has', (t) => {
  const { store, other } = whileWritten(t)
  const first = store.version()
  store.tasks.insert(task('task_2'))
  const own = store.version()
  other.exec(`UPDATE tasks SET status = 'completed'`)

  assert.deepEqual([own === first, store.version() === first], [true, false])
})

const ONLY_LINUX = process.platform === 'linux' ? false : 'only Linux tells who holds a lock'

test('LYRA 6.1: waiting that ends without success names the process that writes, and says what to do', {
  skip: ONLY_LINUX,
}, (t) => {
  const { store, other, path } = whileWritten(t)
  other.exec('BEGIN IMMEDIATE')

  assert.throws(
    () => store.write(() => store.tasks.insert(task('task_2'))),
    (error) => {
      assert.ok(error instanceof StoreBusy)
      const { code, message, hint, details } = error
      assert.deepEqual(
        { code, message, hint, details },
        {
          code: 'STORE_UNAVAILABLE',
          message: `${path}: another process holds the database: process ${process.pid}`,
          hint: 'Run the same again when it is done: lyra serve, lyra mcp and searches write while they work',
          details: { process: process.pid },
        },
      )
      return true
    },
  )
})

test('nobody is named where nobody writes', (t) => {
  const { path, folder } = whileWritten(t)

  assert.deepEqual([writerOf(path), writerOf(join(folder, 'nothing.db'))], [null, null])
})

test('of the locks of a machine the one of writers in this file is read', () => {
  const locks = [
    '1: POSIX  ADVISORY  READ 811 fe:01:131099 123 123',
    '2: POSIX  ADVISORY  WRITE 812 fe:01:131098 120 120',
    '3: POSIX  ADVISORY  WRITE 813 fe:01:131099 124 124',
    '4: POSIX  ADVISORY  WRITE 0 fe:01:131099 120 120',
    '5: FLOCK  ADVISORY  WRITE 814 fe:01:131099 0 EOF',
    '6: POSIX  ADVISORY  WRITE 815 fe:01:131099 120 120',
  ].join('\n')

  assert.deepEqual([holderOf(locks, 131_099), holderOf(locks, 7)], [815, null])
})

test('a home whose views are those of another Lyra opens at once while a process writes; they are made later', (t) => {
  const { path, folder, other } = whileWritten(t)
  const own = join(folder, 'views')
  mkdirSync(own)
  const write = (sql: string) => writeFileSync(join(own, 'v_mine.sql'), `-- purpose: mine\n${sql}`)
  const mine = () => {
    const store = openAt(path, [VIEW_FOLDER, own])
    const { views, viewProblems } = { views: store.views(), viewProblems: store.viewProblems }
    store.close()
    return [views.find(({ name }) => name === 'v_mine')?.columns, viewProblems.length]
  }
  write('SELECT id AS old FROM tasks')
  mine()
  write('SELECT id AS newer FROM tasks')
  other.exec('BEGIN IMMEDIATE')

  const began = performance.now()
  const meanwhile = mine()
  const waited = performance.now() - began
  other.exec('ROLLBACK')

  assert.deepEqual(
    [meanwhile, mine()],
    [
      [['old'], 0],
      [['newer'], 0],
    ],
  )
  assert.equal(waited < 10_000, true)
})
