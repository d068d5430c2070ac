import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { loadSettings } from '../../src/app/config.ts'
import { LyraError } from '../../src/domain/errors.ts'
import { settingPaths } from '../../src/domain/setting-paths.ts'

function world(shipped: string, own: string) {
  const packageRoot = mkdtempSync(join(tmpdir(), 'lyra-config-'))
  mkdirSync(join(packageRoot, 'config'))
  const home = join(packageRoot, 'home')
  mkdirSync(home)
  writeFileSync(join(packageRoot, 'config', 'settings.yaml'), shipped)
  writeFileSync(join(home, 'config.yaml'), own)
  return { packageRoot, home }
}

test('settings: default < config/settings.yaml < LYRA_HOME/config.yaml < environment < flag', () => {
  const { packageRoot, home } = world(
    'task: { max_pages: 10, max_seconds: 20, search_pages: 30, wait_seconds: 40 }',
    'task: { max_seconds: 21, search_pages: 31, wait_seconds: 41 }',
  )

  const settings = loadSettings({
    packageRoot,
    environment: { LYRA_HOME: home, LYRA_TASK__SEARCH_PAGES: '32', LYRA_TASK__WAIT_SECONDS: '42' },
    flags: { 'task.wait_seconds': '43' },
  })

  assert.deepEqual(settings.task, { max_pages: 10, max_seconds: 21, search_pages: 32, wait_seconds: 43 })
  assert.equal(settings.home, home)
  assert.equal(settings.ranking.bm25_top_k, 150)
})

test('settings: lists and booleans are read from text', () => {
  const { packageRoot, home } = world('', '')

  const settings = loadSettings({
    packageRoot,
    environment: { LYRA_HOME: home },
    flags: { 'engines.default': 'mojeek, brave', 'browser.headful': 'true' },
  })

  assert.deepEqual(settings.engines.default, ['mojeek', 'brave'])
  assert.equal(settings.browser.headful, true)
})

const refusals: readonly (readonly [string, () => unknown, RegExp])[] = [
  ['an unknown flag', () => load({ flags: { 'task.pages': '3' } }), /no setting task\.pages/],
  [
    'an unknown environment name',
    () => load({ environment: { LYRA_TASK__PAGES: '3' } }),
    /no setting LYRA_TASK__PAGES/,
  ],
  ['a word for a number', () => load({ flags: { 'task.max_pages': 'many' } }), /task\.max_pages/],
  ['a number out of range', () => load({ flags: { 'task.max_pages': '0' } }), /task\.max_pages/],
  ['an unknown name in the file', () => load({ own: 'task: { pages: 3 }' }), /task/],
  ['a broken file', () => load({ own: 'task: [' }), /not valid YAML/],
  ['a file that is a list', () => load({ own: '- a\n- b' }), /must hold settings/],
]

function load(change: { flags?: Record<string, string>; environment?: Record<string, string>; own?: string }) {
  const { packageRoot, home } = world('', change.own ?? '')
  return loadSettings({
    packageRoot,
    environment: { LYRA_HOME: home, ...change.environment },
    flags: change.flags ?? {},
  })
}

for (const [what, act, message] of refusals) {
  test(`settings: ${what} is refused as INVALID_CONFIG`, () => {
    assert.throws(
      act,
      (error) => error instanceof LyraError && error.code === 'INVALID_CONFIG' && message.test(error.message),
    )
  })
}

test('every setting has a description and a name in the environment', () => {
  const paths = settingPaths()

  assert.deepEqual(
    paths.filter((setting) => setting.description === '').map((setting) => setting.path),
    [],
  )
  assert.equal(paths.find((setting) => setting.path === 'net.max_bytes')?.environment, 'LYRA_NET__MAX_BYTES')
})
