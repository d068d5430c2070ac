import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { parquetMetadata, parquetReadObjects } from 'hyparquet'
import { z } from 'zod'
import { exportTask } from '../../../src/api/export-task.ts'
import { importBundle } from '../../../src/api/import-bundle.ts'
import { queryGraph } from '../../../src/api/query-graph.ts'
import { sendToZotero } from '../../../src/api/send-to-zotero.ts'
import { createLyra } from '../../../src/app/create-lyra.ts'
import { openLyra } from '../../../src/app/open-lyra.ts'
import { stableId } from '../../../src/domain/ids.ts'
import { bundleWorld, exportFrom, folderOf, TASK } from '../bundle/bundle-world.ts'

/** A home of its own with the task of the bundle world, and the folder beside it. */
async function homeWithTask(t: TestContext, flags: Readonly<Record<string, string>> = {}) {
  const folder = folderOf(t)
  using made = await bundleWorld()
  const { file } = await exportFrom(made, join(folder, 'a.lyra.zip'))
  const lyra = createLyra(() => openLyra({ flags, home: join(folder, 'home'), mode: 'cli' }))
  t.after(() => lyra.close())
  await lyra.call(importBundle, { file })
  return { folder, lyra }
}

async function readParquet(file: string): Promise<readonly Record<string, unknown>[]> {
  const bytes = readFileSync(file)
  const buffer = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength)
  assert.ok(Number(parquetMetadata(buffer).num_rows) >= 0)
  return parquetReadObjects({ file: buffer })
}

test('ADR 0033: the views as Parquet are read back by another reader with the same rows, numbers as numbers', async (t) => {
  const { folder, lyra } = await homeWithTask(t)
  const out = join(folder, 'tables')

  const { files } = await lyra.call(exportTask, { task_id: TASK, format: 'parquet', out })

  const { rows } = await lyra.call(queryGraph, {
    sql: `SELECT * FROM v_claim_evidence_summary WHERE task_id = '${TASK}' ORDER BY claim_id`,
    options: { whole: true },
  })
  const read = await readParquet(join(out, 'v_claim_evidence_summary.parquet'))
  const byId = (list: readonly Readonly<Record<string, unknown>>[]) =>
    [...list].sort((a, b) => (String(a.claim_id) < String(b.claim_id) ? -1 : 1))
  assert.deepEqual(byId(read), byId(rows))
  assert.equal(rows.length, 3)
  assert.ok(read.some((row) => Object.values(row).some((value) => typeof value === 'number')))
  assert.ok(read.some((row) => String(row.claim_text).includes('シタグリプチン')))
  assert.ok(files.includes('v_findings.parquet') && files.every((name) => name.endsWith('.parquet')))
})

const reviews = z.object({
  '@context': z.literal('https://schema.org'),
  '@graph': z.array(
    z.object({
      '@type': z.literal('ClaimReview'),
      claimReviewed: z.string(),
      author: z.object({ '@type': z.literal('Person'), name: z.string(), url: z.string().optional() }),
      reviewRating: z.object({ '@type': z.literal('Rating'), alternateName: z.string() }),
      itemReviewed: z.object({ '@type': z.literal('Claim'), appearance: z.array(z.object({ url: z.url() })).min(1) }),
      negativeNotes: z.array(z.object({ text: z.string() })),
    }),
  ),
})

test('ADR 0033: a ClaimReview has the verdicts of the person who signs it, and nobody else is asked', async (t) => {
  const { folder, lyra } = await homeWithTask(t)
  const finding = stableId('find', TASK, 'claim_nejm')
  const out = join(folder, 'review.json')
  const order = { task_id: TASK, format: 'claimreview' as const, out }
  const reviewer = { name: 'Ana Silva', verdicts: { [finding]: 'Missing context' } }

  await assert.rejects(lyra.call(exportTask, order), { code: 'INVALID_PARAMS' })
  await assert.rejects(lyra.call(exportTask, { ...order, reviewer: { ...reviewer, verdicts: { find_0: 'False' } } }), {
    code: 'NOT_FOUND',
  })
  await lyra.call(exportTask, { ...order, reviewer })

  const [review, ...others] = reviews.parse(JSON.parse(readFileSync(out, 'utf8')))['@graph']
  assert.equal(others.length, 0, 'findings without a verdict are left out')
  assert.deepEqual([review?.author.name, review?.reviewRating.alternateName], ['Ana Silva', 'Missing context'])
  assert.match(review?.claimReviewed ?? '', /lowered HbA1c by 0\.7 points/)
})

test('ADR 0033: the sources go to the Zotero that listens on loopback; without one the error says so', async (t) => {
  const taken: { path: string; version: string; body: unknown }[] = []
  const zotero = createServer((request, response) => {
    let body = ''
    request.on('data', (piece) => {
      body += String(piece)
    })
    request.on('end', () => {
      const version = String(request.headers['x-zotero-connector-api-version'])
      taken.push({ path: request.url ?? '', version, body: JSON.parse(body) })
      response
        .writeHead(request.url === '/connector/ping' ? 200 : 201, { 'content-type': 'application/json' })
        .end('{}')
    })
  })
  await new Promise<void>((resolve) => zotero.listen(0, '127.0.0.1', resolve))
  const { port } = zotero.address() as AddressInfo
  const { lyra } = await homeWithTask(t, { 'net.zotero_port': String(port) })

  const answer = await lyra.call(sendToZotero, { task_id: TASK })
  zotero.closeAllConnections()
  await new Promise((resolve) => zotero.close(resolve))

  const item = z.object({ itemType: z.string(), title: z.string(), url: z.string() })
  const saved = z.object({ sessionID: z.string(), items: z.array(item) }).parse(taken[1]?.body)
  assert.deepEqual(
    taken.map(({ path, version }) => [path, version]),
    [
      ['/connector/ping', '3'],
      ['/connector/saveItems', '3'],
    ],
  )
  assert.equal(answer.items, 3)
  assert.deepEqual(saved.items.map(({ url }) => url).sort(), [
    'https://bmj.com/p3',
    'https://nejm.org/p1',
    'https://pmda.go.jp/p2',
  ])
  await assert.rejects(lyra.call(sendToZotero, { task_id: TASK }), { code: 'ZOTERO_NOT_READY' })
})
