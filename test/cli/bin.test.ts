import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { olderNode } from '../../scripts/node-binaries.ts'
import { ROOT } from './fake-world.ts'

const bin = join(ROOT, 'bin', 'lyra')
const version = (JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string }).version

const older = olderNode(24)
const needsOlder = { skip: older === null ? 'no Node older than 24 on this machine' : false }

test('bin/lyra: runs under the pinned Node', () => {
  const result = spawnSync(process.execPath, [bin, '--version'], { encoding: 'utf8' })
  assert.deepEqual([result.status, result.stdout, result.stderr], [0, `lyra ${version}\n`, ''])
})

test('bin/lyra: an older Node hands over to the pinned one', needsOlder, () => {
  const result = spawnSync(older ?? '', [bin, '--version'], { encoding: 'utf8' })
  assert.deepEqual([result.status, result.stdout, result.stderr], [0, `lyra ${version}\n`, ''])
})

test('bin/lyra: the exit code survives the hand-over', needsOlder, () => {
  const result = spawnSync(older ?? '', [bin, 'serch', '--json'], { encoding: 'utf8' })
  assert.equal(result.status, 2)
  assert.equal((JSON.parse(result.stdout) as { error: { code: string } }).error.code, 'INVALID_PARAMS')
})

test('bin/lyra: without a pinned Node an older one says what to install', needsOlder, (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'lyra-bin-'))
  t.after(() => rmSync(folder, { recursive: true }))
  mkdirSync(join(folder, 'bin'))
  copyFileSync(bin, join(folder, 'bin', 'lyra'))
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}')
  const result = spawnSync(older ?? '', [join(folder, 'bin', 'lyra'), '--version'], { encoding: 'utf8' })
  assert.equal(result.status, 17)
  assert.match(result.stderr, /^lyra needs Node 24 or newer; this is v\d+\.\d+\.\d+\.\nRun `npm ci` in /)
})
