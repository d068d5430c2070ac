import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { BLACKHOLE_PROXY, openBrowser } from '../../src/browser/launch.ts'
import { auditProfile, judgeProfile, machineProfile, type Profile } from '../../src/browser/profile-audit.ts'
import { silentLogger } from '../../src/domain/log.ts'
import { defaultSettings } from '../../src/domain/settings.ts'

const machine = { language: 'ja-JP', timeZone: 'Asia/Tokyo' }
const fine: Profile = {
  user_agent: 'Mozilla/5.0 Chrome/147.0.0.0',
  major: '147',
  language: 'ja-JP',
  time_zone: 'Asia/Tokyo',
  webdriver: false,
  fonts: ['Arial', 'Yu Gothic'],
  canvas: '1234',
}

test('REQ 4.3.1: a profile that agrees with the machine and with its past has no deviation', () => {
  assert.deepEqual(judgeProfile(fine, fine, machine), { profile: fine, deviations: [], repair: null })
  assert.deepEqual(judgeProfile(fine, null, machine).deviations, [])
})

test('REQ 4.3.1: deviations are named with what was expected; language and time zone are repaired', () => {
  const odd: Profile = { ...fine, language: 'en-US', time_zone: 'UTC', webdriver: true, fonts: ['Arial'], canvas: '9' }

  const { deviations, repair } = judgeProfile(odd, fine, machine)

  assert.deepEqual(deviations, [
    { part: 'language', expected: 'ja-JP', found: 'en-US' },
    { part: 'time_zone', expected: 'Asia/Tokyo', found: 'UTC' },
    { part: 'webdriver', expected: 'false', found: 'true' },
    { part: 'fonts', expected: 'Arial, Yu Gothic', found: 'Arial' },
    { part: 'canvas', expected: '1234', found: '9' },
  ])
  assert.deepEqual(repair, { locale: 'ja-JP', timezoneId: 'Asia/Tokyo', restart: true })
})

test('REQ 4.3.1: a new browser version is a deviation of the version alone', () => {
  const { deviations, repair } = judgeProfile({ ...fine, major: '148', canvas: '77' }, fine, machine)

  assert.deepEqual(deviations, [{ part: 'user_agent', expected: '147', found: '148' }])
  assert.equal(repair, null)
})

test('REQ 4.3.1: the real browser is audited when it opens, agrees with the machine, and can be made to', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'lyra-profile-'))
  t.after(() => rm(folder, { recursive: true, force: true }))
  const opened = await openBrowser({
    settings: defaultSettings.browser,
    log: silentLogger,
    replaying: false,
    mode: 'browser',
    proxy: BLACKHOLE_PROXY,
    stateFile: null,
    profileFolder: folder,
    note: () => {},
  })
  const { context } = opened
  t.after(() => context.browser()?.close())

  const kept = JSON.parse(await readFile(join(folder, 'profile-audit.json'), 'utf8')) as Profile
  await writeFile(join(folder, 'profile-audit.json'), 'not json')
  const again = await auditProfile({
    ...opened,
    folder,
    machine: machineProfile(),
    log: silentLogger,
    attempt: 1,
    note: () => {},
  })
  const other = await context.browser()?.newContext({ locale: 'ja-JP', timezoneId: 'Asia/Tokyo' })
  const moved =
    other === undefined
      ? null
      : await auditProfile({
          context: other,
          prepare: async () => {},
          note: () => {},
          folder,
          machine,
          log: silentLogger,
          attempt: 1,
        })

  assert.equal(kept.webdriver, false)
  assert.deepEqual(again?.deviations, [])
  assert.equal(again?.profile.canvas, kept.canvas)
  assert.deepEqual(
    moved?.deviations.map(({ part }) => part),
    [],
  )
})
