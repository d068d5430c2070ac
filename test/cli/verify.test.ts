import assert from 'node:assert/strict'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import type { VerifyAnswer, VerifyCheck } from '../../src/api/verify.ts'
import { runCli } from '../../src/cli/run-cli.ts'
import { fakeWorld } from './fake-world.ts'

function check(id: string, status: VerifyCheck['status'], over: Partial<VerifyCheck> = {}): VerifyCheck {
  const told = { expected: '3 results or more', found: status === 'passed' ? '10 results' : 'no_results' }
  return { part: 'search', id, status, optional: false, drift: false, elapsed_ms: 12, ...told, ...over }
}

function answer(checks: readonly VerifyCheck[], over: Partial<VerifyAnswer> = {}): VerifyAnswer {
  const count = (status: string) => checks.filter((one) => one.status === status).length
  return {
    ok: true,
    ...{ lyra: '0.1.0', node: '24.21.0', system: 'linux x64', list_dated: '2026-11-16', list_stale: false },
    ...{ replayed: false, started_at: '2026-11-20T08:30:00.000Z', seconds: 3.2, parts: ['search'] },
    ...{ passed: count('passed'), failed: count('failed'), skipped: count('skipped'), checks },
    ...over,
  }
}

function folder(t: TestContext): string {
  const path = mkdtempSync(join(tmpdir(), 'lyra-verify-cli-'))
  t.after(() => rmSync(path, { recursive: true, force: true }))
  return path
}

test('REQ 7.2.8: each check has its line, drift is named, and the exit code says how it went', async (t) => {
  const home = folder(t)
  const checks = [check('mojeek, english', 'passed'), check('brave, english', 'failed', { drift: true })]
  const world = fakeWorld({ verify: async () => answer(checks) })

  const code = await runCli(['verify', 'search', '--home', home], world)

  assert.equal(code, 1)
  assert.equal(
    world.out(),
    [
      'ok    search: mojeek, english  10 results',
      'FAIL  search: brave, english   no_results (expected: 3 results or more) DRIFT',
      '1 check passed, 1 failed, 0 skipped; list of 2026-11-16; exit 1\n',
    ].join('\n'),
  )
})

test('the result is kept in the home, readable by its user alone, with the exit code in it', async (t) => {
  const home = folder(t)
  const world = fakeWorld({ verify: async () => answer([check('mojeek, english', 'skipped')]) })

  const code = await runCli(['verify', 'search', '--home', home], world)

  const files = readdirSync(join(home, 'verify'))
  const file = join(home, 'verify', files[0] ?? '')
  assert.equal(code, 2)
  assert.deepEqual(files, ['2026-11-20T083000-search.json'])
  assert.equal(statSync(file).mode & 0o077, 0)
  assert.equal(JSON.parse(readFileSync(file, 'utf8')).exit, 2)
  assert.equal(world.err().includes(file), true)
})

test('an old list is told as such', async (t) => {
  const world = fakeWorld({ verify: async () => answer([check('a', 'passed')], { list_stale: true }) })

  await runCli(['verify', 'search', '--home', folder(t)], world)

  assert.match(world.out(), /The list is of 2026-11-16: what it asks for may have changed since/)
})

test('parts are asked in one order, each once, and `all` is every one; a wrong name is answered with the near one', async (t) => {
  const asked: (readonly string[])[] = []
  const home = folder(t)
  const world = fakeWorld({
    verify: async ({ parts }) => {
      asked.push(parts)
      return answer([check('a', 'passed')])
    },
  })

  await runCli(['verify', 'models', 'search', 'search', '--home', home], world)
  await runCli(['verify', 'all', '--home', home], world)
  const none = await runCli(['verify', '--home', home], world)
  const wrong = await runCli(['verify', 'acadmic', '--home', home], world)

  assert.deepEqual(asked, [
    ['search', 'models'],
    ['search', 'fetch', 'browser', 'challenge', 'session', 'academic', 'models'],
  ])
  assert.deepEqual([none, wrong], [2, 2])
  assert.match(world.err(), /Did you mean `lyra verify academic`\?/)
})

test('REQ 7 (9, 11): with a person the page is shown, and what the person says is part of the result', async (t) => {
  const shown: string[] = []
  const keys = async function* () {
    yield 'y'
    yield 'n'
  }
  const world = fakeWorld(
    {
      verify: async () => answer([check('recaptcha', 'passed', { part: 'challenge' })], { parts: ['challenge'] }),
      showPage: async ({ url }) => {
        shown.push(url)
        return { ok: true, opened: true, by: 'xdg-open', raised_by: 'xdg-open', skipped: [] }
      },
    },
    { keys },
  )

  const code = await runCli(['verify', 'challenge', '--person', '--home', folder(t)], world)

  assert.equal(shown.length, 1)
  assert.equal(code, 1, 'the person did not pass')
  assert.match(world.out(), /person: window in front true, passed false, \d+ s/)
})
