import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import type { ErrorAnswer } from '../../src/api/error-answer.ts'
import type { QueryAnswer } from '../../src/api/query-graph.ts'
import type { SearchAnswer } from '../../src/api/search.ts'
import { callTool, ROOT } from './demo-client.ts'
import { loopbackSite } from './loopback-site.ts'

const PERSIAN = 'آیا چای فشار خون را پایین می\u200cآورد'

const PAGES = [
  {
    host: 'clinic.example',
    title: 'Amberroot extract and blood pressure',
    html: `<main><h1>Amberroot extract and blood pressure</h1>
      <p>In a trial with 240 adults amberroot extract lowered systolic blood pressure by 4.1 mmHg.</p></main>`,
  },
]

test('LYRA 10 by a client: queries, figures, hints, completions, and nothing left after a hard clean-up', async (t) => {
  const { client, home } = await loopbackSite(t, PAGES)
  const lyra = (...args: readonly string[]) =>
    new Promise<{ readonly out: string; readonly err: string }>((resolve) => {
      execFile(process.execPath, [join(ROOT, 'bin', 'lyra'), ...args, '--home', home], (_, out, err) =>
        resolve({ out, err }),
      )
    })
  const query = (sql: string) => callTool<QueryAnswer & Pick<ErrorAnswer, 'error'>>(client, 'query_graph', { sql })
  const created = await lyra('task', 'new', 'Does amberroot help?')
  const task_id = created.out.trim()

  const nothing = await callTool<ErrorAnswer>(client, 'search', { task_id, query: '\u0000' })
  const found = await callTool<SearchAnswer>(client, 'search', {
    task_id,
    query: PERSIAN,
    options: { wait_seconds: 120 },
  })
  const counts = await Promise.all(Array.from({ length: 20 }, () => query('SELECT count(*) AS n FROM pages')))
  const wrong = await query('SELECT contexts FROM citation_communities')
  const uncounted = await query('SELECT uncounted_count FROM v_claim_evidence_summary')
  const ref = { type: 'ref/prompt' as const, name: 'report' }
  const { completion } = await client.complete({ ref, argument: { name: 'task_id', value: task_id.slice(0, 8) } })
  const kept = await query('SELECT count(*) AS n FROM serp_cache')
  await callTool(client, 'stop_task', { task_id })
  await lyra('cleanup', task_id, '--hard')

  assert.match(created.out, /^task_[0-9a-f]+\n$/)
  assert.match(created.err, /^Budget: /)
  assert.deepEqual(
    [nothing.error.code, nothing.error.message],
    ['INVALID_PARAMS', 'query: must be at least 1 characters long'],
  )
  assert.equal(found.query, PERSIAN)
  assert.deepEqual(
    counts.map((answer) => answer.rows?.[0]?.n),
    Array(20).fill(1),
  )
  assert.equal(wrong.error.hint, 'citation_communities has task_id, page_id, cluster_id')
  assert.ok(uncounted.row_count > 0)
  assert.deepEqual(completion.values, [task_id])
  assert.equal(kept.rows[0]?.n, 1)
  const db = new DatabaseSync(join(home, 'lyra.db'), { readOnly: true })
  const left = ['serp_cache', 'serp_cache_uses', 'serp_items', 'pages', 'fragments', 'claims'].map(
    (table) => db.prepare(`SELECT count(*) AS n FROM ${table}`).get()?.n,
  )
  db.close()
  assert.deepEqual(left, [0, 0, 0, 0, 0, 0])
})
