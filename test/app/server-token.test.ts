import assert from 'node:assert/strict'
import { chmodSync, mkdtempSync, readdirSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { serverToken } from '../../src/app/server-token.ts'
import { defaultSettings } from '../../src/domain/settings.ts'

const { server } = defaultSettings

function newHome(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'lyra-token-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  return join(folder, '研究')
}

test('LYRA 3.5: the first start makes a token that only the user can read; the next takes it again', (t) => {
  const home = newHome(t)

  const first = serverToken({ home, server }, (bytes) => Buffer.alloc(bytes, 7))
  const second = serverToken({ home, server })

  const file = join(home, 'server-token')
  assert.deepEqual(first, { token: 'BwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwc', file })
  assert.deepEqual(second, first)
  assert.deepEqual(
    [home, file].map((path) => statSync(path).mode & 0o777),
    [0o700, 0o600],
  )
  assert.deepEqual(readdirSync(home), ['server-token'])
})

test('LYRA 3.5: a token of the settings is taken as it is, and nothing is made', (t) => {
  const home = newHome(t)

  const given = serverToken({ home, server: { ...server, token: 'a-token-of-28-characters-xyz' } })

  assert.deepEqual(given, { token: 'a-token-of-28-characters-xyz', file: null })
  assert.throws(() => readdirSync(home), { code: 'ENOENT' })
})

test('LYRA 3.5: a token that others can read, or that lies elsewhere, is refused', (t) => {
  const home = newHome(t)
  const { file } = serverToken({ home, server })
  chmodSync(file ?? '', 0o640)
  const linked = newHome(t)
  serverToken({ home: linked, server })
  rmSync(join(linked, 'server-token'))
  writeFileSync(join(linked, 'elsewhere'), 'a-token-of-28-characters-xyz', { mode: 0o600 })
  symlinkSync(join(linked, 'elsewhere'), join(linked, 'server-token'))

  for (const one of [home, linked])
    assert.throws(() => serverToken({ home: one, server }), {
      code: 'INVALID_CONFIG',
      hint: 'Delete it: `lyra serve` then makes a new one, which clients must be given again',
    })
})
