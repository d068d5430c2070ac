import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { type TestContext, test } from 'node:test'
import { fileURLToPath } from 'node:url'

const LYRA = fileURLToPath(new URL('../../bin/lyra', import.meta.url))
const STORE_UNAVAILABLE_EXIT = 15
/** Files may not grow beyond this many KiB: the process meets the end of its disk while it makes its tables. */
const FILE_LIMIT_KIB = 100
/** Root writes into read-only folders, too. */
const NOBODY = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {}

function homeFolder(t: TestContext): string {
  const home = mkdtempSync(join(tmpdir(), 'lyra-trouble-'))
  t.after(() => {
    chmodSync(home, 0o700)
    rmSync(home, { recursive: true, force: true })
  })
  return home
}

async function run(program: string, args: readonly string[], options = {}) {
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'inherit'], ...options })
  let out = ''
  child.stdout.on('data', (chunk) => {
    out += String(chunk)
  })
  const [exit] = await once(child, 'close')
  return { exit: Number(exit), answer: JSON.parse(out) as { ok: boolean; task_id?: string; error?: { code: string } } }
}

const newTask = (home: string) => [LYRA, 'task', 'new', '銀葉茶は血圧を下げるか', '--home', home, '--json']

test('LYRA 6.1: a real process on a full disk says so; with room again the home opens', async (t) => {
  const home = homeFolder(t)
  const limited = `trap '' XFSZ; ulimit -f ${FILE_LIMIT_KIB}; exec "$@"`

  const refused = await run('bash', ['-c', limited, 'bash', process.execPath, ...newTask(home)])
  const later = await run(process.execPath, newTask(home))

  assert.deepEqual([refused.exit, refused.answer.error?.code], [STORE_UNAVAILABLE_EXIT, 'STORE_UNAVAILABLE'])
  assert.deepEqual([later.exit, later.answer.ok], [0, true])
})

test('LYRA 6.1: a real process with a read-only home says so; nothing of the home has changed', async (t) => {
  if (spawnSync(process.execPath, [LYRA, '--version'], NOBODY).status !== 0)
    return t.skip('this checkout cannot be read by another user, and root writes everywhere')
  const home = homeFolder(t)
  await run(process.execPath, newTask(home))
  const modes = (file: number, folder: number) => {
    for (const entry of readdirSync(home, { withFileTypes: true }))
      chmodSync(join(home, entry.name), entry.isDirectory() ? folder : file)
    chmodSync(home, folder)
  }
  modes(0o444, 0o555)

  const refused = await run(process.execPath, newTask(home), NOBODY)
  modes(0o600, 0o700)

  assert.deepEqual([refused.exit, refused.answer.error?.code], [STORE_UNAVAILABLE_EXIT, 'STORE_UNAVAILABLE'])
  const db = new DatabaseSync(join(home, 'lyra.db'), { readOnly: true })
  t.after(() => db.close())
  assert.equal(db.prepare('SELECT count(*) AS n FROM tasks').get()?.n, 1)
})

test('LYRA 6.1: a real process waits for a backup that holds the database, and goes on when it lets go', async (t) => {
  const home = homeFolder(t)
  await run(process.execPath, newTask(home))
  const backup = new DatabaseSync(join(home, 'lyra.db'))
  t.after(() => backup.close())
  backup.exec('BEGIN IMMEDIATE')
  setTimeout(() => backup.exec('ROLLBACK'), 1000)

  const later = await run(process.execPath, newTask(home))

  assert.deepEqual([later.exit, later.answer.ok], [0, true])
  assert.equal(backup.prepare('SELECT count(*) AS n FROM tasks').get()?.n, 2)
})
