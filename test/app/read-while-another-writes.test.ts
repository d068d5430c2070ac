import assert from 'node:assert/strict'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { auditBibliography } from '../../src/api/audit-bibliography.ts'
import { getEntities } from '../../src/api/entities.ts'
import { exportBundle } from '../../src/api/export-bundle.ts'
import { exportTask } from '../../src/api/export-task.ts'
import { findTexts } from '../../src/api/find-texts.ts'
import { getClaim } from '../../src/api/get-claim.ts'
import { getFeed } from '../../src/api/get-feed.ts'
import { getFindings } from '../../src/api/get-findings.ts'
import { getReport } from '../../src/api/get-report.ts'
import { getReview } from '../../src/api/get-review.ts'
import { getStatus } from '../../src/api/get-status.ts'
import { listTasks } from '../../src/api/list-tasks.ts'
import { catchUpWithOverrides } from '../../src/app/catch-up-with-overrides.ts'
import { silentLogger } from '../../src/domain/log.ts'
import { TASK } from '../report/bundle/bundle-world.ts'
import { homeWithTask } from '../report/exports/exported.ts'
import { blockedBlog } from '../research/graph/blocked-blog.ts'

test('LYRA 6.1: whoever reads is not kept by a process that writes in the same home, however long', async (t) => {
  const { folder, lyra } = await homeWithTask(t)
  await lyra.call(getEntities, { task_id: TASK })
  await lyra.call(findTexts, { words: 'HbA1c' })
  const writer = new DatabaseSync(join(folder, 'home', 'lyra.db'))
  t.after(() => writer.close())
  writer.exec('DELETE FROM review_queues; BEGIN IMMEDIATE')

  const began = performance.now()
  const report = await lyra.call(getReport, { task_id: TASK })
  const status = await lyra.call(getStatus, { task_id: TASK })
  const review = await lyra.call(getReview, { task_id: TASK })
  const findings = await lyra.call(getFindings, { task_id: TASK })
  const claim = await lyra.call(getClaim, { claim_id: 'claim_nejm' })
  const found = await lyra.call(findTexts, { words: 'HbA1c' })
  const feed = await lyra.call(getFeed, { task_id: TASK })
  const tasks = await lyra.call(listTasks, {})
  const audit = await lyra.call(auditBibliography, { list: 'Roe, J. Sitagliptin. NEJM, 2020.', offline: true })
  const ris = await lyra.call(exportTask, { task_id: TASK, format: 'ris', out: join(folder, 'out.ris') })
  const bundle = await lyra.call(exportBundle, { task_id: TASK, file: join(folder, 'b.lyra.zip') })
  const seconds = (performance.now() - began) / 1000

  assert.match(report.markdown, /Sitagliptin lowered HbA1c by 0\.7 points/)
  assert.deepEqual(
    [
      findings.task_id,
      status.metrics.total_claims,
      review.total,
      found.results.length,
      feed.entries,
      tasks.tasks.length,
    ],
    [TASK, 3, review.items.length, 3, 0, 1],
  )
  assert.deepEqual([claim.claim_id, audit.items.length, ris.bytes > 0, bundle.rows.claims], ['claim_nejm', 1, true, 3])
  // Each of them would have waited for the lock before.
  assert.equal(seconds < 15, true)
})

test('TRUST 4.2: a change of domains.yaml that cannot be saved yet is told as such, and holds at the next look', () => {
  using world = blockedBlog()
  world.overrides('user_overrides:\n  - { domain: blog.example, trust_level: academic, reason: looked at }\n')
  world.store.db.exec('PRAGMA busy_timeout = 20')
  using writer = new DatabaseSync(world.store.path)
  const research = { ...world, log: silentLogger }
  writer.exec('BEGIN IMMEDIATE')

  const meanwhile = catchUpWithOverrides(research)
  const blocked = world.store.domains.blocked().map(({ domain }) => domain)
  writer.exec('ROLLBACK')
  const after = catchUpWithOverrides(research)

  assert.deepEqual([meanwhile, blocked], [false, ['blog.example']])
  assert.deepEqual([after, world.store.domains.blocked()], [true, []])
})
