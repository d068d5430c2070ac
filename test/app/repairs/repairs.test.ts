import assert from 'node:assert/strict'
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { type TestContext, test } from 'node:test'
import type { RepairPlace, RepairReport } from '../../../src/app/repairs/repair.ts'
import { runRepairs } from '../../../src/app/repairs/run-repairs.ts'
import { openArchiveWriter } from '../../../src/archive/writer.ts'
import { doctorResult } from '../../../src/cli/commands/doctor.ts'
import { systemClock } from '../../../src/domain/clock.ts'
import { newestVersion } from '../../../src/store/migrate.ts'
import { ownerOfThisProcess } from '../../../src/work/process-owner.ts'
import { htmlExchange } from '../../archive/samples.ts'
import { AT, openAt, task, VIEW_FOLDER } from '../../store/graph-fixture.ts'

/** A process number that no process of this machine has. */
const DEAD = ownerOfThisProcess().replace(/\/\d+\/.*$/, '/4194303/1')
const NEWEST = newestVersion()

function place(t: TestContext): RepairPlace {
  const folder = mkdtempSync(join(tmpdir(), 'lyra-repairs-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  const temporary = join(folder, 'tmp')
  mkdirSync(temporary)
  const home = join(folder, 'home')
  mkdirSync(home, { mode: 0o700 })
  return { home, temporary, viewFolders: [VIEW_FOLDER], now: Date.now() }
}

function withDatabase(given: RepairPlace, change: (db: DatabaseSync) => void = () => {}): string {
  const path = join(given.home, 'lyra.db')
  const store = openAt(path)
  store.tasks.insert(task('task_1'))
  change(store.db)
  store.close()
  return path
}

/** Two days ago. */
function makeOld(path: string): void {
  const then = Date.now() / 1000 - 2 * 86_400
  utimesSync(path, then, then)
}

const wrong = (reports: readonly RepairReport[]) =>
  reports
    .filter(({ status }) => status !== 'nothing_to_fix')
    .map(({ repair, status, what, plan, outcome }) => [repair, status, what, plan, outcome])

test('LYRA 6.7: a home in order has nothing to fix in ten repairs; one that is not there has none', async (t) => {
  const given = place(t)
  withDatabase(given)
  const reports = await runRepairs(given, true)
  assert.deepEqual(
    reports.map(({ repair, status }) => `${repair}: ${status}`),
    [
      'permissions: nothing_to_fix',
      'schema: nothing_to_fix',
      'leases: nothing_to_fix',
      'indexes: nothing_to_fix',
      'views: nothing_to_fix',
      'wal: nothing_to_fix',
      'archive indexes: nothing_to_fix',
      'leftovers: nothing_to_fix',
      'model parts: nothing_to_fix',
      'browser profiles: nothing_to_fix',
    ],
  )
  assert.deepEqual(await runRepairs({ ...given, home: join(given.home, 'none') }, true), [])
})

test('LYRA 6.7: a token that others can read is told, and closed only with --fix', async (t) => {
  const given = place(t)
  const token = join(given.home, 'server-token')
  writeFileSync(token, 'abc')
  chmodSync(token, 0o644)

  const told = wrong(await runRepairs(given, false))
  const modeBefore = statSync(token).mode & 0o777
  const mended = wrong(await runRepairs(given, true))

  const what = `others can read or write ${token} (644)`
  assert.deepEqual(told, [['permissions', 'planned', what, `chmod 600 ${token}`, null]])
  assert.equal(modeBefore, 0o644)
  const renew = 'now 600; others could have read it: delete it for a new one, which clients must be given again'
  assert.deepEqual(mended, [['permissions', 'done', what, `chmod 600 ${token}`, renew]])
  assert.equal(statSync(token).mode & 0o777, 0o600)
  assert.deepEqual(wrong(await runRepairs(given, true)), [])
})

test('LYRA 6.7: a home that others can write into is closed to them, not to readers', async (t) => {
  const given = place(t)
  chmodSync(given.home, 0o775)
  await runRepairs(given, true)
  assert.equal(statSync(given.home).mode & 0o777, 0o755)
})

test('LYRA 6.7: an older schema is brought forward with its rows, and its views are made', async (t) => {
  const given = place(t)
  const path = join(given.home, 'lyra.db')
  const old = new DatabaseSync(path)
  old.exec(readFileSync(join(import.meta.dirname, '../../store/released/0009.sql'), 'utf8'))
  old.close()
  chmodSync(path, 0o600)

  const told = wrong(await runRepairs(given, false))
  const mended = wrong(await runRepairs(given, true))

  const plan = `bring it to ${NEWEST}; take a backup first (lyra backup <file>)`
  assert.deepEqual(told, [['schema', 'planned', `schema version 9, of ${NEWEST}`, plan, null]])
  assert.deepEqual(
    mended.map(([repair, status, , , outcome]) => [repair, status, String(outcome).replace(/^\d+ made/, 'made')]),
    [
      ['schema', 'done', `now ${NEWEST}`],
      ['leases', 'done', '1 released'],
      ['views', 'done', 'made'],
    ],
  )
  using db = new DatabaseSync(path)
  assert.equal(db.prepare('SELECT query FROM tasks').get()?.query, '銀葉茶は血圧を下げるか')
})

test('LYRA 6.7: what ended processes hold is released; what a living one holds is not', async (t) => {
  const given = place(t)
  const path = withDatabase(given, (db) => {
    const job = db.prepare(
      `INSERT INTO jobs (id, kind, priority, slot, state, lease_owner, lease_until, created_at, cause_id)
       VALUES (?, 'search', 1, 'cpu_nlp', 'running', ?, '2099-01-01T00:00:00.000Z', '${AT}', 'cause_1')`,
    )
    job.run('job_dead', DEAD)
    job.run('job_alive', ownerOfThisProcess())
    db.prepare('INSERT INTO lanes (lane, owner, held_until) VALUES (?, ?, ?)').run('clinic.example', DEAD, 4e12)
  })

  const mended = wrong(await runRepairs(given, true))

  const what = '1 jobs and 1 lanes are held by processes that have ended'
  const plan = 'release them, so that the next process goes on with them'
  assert.deepEqual(mended, [['leases', 'done', what, plan, '2 released']])
  using db = new DatabaseSync(path)
  assert.deepEqual(
    db
      .prepare('SELECT id, state, lease_owner FROM jobs ORDER BY id')
      .all()
      .map((row) => Object.values(row)),
    [
      ['job_alive', 'running', ownerOfThisProcess()],
      ['job_dead', 'queued', null],
    ],
  )
})

test('LYRA 6.7: missing indexes, triggers and views are made anew; a missing table needs a person', async (t) => {
  const given = place(t)
  const path = withDatabase(given, (db) =>
    db.exec('DROP INDEX pages_warc; DROP TRIGGER claims_other_text; DROP VIEW v_contradictions'),
  )

  const mended = wrong(await runRepairs(given, true))
  const after = wrong(await runRepairs(given, true))
  const db = new DatabaseSync(path)
  db.exec('DROP TABLE serp_items')
  db.close()
  const lost = wrong(await runRepairs(given, true))

  const what = 'missing in the database: pages_warc, claims_other_text'
  assert.deepEqual(mended, [
    ['indexes', 'done', what, 'make them anew', '2 made'],
    ['views', 'done', 'views that are not in the database: v_contradictions', 'make them from their files', '1 made'],
  ])
  assert.deepEqual(after, [])
  const plan = 'its rows are gone: lyra restore <backup> --into <folder>'
  assert.deepEqual(lost[0], ['indexes', 'needs_person', 'the table serp_items is missing', plan, null])
})

test('LYRA 6.7: a log that has grown is folded in', async (t) => {
  const given = place(t)
  const path = withDatabase(given)
  using writer = new DatabaseSync(path)
  writer.exec('PRAGMA wal_autocheckpoint = 0; CREATE TABLE notes (body BLOB); BEGIN')
  const insert = writer.prepare('INSERT INTO notes VALUES (zeroblob(4000000))')
  for (let i = 0; i < 9; i++) insert.run()
  writer.exec('COMMIT')

  const mended = wrong(await runRepairs(given, true))

  const what = '36 MB of changes wait beside the database'
  assert.deepEqual(mended, [['wal', 'done', what, 'fold them into it (checkpoint)', 'folded in']])
  assert.equal(statSync(`${path}-wal`).size, 0)
})

test('LYRA 6.7: leftovers go when they are old and nobody uses them; what was collected stays', async (t) => {
  const given = place(t)
  const { home, temporary } = given
  const old = [join(temporary, 'lyra-replay-a'), join(home, '.restoring-1'), join(home, 'models', '.e5.part')]
  const kept = [join(temporary, 'lyra-replay-new'), join(home, 'models', 'e5'), join(temporary, 'other-tool')]
  for (const path of [...old, ...kept]) mkdirSync(path, { recursive: true })
  for (const path of [...old, join(temporary, 'other-tool')]) makeOld(path)
  mkdirSync(join(home, 'servers'))
  writeFileSync(join(home, 'servers', '1.json'), JSON.stringify({ url: 'http://127.0.0.1:1', owner: DEAD }))

  const told = wrong(await runRepairs(given, false))
  const mended = wrong(await runRepairs(given, true))

  assert.deepEqual(
    told.map(([repair, status]) => [repair, status]),
    mended.map(([repair]) => [repair, 'planned']),
  )
  assert.deepEqual(
    mended.map(([repair, status, what]) => [repair, status, String(what).split(':')[0]]),
    [
      ['leftovers', 'done', 'notes of servers that have ended'],
      ['leftovers', 'done', 'copies of a restore that was interrupted'],
      ['leftovers', 'done', 'homes of a replay that was interrupted'],
      ['model parts', 'done', 'downloads of models that were not finished'],
    ],
  )
  assert.deepEqual(old.filter(existsSync), [])
  assert.deepEqual(kept.filter(existsSync), kept)
  assert.deepEqual(readdirSync(join(home, 'servers')), [])
})

test('LYRA 6.7: the lock of a browser that has ended is taken off; one of another machine needs a person', async (t) => {
  const given = place(t)
  const profile = join(given.home, 'browser', 'person')
  const lock = join(profile, 'SingletonLock')
  mkdirSync(profile, { recursive: true })
  writeFileSync(join(profile, 'Cookies'), 'x')
  symlinkSync('elsewhere-1', lock)

  const elsewhere = wrong(await runRepairs(given, true))
  rmSync(lock)
  symlinkSync(`${hostname()}-4194303`, lock)
  const here = wrong(await runRepairs(given, true))

  assert.deepEqual(elsewhere[0]?.slice(0, 2), ['browser profiles', 'needs_person'])
  assert.deepEqual(here[0]?.slice(0, 2), ['browser profiles', 'done'])
  assert.equal(lstatSync(lock, { throwIfNoEntry: false }), undefined)
  assert.equal(readFileSync(join(profile, 'Cookies'), 'utf8'), 'x')
})

test('LYRA 6.7: an archive that a killed process left gets its index', async (t) => {
  const given = place(t)
  const folder = join(given.home, 'archive')
  const writer = openArchiveWriter({ folder, clock: systemClock, software: 'test' })
  const { file } = await writer.write(htmlExchange('https://clinic.example/tea', '<p>緑茶</p>'), 'task_1')
  makeOld(join(folder, file))

  const mended = wrong(await runRepairs(given, true))

  assert.deepEqual(mended[0]?.slice(0, 3), ['archive indexes', 'done', 'archives without an index: task_1'])
  const index = readFileSync(join(folder, file.replace(/\.warc\.gz$/, '.cdxj')), 'utf8')
  assert.match(index, /^example,clinic\)\/tea \d{14} \{"url":"https:\/\/clinic\.example\/tea"/)
  await writer.close()
})

test('LYRA 6.7: a file that is no database needs a person and is left as it is', async (t) => {
  const given = place(t)
  const path = join(given.home, 'lyra.db')
  writeFileSync(path, '# 調査報告\n'.repeat(400), { mode: 0o600 })
  const before = readFileSync(path)

  const reports = wrong(await runRepairs(given, true))

  assert.deepEqual(
    reports.map(([repair, status]) => [repair, status]),
    [['schema', 'needs_person']],
  )
  assert.match(String(reports[0]?.[2]), /the file is not a database/)
  assert.deepEqual(readFileSync(path), before)
})

test('LYRA 6.7: doctor tells of each repair and exits with 1 where one failed', () => {
  const about = { repair: 'wal', what: '36 MB of changes wait', plan: 'fold them in' } as const
  const planned = doctorResult([], [{ ...about, status: 'planned', outcome: null }])
  const failed = doctorResult([], [{ ...about, status: 'failed', outcome: 'another process is reading' }])
  const fine = doctorResult([], [{ repair: 'wal', status: 'nothing_to_fix', what: null, plan: null, outcome: null }])

  assert.match(planned.text, /^ {2}wal: 36 MB of changes wait\n {4}lyra doctor --fix would: fold them in$/m)
  assert.match(failed.text, /^ {4}FAILED: fold them in -> another process is reading$/m)
  assert.match(fine.text, /^The home: nothing to fix\.$/m)
  assert.deepEqual([planned.exit, failed.exit, fine.exit], [0, 1, 0])
  assert.deepEqual([planned.document.ok, failed.document.ok], [true, false])
})
