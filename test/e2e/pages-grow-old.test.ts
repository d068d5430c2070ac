import assert from 'node:assert/strict'
import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import type { Client } from '@modelcontextprotocol/client'
import type { ClaimAnswer } from '../../src/api/get-claim.ts'
import type { QueryAnswer } from '../../src/api/query-graph.ts'
import type { SearchAnswer } from '../../src/api/search.ts'
import { callTool } from './demo-client.ts'
import { type LoopbackWeb, loopbackWeb } from './loopback-web.ts'

const page = (trial: string) => `<!doctype html><html lang="en"><head><title>Silverleaf tea</title></head><body><main>
<h1>Silverleaf tea and blood pressure</h1><p>${trial}</p>
<p>Silverleaf tea did not change the heart rate of the participants during the trial.</p></main></body></html>`
const BEFORE =
  'In a trial with 240 adults silverleaf tea lowered systolic blood pressure by 4.1 mmHg after twelve weeks.'
const AFTER =
  'In a trial with 240 adults silverleaf tea lowered systolic blood pressure by 1.2 mmHg after twelve weeks.'

/** A backup while the assistant is connected; in its place once nobody uses the home. */
async function backedUpAndRestored(t: TestContext, web: LoopbackWeb, client: Client) {
  const file = `${web.home}.tar.gz`
  t.after(() => rmSync(file, { force: true }))
  await web.lyra('backup', file)
  const early = await web.lyra<{ error: { code: string; message: string } }>('restore', file, '--force')
  await client.close()
  const restored = await web.lyra<{ moved_aside: string }>('restore', file, '--force')
  return {
    inUse: { code: early.error.code, message: early.error.message },
    movedAside: existsSync(join(restored.moved_aside, 'lyra.db')),
  }
}

test('LYRA 4.7: an old page is asked for again: confirmed by 304, its new words told; a replay is equal; LYRA 6.5: from a restored home', async (t) => {
  const versions = [
    { etag: '"one"', body: page(BEFORE) },
    { etag: '"two"', body: page(AFTER) },
  ]
  let version = 0
  const answered: string[] = []
  const web = await loopbackWeb(
    t,
    ['clinic.example'],
    (at) => [at('clinic.example', '/tea')],
    (request, response) => {
      const { etag = '', body = '' } = versions[version] ?? {}
      const same = request.headers['if-none-match'] === etag
      answered.push(same ? '304' : `200 ${etag}`)
      response.writeHead(same ? 304 : 200, { etag, 'content-type': 'text/html; charset=utf-8' }).end(same ? '' : body)
    },
    'freshness: { article_days: 0, knowledge_days: 0, documentation_days: 0, other_days: 0, paper_days: 0 }\n',
  )
  const client = await web.client()
  const { task_id } = await callTool<{ task_id: string }>(client, 'create_task', { query: 'Does silverleaf tea help?' })
  const search = (query: string) =>
    callTool<SearchAnswer>(client, 'search', { task_id, query, options: { wait_seconds: 60 } })

  const first = await search('silverleaf tea')
  await search('silverleaf tea trial')
  version = 1
  await search('silverleaf tea blood pressure')
  const looked = await callTool<QueryAnswer>(client, 'query_graph', {
    sql: `SELECT sp.outcome, sp.counts_toward_budget AS counts FROM search_pages sp ORDER BY sp.rowid`,
  })
  await callTool(client, 'stop_task', { task_id, finish_first: true })
  const told = first.claims_found.find(({ text }) => text.includes('4.1 mmHg'))
  const claim = await web.lyra<ClaimAnswer>('claim', told?.id ?? '')
  const restored = await backedUpAndRestored(t, web, client)
  const replayed = await web.lyra<{ equal: boolean; differences: unknown }>('replay', task_id)

  assert.deepEqual(answered, ['200 "one"', '304', '200 "two"'])
  assert.deepEqual(
    looked.rows.map(({ outcome, counts }) => [outcome, counts]),
    [
      ['ok', 1],
      ['not_modified', 0],
      ['ok', 1],
    ],
  )
  const day = new Date().toISOString().slice(0, 10)
  const notes = claim.timeline.map(({ what }) => what).filter((what) => what.startsWith('clinic.example said'))
  assert.deepEqual(notes, [`clinic.example said “${told?.text}” until ${day}, now says “${AFTER}”`])
  assert.deepEqual(restored, {
    inUse: { code: 'STORE_UNAVAILABLE', message: `Another process has ${join(web.home, 'lyra.db')} open` },
    movedAside: true,
  })
  assert.equal(replayed.equal, true, JSON.stringify(replayed.differences))
})
