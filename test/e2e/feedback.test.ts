import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { test } from 'node:test'
import type { ErrorAnswer } from '../../src/api/error-answer.ts'
import type { FeedbackAnswer } from '../../src/api/feedback.ts'
import type { QueryAnswer } from '../../src/api/query-graph.ts'
import type { SearchAnswer } from '../../src/api/search.ts'
import { callTool, ROOT } from './demo-client.ts'
import { loopbackSite } from './loopback-site.ts'

const FOOTNOTE = 'In an earlier trial with 300 adults amberroot extract did not lower blood pressure at all.'

const PAGES = [
  {
    host: 'clinic.example',
    title: 'Amberroot extract and blood pressure',
    html: `<main><h1>Amberroot extract and blood pressure</h1>
      <p>In a trial with 240 adults amberroot extract lowered systolic blood pressure by 4.1 mmHg.</p></main>`,
  },
  {
    host: 'journal.example',
    title: 'A year with amberroot',
    html: `<main><h1>A year with amberroot</h1>
      <p>Amberroot is a plant of the northern hills, and its extract has been sold for three hundred years.</p></main>
      <footer><a href="/a">Home</a> <a href="/b">About</a> ${FOOTNOTE} <a href="/c">Terms</a> © 2026</footer>`,
  },
]

test('FEEDBACK 1 to 9 by a client: what is flagged must be there and is judged at once; what changed is told', async (t) => {
  const { client, home } = await loopbackSite(t, PAGES)
  const { task_id } = await callTool<{ task_id: string }>(client, 'create_task', { query: 'Does amberroot help?' })
  const query = async (sql: string) => (await callTool<QueryAnswer>(client, 'query_graph', { sql })).rows
  const search = (text: string) =>
    callTool<SearchAnswer>(client, 'search', { task_id, query: text, options: { wait_seconds: 120 } })
  const send = <T = FeedbackAnswer>(action: string, target_id: unknown, payload: unknown) =>
    callTool<T>(client, 'feedback', { task_id, action, target_id, payload })
  const found = await search('amberroot extract blood pressure')
  const claim = found.claims_found.find(({ text }) => text.includes('4.1 mmHg'))
  assert.ok(claim, JSON.stringify(found.claims_found))
  const [page] = await query("SELECT id FROM pages WHERE url LIKE '%journal.example%'")

  const invented = await send<ErrorAnswer>('flag_missing', page?.id, {
    missing_text: 'Amberroot extract doubled blood pressure in every trial ever made.',
  })
  const flagged = await send('flag_missing', page?.id, { missing_text: FOOTNOTE.toUpperCase() })
  const [edge] = await query(
    `SELECT e.id, f.text_content AS text, (SELECT count(*) FROM embeddings v WHERE v.target_id = f.id) AS vectors
     FROM edges e JOIN fragments f ON f.id = e.source_id
     WHERE f.extraction_method = 'user' AND e.target_id = '${claim.id}'`,
  )
  const corrected = await send('correct_nli', edge?.id, { correct_relation: 'refutes', confidence: 1 })
  const repeated = await send('correct_nli', edge?.id, { correct_relation: 'refutes', confidence: 1 })
  await send('rate_usefulness', page?.id, { rating: 1 })
  await send('add_note', claim.id, { note: 'Ask the authors for the protocol' })
  const shown = await callTool<SearchAnswer>(client, 'search', { task_id, query: 'amberroot extract blood pressure' })
  const { search_id } = await search('amberroot extract sold for years')
  const [best] = await query(
    `SELECT p.domain FROM search_fragments sf JOIN fragments f ON f.id = sf.fragment_id JOIN pages p ON p.id = f.page_id
     WHERE sf.query_id = '${search_id}' ORDER BY sf.final_score DESC LIMIT 1`,
  )
  const cli = await new Promise<string>((resolve) => {
    const args = ['feedback', task_id, 'add_note', claim.id, 'A second note', '--home', home]
    execFile(process.execPath, [join(ROOT, 'bin', 'lyra'), ...args], (_, out) => resolve(out))
  })

  assert.equal(invented.error.code, 'NOT_FOUND')
  assert.match(invented.error.message, /does not have this text/)
  assert.deepEqual([edge?.text, edge?.vectors], [FOOTNOTE, 1])
  assert.match(flagged.applied.join('\n'), /added, in the words of the archived page/)
  assert.equal(corrected.claims[0]?.claim_id, claim.id)
  assert.ok((corrected.claims[0]?.confidence ?? 1) < 0.5, JSON.stringify(corrected.claims))
  assert.deepEqual([corrected.pending_training_samples, repeated.pending_training_samples], [1, 1])
  assert.deepEqual(shown.claims_found.find(({ id }) => id === claim.id)?.notes, ['Ask the authors for the protocol'])
  assert.equal(best?.domain, 'clinic.example', 'the page that says it is rated 1')
  assert.match(cli, new RegExp(`^claim ${claim.id}: note added\\nkept as fb_\\w+\\n$`, 'u'))
})
