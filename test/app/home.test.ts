import assert from 'node:assert/strict'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { homeProblems } from '../../src/app/home-problems.ts'
import { openLyra } from '../../src/app/open-lyra.ts'

function folder(t: { after(work: () => void): void }): string {
  const made = mkdtempSync(join(tmpdir(), 'lyra-home-'))
  t.after(() => rmSync(made, { recursive: true, force: true }))
  return made
}

test('home: reading from a mistyped home is refused and creates nothing', async (t) => {
  const home = join(folder(t), 'typo')
  await assert.rejects(openLyra({ flags: {}, home, mode: 'cli', mustExist: true }), {
    code: 'NOT_FOUND',
    message: `There is no research in ${home}`,
  })
  assert.equal(existsSync(home), false)
})

test('home: a broken domain list and a view without its purpose are named', (t) => {
  const home = folder(t)
  mkdirSync(join(home, 'views'))
  writeFileSync(join(home, 'domains.yaml'), 'domains:\n  - domain: a.example\n    trust_level: SUPERB\n')
  writeFileSync(join(home, 'views', 'v_mine.sql'), 'SELECT 1 AS one')
  const { domainList, views } = homeProblems(home)
  assert.match(domainList ?? '', /domains\.yaml: Domain list, domains\.0\.trust_level: Invalid option/u)
  assert.deepEqual(views, ['v_mine.sql: the first line must be a comment: -- purpose: what the view is for'])
})

test('home: an empty home has no problems', (t) => {
  assert.deepEqual(homeProblems(folder(t)), { domainList: null, views: [] })
})
