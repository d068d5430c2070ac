import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { parquetMetadata, parquetReadObjects } from 'hyparquet'
import { z } from 'zod'
import { exportTask } from '../../../src/api/export-task.ts'
import { queryGraph } from '../../../src/api/query-graph.ts'
import { stableId } from '../../../src/domain/ids.ts'
import { TASK } from '../bundle/bundle-world.ts'
import { homeWithTask } from './exported.ts'

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
