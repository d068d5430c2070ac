import assert from 'node:assert/strict'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { after, before, describe, test } from 'node:test'
import { archiveRemains, type CrashRun, crashRun, killPoints, type Remains, remainsOf } from './crash-world.ts'
import { demoHome } from './demo-client.ts'

const QUESTION = 'Does silverleaf tea lower blood pressure?'
const SCRIPT = [
  { query: 'silverleaf tea blood pressure trial', options: { max_pages: 2, seek_primary: true } },
  { query: 'silverleaf tea side effects safety', options: { max_pages: 2 } },
]

function count(home: string, sql: string, ...values: string[]): number {
  const db = new DatabaseSync(join(home, 'lyra.db'), { readOnly: true })
  try {
    return Number(Object.values(db.prepare(sql).get(...values) ?? {})[0])
  } finally {
    db.close()
  }
}

const followed = (home: string, search: string) =>
  count(home, "SELECT count(*) FROM events WHERE kind = 'citations_followed' AND subject_id = ?", search)

/** The process gets SIGKILL when so many papers of the search have been followed. */
function dieAt(home: string, search: string, papers: number, killed: () => void) {
  const due = async () => {
    for (let tries = 0; tries < 3000; tries += 1) {
      if (followed(home, search) >= papers) return
      await new Promise((resolve) => setTimeout(resolve, 10))
    }
    throw new Error(`${papers} papers were not followed in time`)
  }
  return { due, killed }
}

/**
 * The same two searches, undisturbed and with the process killed: three times in a search, twice while it follows the
 * citations of one, which are a job of their own (REQ 8.3, LYRA 5.3; 100 kills: npm run bench -- conductor).
 */
describe('kill -9 of the real process during a search and while it follows citations', () => {
  const homes = { calm: demoHome(), killed: demoHome() }
  let calm: CrashRun
  let killed: CrashRun
  let expected: Remains
  let found: Remains
  /** Jobs of citations that were left running by a death. */
  let cutOff = 0

  before(
    async () => {
      calm = await crashRun(homes.calm, QUESTION, SCRIPT, [])
      const [first = 0, second = 0] = calm.steps
      const search = calm.searches[0]?.search_id ?? ''
      const jobCutOff = () => {
        cutOff += count(homes.killed, "SELECT count(*) FROM jobs WHERE kind = 'citations' AND state = 'running'")
      }
      killed = await crashRun(
        homes.killed,
        QUESTION,
        SCRIPT,
        [killPoints(11, 2, first * 0.4), killPoints(12, 1, second * 0.8)],
        [[3, followed(homes.calm, search)].map((papers) => dieAt(homes.killed, search, papers, jobCutOff))],
      )
      expected = remainsOf(homes.calm)
      found = remainsOf(homes.killed)
    },
    { timeout: 270_000 },
  )

  after(() => {
    for (const home of Object.values(homes)) rmSync(home, { recursive: true, force: true })
  })

  test('REQ 8.3: the process died five times and every search reached its end once', () => {
    assert.equal(killed.kills, 5)
    assert.deepEqual(
      killed.searches.map((search) => search.status),
      calm.searches.map((search) => search.status),
    )
    assert.equal(found.openJobs, 0)
  })

  test('REQ 8.3: twice it died in the middle of citations, and the next process went on by itself', () => {
    assert.equal(cutOff, 2)
    assert.deepEqual(killed.status.background, { citations_pending: 0 })
    const ended = "SELECT count(*) FROM events WHERE kind = 'citations_chased' AND subject_id = ?"
    assert.equal(count(homes.killed, ended, calm.searches[0]?.search_id ?? ''), 1)
  })

  test('REQ 8.3: claims, edges and confidences equal those of the undisturbed run', () => {
    assert.deepEqual(found.claims, expected.claims)
    assert.deepEqual(found.edges, expected.edges)
    // A process that opens the home later gives the search after it another id.
    const told = ({ status }: CrashRun) =>
      status.searches.map(({ id, ...rest }, at) => (at === 0 ? { id, ...rest } : rest))
    assert.deepEqual(told(killed), told(calm))
  })

  test('REQ 3.2.2: the same pages were looked at and count the same toward the budget', () => {
    assert.deepEqual(found.searchPages, expected.searchPages)
    assert.equal(calm.status.budget.pages_used, killed.status.budget.pages_used)
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

  test('LYRA 5.3: the search answered before its citations were followed', () => {
    assert.deepEqual([calm.meanwhile[0], killed.meanwhile[0]], [{ citations_pending: 1 }, { citations_pending: 1 }])
  })

  test('LYRA 5.1, demo: Semantic Scholar refuses a list with 429; the search is whole and names it', () => {
    const [search] = calm.status.searches
    // The search was given few pages: it says what it left out for want of them, and what makes no claim.
    const others = (lines: readonly string[] = []) =>
      lines.filter((line) => !/^(?:claims|full text): |^page .+ makes? no claim, /.test(line))
    assert.deepEqual(others(search?.warnings), [
      'source semantic_scholar: rate_limited (The server answered 429; a free key in sources.semantic_scholar_key may lift this)',
    ])
    assert.deepEqual(others(calm.searches[0]?.warnings), [])
  })

  test('LYRA 5.3: cited papers use no page of the task', () => {
    const cited = "SELECT count(*) FROM search_pages WHERE found_by = 'citation'"
    assert.equal(count(homes.calm, `${cited} AND counts_toward_budget = 0`), count(homes.calm, cited))
  })
})
