import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { z } from 'zod'
import type { StatusAnswer } from '../../src/api/get-status.ts'
import type { QueryAnswer } from '../../src/api/query-graph.ts'
import type { SearchAnswer } from '../../src/api/search.ts'
import type { VectorAnswer } from '../../src/api/vector-search.ts'
import { loadSettings } from '../../src/app/config.ts'
import { openLyra } from '../../src/app/open-lyra.ts'
import { openTerms } from '../../src/app/text-terms.ts'
import type { Call } from '../../src/cli/command.ts'
import { openTokenVerifier, type TokenVerifier } from '../../src/cli/oauth-session.ts'
import { createSeating, openTeamSession, type TeamSession } from '../../src/cli/team-session.ts'
import { systemClock } from '../../src/domain/clock.ts'
import { silentLogger } from '../../src/domain/log.ts'
import { bundleFolder } from '../../src/hub/bundles/bundle-folder.ts'
import { connectHub, type HubConnection } from '../../src/hub/connection.ts'
import { shareTask } from '../../src/hub/hub-tasks.ts'
import { addSignIn, addUser } from '../../src/hub/people.ts'
import { startTeamServer, type TeamServer } from '../../src/web/team-server.ts'
import { workOffQueue } from '../../src/worker/work-queue.ts'
import { callTool, DEMO_ARCHIVE, ROOT } from '../e2e/demo-client.ts'
import { type Issuer, startIssuer } from '../web/oauth/issuer.ts'
import { folderFor, newHub } from './hub-world.ts'
import { NO_POSTGRES, type Postgres, startPostgres } from './postgres.ts'
import { FEW_CLAIMS, PAGES, QUESTION } from './team-world.ts'

const skip = NO_POSTGRES
const RESOURCE = 'https://lyra.example/mcp'
const GATE_KEY = 'a key of the gate that nobody else knows'
let postgres: Postgres
let url: string
let owner: HubConnection
let gate: HubConnection
let server: TeamServer
let session: TeamSession
let issuer: Issuer
let verifier: TokenVerifier | null
let anaUrl: string
const cleaning: (() => void)[] = []
const clients: Client[] = []
const stopWorker = new AbortController()
let working: Promise<unknown>
/** By user: the client of their assistant. */
let [ana, bob]: (Client | undefined)[] = []

before(async () => {
  if (skip) return
  postgres = await startPostgres()
  url = await postgres.database()
  owner = await newHub(url)
  issuer = await startIssuer(RESOURCE)
  const tokens = {
    ana: (await addUser(owner, 'ana', 'researcher')).token,
    bob: (await addUser(owner, 'bob', 'researcher')).token,
    gate: (await addUser(owner, 'gate1', 'gate')).token,
    machine: (await addUser(owner, 'machine1', 'worker')).token,
  }
  anaUrl = postgres.as(url, 'ana', tokens.ana)
  await addSignIn(owner, 'carl', 'researcher', { issuer: issuer.url, subject: 'carl-7' }, GATE_KEY)
  const folder = folderFor({ after: (clean) => cleaning.push(clean) })
  const home = join(folder, 'home')
  const settings = loadSettings({ packageRoot: ROOT, environment: {}, flags: { home } })
  session = openTeamSession({ world: { openLyra }, open: { flags: {} } } as unknown as Call, settings, silentLogger)
  const listening = { ...settings.server, port: 0, oauth_issuer: issuer.url, oauth_resource: RESOURCE }
  verifier = openTokenVerifier(listening, () => RESOURCE)
  const gateUrl = postgres.as(url, 'gate1', tokens.gate)
  gate = await connectHub(gateUrl)
  const seating = createSeating({
    ...{ shared: session.shared, url: gateUrl, gate, gateKey: GATE_KEY, log: silentLogger },
    verify: verifier?.verify ?? null,
  })
  const oauth = { issuer: issuer.url, resource: RESOURCE }
  server = await startTeamServer(listening, { version: '0.0.0-test', log: silentLogger, seating, oauth })
  ana = await clientOf(`ana.${tokens.ana}`)
  bob = await clientOf(`bob.${tokens.bob}`)
  const hub = await connectHub(postgres.as(url, 'machine1', tokens.machine))
  working = workOffQueue({
    ...{ hub, name: 'w1', leaseMs: 60_000, untilEmpty: false, clock: systemClock, log: silentLogger },
    ...{ bundles: bundleFolder(join(folder, 'bundles')), folder: join(folder, 'worker'), terms: openTerms },
    ...{ open: { flags: FEW_CLAIMS, replay: DEMO_ARCHIVE }, openLyra, signal: stopWorker.signal },
  }).finally(() => hub.close())
})

after(async () => {
  if (skip) return
  for (const client of clients) await client.close()
  stopWorker.abort()
  await working
  await server.close()
  await verifier?.close()
  await session[Symbol.asyncDispose]()
  for (const one of [gate, owner]) await one.close()
  await issuer[Symbol.asyncDispose]()
  await postgres[Symbol.asyncDispose]()
  for (const clean of cleaning) clean()
})

async function clientOf(bearer: string): Promise<Client> {
  const client = new Client({ name: 'test', version: '0' })
  const requestInit = { headers: { authorization: `Bearer ${bearer}` } }
  await client.connect(new StreamableHTTPClientTransport(new URL(`${server.url}/mcp`), { requestInit }))
  clients.push(client)
  return client
}

const is = (client: Client | undefined): Client => {
  assert.ok(client)
  return client
}

interface Refused {
  readonly ok: false
  readonly error: { readonly code: string; readonly message: string }
}
const codeOf = async (client: Client | undefined, tool: string, input: Record<string, unknown>) =>
  (await callTool<Refused>(is(client), tool, input)).error?.code

let taskId = ''

test('MCP on a hub: a task is made, searched by a worker, and answered by the contract of a home', {
  skip,
}, async () => {
  const made = await callTool<{ task_id: string }>(is(ana), 'create_task', {
    query: QUESTION,
    config: { budget: { max_pages: 50 } },
  })
  taskId = made.task_id
  const asked = { task_id: taskId, targets: [PAGES[0]] }

  const early = await callTool<SearchAnswer>(is(ana), 'search', { ...asked, options: { wait_seconds: 0 } })
  assert.ok(early.status === 'queued' || early.status === 'running', early.status)
  const status = await callTool<StatusAnswer>(is(ana), 'get_status', { task_id: taskId })
  assert.deepEqual([status.status, status.budget.pages_limit], ['exploring', 50])
  const found = await callTool<SearchAnswer>(is(ana), 'search', { ...asked, options: { wait_seconds: 280 } })
  const again = await callTool<SearchAnswer>(is(ana), 'search', { ...asked, options: { wait_seconds: 0 } })

  assert.ok(found.claims_found.length > 0)
  assert.deepEqual(again, found, 'the same call again is free')
  const searches = await owner.rows(z.object({ n: z.number() }), 'SELECT count(*) AS n FROM hub.searches')
  assert.deepEqual(searches, [{ n: 1 }])
  const after = await callTool<StatusAnswer>(is(ana), 'get_status', { task_id: taskId })
  assert.deepEqual([after.metrics.total_searches, after.metrics.total_claims > 0], [1, true])
})

test('MCP on a hub: SQL, vectors, claims, report and review of the task come from rows that its user may see', {
  skip,
}, async () => {
  const sql = `SELECT finding_text, confidence FROM v_findings WHERE task_id = '${taskId}' ORDER BY rank_score DESC`
  const rows = await callTool<QueryAnswer>(is(ana), 'query_graph', { sql, options: { include_schema: true } })
  assert.ok(rows.row_count > 0)
  assert.deepEqual(rows.columns, ['finding_text', 'confidence'])
  assert.ok(rows.schema?.tables.some(({ name }) => name === 'v_timeline'))
  const near = await callTool<VectorAnswer>(is(ana), 'vector_search', { query: 'silverleaf plant', min_similarity: 0 })
  assert.ok(near.results.length > 0 && near.results[0]?.source_url !== undefined, JSON.stringify(near))
  const claim = await callTool<{ claim_id?: string; ok: boolean }>(is(ana), 'get_claim', {
    claim_id: near.results[0]?.id,
  })
  assert.equal(claim.ok, true)
  for (const [uri, words] of [
    ['report', /silverleaf/i],
    ['review', /./],
    ['timeline', /./],
  ] as const) {
    const { contents } = await is(ana).readResource({ uri: `lyra://tasks/${taskId}/${uri}` })
    assert.match(String((contents[0] as { text?: string }).text), words, uri)
  }
  const tasks = await is(ana).readResource({ uri: 'lyra://tasks' })
  assert.ok(String((tasks.contents[0] as { text?: string }).text).includes(taskId))
})

test('MCP on a hub: of a private task another user sees nothing, by no tool and no resource', { skip }, async () => {
  const claims = await owner.rows(z.object({ id: z.string() }), 'SELECT id FROM lyra.claims LIMIT 1')
  const pages = await owner.rows(z.object({ id: z.string() }), 'SELECT id FROM lyra.fragments LIMIT 1')
  assert.equal(await codeOf(bob, 'get_status', { task_id: taskId }), 'TASK_NOT_FOUND')
  assert.equal(await codeOf(bob, 'search', { task_id: taskId, query: 'x' }), 'TASK_NOT_FOUND')
  assert.equal(await codeOf(bob, 'stop_task', { task_id: taskId }), 'TASK_NOT_FOUND')
  assert.equal(await codeOf(bob, 'get_claim', { claim_id: claims[0]?.id }), 'NOT_FOUND')
  const note = { task_id: taskId, action: 'add_note', target_id: claims[0]?.id, payload: { note: 'x' } }
  assert.equal(await codeOf(bob, 'feedback', note), 'TASK_NOT_FOUND')
  for (const table of ['claims', 'pages', 'fragments', 'v_findings', 'tasks', 'embeddings']) {
    const { row_count } = await callTool<QueryAnswer>(is(bob), 'query_graph', { sql: `SELECT * FROM ${table}` })
    assert.equal(row_count, 0, table)
  }
  const near = await callTool<VectorAnswer>(is(bob), 'vector_search', { query: 'silverleaf plant', min_similarity: 0 })
  assert.deepEqual([near.results, near.total_searched], [[], 0])
  for (const uri of [
    `lyra://tasks/${taskId}/report`,
    `lyra://passages/${pages[0]?.id}`,
    `lyra://claims/${claims[0]?.id}`,
  ])
    await assert.rejects(is(bob).readResource({ uri }), uri)
  const list = await is(bob).readResource({ uri: 'lyra://tasks' })
  assert.equal(String((list.contents[0] as { text?: string }).text).includes(taskId), false)
})

test('MCP on a hub: shared, the task is seen; taken back, it is not shown from what was kept', { skip }, async () => {
  const report = { uri: `lyra://tasks/${taskId}/report` }
  await shareTask(owner, taskId, true)
  assert.ok((await is(bob).readResource(report)).contents.length > 0)
  await shareTask(owner, taskId, false)
  await assert.rejects(is(bob).readResource(report))
})

test('MCP on a hub: a correction is applied by a worker and stands in the next bundle', { skip }, async () => {
  const [claim] = await owner.rows(z.object({ id: z.string() }), 'SELECT id FROM lyra.claims ORDER BY id LIMIT 1')
  const note = { task_id: taskId, action: 'add_note', target_id: claim?.id, payload: { note: 'Seen by Ana' } }

  const answer = await callTool<{ ok: boolean; feedback_id: string }>(is(ana), 'feedback', note)

  assert.equal(answer.ok, true, JSON.stringify(answer))
  const [kept] = await owner.rows(
    z.object({ id: z.string(), payload: z.string(), generation: z.number() }),
    `SELECT f.id, f.payload, t.generation FROM lyra.feedback f JOIN hub.tasks t ON t.id = f.task_id`,
  )
  assert.deepEqual([kept?.id, kept?.generation, kept?.payload.includes('Seen by Ana')], [answer.feedback_id, 2, true])
})

test('MCP on a hub: questions that are none, and tools of one machine, are refused with their reason', {
  skip,
}, async () => {
  for (const sql of [
    'DELETE FROM claims',
    'SELECT pg_advisory_lock(77145002)',
    'SELECT pg_sleep(10)',
    `SELECT set_config('statement_timeout', '0', false)`,
    'SELECT * FROM hub.audit',
    'SELECT * FROM pg_catalog.pg_roles',
    'SELECT "pg_sleep"(1)',
    'SELECT 1; SELECT 2',
  ])
    assert.equal(await codeOf(ana, 'query_graph', { sql }), 'QUERY_REJECTED', sql)
  const slow = 'SELECT count(*) FROM claims a, fragments b, fragments c, fragments d, fragments e, fragments f'
  assert.equal(await codeOf(ana, 'query_graph', { sql: slow, options: { timeout_ms: 1 } }), 'TIMEOUT')
  assert.equal(await codeOf(ana, 'get_auth_queue', {}), 'NOT_ON_A_HUB')
  assert.equal(await codeOf(ana, 'wait_for_user', { prompt: 'Really?' }), 'NOT_ON_A_HUB')
})

test('MCP on a hub: many searches of one user wait at once, and none for a connection', { skip }, async () => {
  const tasks = await Promise.all(
    Array.from({ length: 8 }, () => callTool<{ task_id: string }>(is(bob), 'create_task', { query: QUESTION })),
  )
  // No worker takes them within the hour.
  for (const { task_id } of tasks)
    await owner.transaction(async (sql) => {
      await sql.run(`INSERT INTO hub.searches (task_id, query, created_by) VALUES ($1, 'x', 'bob')`, [task_id])
      await sql.run(`UPDATE hub_queue.job SET start_after = now() + interval '1 hour' WHERE singleton_key = $1`, [
        task_id,
      ])
    })
  const states = await Promise.all(
    tasks.map(async ({ task_id }) => {
      const input = { task_id, query: 'x', options: { wait_seconds: 2 } }
      return (await callTool<SearchAnswer>(is(bob), 'search', input)).status
    }),
  )
  assert.deepEqual(states, Array(8).fill('queued'))
  for (const { task_id } of tasks) assert.equal(await codeOf(bob, 'stop_task', { task_id }), undefined)
})

test('MCP on a hub: what was read is in the audit, under the name of who read it', { skip }, async () => {
  const told = await owner.rows(
    z.object({ who: z.string(), action: z.string() }),
    `SELECT DISTINCT who, action FROM hub.audit WHERE subject = $1 AND action IN ('read get_status', 'read search')
      ORDER BY 1, 2`,
    [taskId],
  )
  assert.deepEqual(told, [
    { who: 'ana', action: 'read get_status' },
    { who: 'ana', action: 'read search' },
    { who: 'bob', action: 'read get_status' },
    { who: 'bob', action: 'read search' },
  ])
})

test('MCP on a hub: who comes by OAuth is their user of the hub, and a token for reading only reads', {
  skip,
}, async () => {
  const carl = await clientOf(issuer.token({ sub: 'carl-7' }))
  const made = await callTool<{ task_id: string }>(carl, 'create_task', { query: 'Mine?' })
  const [task] = await owner.rows(z.object({ owner: z.string() }), 'SELECT owner FROM hub.tasks WHERE id = $1', [
    made.task_id,
  ])
  assert.equal(task?.owner, 'carl')
  assert.equal(await codeOf(ana, 'get_status', { task_id: made.task_id }), 'TASK_NOT_FOUND')
  const reader = await clientOf(issuer.token({ sub: 'carl-7', scope: 'lyra:read' }))
  assert.equal((await callTool<StatusAnswer>(reader, 'get_status', { task_id: made.task_id })).ok, true)
  assert.equal(await codeOf(reader, 'create_task', { query: 'Another?' }), 'HUB_REFUSED')
})

test('MCP on a hub: no token, a wrong one, a stranger and another one of the issuer open nothing', {
  skip,
}, async () => {
  const ask = async (bearer: string | null) => {
    const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' }
    const answer = await fetch(`${server.url}/mcp`, {
      method: 'POST',
      headers: bearer === null ? headers : { ...headers, authorization: `Bearer ${bearer}` },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
    })
    return `${answer.status} ${answer.headers.get('www-authenticate') ?? ''}`
  }
  const place = 'resource_metadata="https://lyra.example/.well-known/oauth-protected-resource/mcp"'
  assert.equal(await ask(null), `401 Bearer ${place}`)
  const invalid = `401 Bearer ${place}, error="invalid_token"`
  // The owner of the database has the right token, and is no user of the hub.
  const owned = 'owner.owner-of-the-test-hub'
  for (const bearer of ['ana.0123456789abcdef0123456789abcdef', owned, issuer.token({ sub: 'nobody' }), 'x', 'a.b.c'])
    assert.equal(await ask(bearer), invalid, bearer.slice(0, 20))
  assert.equal(await ask(issuer.token({ sub: 'carl-7', aud: 'https://other.example' })), invalid)
  assert.match(await ask(issuer.token({ sub: 'carl-7', scope: 'openid' })), /^403 .*insufficient_scope/)
})

test('lyra mcp --hub: an assistant at its own machine, over stdio', { skip, timeout: 60_000 }, async (t) => {
  const folder = folderFor(t)
  const client = new Client({ name: 'test', version: '0' })
  const env = { ...process.env, LYRA_HUB: anaUrl } as Record<string, string>
  const args = [join(ROOT, 'bin', 'lyra'), 'mcp', '--hub', 'env', '--home', folder]
  await client.connect(new StdioClientTransport({ command: process.execPath, args, env, stderr: 'ignore' }))
  t.after(() => client.close())
  const status = await callTool<StatusAnswer>(client, 'get_status', { task_id: taskId })
  assert.equal(status.query, QUESTION)
  assert.ok((await client.listTools()).tools.length > 10)
})
