import assert from 'node:assert/strict'
import { rmSync } from 'node:fs'
import { after, before, describe, test } from 'node:test'
import { archiveRemains, type CrashRun, crashRun, killPoints, type Remains, remainsOf } from './crash-world.ts'
import { demoHome } from './demo-client.ts'

const QUESTION = 'Does silverleaf tea lower blood pressure?'
const SCRIPT = [
  { query: 'silverleaf tea blood pressure trial', options: { max_pages: 3, seek_primary: true } },
  { query: 'silverleaf tea side effects safety', options: { max_pages: 2 } },
]

/**
 * The same two searches, undisturbed and with the process killed three times (REQ 8.3; 100 kills: npm run bench --
 * conductor).
 */
describe('kill -9 of the real process during a search', () => {
  const homes = { calm: demoHome(), killed: demoHome() }
  let calm: CrashRun
  let killed: CrashRun
  let expected: Remains
  let found: Remains

  before(
    async () => {
      calm = await crashRun(homes.calm, QUESTION, SCRIPT, [])
      const [first = 0, second = 0] = calm.steps
      killed = await crashRun(homes.killed, QUESTION, SCRIPT, [
        killPoints(11, 2, first * 0.4),
        killPoints(12, 1, second * 0.8),
      ])
      expected = remainsOf(homes.calm)
      found = remainsOf(homes.killed)
    },
    { timeout: 240_000 },
  )

  after(() => {
    for (const home of Object.values(homes)) rmSync(home, { recursive: true, force: true })
  })

  test('REQ 8.3: the process died three times and every search reached its end once', () => {
    assert.equal(killed.kills, 3)
    assert.deepEqual(
      killed.searches.map((search) => search.status),
      calm.searches.map((search) => search.status),
    )
    assert.equal(found.openJobs, 0)
  })

  test('REQ 8.3: claims, edges and confidences equal those of the undisturbed run', () => {
    assert.deepEqual(found.claims, expected.claims)
    assert.deepEqual(found.edges, expected.edges)
  })

  test('REQ 3.2.2: the same pages were looked at and count the same toward the budget', () => {
    assert.deepEqual(found.searchPages, expected.searchPages)
  })

  test('REQ 8.3: nothing is there twice, the database is whole, every event has a known cause', () => {
    assert.equal(found.duplicates, 0)
    assert.equal(found.integrity, 'ok')
    assert.equal(found.unexplainedEvents, 0)
  })

  test('REQ 8.3: every page points to a readable record of the archive', async () => {
    const archive = await archiveRemains(homes.killed)

    assert.deepEqual(archive.missing, [])
    assert.equal(archive.files >= 2, true)
  })
})
