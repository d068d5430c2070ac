import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { sweepProfiles } from '../../src/browser/left-profiles.ts'

const skip = existsSync('/proc') ? false : 'needs /proc'

test('the profile of a browser whose Lyra was killed is taken away by the next; those in use, and of others, stay', {
  skip,
}, async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'lyra-left-'))
  t.after(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 }))
  const stranger = join(folder, 'playwright_chromiumdev_profile-stranger')
  mkdirSync(stranger)
  const script = join(import.meta.dirname, 'open-browser.ts')
  const env = { ...process.env, TMPDIR: folder }
  const child = spawn(process.execPath, [script, 'browser'], { stdio: ['ignore', 'pipe', 'inherit'], env })
  t.after(() => child.kill('SIGKILL'))
  const gone = once(child, 'exit')
  await once(child.stdout, 'data')
  const profiles = () => readdirSync(folder).filter((name) => name.startsWith('playwright_'))
  const own = profiles().find((name) => !name.endsWith('stranger')) ?? ''

  assert.match(readFileSync(join(folder, own, 'lyra-owner'), 'utf8'), new RegExp(`^${child.pid} \\d+$`))
  assert.equal(await sweepProfiles(folder), 0)
  child.kill('SIGKILL')
  await gone

  assert.equal(await sweepProfiles(folder), 1)
  assert.deepEqual(profiles(), ['playwright_chromiumdev_profile-stranger'])
})
