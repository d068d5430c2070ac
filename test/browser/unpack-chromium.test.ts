import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { brotliCompressSync } from 'node:zlib'
import { unpackBundled } from '../../src/browser/unpack-chromium.ts'

function packedProgram(t: TestContext) {
  const folder = mkdtempSync(join(tmpdir(), 'lyra-unpack-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  for (const name of ['bin', 'temporary']) mkdirSync(join(folder, name))
  const pack = join(folder, 'bin', 'chromium.br')
  writeFileSync(pack, brotliCompressSync('#!/bin/sh\n'))
  return { folder, pack, temporary: join(folder, 'temporary') }
}

test('package: the bundled browser is unpacked once, beside its pack, for this user alone', async (t) => {
  const { folder, pack, temporary } = packedProgram(t)

  const program = await unpackBundled(pack, temporary)
  const again = await unpackBundled(pack, temporary)

  assert.equal(dirname(program), join(folder, 'bin', 'lyra-browser'))
  assert.equal(again, program)
  assert.equal(readFileSync(program, 'utf8'), '#!/bin/sh\n')
  assert.deepEqual([statSync(program).mode & 0o777, statSync(dirname(program)).mode & 0o777], [0o700, 0o700])
})

test('SECURITY: where that folder is not its own it goes to the temporary one', async (t) => {
  const { folder, pack, temporary } = packedProgram(t)
  mkdirSync(join(folder, 'elsewhere'), { mode: 0o700 })
  symlinkSync(join(folder, 'elsewhere'), join(folder, 'bin', 'lyra-browser'))

  const program = await unpackBundled(pack, temporary)

  assert.equal(dirname(program), join(temporary, `lyra-browser-${process.getuid?.()}`))
})
