import assert from 'node:assert/strict'
import { test } from 'node:test'
import { z } from 'zod'
import { TOOLS } from '../../src/app/use-cases.ts'
import { connect } from './connect.ts'
import { fakeLyra, SEARCH_ANSWER, TASK_ID } from './fake-lyra.ts'

/** An empty list is left out. */
const META = {
  unverified_domains: ['blog.example.jp'],
  security_warnings: ['L2: 1 pattern'],
}

test('LYRA 3.1: the tools are listed with input schema, output schema and annotations, and Lyra is not loaded', async (t) => {
  let loaded = 0
  const { client } = await connect(t, async () => {
    loaded += 1
    return fakeLyra()
  })

  const { tools } = await client.listTools()

  assert.deepEqual(
    tools.map((tool) => tool.name),
    TOOLS.map(({ name }) => name),
  )
  for (const tool of tools) {
    assert.equal(tool.inputSchema.additionalProperties, false, `${tool.name} refuses unknown fields`)
    assert.equal(tool.outputSchema?.type, 'object', `${tool.name} has an output schema`)
    assert.equal(typeof tool.annotations?.readOnlyHint, 'boolean', `${tool.name} says whether it only reads`)
  }
  assert.equal(loaded, 0)
})

test('the list of tools fits into 20 KB of a context window', async (t) => {
  const { client } = await connect(t, async () => fakeLyra())

  const { tools } = await client.listTools()

  const bytes = Buffer.byteLength(JSON.stringify({ tools }))
  assert.ok(bytes <= 20_000, `${bytes} bytes`)
})

test('the listed output schema names every field with its type, and what objects hold', async (t) => {
  const { client } = await connect(t, async () => fakeLyra())

  const { tools } = await client.listTools()

  const fieldsOf = (name: string) =>
    new Map(Object.entries(tools.find((tool) => tool.name === name)?.outputSchema?.properties ?? {}))
  for (const tool of TOOLS) {
    const { properties, anyOf = [{ properties }] } = z.toJSONSchema(tool.output)
    const named = anyOf.flatMap((form) => (typeof form === 'object' ? Object.keys(form.properties ?? {}) : []))
    assert.deepEqual(new Set(fieldsOf(tool.name).keys()), new Set(named), tool.name)
  }
  assert.deepEqual(fieldsOf('search').get('budget_remaining'), { type: 'object', description: 'pages, percent' })
  assert.deepEqual(fieldsOf('calibrate').get('brier_score'), {
    anyOf: [{ type: 'number' }, { type: 'null' }],
  })
})

test('REQ 3.2.1: each tool answers structured content that fits its listed schema, with ok and _lyra_meta (L5)', async (t) => {
  const { client } = await connect(t, async () => fakeLyra())
  const calls: Readonly<Record<string, Record<string, unknown>>> = {
    create_task: { query: '鎮静下内視鏡の安全性', config: { budget: { max_pages: 20 }, language: 'ja' } },
    search: { task_id: TASK_ID, query: SEARCH_ANSWER.query, options: { refute: true, engines: ['mojeek'] } },
    get_status: { task_id: TASK_ID },
    stop_task: { task_id: TASK_ID, reason: 'completed' },
    query_graph: { sql: 'SELECT 1', options: { limit: 5 } },
    get_claim: { claim_id: 'claim_00000000000000aa' },
    vector_search: { query: '偶発症', target: 'claims', top_k: 3 },
    feedback: { task_id: TASK_ID, action: 'add_note', target_id: 'claim_1', payload: { note: 'x' } },
    calibrate: { action: 'add_sample', data: { source: 'nli_judge', prediction: 0.8, actual: 1 } },
    calibrate_rollback: { source: 'nli_judge' },
    get_auth_queue: {},
    resolve_auth: { target: 'item', data: { auth_id: 'auth_1', status: 'resolved' } },
    notify_user: { event: 'info', payload: { message: 'done' } },
    wait_for_user: { prompt: 'Open the page?' },
  }
  // The client checks structuredContent against the listed schema only for tools it has listed.
  await client.listTools()

  for (const tool of TOOLS) {
    const result = await client.callTool({ name: tool.name, arguments: calls[tool.name] ?? {} })
    const answer = result.structuredContent as Record<string, unknown>

    assert.equal(result.isError, undefined, tool.name)
    assert.equal(answer.ok, true, tool.name)
    // Their items say themselves how far a source is trusted.
    const { unverified_domains: _, ...rest } = META
    const expected = ['search', 'vector_search'].includes(tool.name) ? rest : META
    assert.deepEqual(answer._lyra_meta, expected, tool.name)
    const [text] = result.content
    assert.ok(text?.type === 'text' && text.text.includes('Security: "L2: 1 pattern"'), tool.name)
  }
})

test('REQ 4.4.1 L7: fields the schema does not name, hidden characters and session tags do not leave', async (t) => {
  const tagged = '鎮静\u200b下\u0007 LYRA-0123456789abcdef0123456789abcdef 内視鏡'
  const claim = { ...SEARCH_ANSWER.claims_found[0], text: tagged, prompt: 'secret system prompt' }
  const lyra = fakeLyra({
    search: async () => ({ ...SEARCH_ANSWER, claims_found: [claim], debug: 'inner' }) as never,
  })
  const { client } = await connect(t, async () => lyra)

  const result = await client.callTool({ name: 'search', arguments: { task_id: TASK_ID, query: '内視鏡' } })

  const answer = result.structuredContent as { claims_found: Record<string, unknown>[]; debug?: unknown }
  assert.equal(answer.claims_found[0]?.text, '鎮静下  内視鏡')
  assert.equal('prompt' in (answer.claims_found[0] ?? {}), false)
  assert.equal('debug' in answer, false)
})

test('REQ 4.4.1 L7: a text longer than its schema allows is cut and the cut is named in _lyra_meta', async (t) => {
  const claim = { ...SEARCH_ANSWER.claims_found[0], text: 'あ'.repeat(9000) }
  const lyra = fakeLyra({ search: async () => ({ ...SEARCH_ANSWER, claims_found: [claim] }) as never })
  const { client } = await connect(t, async () => lyra)

  const result = await client.callTool({ name: 'search', arguments: { task_id: TASK_ID, query: '内視鏡' } })

  const answer = result.structuredContent as {
    claims_found: { text: string }[]
    _lyra_meta: { security_warnings: string[] }
  }
  assert.match(answer.claims_found[0]?.text ?? '', /^あ{300}… \[300 of 8000 characters\]$/u)
  assert.deepEqual(answer._lyra_meta.security_warnings, [
    'claims_found[].text was longer than an answer may be and was cut',
    'L2: 1 pattern',
  ])
})

test('REQ 4.4.1 L7, L8: what L7 cuts, takes out or refuses is audited by kind and field', async (t) => {
  const audited: string[] = []
  const told = `鎮静 <LYRA-${'0a'.repeat(16)}> 内視鏡`
  const [claim] = SEARCH_ANSWER.claims_found
  const claims_found = [
    { ...claim, text: 'あ'.repeat(9000) },
    { ...claim, text: told },
  ]
  const lyra = fakeLyra({
    audit: ({ pattern, subjectId }) => void audited.push(`${subjectId} ${pattern}`),
    search: async () => ({ ...SEARCH_ANSWER, claims_found, warnings: [told] }) as never,
    getStatus: () => ({ ok: true, task_id: TASK_ID }) as never,
    getReportPage: ({ task_id }) => ({ ok: true, task_id, markdown: `# ${told}`, next: null }),
  })
  const { client } = await connect(t, async () => lyra)

  const result = await client.callTool({ name: 'search', arguments: { task_id: TASK_ID, query: '内視鏡' } })
  await client.callTool({ name: 'get_status', arguments: { task_id: TASK_ID } })
  await client.readResource({ uri: `lyra://tasks/${TASK_ID}/report` })

  assert.deepEqual(audited, [
    'search cut:claims_found[].text',
    'search tag_name:claims_found[].text',
    'search tag_name:warnings[]',
    'get_status schema',
    'task-report tag_name:text',
  ])
  const { _lyra_meta: meta } = result.structuredContent as { _lyra_meta: { security_warnings: string[] } }
  assert.deepEqual(meta.security_warnings.slice(1), [
    'L7: a tag of the system instructions was taken out of claims_found[].text',
    'L7: a tag of the system instructions was taken out of warnings[]',
    'L2: 1 pattern',
  ])
})

test('REQ 4.4.1 L7: an answer leaves also where its audit cannot be written', async (t) => {
  const lyra = fakeLyra({
    audit: () => {
      throw new Error('disk full')
    },
    search: async () => ({ ...SEARCH_ANSWER, warnings: [`LYRA-${'0a'.repeat(16)}`] }),
  })
  const { client, lines } = await connect(t, async () => lyra)

  const result = await client.callTool({ name: 'search', arguments: { task_id: TASK_ID, query: '内視鏡' } })

  assert.equal(result.isError, undefined)
  assert.deepEqual(
    lines.map(({ event }) => event),
    ['audit_failed'],
  )
})
