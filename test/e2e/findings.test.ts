import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import type { World } from '../../bench/worlds/load-world.ts'
import { packWorld } from '../../bench/worlds/pack-world.ts'
import type { FeedbackAnswer } from '../../src/api/feedback.ts'
import type { StatusAnswer } from '../../src/api/get-status.ts'
import type { QueryAnswer } from '../../src/api/query-graph.ts'
import type { SearchAnswer } from '../../src/api/search.ts'
import { callTool, ROOT } from './demo-client.ts'

const QUESTION = 'How much did the Arden rail tunnel cost to build?'

const PAGES: readonly (readonly [host: string, title: string, paragraphs: readonly string[]])[] = [
  [
    'arden-rail.example',
    'The Arden rail tunnel in figures',
    ['Building the Arden rail tunnel cost 348.6 million euros, as the audited final account of the works shows.'],
  ],
  [
    'arden-courier.example',
    'Final account for the Arden rail tunnel',
    ['Auditors have signed off a bill of 348.6 million euros for the railway under the Arden hills.'],
  ],
  [
    'railway-notes.example',
    'Notes on the Arden rail tunnel',
    [
      'Taxpayers spent 412.9 million euros to build the Arden rail tunnel, considerably more than the state admits.',
      'The Arden rail tunnel has two tubes, and trains pass through it at 160 kilometres per hour.',
    ],
  ],
]

function world(): World {
  const pages = PAGES.map(([host, title, paragraphs]) => ({
    file: `${host}/index.html`,
    host,
    url: `https://${host}/tunnel`,
    form: 'whole' as const,
    front: {
      ...{ title, description: title, lang: 'en' as const, kind: 'html' as const, charset: 'utf-8' as const },
      ...{ status: 200, headers: {} },
    },
    text: `<!doctype html><html lang="en"><head><title>${title}</title></head><body><main><article><h1>${title}</h1>
      ${paragraphs.map((text) => `<p>${text}</p>`).join('\n')}</article></main></body></html>`,
  }))
  const queries = [{ query: 'Arden rail tunnel cost', refute: false, results: pages.map(({ url }) => url) }]
  const truth = { statements: [], pairs: [], junk: [], order: [], blocks: { right: [], tolerable: [], wrong: [] } }
  return {
    plan: { name: 'tunnel', language: 'en', question: QUESTION, trust: {}, queries },
    truth,
    pages,
    readEdges: [],
  }
}

test('LYRA 2.7: claims that say the same are told as one finding, which a person can split and join', async (t) => {
  const home = mkdtempSync(join(tmpdir(), 'lyra-findings-'))
  const archive = join(home, 'tunnel.warc.gz')
  writeFileSync(archive, packWorld(world(), ROOT))
  const client = new Client({ name: 'findings-test', version: '1.0.0' })
  const args = [join(ROOT, 'bin', 'lyra'), 'mcp', '--home', home, '--replay', archive]
  await client.connect(new StdioClientTransport({ command: process.execPath, args, stderr: 'ignore' }))
  t.after(async () => {
    await client.close()
    rmSync(home, { recursive: true, force: true })
  })
  const { task_id } = await callTool<{ task_id: string }>(client, 'create_task', { query: QUESTION })
  const findings = async () => {
    const sql = `SELECT finding_text, claims, supporting_sources, claim_ids FROM v_findings
      WHERE task_id = '${task_id}' ORDER BY rank_score DESC`
    return (await callTool<QueryAnswer>(client, 'query_graph', { sql })).rows
  }
  const input = { task_id, query: 'Arden rail tunnel cost', options: { wait_seconds: 60 } }
  const answer = await callTool<SearchAnswer>(client, 'search', input)
  const status = await callTool<StatusAnswer>(client, 'get_status', { task_id })

  const told = answer.claims_found.filter(({ text }) => text.includes('348.6'))
  assert.equal(told.length, 1, JSON.stringify(answer.claims_found))
  const [main] = told
  assert.deepEqual([main?.finding?.claims.length, main?.finding?.sources], [1, 2])
  assert.ok(answer.claims_found.some(({ text }) => text.includes('412.9')))
  assert.match(answer.claims_found[0]?.text ?? '', /million euros/u)
  assert.equal(status.metrics.total_claims, status.metrics.total_findings + 1)

  const feedback = (action: string, payload: Record<string, unknown>) =>
    callTool<FeedbackAnswer>(client, 'feedback', { task_id, action, target_id: main?.id, payload })
  const before = await findings()
  assert.deepEqual(
    before
      .filter((row) => String(row.finding_text).includes('348.6'))
      .map((row) => [row.claims, row.supporting_sources]),
    [[2, 2]],
  )
  await feedback('split_claim', { reason: 'not the same account' })
  assert.equal((await findings()).length, before.length + 1)
  await feedback('join_claims', { same_as: main?.finding?.claims[0] })
  assert.deepEqual(await findings(), before)
})
