import assert from 'node:assert/strict'
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import type { CleanupAnswer, CleanupInput } from '../../../src/api/clean-up.ts'
import { runCli } from '../../../src/cli/run-cli.ts'
import { LyraError } from '../../../src/domain/errors.ts'
import { cleanUp } from '../../../src/research/cleanup.ts'
import { recomputeTask } from '../../../src/research/graph/recompute.ts'
import { fakeWorld } from '../../cli/fake-world.ts'
import { AT, citation, lookAt, search } from '../../store/graph-fixture.ts'
import { type GraphWorld, graphWorld } from './graph-world.ts'

/**
 * task_1 looked at own, shared and cited; task_2 looked at shared, which cites `cited`; `far` is cited by `cited`;
 * `lonely` is cited by `own` only. Archive files: task_1/a (own), task_1/b (shared), both with an
 * index, and task_1/serp (nobody's page).
 */
function twoTasks(): GraphWorld {
  const world = graphWorld()
  const { store } = world
  world.source('own', 'one.example', {
    page: { warc_file: 'task_1/a.warc.gz', screenshot_path: 'task_1/a.warc.gz#r1' },
  })
  world.source('shared', 'reuters.com', { page: { warc_file: 'task_1/b.warc.gz' } })
  for (const id of ['cited', 'far', 'lonely']) world.source(id, 'nejm.org')
  const shared = store.pages.get('shared')
  assert.ok(shared !== null)
  lookAt(store, 's_2', [shared])
  for (const [from, to] of [
    ['shared', 'cited'],
    ['cited', 'far'],
    ['own', 'lonely'],
  ] as const)
    store.edges.saveCitation(citation(from, to))
  world.claim('c1', 'own')
  world.claim('c2', 'shared', { task: 'task_2' })
  world.stance('shared', 'c1', 'supports', 0.9)
  world.stance('shared', 'c2', 'supports', 0.8)
  store.vectors.save('claim', 'c1', 'm', Float32Array.from([1, 0]), AT)
  store.vectors.save('fragment', 'f_own', 'm', Float32Array.from([1, 0]), AT)
  store.vectors.save('fragment', 'f_shared', 'm', Float32Array.from([0, 1]), AT)
  recomputeTask(world, 'task_1', 'cause_1')
  recomputeTask(world, 'task_2', 'cause_1')
  mkdirSync(join(world.archive, 'task_1'))
  for (const name of ['a.warc.gz', 'a.cdxj', 'b.warc.gz', 'b.cdxj', 'serp.warc.gz'])
    writeFileSync(join(world.archive, 'task_1', name), 'bytes')
  return world
}

const count = (world: GraphWorld, sql: string) => Number(world.store.db.prepare(sql).get()?.n)
const ids = (world: GraphWorld, table: string) =>
  world.store.db
    .prepare(`SELECT id FROM ${table} ORDER BY id`)
    .all()
    .map((row) => String(row.id))
const everything = (world: GraphWorld) =>
  ['tasks', 'queries', 'pages', 'fragments', 'claims', 'edges', 'embeddings', 'events', 'pending_removals'].map(
    (table) => count(world, `SELECT count(*) AS n FROM ${table}`),
  )

test('GRAPH 2.1: the rows of the task go, what is shared stays', () => {
  using world = twoTasks()

  const answer = cleanUp(world, world.archive, { task_id: 'task_1' })

  assert.deepEqual([answer.mode, answer.dry_run, answer.files], ['soft', false, []])
  assert.deepEqual(answer.removed, {
    edges: 1,
    embeddings: 1,
    finding_claims: 1,
    finding_sources: 2,
    findings: 1,
    claims: 1,
    search_pages: 5,
    queries: 1,
    events: 2,
    tasks: 1,
  })
  assert.deepEqual(ids(world, 'pages'), ['cited', 'far', 'lonely', 'own', 'shared'])
  assert.deepEqual(ids(world, 'claims'), ['c2'])
  assert.equal(count(world, "SELECT count(*) AS n FROM edges WHERE target_id = 'c1'"), 0)
  assert.equal(readdirSync(join(world.archive, 'task_1')).length, 5)
})

test('GRAPH 2.2: what nobody else uses goes too, with its files; what another task uses or reaches stays', () => {
  using world = twoTasks()
  const before = world.store.claims.get('c2')

  const answer = cleanUp(world, world.archive, { task_id: 'task_1', hard: true })

  // cited and far are one and two citations away from task_2's page; own and lonely are nobody's now
  assert.deepEqual(ids(world, 'pages'), ['cited', 'far', 'shared'])
  assert.deepEqual([answer.removed.pages, answer.removed.fragments, answer.pages_kept], [2, 2, 3])
  assert.deepEqual(
    answer.files.map((file) => [file.path, file.bytes]),
    [
      ['task_1/a.warc.gz', 5],
      ['task_1/serp.warc.gz', 5],
    ],
  )
  assert.deepEqual(readdirSync(join(world.archive, 'task_1')), ['b.cdxj', 'b.warc.gz'])
  assert.equal(world.store.vectors.get('fragment', 'f_own', 'm'), null)
  assert.notEqual(world.store.vectors.get('fragment', 'f_shared', 'm'), null)
  assert.deepEqual(world.store.claims.get('c2'), before)
  assert.deepEqual(world.store.cleanup.pendingRemovals(), [])
})

test('GRAPH 2.2: kept result pages that only this task was answered from go with it; a soft cleanup leaves them', () => {
  using world = twoTasks()
  const { caches, db } = world.store
  const save = (key: string, taskId: string) =>
    caches.saveSerp({ key, engine: 'mojeek', items: [], outcome: 'ok', createdAt: AT, expiresAt: '9999', taskId })
  save('own', 'task_1')
  save('both', 'task_1')
  save('other', 'task_2')
  caches.serp('both', AT, 'task_2')
  // As a version before this one left it: nobody knows whose it was.
  db.exec(`INSERT INTO serp_cache (key, engine, items, outcome, created_at, expires_at)
    SELECT 'nobody', engine, items, outcome, created_at, expires_at FROM serp_cache LIMIT 1`)
  const left = () =>
    db
      .prepare('SELECT key FROM serp_cache ORDER BY key')
      .all()
      .map((row) => row.key)

  const dry = cleanUp(world, world.archive, { task_id: 'task_1', hard: true, dry_run: true })
  const hard = cleanUp(world, world.archive, { task_id: 'task_1', hard: true })
  const afterHard = left()
  cleanUp(world, world.archive, { task_id: 'task_2' })

  assert.deepEqual([dry.removed.serp_cache, hard.removed.serp_cache, hard.removed.serp_cache_uses], [2, 2, 2])
  assert.deepEqual(
    [afterHard, left()],
    [
      ['both', 'other'],
      ['both', 'other'],
    ],
  )
})

test('GRAPH 2: any cleanup removes the vectors whose text is gone, and a search no longer finds them', () => {
  for (const request of [{ task_id: 'task_2' }, { task_id: 'task_2', hard: true }, {}]) {
    using world = twoTasks()
    const { store } = world
    // As an earlier Lyra left them when a cleanup ran while the model worked.
    store.db.exec(`INSERT INTO embeddings SELECT 'emb_stray_' || target_type, target_type, 'gone', model_id, embedding_blob,
      dimension, created_at FROM embeddings WHERE target_id IN ('c1', 'f_own')`)
    const found = () =>
      (['claim', 'fragment'] as const).map((target) =>
        store.vectors
          .search({ target, modelId: 'm', vector: Float32Array.of(1, 0), topK: 5, minSimilarity: 0.5 })
          .hits.map(({ id }) => id),
      )
    assert.deepEqual(found(), [
      ['c1', 'gone'],
      ['f_own', 'gone'],
    ])

    const dry = cleanUp(world, world.archive, { ...request, dry_run: true })
    const real = cleanUp(world, world.archive, request)

    assert.deepEqual([dry.removed.embeddings, real.removed.embeddings], [2, 2])
    assert.deepEqual(found(), [['c1'], ['f_own']])
  }
})

test('GRAPH 2: a dry run tells the same numbers and changes nothing', () => {
  using world = twoTasks()
  const before = everything(world)

  const dry = cleanUp(world, world.archive, { task_id: 'task_1', hard: true, dry_run: true })

  assert.deepEqual(everything(world), before)
  assert.equal(readdirSync(join(world.archive, 'task_1')).length, 5)
  const real = cleanUp(world, world.archive, { task_id: 'task_1', hard: true })
  assert.deepEqual([dry.removed, dry.files, dry.pages_kept], [real.removed, real.files, real.pages_kept])
  assert.equal(dry.dry_run, true)
})

test('GRAPH 2: an interruption between rows and files leaves a list that the next cleanup finishes', () => {
  using world = twoTasks()
  // As if the process had died right after the commit: rows gone, files noted, none removed.
  world.store.db.exec(
    `INSERT INTO pending_removals VALUES ('task_0/left.warc.gz', '${AT}', 'c'), ('task_1/b.warc.gz', '${AT}', 'c'), ('../outside', '${AT}', 'c')`,
  )
  mkdirSync(join(world.archive, 'task_0'))
  writeFileSync(join(world.archive, 'task_0', 'left.warc.gz'), 'bytes')
  writeFileSync(join(world.archive, '..', 'outside'), 'not in the archive')

  const answer = cleanUp(world, world.archive, {})

  assert.equal(answer.mode, 'orphans')
  assert.equal(existsSync(join(world.archive, 'task_0')), false)
  // a page needs it, so it stays
  assert.equal(existsSync(join(world.archive, 'task_1', 'b.warc.gz')), true)
  assert.equal(existsSync(join(world.archive, '..', 'outside')), true)
})

test('GRAPH 2: a failure in the middle leaves every row where it was', () => {
  using world = twoTasks()
  const before = everything(world)
  world.store.db.exec(`CREATE TRIGGER stop_here BEFORE DELETE ON tasks BEGIN SELECT raise(ABORT, 'power cut'); END`)

  assert.throws(() => cleanUp(world, world.archive, { task_id: 'task_1', hard: true }), /power cut/)

  assert.deepEqual(everything(world), before)
  assert.equal(readdirSync(join(world.archive, 'task_1')).length, 5)
})

test('GRAPH 2.2: --orphans removes what earlier soft cleanups left, and only that', () => {
  using world = twoTasks()
  cleanUp(world, world.archive, { task_id: 'task_1' })

  const answer = cleanUp(world, world.archive, {})

  assert.deepEqual(ids(world, 'pages'), ['cited', 'far', 'shared'])
  assert.deepEqual(
    answer.files.map((file) => file.path),
    ['task_1/a.warc.gz'],
  )
})

test('a running task is not cleaned up, and an unknown one is named', () => {
  using world = twoTasks()
  world.store.tasks.setStatus('task_1', 'exploring', AT)
  world.store.searches.insert(search('s_9', 'task_1', { status: 'running' }))
  const code = (wanted: string) => (error: unknown) => error instanceof LyraError && error.code === wanted

  assert.throws(() => cleanUp(world, world.archive, { task_id: 'task_1' }), code('INVALID_PARAMS'))
  assert.throws(() => cleanUp(world, world.archive, { task_id: 'task_no' }), code('TASK_NOT_FOUND'))
})

test('a file crossed off is not listed again', () => {
  using world = graphWorld()
  world.store.db.exec(`INSERT INTO pending_removals VALUES ('task_1/x.warc.gz', '${AT}', 'c')`)

  world.store.cleanup.crossOff('task_1/x.warc.gz')

  assert.deepEqual(world.store.cleanup.pendingRemovals(), [])
})

test('lyra cleanup hands the request on and says what was removed', async () => {
  const asked: CleanupInput[] = []
  const answer: CleanupAnswer = {
    ok: true,
    task_id: 'task_1',
    mode: 'hard',
    dry_run: true,
    removed: { claims: 3, pages: 2 },
    pages_kept: 1,
    files: [{ path: 'task_1/a.warc.gz', bytes: 12_000 }],
    files_left: [],
  }
  const world = fakeWorld({
    cleanUp: (request) => {
      asked.push(request)
      return answer
    },
  })

  const code = await runCli(['cleanup', 'task_1', '--hard', '--dry-run'], world)

  assert.equal(code, 0)
  assert.deepEqual(asked, [{ task_id: 'task_1', hard: true, dry_run: true }])
  assert.equal(
    world.out(),
    [
      'task_1: hard cleanup (dry run)',
      'Would remove:',
      '  claims: 3',
      '  pages: 2',
      'Would remove 1 archive file, 12 kB',
      'Kept because others need them: 1 page',
      '',
    ].join('\n'),
  )
})

test('lyra cleanup without a task, or with --orphans and --hard, is refused', async () => {
  const bare = fakeWorld()
  const both = fakeWorld()

  const codes = [await runCli(['cleanup'], bare), await runCli(['cleanup', '--orphans', '--hard'], both)]

  assert.deepEqual(codes, [2, 2])
  assert.match(bare.err(), /cleanup needs <task_id>/)
  assert.match(both.err(), /do not go together/)
})

test('GRAPH 2: a task whose citations are still being followed is left alone', () => {
  using world = twoTasks()
  world.store.db.exec(`INSERT INTO jobs (id, task_id, kind, priority, slot, state, created_at, cause_id)
    VALUES ('job_1', 'task_1', 'citations', 70, 'network_client', 'queued', '${AT}', 'cause_1')`)
  const before = everything(world)
  assert.throws(() => cleanUp(world, world.archive, { task_id: 'task_1', hard: true }), {
    code: 'INVALID_PARAMS',
    message: 'Citations of task_1 are still being followed',
  })
  assert.deepEqual(everything(world), before)
})
