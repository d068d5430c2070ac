import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { after, before, describe, test } from 'node:test'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { checkCitations } from '../../src/api/check-citations.ts'
import { getReport } from '../../src/api/get-report.ts'
import { queryGraph } from '../../src/api/query-graph.ts'
import { createLyra } from '../../src/app/create-lyra.ts'
import { openLyra } from '../../src/app/open-lyra.ts'
import { estimateTokens } from '../../src/domain/token-estimate.ts'
import { walkDashboard } from './dashboard-walk.ts'
import {
  type Begun,
  beginThread,
  callTool,
  DEMO_ARCHIVE,
  demoHome,
  judgement,
  ROOT,
  type Thread,
  walkThread,
} from './demo-client.ts'

const CLIENT = { name: 'thread-test', version: '1.0.0' }
const LYRA = join(ROOT, 'bin', 'lyra')
/** The demo is walked within the minutes that all tests may take. */
const FEWER_CLAIMS = ['--set', 'judgement.claims_per_search=8', '--set', 'judgement.candidates_per_claim=8']

/** So many searches are made a second time; all of them: npm run bench -- conductor --demo. */
const TWICE = 2

/** The whole thread (REQ 2.1.2) by a real client over stdio; its begin by streamable HTTP in a second, empty home. */
describe('the thread on the demo web', () => {
  const homes = { stdio: demoHome(), http: demoHome() }
  let stdio: Thread
  /** What the home held when so many searches were made. */
  let begun: ReturnType<typeof judgement>
  let http: Begun

  before(
    async () => {
      stdio = await overStdio(homes.stdio, () => {
        begun = judgement(homes.stdio)
      })
      http = await overHttp(homes.http)
    },
    { timeout: 300_000 },
  )

  after(() => {
    for (const home of Object.values(homes)) rmSync(home, { recursive: true, force: true })
  })

  test('REQ 2.1.2: five searches run to their end and bring claims', () => {
    assert.deepEqual(
      stdio.searches.map((search) => search.ok),
      [true, true, true, true, true],
    )
    assert.deepEqual(
      stdio.searches.filter((search) => search.status === 'running'),
      [],
    )
    assert.equal(stdio.searches[0]?.status, 'satisfied')
  })

  test('REQ 3.2.1: progress of a search reaches the client, the web search first', () => {
    assert.equal(stdio.progress[0], 'Searching the web: silverleaf tea blood pressure trial')
    assert.ok(stdio.progress.includes('Weighing the evidence'))
  })

  test('TRUST 1.1: two academic sources in disagreement are contested, and both are kept', () => {
    using database = new DatabaseSync(join(homes.stdio, 'lyra.db'), { readOnly: true })
    const disputes = database
      .prepare(
        `SELECT k.contradiction_type AS type, c.verification_status AS status, c.adopted
         FROM contradictions k JOIN claims c ON c.id = k.claim_id
         JOIN fragments f ON f.id = c.source_fragment_id JOIN pages p ON p.id = f.page_id
         JOIN fragments g ON g.id = k.opposing_fragment_id JOIN pages o ON o.id = g.page_id
         WHERE p.domain = 'northern-heart.example' AND o.domain = 'journal-plant-medicine.example'`,
      )
      .all()
      .map((row) => ({ ...row }))

    assert.ok(disputes.length > 0)
    for (const { type, status, adopted } of disputes)
      assert.deepEqual([type, status, adopted], ['contested', 'contested', 1])
  })

  test('a person with the printed link sees by clicks, in under two minutes, why a finding is contested, and where', async () => {
    const walk = await walkDashboard(homes.stdio)

    assert.equal(walk.question, 'Does silverleaf tea lower blood pressure?')
    assert.deepEqual([walk.status, walk.reason], ['contested', 'in dispute between sources of comparable trust'])
    assert.ok(walk.weights >= 2, 'the reasons of its confidence')
    assert.ok(walk.marked.includes(walk.sentence), `${walk.sentence} is marked in the page of ${walk.site}`)
    assert.match(walk.record, /^urn:uuid:/)
    assert.match(walk.digest, /^sha256:/)
    assert.deepEqual(walk.elsewhere, [])
    assert.ok(walk.seconds < 120, String(walk.seconds))
  })

  test('LYRA 2.1: the claim of the blog that contradicts the trials is rejected, with its reason; the blog is not blocked', () => {
    const claim = claimStarting(stdio, 'Silverleaf tea raises blood pressure to dangerous levels')

    assert.deepEqual(
      [claim?.verification_status, claim?.status_reason],
      ['rejected', 'contradicts a source of much higher trust'],
    )
    assert.deepEqual(stdio.status.blocked_domains, [])
  })

  test('L2, LYRA 2.1: the passages that give orders to an AI are dropped and counted; one page blocks no domain', () => {
    const told = stdio.searches
      .flatMap((search) => search.warnings)
      .filter((warning) => warning.includes('were found and kept out'))

    assert.deepEqual(told, [
      'page https://tea-insider.example/silverleaf/what-the-labels-say: ' +
        'instructions to an AI were found and kept out, 2 passages (L2)',
    ])
  })

  test('the retracted paper is reported and its claims are not adopted', () => {
    assert.equal(stdio.status.metrics.retracted_sources, 1)
    assert.ok(stdio.status.warnings.some((warning) => warning.startsWith('retracted source: Dose-dependent')))
  })

  test('REQ 3.6.1: the captcha and the login wall wait for a person', () => {
    assert.deepEqual(stdio.status.auth_queue.domains.filter((domain) => domain.endsWith('.example')).sort(), [
      'cardio-portal.example',
      'medical-library.example',
    ])
  })

  test('REQ 3.1.2: the guideline is explored: its contents, what its sitemap names, and a note two links deep; robots.txt holds', async () => {
    const lyra = createLyra(() => openLyra({ flags: {}, home: homes.stdio, mode: 'cli' }))

    const { rows } = await lyra.call(queryGraph, {
      sql: "SELECT url, found_by, outcome FROM search_pages WHERE found_by LIKE 'link:%' AND url LIKE '%pressure-guideline%' ORDER BY url",
    })

    await lyra.close()
    assert.deepEqual(
      rows.map(({ url, found_by, outcome }) => [new URL(String(url)).pathname, found_by, outcome]),
      [
        ['/2025/herbal/evidence-table-silverleaf-tea-blood-pressure', 'link:sitemap', 'ok'],
        ['/2025/herbal/silverleaf-tea', 'link:contents', 'ok'],
        ['/2025/herbal/silverleaf-tea-and-medicines', 'link:related', 'ok'],
        ['/drafts/2027/silverleaf-tea-blood-pressure', 'link:sitemap', 'robots_denied'],
      ],
    )
  })

  test('EXPLORE 4.2: the contradictions are a view away', () => {
    assert.deepEqual(stdio.contradictions.columns, ['claim_id', 'claim_text', 'controversy_score'])
    assert.equal(stdio.contradictions.row_count, stdio.contradictions.rows.length)
    assert.ok(stdio.contradictions.rows.every((row) => String(row.claim_id).startsWith('claim_')))
  })

  test('EXPLORE 4.4: a Japanese question finds Japanese fragments first', () => {
    assert.match(stdio.vectors.results[0]?.text_preview ?? '', /銀葉茶/)
    assert.equal(stdio.vectors.results.length, 5)
  })

  test('REQ 7: every citation of the report resolves to a fragment and to a record of the archive', async () => {
    const lyra = createLyra(() => openLyra({ flags: {}, home: homes.stdio, mode: 'cli' }))
    const { markdown: report } = await lyra.call(getReport, { task_id: stdio.taskId })

    const { citations: checked } = await lyra.call(checkCitations, { report })

    await lyra.close()
    assert.ok(checked.length >= 40, `only ${checked.length} citations`)
    assert.deepEqual(
      checked.filter((citation) => citation.problem !== null),
      [],
    )
  })

  test('REQ 7: a forged address, record or excerpt in an edited report is found', async () => {
    const lyra = createLyra(() => openLyra({ flags: {}, home: homes.stdio, mode: 'cli' }))
    const { markdown: report } = await lyra.call(getReport, { task_id: stdio.taskId })
    const entry = report.split('\n').findIndex((line) => line.startsWith('- [1] '))
    const forge = async (offset: number, change: (line: string) => string) => {
      const lines = report.split('\n')
      lines[entry + offset] = change(lines[entry + offset] ?? '')
      const { citations: checked } = await lyra.call(checkCitations, { report: lines.join('\r\n') })
      return checked.filter((citation) => citation.problem !== null).map(({ number, problem }) => [number, problem])
    }

    const address = await forge(0, (line) => line.replace(/<https:..[^>]+>/, '<https://elsewhere.example/>'))
    const excerpt = await forge(1, (line) => line.replace('“', '“Surely '))
    const record = await forge(2, (line) => line.replace(/record `[^`]+`/, 'record `<urn:uuid:0>`'))
    const untouched = await forge(0, (line) => line)

    await lyra.close()
    assert.deepEqual(address, [[1, 'the address is not that of the page']])
    assert.deepEqual(excerpt, [[1, 'the excerpt is not in the fragment']])
    assert.deepEqual(record, [[1, 'the archive record is not that of the page']])
    assert.deepEqual(untouched, [])
  })

  test('LYRA 3.8: the report is a resource in pages, which hold every claim and citation of the whole', async () => {
    const lyra = createLyra(() => openLyra({ flags: {}, home: homes.stdio, mode: 'cli' }))
    const { markdown: whole } = await lyra.call(getReport, { task_id: stdio.taskId })
    await lyra.close()

    const [outline = ''] = stdio.report
    const read = stdio.report.join('\n')
    // Settings are those of the process that writes, and the server was started with others.
    const told = whole.split('\n').filter((line) => !line.startsWith('- All settings'))
    const entries = told.filter((line) => line.startsWith('- ') || line.includes('`claim_'))
    assert.match(outline, /^# Evidence report: Does silverleaf tea lower blood pressure\?/)
    assert.ok(entries.length > 100)
    assert.deepEqual(
      entries.filter((line) => !read.includes(line)),
      [],
    )
    for (const page of stdio.report) assert.ok(estimateTokens(page) <= 8500, `${estimateTokens(page)} tokens`)
  })

  test('REQ 4.6: the same task in another empty home gives the same claims, edges and confidences', () => {
    assert.ok(begun.claims.length >= 10 && begun.edges.length >= 10, `${begun.claims.length} claims`)
    assert.deepEqual(judgement(homes.http), begun)
    assert.equal(http.taskId, stdio.taskId)
  })

  test('the archive of the task is in its home', () => {
    assert.deepEqual(readdirSync(join(homes.stdio, 'archive')), [stdio.taskId])
  })
})

function claimStarting(thread: Thread, start: string) {
  return thread.searches.flatMap((search) => search.claims_found).find((claim) => claim.text.startsWith(start))
}

async function overStdio(home: string, onBegun: () => void): Promise<Thread> {
  const client = new Client(CLIENT)
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: [LYRA, 'mcp', '--home', home, '--replay', DEMO_ARCHIVE, ...FEWER_CLAIMS],
    }),
  )
  try {
    const missing = await callTool<{ ok: boolean; error: { code: string } }>(client, 'get_status', {
      task_id: 'task_none',
    })
    assert.equal(missing.error.code, 'TASK_NOT_FOUND')
    const begun = await beginThread(client, TWICE)
    onBegun()
    return await walkThread(client, begun)
  } finally {
    await client.close()
  }
}

async function overHttp(home: string): Promise<Begun> {
  const server = spawn(
    process.execPath,
    [LYRA, 'serve', '--home', home, '--replay', DEMO_ARCHIVE, ...FEWER_CLAIMS, '--set', 'server.port=0'],
    {
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  )
  try {
    const url = await announcedUrl(server)
    const client = new Client(CLIENT)
    const headers = { authorization: `Bearer ${readFileSync(join(home, 'server-token'), 'utf8').trim()}` }
    await client.connect(new StreamableHTTPClientTransport(new URL('/mcp', url), { requestInit: { headers } }))
    const begun = await beginThread(client, TWICE)
    await client.close()
    return begun
  } finally {
    server.kill('SIGTERM')
    await once(server, 'exit')
  }
}

/** The server says where it listens in its first lines. */
async function announcedUrl(server: ReturnType<typeof spawn>): Promise<string> {
  let said = ''
  for (const stream of [server.stdout, server.stderr]) stream?.on('data', (chunk) => (said += String(chunk)))
  for (let waited = 0; waited < 200; waited += 1) {
    const url = said.match(/https?:\/\/[0-9.:[\]]+/)
    if (url) return url[0]
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error(`the server did not say where it listens: ${said}`)
}
