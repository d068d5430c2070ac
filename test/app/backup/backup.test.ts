import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { DatabaseSync } from 'node:sqlite'
import { type TestContext, test } from 'node:test'
import { type BackupAnswer, makeBackup } from '../../../src/app/backup/make-backup.ts'
import { restoreBackup } from '../../../src/app/backup/restore-backup.ts'
import { openRecordReader } from '../../../src/archive/read-record.ts'
import { systemClock } from '../../../src/domain/clock.ts'
import { newestVersion } from '../../../src/store/migrate.ts'
import { examineDatabase } from '../../../src/store/snapshot.ts'
import { AT, openAt, task } from '../../store/graph-fixture.ts'

const signal = new AbortController().signal
const clock = { ...systemClock, now: () => Date.parse(AT) }
const COOKIE = 'session=8f14e45fceea167a5a36dedd4bea2543'
const TOKEN = 'sVb1-Yk0Qh3LZ7uXcN5r2T'

function workplace(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'lyra-backup-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** A home with a task, a login, a token, settings with a key, a view, a report and a model. */
function furnish(folder: string): string {
  const home = join(folder, 'home')
  const store = openAt(join(home, 'lyra.db'))
  store.tasks.insert(task('task_1', { query: '緑茶は血圧を下げるか' }))
  store.db
    .prepare('INSERT INTO sessions (domain, cookies, stored_at, cause_id) VALUES (?, ?, ?, ?)')
    .run('clinic.example', COOKIE, AT, 'cause_1')
  store.close()
  for (const name of ['reports', 'views', 'models/e5', 'browser', 'servers', 'logs'])
    mkdirSync(join(home, name), { recursive: true })
  writeFileSync(join(home, 'server-token'), `${TOKEN}\n`, { mode: 0o600 })
  writeFileSync(join(home, 'browser', 'browser-state.json'), `{"cookies":["${COOKIE}"]}`)
  writeFileSync(join(home, 'config.yaml'), `# mine\ntask:\n  max_pages: 30\nserver:\n  token: ${TOKEN}\n`)
  writeFileSync(join(home, 'reports', '緑茶と血圧.md'), '# 緑茶\n')
  writeFileSync(join(home, 'models', 'e5', 'model.onnx'), Buffer.alloc(5000))
  return home
}

const backUp = (home: string, file: string, withSessions = false) =>
  makeBackup({ home, file, withSessions, clock, signal })
const restore = (file: string, home: string, over: { force?: boolean; checkOnly?: boolean } = {}) =>
  restoreBackup({ file, home, force: false, checkOnly: false, clock, signal, ...over })

/** A process that searches, as far as the files can tell; ends when the test does. */
async function writerIn(t: TestContext, home: string) {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'home-writer.ts'), home], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  t.after(() => child.kill('SIGKILL'))
  const lines = createInterface({ input: child.stdout })
  let written = 0
  lines.on('line', (line) => {
    written = Number(line)
  })
  await once(lines, 'line')
  return {
    written: () => written,
    stop: async () => {
      child.kill('SIGTERM')
      await once(child, 'exit')
    },
  }
}

test('LYRA 6.5: a home is backed up while another process writes: database sound, every record there', async (t) => {
  const folder = workplace(t)
  const home = furnish(folder)
  const writer = await writerIn(t, home)

  const before = writer.written()
  const answers: BackupAnswer[] = []
  for (const name of ['a.tar', 'b.tar.gz']) answers.push(await backUp(home, join(folder, name)))
  const during = writer.written() - before
  await writer.stop()
  const restored = join(folder, 'restored')
  await restore(join(folder, 'b.tar.gz'), restored)

  assert.ok(during > 5, `only ${during} pages were written meanwhile`)
  assert.deepEqual(
    answers.map(({ schema_version, models }) => [schema_version, models]),
    [
      [newestVersion(), [{ name: 'e5', bytes: 5000 }]],
      [newestVersion(), [{ name: 'e5', bytes: 5000 }]],
    ],
  )
  assert.deepEqual(examineDatabase(join(restored, 'lyra.db')), { schemaVersion: newestVersion(), problems: [] })
  const reader = openRecordReader(join(restored, 'archive'))
  const missing: string[] = []
  using db = new DatabaseSync(join(restored, 'lyra.db'))
  const pages = db.prepare('SELECT url, warc_file, warc_record_id FROM pages').all()
  for (const row of pages) {
    const found = await reader.read(String(row.warc_file), String(row.warc_record_id))
    if (found?.url !== row.url) missing.push(String(row.url))
  }
  assert.ok(pages.length >= before)
  assert.deepEqual(missing, [])
})

test('LYRA 6.5: what logs in stays out, byte for byte, and is named; --with-sessions takes it along', async (t) => {
  const folder = workplace(t)
  const home = furnish(folder)

  const plain = await backUp(home, join(folder, 'plain.tar'))
  const full = await backUp(home, join(folder, 'full.tar'), true)

  const bytes = readFileSync(plain.file)
  assert.deepEqual([bytes.includes(COOKIE), bytes.includes(TOKEN)], [false, false])
  assert.deepEqual(plain.left_out, [
    { path: 'browser', why: 'holds what logs in: --with-sessions takes it along' },
    { path: 'models', why: 'pull it again' },
    { path: 'server-token', why: 'holds what logs in: --with-sessions takes it along' },
    { path: 'lyra.db: sessions', why: '1 logins of sites: --with-sessions takes them along' },
    { path: 'config.yaml: server.token', why: 'lets somebody in: set it again' },
  ])
  assert.equal(statSync(plain.file).mode & 0o777, 0o600)
  assert.deepEqual(full.left_out, [{ path: 'models', why: 'pull it again' }])
  await restore(full.file, join(folder, 'restored'))
  assert.equal(readFileSync(join(folder, 'restored', 'server-token'), 'utf8'), `${TOKEN}\n`)
  assert.deepEqual(readdirSync(folder).sort(), ['full.tar', 'home', 'plain.tar', 'restored'])
})

test('LYRA 6.5: restored files are those of the home; comments of the settings stay', async (t) => {
  const folder = workplace(t)
  const home = furnish(folder)
  const { file } = await backUp(home, join(folder, 'b.tar'))

  const answer = await restore(file, join(folder, 'restored'))

  const restored = (name: string) => readFileSync(join(folder, 'restored', name), 'utf8')
  assert.equal(restored('reports/緑茶と血圧.md'), '# 緑茶\n')
  assert.equal(restored('config.yaml'), '# mine\ntask:\n  max_pages: 30\nserver: {}\n')
  assert.deepEqual([answer.files, answer.moved_aside, answer.created_at], [3, null, AT])
  using db = new DatabaseSync(join(folder, 'restored', 'lyra.db'))
  assert.equal(db.prepare('SELECT query FROM tasks').get()?.query, '緑茶は血圧を下げるか')
})

test('LYRA 6.5: other programs can read the file', {
  skip: spawnSync('tar', ['--version']).status !== 0,
}, async (t) => {
  const folder = workplace(t)
  const home = furnish(folder)
  const { file } = await backUp(home, join(folder, 'b.tar'))

  const listed = spawnSync('tar', ['-tf', file, '--quoting-style=literal'], { encoding: 'utf8' })

  assert.deepEqual(listed.stdout.trim().split('\n'), [
    'backup.json',
    'home/lyra.db',
    'home/config.yaml',
    'home/reports/緑茶と血圧.md',
    'manifest.json',
  ])
})

test('LYRA 6.5: a home that is not empty is left alone; --force moves it aside, tokens and models stay', async (t) => {
  const folder = workplace(t)
  const { file } = await backUp(furnish(folder), join(folder, 'b.tar'))
  const other = furnish(join(folder, 'other'))
  writeFileSync(join(other, 'notes.txt'), 'mine')

  await assert.rejects(restore(file, other), { code: 'INVALID_PARAMS', message: `${other} is not empty` })
  const using = new DatabaseSync(join(other, 'lyra.db'))
  using.exec('PRAGMA journal_mode = WAL; SELECT count(*) FROM tasks')
  await assert.rejects(restore(file, other, { force: true }), { code: 'STORE_UNAVAILABLE' })
  using.close()
  const { moved_aside: aside } = await restore(file, other, { force: true })

  assert.ok(aside?.startsWith(join(other, 'before-restore-20251115090000-')))
  assert.equal(readFileSync(join(aside ?? '', 'notes.txt'), 'utf8'), 'mine')
  assert.equal(existsSync(join(aside ?? '', 'lyra.db')), true)
  assert.equal(readFileSync(join(other, 'server-token'), 'utf8'), `${TOKEN}\n`)
  assert.equal(existsSync(join(other, 'models', 'e5', 'model.onnx')), true)
  assert.equal(existsSync(join(other, 'lyra.db')), true)
})

test('LYRA 6.5: --force takes the place of a database that is damaged; a file is no home', async (t) => {
  const folder = workplace(t)
  const { file } = await backUp(furnish(folder), join(folder, 'b.tar'))
  const broken = join(folder, 'broken')
  mkdirSync(broken)
  writeFileSync(join(broken, 'lyra.db'), '# 調査報告\n'.repeat(400))

  const { moved_aside: aside } = await restore(file, broken, { force: true })

  assert.equal(readFileSync(join(aside ?? '', 'lyra.db'), 'utf8'), '# 調査報告\n'.repeat(400))
  assert.deepEqual(examineDatabase(join(broken, 'lyra.db')).problems, [])
  await assert.rejects(restore(file, file), { code: 'INVALID_PARAMS', message: `${file} is a file, not a folder` })
})

test('LYRA 6.5: a backup goes neither into its home nor over a file, nor out of a home that is not there', async (t) => {
  const folder = workplace(t)
  const home = furnish(folder)
  writeFileSync(join(folder, 'there.tar'), 'x')

  await assert.rejects(backUp(home, join(home, 'b.tar')), { code: 'INVALID_PARAMS' })
  await assert.rejects(backUp(home, join(folder, 'there.tar')), { code: 'INVALID_PARAMS' })
  await assert.rejects(backUp(join(folder, 'nowhere'), join(folder, 'b.tar')), { code: 'NOT_FOUND' })
  await assert.rejects(restore(join(folder, 'b.tar'), join(folder, 'new')), { code: 'NOT_FOUND' })
  assert.deepEqual(readdirSync(folder).sort(), ['home', 'there.tar'])
})
