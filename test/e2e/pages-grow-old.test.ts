import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { promisify } from 'node:util'
import type { Client } from '@modelcontextprotocol/client'
import type { ExportBundleAnswer } from '../../src/api/export-bundle.ts'
import type { ClaimAnswer } from '../../src/api/get-claim.ts'
import type { ImportBundleAnswer } from '../../src/api/import-bundle.ts'
import type { QueryAnswer } from '../../src/api/query-graph.ts'
import type { SearchAnswer } from '../../src/api/search.ts'
import { callTool, ROOT } from './demo-client.ts'
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

test('LYRA 4.7, ADR 0029: an old page is asked for again: confirmed by 304, its new words told; LYRA 6.5: a restored home is whole; its bundle is opened, imported and replayed elsewhere with equal hashes', async (t) => {
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
      const headers = { etag, 'set-cookie': 'sid=d41d8cd98f00b204', 'content-type': 'text/html; charset=utf-8' }
      response.writeHead(same ? 304 : 200, headers).end(same ? '' : body)
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
  const file = join(web.home, 'tea.lyra.zip')
  const bundle = await web.lyra<ExportBundleAnswer>('export', task_id, '--bundle', file, '--with-private')
  const { replayed, ...handed } = await handedOver(t, web, file)

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
  assert.deepEqual(
    [replayed.conclusions_sha256.before, replayed.conclusions_sha256.after],
    [bundle.conclusions_sha256, bundle.conclusions_sha256],
  )
  assert.ok(handed.at.home.length > 2, 'the task has claims, fragments and edges')
  assert.deepEqual([handed.at.opened, handed.at.imported], [handed.at.home, handed.at.home])
  assert.deepEqual([handed.conflicts, handed.addedAgain], [0, 0])
  assert.deepEqual([bundle.private_pages, bundle.private_page_count], ['included', 1])
  assert.deepEqual([bundle.records_cleaned, bundle.records_left_out], [3, 0])
})

interface Replayed {
  readonly equal: boolean
  readonly differences: unknown
  readonly conclusions_sha256: { readonly before: string; readonly after: string }
}

/** Commands in a home that was empty before: nothing of the first home is read. */
function elsewhere(t: TestContext) {
  const home = mkdtempSync(join(tmpdir(), 'lyra-e2e-'))
  t.after(() => rmSync(home, { recursive: true, force: true }))
  return async <T>(...words: readonly string[]): Promise<T> => {
    const args = [join(ROOT, 'bin', 'lyra'), ...words, '--home', home, '--json']
    const { stdout } = await promisify(execFile)(process.execPath, args).catch((error: { stdout: string }) => error)
    return JSON.parse(stdout) as T
  }
}

/** Content ids: the same text of the same page has the same one in every home. */
const IDS = `SELECT id, hash FROM (
  SELECT c.id, f.text_hash AS hash FROM claims c JOIN fragments f ON f.id = c.source_fragment_id
  UNION SELECT f.id, f.text_hash FROM fragments f JOIN claims c ON c.source_fragment_id = f.id
  UNION SELECT e.id, e.relation FROM edges e) ORDER BY id, hash`

/**
 * One person's bundle at another's: looked into, taken over, taken over once more, and searched again there, with the
 * settings it brought along.
 */
async function handedOver(t: TestContext, web: LoopbackWeb, file: string) {
  const other = elsewhere(t)
  const ids = ({ rows }: QueryAnswer) => rows.map(({ id, hash }) => `${id} ${hash}`)
  const home = ids(await web.lyra<QueryAnswer>('query', IDS))
  const opened = ids(await other<QueryAnswer>('open', file, '--sql', IDS))
  const { conflicts } = await other<ImportBundleAnswer>('import', file)
  const { added } = await other<ImportBundleAnswer>('import', file)
  const imported = ids(await other<QueryAnswer>('query', IDS))
  return {
    at: { home, opened, imported },
    conflicts: conflicts.length,
    addedAgain: Object.values(added).reduce((all, one) => all + one, 0),
    replayed: await other<Replayed>('replay', file),
  }
}
