import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import type { PageFetch } from '../../src/net/types.ts'
import { Conductor } from '../../src/research/conductor.ts'
import type { ConductorParts } from '../../src/research/conductor-parts.ts'
import { createTask } from '../../src/research/tasks.ts'
import { openSmallWeb } from './small-web.ts'

const QUERY = 'silverleaf tea blood pressure'
/** Each page in its own words. */
const WORDS = ['clinic', 'dose', 'adults', 'weeks', 'fall']
const own = (page: number) => `Silverleaf tea and blood pressure: ${WORDS.map((word) => `${word}${page}`).join(' ')}.`
const press = () =>
  'Silverleaf tea lowers blood pressure in every adult who drinks it, says the maker in a press release.'

/** A web of 30 pages about the query, of which each says what `text` gives it. */
function thirtyPages(t: TestContext, text: (page: number) => string) {
  const folder = mkdtempSync(join(tmpdir(), 'lyra-novelty-'))
  const web = openSmallWeb({ path: join(folder, 'lyra.db') })
  const read: number[] = []
  const parts: ConductorParts = {
    ...web.parts,
    webSearch: {
      engines: ['mojeek'],
      search: async ({ query }) => {
        const items = Array.from({ length: 30 }, (_, index) => ({
          title: query,
          url: `https://site${index + 1}.example/${encodeURIComponent(query)}`,
          snippet: query,
          date: null,
          engine: 'mojeek',
          rank: index + 1,
          source_tag: 'web',
        }))
        return [{ engine: 'mojeek', outcome: 'ok', reason: null, items, cached: false }]
      },
    },
    fetcher: {
      warnings: [],
      fetchPage: async ({ url, signal }): Promise<PageFetch> => {
        signal?.throwIfAborted()
        const page = Number(/site(\d+)/.exec(url)?.[1])
        read.push(page)
        const body = new TextEncoder().encode(text(page))
        const response = { status: 200, headers: {}, body, finalUrl: url }
        return {
          result: { outcome: 'ok', route: 'http', response, archive: null, elapsedMs: 1 },
          attempts: [],
          screenshot: null,
        }
      },
    },
  }
  const conductor = new Conductor(parts)
  t.after(async () => {
    await conductor.close()
    web.store.close()
    rmSync(folder, { recursive: true, force: true })
  })
  const taskId = createTask(parts, { query: 'Does silverleaf tea help?' }).task_id
  return { ...web, conductor, taskId, read }
}

test('REQ 3.1.7.4: a search whose pages repeat each other reads no further than two cycles of ten', async (t) => {
  const { conductor, taskId, store } = thirtyPages(t, (page) => (page <= 3 ? own(page) : press()))

  const answer = await conductor.search(taskId, QUERY, { max_pages: 30 }, {})

  // The press release is new once, on the fourth page; twenty readings later nothing else was.
  assert.equal(answer.pages_fetched, 24)
  assert.ok(
    answer.warnings.includes('novelty: the last 20 readings said nothing new; 6 of the pages found were left unread'),
  )
  assert.equal(store.searches.pagesUsed(taskId), 24)
})

test('LYRA 2.8: a first search is new to its end and is not stopped; the same asked anew is not new', async (t) => {
  const { conductor, taskId } = thirtyPages(t, own)

  const first = await conductor.search(taskId, QUERY, { max_pages: 30 }, {})
  const again = await conductor.search(taskId, QUERY, { max_pages: 30, fresh: true }, {})

  assert.deepEqual([first.pages_fetched, first.novelty_score], [30, 1])
  assert.equal(again.novelty_score, 0)
})

test('REQ 3.1.7.4: another query whose pages carry what the task has read is stopped after two cycles', async (t) => {
  const { conductor, taskId } = thirtyPages(t, own)

  await conductor.search(taskId, QUERY, { max_pages: 30 }, {})
  const other = await conductor.search(taskId, 'silverleaf tea pressure of the blood', { max_pages: 30 }, {})

  assert.deepEqual([other.pages_fetched, other.novelty_score], [20, 0])
})
