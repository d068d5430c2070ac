import assert from 'node:assert/strict'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { openLyra } from '../../src/app/open-lyra.ts'
import { runCli } from '../../src/cli/run-cli.ts'
import { fakeWorld } from './fake-world.ts'

async function newHome(t: TestContext): Promise<string> {
  const home = mkdtempSync(join(tmpdir(), 'lyra-trust-'))
  t.after(() => rmSync(home, { recursive: true, force: true }))
  await (await openLyra({ home, mode: 'cli', flags: {} })).close()
  return home
}

async function trust(home: string, ...words: readonly string[]) {
  const world = fakeWorld({}, { openLyra })
  const exit = await runCli(['trust', ...words, '--home', home], world)
  return { exit, out: world.out(), err: world.err() }
}

test('CLI: the trust of a site is shown, set, and taken back', async (t) => {
  const home = await newHome(t)
  const text = () => readFileSync(join(home, 'domains.yaml'), 'utf8')

  assert.deepEqual((await trust(home, 'nejm.org')).out, 'nejm.org: ACADEMIC (listed by Lyra)\n')
  const set = await trust(home, 'https://Pod.example/episode/1', 'low', '--reason', 'a  podcast')
  assert.deepEqual([set.exit, set.out], [0, 'pod.example: UNVERIFIED -> LOW; 0 claims computed again\n'])
  const written = 'user_overrides:\n  - domain: pod.example\n    trust_level: LOW\n    reason: a podcast\n'
  assert.equal(text().replace(/ {4}added_at: \d{4}-\d\d-\d\d\n$/, ''), written)
  assert.match(
    (await trust(home, 'www.pod.example')).out,
    /^www\.pod\.example: LOW \(set by you for pod\.example on [\d-]+: a podcast\)\n$/,
  )
  assert.match((await trust(home, 'pod.example', 'LOW')).out, /it was so already\n$/)
  const json = await trust(home, 'pod.example', 'BLOCKED', '--json')
  assert.deepEqual(
    [JSON.parse(json.out)].map(({ before, trust: now, changed, entry }) => [before, now, changed, entry.reason]),
    [['LOW', 'BLOCKED', true, '']],
  )
  assert.equal(
    (await trust(home, 'pod.example', '--remove')).out,
    'pod.example: BLOCKED -> UNVERIFIED; 0 claims computed again\n',
  )
  assert.equal(text(), 'user_overrides:\n')
})

test('CLI: what does not go together, is no level or no site is told, and nothing is written', async (t) => {
  const home = await newHome(t)
  const exits = []
  for (const words of [
    [],
    ['a.example', 'LOW', '--remove'],
    ['a.example', '--reason', 'because'],
    ['a.example', 'DIVINE'],
    ['two words', 'LOW'],
    ['a.example', '--remove'],
  ])
    exits.push((await trust(home, ...words)).exit)

  assert.deepEqual(exits, [2, 2, 2, 2, 2, 3])
  assert.ok(!readdirSync(home).includes('domains.yaml'))
})
