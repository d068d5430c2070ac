import assert from 'node:assert/strict'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { after, before, describe, test } from 'node:test'
import type { StatusAnswer } from '../../src/api/get-status.ts'
import type { SearchAnswer } from '../../src/api/search.ts'
import { citationsFollowed, type Remains, remainsOf, startServer } from './crash-world.ts'
import { callTool, demoHome } from './demo-client.ts'

const QUESTION = 'Does silverleaf tea lower blood pressure?'
const SEARCH = { query: 'silverleaf tea blood pressure trial', options: { max_pages: 2, wait_seconds: 200 } }

interface Run {
  readonly answer: SearchAnswer
  /** `background` of get_status right after the answer. */
  readonly meanwhile: StatusAnswer['background']
  readonly status: StatusAnswer
  readonly deaths: number
}

/** One search of the demo, then its citations; the process gets SIGKILL each time so many papers have been followed. */
async function run(home: string, killAfter: readonly number[]): Promise<Run> {
  let server = await startServer(home)
  try {
    const { task_id } = await callTool<{ task_id: string }>(server.client, 'create_task', { query: QUESTION })
    const answer = await callTool<SearchAnswer>(server.client, 'search', { task_id, ...SEARCH })
    const { background } = await callTool<StatusAnswer>(server.client, 'get_status', { task_id })
    let deaths = 0
    for (const papers of killAfter) {
      await untilFollowed(home, papers)
      process.kill(server.pid, 'SIGKILL')
      await server.client.close().catch(() => undefined)
      deaths += openJobs(home)
      server = await startServer(home)
      // The home is opened by the first call; nobody asks for the search again.
      await callTool<StatusAnswer>(server.client, 'get_status', { task_id })
    }
    await citationsFollowed(server.client, task_id)
    const status = await callTool<StatusAnswer>(server.client, 'get_status', { task_id, details: true })
    return { answer, meanwhile: background, status, deaths }
  } finally {
    await server.client.close()
  }
}

const count = (home: string, sql: string) => {
  const db = new DatabaseSync(join(home, 'lyra.db'), { readOnly: true })
  try {
    return Number(Object.values(db.prepare(sql).get() ?? {})[0])
  } finally {
    db.close()
  }
}

const openJobs = (home: string) =>
  count(home, "SELECT count(*) FROM jobs WHERE kind = 'citations' AND state = 'running'")

async function untilFollowed(home: string, papers: number): Promise<void> {
  for (let tries = 0; tries < 3000; tries += 1) {
    if (count(home, "SELECT count(*) FROM events WHERE kind = 'citations_followed'") >= papers) return
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
  throw new Error(`${papers} papers were not followed in time`)
}

/** LYRA 5.3, REQ 8.3: the citations are a job of their own, which survives the process. */
describe('kill -9 of the real process while it follows citations', () => {
  const homes = { calm: demoHome(), killed: demoHome() }
  let calm: Run
  let killed: Run
  let expected: Remains
  let found: Remains

  before(
    async () => {
      calm = await run(homes.calm, [])
      const papers = count(homes.calm, "SELECT count(*) FROM events WHERE kind = 'citations_followed'")
      killed = await run(homes.killed, [3, papers])
      expected = remainsOf(homes.calm)
      found = remainsOf(homes.killed)
    },
    { timeout: 170_000 },
  )

  after(() => {
    for (const home of Object.values(homes)) rmSync(home, { recursive: true, force: true })
  })

  test('LYRA 5.3: the search answered before its citations were followed', () => {
    assert.deepEqual([calm.meanwhile, killed.meanwhile], [{ citations_pending: 1 }, { citations_pending: 1 }])
    assert.equal(killed.answer.status, calm.answer.status)
  })

  test('REQ 8.3: the process died twice in the middle, the next one went on by itself', () => {
    assert.equal(killed.deaths, 2)
    assert.deepEqual(killed.status.background, { citations_pending: 0 })
    assert.equal(found.openJobs, 0)
    assert.equal(count(homes.killed, "SELECT count(*) FROM events WHERE kind = 'citations_chased'"), 1)
  })

  test('REQ 8.3: claims, edges, confidences and pages equal those of the undisturbed run', () => {
    assert.deepEqual(found.claims, expected.claims)
    assert.deepEqual(found.edges, expected.edges)
    assert.deepEqual(found.searchPages, expected.searchPages)
    assert.deepEqual(killed.status.searches, calm.status.searches)
  })

  test('REQ 8.3: nothing is there twice, the database is whole, every event has a known cause', () => {
    assert.deepEqual([found.duplicates, found.integrity, found.unexplainedEvents], [0, 'ok', 0])
  })

  test('LYRA 5.1, demo: Semantic Scholar refuses a list with 429; the search is whole and names it', () => {
    const [search] = calm.status.searches
    // The search was given few pages: it says what it left out for want of them.
    const others = (lines: readonly string[] = []) => lines.filter((line) => !/^(?:claims|full text): /.test(line))
    assert.deepEqual(others(search?.warnings), [
      'source semantic_scholar: rate_limited (The server answered 429; a free key in sources.semantic_scholar_key may lift this)',
    ])
    assert.deepEqual(others(calm.answer.warnings), [])
  })

  test('LYRA 5.3: cited papers use no page of the task', () => {
    const cited = "SELECT count(*) FROM search_pages WHERE found_by = 'citation'"
    assert.equal(count(homes.calm, `${cited} AND counts_toward_budget = 0`), count(homes.calm, cited))
    assert.equal(calm.status.budget.pages_used, killed.status.budget.pages_used)
  })
})
