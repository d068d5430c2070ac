import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { makeBackup } from '../../../src/app/backup/make-backup.ts'
import { readTar } from '../../../src/app/backup/read-tar.ts'
import { restoreBackup } from '../../../src/app/backup/restore-backup.ts'
import { padding, TAR_END, tarHeader } from '../../../src/app/backup/tar.ts'
import { systemClock } from '../../../src/domain/clock.ts'
import { newestVersion } from '../../../src/store/migrate.ts'
import { AT, openAt, task } from '../../store/graph-fixture.ts'

const signal = new AbortController().signal
const clock = { ...systemClock, now: () => Date.parse(AT) }
let folder: string
let good: Buffer

before(async () => {
  folder = mkdtempSync(join(tmpdir(), 'lyra-backup-'))
  const home = join(folder, 'home')
  const store = openAt(join(home, 'lyra.db'))
  store.tasks.insert(task('task_1'))
  store.close()
  const { file } = await makeBackup({ home, file: join(folder, 'good.tar'), withSessions: false, clock, signal })
  good = readFileSync(file)
})

after(() => rmSync(folder, { recursive: true, force: true }))

/** What restoring these bytes says, and that it left nothing. */
async function refusal(bytes: Buffer, checkOnly = false): Promise<string> {
  const file = join(folder, 'given.tar')
  writeFileSync(file, bytes)
  const home = join(folder, 'restored')
  const said = await restoreBackup({ file, home, force: true, checkOnly, clock, signal }).then(
    () => 'restored',
    (error: { code: string; message: string }) => `${error.code}: ${error.message}`,
  )
  assert.equal(existsSync(home), false, readdirSync(folder).join(' '))
  return said
}

const SHA = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

/** A backup put together by hand, its hashes right. */
function made(files: Readonly<Record<string, string>>, header: Readonly<Record<string, unknown>> = {}): Buffer {
  const first = {
    ...{ format: 'lyra-backup', version: 1, lyra: '0.1.0', created_at: AT, schema_version: null, with_sessions: false },
    ...header,
  }
  const members = Object.entries({ 'backup.json': JSON.stringify(first), ...files }).map(
    ([path, text]) => [path, Buffer.from(text)] as const,
  )
  const manifest = {
    members: members.map(([path, bytes]) => ({ path, bytes: bytes.length, sha256: SHA(bytes) })),
    left_out: [],
    models: [],
  }
  const all = [...members, ['manifest.json', Buffer.from(JSON.stringify(manifest))] as const]
  return Buffer.concat([
    ...all.flatMap(([path, bytes]) => [
      tarHeader({ path, bytes: bytes.length, modified: 0 }),
      bytes,
      padding(bytes.length),
    ]),
    TAR_END,
  ])
}

test('LYRA 6.5: one changed byte of a member is found before anything is put in place', async () => {
  const bytes = Buffer.from(good)
  const at = bytes.indexOf('SQLite format 3') + 9000
  bytes[at] = (bytes[at] ?? 0) ^ 1
  const said = 'ARCHIVE_UNREADABLE: The backup cannot be read: home/lyra.db has another hash'
  assert.equal(await refusal(bytes), said)
  assert.equal(await refusal(bytes, true), said)
})

test('LYRA 6.5: a backup that ends early, or is something else, is refused', async () => {
  const damaged = 'ARCHIVE_UNREADABLE: The backup cannot be read:'
  assert.equal(await refusal(good.subarray(0, 20_000)), `${damaged} it ends too early`)
  assert.equal(await refusal(gzipSync(good).subarray(0, 3000)), `${damaged} it is not packed as it should be`)
  assert.equal(await refusal(Buffer.from('# 調査報告\n'.repeat(200))), `${damaged} a number of it is damaged`)
  assert.equal(await refusal(Buffer.alloc(2048)), `${damaged} it ends too early`)
})

test('LYRA 6.5: no member leads out of the home', async () => {
  const paths = [
    'home/../.bashrc',
    '/etc/passwd',
    'home//etc/passwd',
    'home/a/../../b',
    'home/C:/x',
    'home/..\\x',
    'home/nul',
    'x',
  ]
  for (const path of paths)
    assert.equal(
      await refusal(made({ [path]: 'x' })),
      `ARCHIVE_UNREADABLE: The backup cannot be read: "${path}" does not lie inside of a home`,
    )
  const link = made({ 'home/a': '' })
  const at = link.indexOf('home/a')
  link[at + 156] = '2'.charCodeAt(0)
  link.write('000000\0 ', at + 148)
  let sum = 0
  for (let i = 0; i < 512; i++) sum += i >= 148 && i < 156 ? 32 : (link[at + i] ?? 0)
  link.write(`${sum.toString(8).padStart(6, '0')}\0 `, at + 148)
  assert.equal(await refusal(link), 'ARCHIVE_UNREADABLE: The backup cannot be read: "home/a" is not a plain file')
})

test('LYRA 6.5: a member that no backup carries is refused, as what a running Lyra would trust', async () => {
  const paths = [
    'lyra.db-wal',
    'LYRA.DB-WAL',
    'lyra.db-journal',
    'Lyra.db',
    'models/lyra-nli-mini/model.onnx',
    'servers/4711.json',
    'server-token',
    'browser/person/Cookies',
    'logs/lyra.log',
    'before-restore-1/lyra.db',
    '.restoring-1/lyra.db',
  ]
  for (const path of paths)
    assert.equal(
      await refusal(made({ [`home/${path}`]: 'x' })),
      `ARCHIVE_UNREADABLE: The backup cannot be read: no backup of Lyra carries "${path}"`,
    )
  assert.match(await refusal(made({ 'home/browser/person/Cookies': 'x' }, { with_sessions: true })), /carries/)
})

test('LYRA 6.5: a Lyra that was started in the home while the backup was read keeps it', async () => {
  const file = join(folder, 'slow.tar')
  writeFileSync(file, good)
  const home = join(folder, 'started-meanwhile')
  const restoring = restoreBackup({ file, home, force: false, checkOnly: false, clock, signal })
  const store = openAt(join(home, 'lyra.db'))
  store.tasks.insert(task('task_2'))

  await assert.rejects(restoring, { code: 'INVALID_PARAMS', message: `${home} is not empty` })
  assert.deepEqual(
    store.tasks.list(10).map(({ id }) => id),
    ['task_2'],
  )
  store.close()
})

test('LYRA 6.5: a backup of a newer Lyra is STORE_TOO_NEW, by its schema or by its form', async () => {
  assert.equal(
    await refusal(made({}, { schema_version: 99 })),
    `STORE_TOO_NEW: the database has schema version 99; this Lyra knows up to ${newestVersion()}`,
  )
  assert.equal(
    await refusal(made({}, { version: 2, lyra: '9.1.0' })),
    'STORE_TOO_NEW: The backup was made by a newer Lyra (9.1.0)',
  )
})

test('LYRA 6.5: a member too many, a member too few, and a database that is none are refused', async () => {
  const damaged = 'ARCHIVE_UNREADABLE: The backup cannot be read:'
  const three = made({ 'home/a': '1', 'home/b': '2' })
  const from = three.indexOf('home/a')
  const without = Buffer.concat([three.subarray(0, from), three.subarray(from + 1024)])
  const twice = Buffer.concat([three.subarray(0, from), three.subarray(from, from + 1024), three.subarray(from)])
  assert.equal(await refusal(without), `${damaged} home/a is missing`)
  assert.equal(await refusal(twice), `${damaged} home/a is in it twice`)
  assert.match(
    await refusal(made({ 'home/lyra.db': 'no database' })),
    /^STORE_UNAVAILABLE: .*the file is not a database/,
  )
  assert.equal(await refusal(made({}, { schema_version: 3 })), `${damaged} its database is missing`)
})

test('LYRA 6.5: names beyond ASCII and 100 bytes, and sizes beyond 8 GiB, are told in pax headers', async () => {
  const path = `home/reports/${'緑茶と血圧'.repeat(30)}.md`
  const bytes = made({ [path]: '# 緑茶' })
  const read: [string, number][] = []
  const stream = async function* () {
    yield* [bytes.subarray(0, 700), bytes.subarray(700)]
  }
  for await (const { path: name, bytes: size, body } of readTar(stream())) {
    read.push([name, size])
    for await (const _chunk of body);
  }
  const large = tarHeader({ path: 'home/lyra.db', bytes: 20_000_000_000, modified: 0 })

  assert.deepEqual(read[1], [path, 8])
  assert.equal(large.toString('latin1', 512, 512 + 20), '20 size=20000000000\n')
})
