import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base'
import type { QueryAnswer } from '../../src/api/query-graph.ts'
import type { SearchAnswer } from '../../src/api/search.ts'
import {
  claim,
  fragment,
  lookAt,
  page,
  search,
  stance,
  type TestStore,
  task,
  testStore,
} from '../store/graph-fixture.ts'
import { callTool, ROOT, readReport, readText } from './demo-client.ts'

const TASK_ID = 'task_0123456789abcdef'
const SEARCH_ID = 's_0123456789abcdef'
const EMPTY_ID = 's_00000000000000ee'
const CLAIMS = 120
const hex = (n: number) => ((n + 1) * 0x9e3779b97f4b).toString(16).padEnd(16, '7').slice(0, 16)
const claimId = (n: number) => `claim_${hex(n)}`

/** A home after a long search: 120 claims of 60 pages, each supported by another page, and one fragment of 400 KB. */
function researchedHome(): TestStore {
  const opened = testStore()
  const { store } = opened
  const ended = { status: 'satisfied', pages_fetched: 60, useful_fragments: 120 } as const
  store.tasks.insert(task(TASK_ID))
  store.searches.insert(search(SEARCH_ID, TASK_ID, { query: 'herbal tea trial', ...ended }))
  store.searches.insert(search(EMPTY_ID, TASK_ID, { query: 'nothing at all', status: 'exhausted' }))
  for (let n = 0; n < CLAIMS / 2; n += 1) {
    const id = `page_${hex(1000 + n)}`
    const url = `https://site${n}.example/reports/herbal-tea-${n}`
    const saved = page(id, { url, domain: `site${n}.example`, title: `Report ${n} on herbal tea`, authors: [] })
    store.pages.save(saved)
    lookAt(store, SEARCH_ID, [saved])
    const text = `In trial ${n} the tea lowered systolic blood pressure by ${n}.5 mmHg after twelve weeks of daily use.`
    store.fragments.saveAll([
      fragment(`frag_${hex(n)}`, id, { position: 0, text_content: text }),
      fragment(`frag_${hex(500 + n)}`, id, {
        position: 1,
        text_content: n === 0 ? 'tea '.repeat(100_000) : `${text} Again.`,
      }),
    ])
    for (const [m, fragmentId] of [`frag_${hex(n)}`, `frag_${hex(500 + n)}`].entries())
      store.claims.saveAll([
        claim(claimId(2 * n + m), TASK_ID, fragmentId, {
          search_id: SEARCH_ID,
          claim_text: `${text} (${m})`,
          span_start: 0,
          span_end: 40,
          confidence: 0.5 + n / 1000,
        }),
      ])
  }
  for (let n = 0; n < CLAIMS; n += 1)
    store.edges.saveStance(
      stance(`frag_${hex((n + 7) % (CLAIMS / 2))}`, claimId(n), 'supports', 0.9, {
        rationale: `It lowered it, trial ${n}.`,
      }),
    )
  return opened
}

describe('what an assistant is sent, by a client over stdio', () => {
  const client = new Client({ name: 'sizes-test', version: '1.0.0' })
  let home: TestStore

  before(async () => {
    home = researchedHome()
    const args = [join(ROOT, 'bin', 'lyra'), 'mcp', '--home', home.folder]
    await client.connect(new StdioClientTransport({ command: process.execPath, args, stderr: 'ignore' }))
  })
  after(async () => {
    await client.close()
    home[Symbol.dispose]()
  })

  async function called(name: string, input: Record<string, unknown>) {
    const result = await client.callTool({ name, arguments: input })
    const text = result.content.map((part) => (part.type === 'text' ? part.text : '')).join('\n')
    return { text, tokens: [countTokens(text), countTokens(JSON.stringify(result.structuredContent))] as const, result }
  }

  test('LYRA 3.8: query_graph answers in pages, with long cells shortened and decimals rounded', async () => {
    const seen: unknown[] = []
    for (let offset: number | undefined = 0; offset !== undefined; ) {
      const sql = 'SELECT * FROM claims ORDER BY id'
      const { tokens } = await called('query_graph', { sql, options: { offset, limit: 200 } })
      const answer: QueryAnswer = await callTool(client, 'query_graph', { sql, options: { offset, limit: 200 } })
      assert.ok(Math.max(...tokens) <= 8800, String(tokens))
      seen.push(...answer.rows.map((row) => row.id))
      offset = answer.next_offset
    }
    const long = await callTool<QueryAnswer>(client, 'query_graph', {
      sql: 'SELECT max(length(text_content)) AS n, text_content, 1.0 / 3 AS third FROM fragments',
    })

    assert.equal(new Set(seen).size, CLAIMS)
    assert.match(String(long.rows[0]?.text_content), /… \[500 of 400000 characters\]$/u)
    assert.equal(long.rows[0]?.third, 0.3333)
  })

  test('LYRA 3.8: report and graph are read to their last claim and citation by the addresses they name', async () => {
    const report = await readReport(client, TASK_ID)
    const graph: string[] = []
    for (let uri: string | null = `lyra://tasks/${TASK_ID}/graph`; uri !== null; ) {
      const text: string = await readText(client, uri)
      const page = JSON.parse(text) as { claims: { id: string }[]; next: string | null }
      assert.ok(countTokens(text) <= 8800)
      graph.push(...page.claims.map(({ id }) => id))
      uri = page.next
    }

    const whole = report.join('\n')
    const ids = Array.from({ length: CLAIMS }, (_, n) => claimId(n))
    assert.deepEqual(
      ids.filter((id) => !whole.includes(`\`${id}\``)),
      [],
    )
    assert.deepEqual(graph.toSorted(), ids.toSorted())
    const cited = new Set([...whole.matchAll(/(?<!\\)\[(\d+)\]/gu)].map((match) => match[1]))
    for (const number of cited) assert.match(whole, new RegExp(`^- \\[${number}\\] `, 'mu'))
    for (const page of report) assert.ok(countTokens(page) <= 8800, String(countTokens(page)))
  })

  test('LYRA 3.8: a claim explains itself: which passages count, since when, where its bytes lie', async () => {
    const { text } = await called('get_claim', { claim_id: claimId(3) })
    const resource = await readText(client, `lyra://claims/${claimId(3)}`)

    assert.match(text, /^Confidence 0\.501 \(log odds/mu)
    assert.match(text, /^- edge_\w+ supports .*: "It lowered it, trial 3\." https:\/\/site10\.example/mu)
    assert.match(text, /^Timeline:\n- \S+ first_seen: /mu)
    assert.ok(resource.startsWith(`${claimId(3)} "In trial 1 the tea`))
  })

  test('LYRA 3.9: answers are short, the text says what the data says, and nothing is cut unsaid', async () => {
    const found = await called('search', { task_id: TASK_ID, query: 'herbal tea trial' })
    const empty = await called('search', { task_id: TASK_ID, query: 'nothing at all' })
    const status = await called('get_status', { task_id: TASK_ID })
    const { claims_found: claims } = found.result.structuredContent as unknown as SearchAnswer

    assert.ok(Math.max(...found.tokens) <= 1800, String(found.tokens))
    assert.ok(Math.max(...empty.tokens) <= 150, String(empty.tokens))
    assert.ok(Math.max(...status.tokens) <= 700, String(status.tokens))
    assert.ok(claims.length >= 15)
    for (const { id } of claims) assert.ok(found.text.includes(id))
    assert.match(found.text, new RegExp(`${CLAIMS - claims.length} more claims: query_graph SELECT`, 'u'))
    assert.throws(() => JSON.parse(found.text), SyntaxError)
  })
})
