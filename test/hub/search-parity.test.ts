import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { buildBigGraph } from '../../bench/graph/big-graph.ts'
import { openTerms } from '../../src/app/text-terms.ts'
import { systemClock } from '../../src/domain/clock.ts'
import { randomIds } from '../../src/domain/ids.ts'
import { seededRandom } from '../../src/domain/random.ts'
import type { HubConnection } from '../../src/hub/connection.ts'
import { connectHub } from '../../src/hub/connection.ts'
import { addUser } from '../../src/hub/people.ts'
import { findVectors } from '../../src/hub/search/find-vectors.ts'
import { findWords } from '../../src/hub/search/find-words.ts'
import { indexTexts, indexVectors } from '../../src/hub/search/index-texts.ts'
import { vectorSchema } from '../../src/hub/search/search-tables.ts'
import { type OpenedStore, openStore } from '../../src/store/open-store.ts'
import { folderFor, mergeSlice, newHub, writeSliceOf } from './hub-world.ts'
import { NO_POSTGRES, type Postgres, startPostgres } from './postgres.ts'

const skip = NO_POSTGRES
const SIZE = { tasks: 3, claimsPerTask: 40, stancesPerClaim: 3, citations: 30, pagesPerTask: 20, fragmentsPerPage: 3 }
const [MODEL, DIMENSION] = ['test-model', 384]
let postgres: Postgres
let hub: HubConnection
let bob: HubConnection
let home: OpenedStore
let taskIds: readonly string[]
let noVector: string | false = false
const cleaning: (() => void)[] = []

/** Words of both languages, so that rank, length and compounds all decide. */
const WORDS = [
  ...['silverleaf tea lowers blood pressure', '緑茶の血圧低下作用', '血圧への効果は認められない', 'a trial of walking'],
  ...[
    '高血圧治療ガイドライン 2024',
    'pressure cooking of tea leaves',
    'ランダム化比較試験の結果',
    'no effect was found',
  ],
]
const QUERIES = [
  'blood pressure',
  '血圧',
  '高血圧治療',
  '緑茶 効果',
  'walking trial',
  'ランダム化比較試験',
  'tea leaves 2024',
]

const numbers = (seed: number) => {
  const random = seededRandom(seed)
  return () => random.next()
}

function vectorOf(random: () => number): Float32Array {
  return Float32Array.from({ length: DIMENSION }, () => random() - 0.5)
}

before(async () => {
  if (skip) return
  const terms = await openTerms()
  const folder = folderFor({ after: (clean) => cleaning.push(clean) })
  const open = (name: string) =>
    openStore({ path: join(folder, name), clock: systemClock, ids: randomIds(), viewFolders: [], terms })
  const made = open('made.db')
  taskIds = buildBigGraph(made.db, SIZE).taskIds
  const random = numbers(7)
  for (const [target, table, column] of [
    ['claim', 'claims', 'claim_text'],
    ['fragment', 'fragments', 'text_content'],
  ] as const) {
    const ids = made.db.prepare(`SELECT id FROM ${table} ORDER BY id`).all()
    for (const { id } of ids) {
      const text = Array.from(
        { length: 1 + Math.floor(random() * 5) },
        () => WORDS[Math.floor(random() * WORDS.length)],
      )
      made.db.prepare(`UPDATE ${table} SET ${column} = ? WHERE id = ?`).run(text.join(' '), String(id))
      if (random() > 0.1) made.vectors.save(target, String(id), MODEL, vectorOf(random), '2026')
    }
    if (target === 'fragment') made.db.exec('UPDATE fragments SET is_irrelevant = 1 WHERE rowid % 13 = 0')
  }
  const slices = taskIds.map((taskId) => ({ taskId, path: writeSliceOf(made, taskId, folder) }))
  made.close()
  home = open('home.db')
  for (const { taskId, path } of slices)
    home.slices.merge({ path, taskId, isolated: false, dryRun: false, screen: (_, row) => row })
  for (const target of ['claim', 'fragment'] as const)
    home.texts.save(target, home.texts.prepare(target, home.texts.missing(target, 10_000)))
  postgres = await startPostgres()
  const url = await postgres.database()
  hub = await newHub(url)
  for (const { taskId, path } of slices) await mergeSlice(hub, path, taskId)
  await indexTexts(hub, terms, null)
  await indexVectors(hub, null)
  noVector =
    (await vectorSchema(hub)) === null ? 'this PostgreSQL has no pgvector (Debian: postgresql-NN-pgvector)' : false
  const { token } = await addUser(hub, 'bob', 'reader')
  bob = await connectHub(postgres.as(url, 'bob', token))
})

after(async () => {
  if (skip) return
  home.close()
  await bob.close()
  await hub.close()
  await postgres[Symbol.asyncDispose]()
  for (const clean of cleaning) clean()
})

test('the hub: full text ranks English and Japanese as a home does, score by score', { skip }, async () => {
  const terms = await openTerms()
  let compared = 0
  for (const target of ['claim', 'fragment'] as const)
    for (const taskId of [undefined, taskIds[0]])
      for (const words of QUERIES) {
        const here = home.texts.search({ target, query: words, taskId, topK: 15 })
        const there = await findWords(hub, terms, { words, target, taskId: taskId ?? null, topK: 15 })
        const scores = (hits: readonly { readonly score: number }[]) => hits.map(({ score }) => score.toPrecision(6))
        assert.deepEqual(scores(there.hits), scores(here.hits), `${target} ${words}`)
        assert.equal(there.totalSearched, here.totalSearched)
        assert.deepEqual(
          there.hits.map(({ id }) => id),
          here.hits.map(({ id }) => id),
        )
        compared += here.hits.length
      }
  assert.ok(compared > 200, String(compared))
  assert.equal((await findWords(hub, terms, { words: 'the', target: 'claim', taskId: null, topK: 5 })).wordless, true)
})

async function compareVectors(by: 'pgvector' | 'scan'): Promise<void> {
  const random = numbers(99)
  for (const target of ['claim', 'fragment'] as const)
    for (const taskId of [undefined, taskIds[1]]) {
      const query = { target, modelId: MODEL, vector: vectorOf(random), topK: 20, minSimilarity: -1 }
      const here = home.vectors.search({ ...query, taskId })
      const there = await findVectors(hub, { ...query, taskId: taskId ?? null })
      assert.equal(there.by, by)
      assert.deepEqual(
        there.hits.map(({ id }) => id),
        here.hits.map(({ id }) => id),
      )
      for (const [at, { similarity }] of there.hits.entries())
        assert.ok(Math.abs(similarity - (here.hits[at]?.similarity ?? 9)) < 1e-4, `${similarity}`)
      assert.equal(there.totalSearched, here.totalSearched)
      if (taskId !== undefined) assert.equal(there.missing > 0, home.vectors.missingCount(target, MODEL, taskId) > 0)
    }
}

test('the hub: pgvector finds what a home finds, in its order', { skip: skip || noVector }, async (t) => {
  if (noVector !== false) return t.skip(noVector)
  await compareVectors('pgvector')
})

test('the hub: words and vectors of a private task are found by nobody else', { skip }, async () => {
  const terms = await openTerms()
  const words = await findWords(bob, terms, { words: 'blood pressure', target: 'claim', taskId: null, topK: 5 })
  assert.deepEqual([words.hits, words.totalSearched], [[], 0])
  const query = { target: 'claim' as const, modelId: MODEL, vector: vectorOf(numbers(1)), topK: 5, minSimilarity: -1 }
  assert.deepEqual((await findVectors(bob, { ...query, taskId: null })).hits, [])
})

test('the hub: without pgvector every vector is compared in this process, with the same outcome', {
  skip,
}, async () => {
  await hub.run('DROP TABLE IF EXISTS hub.vectors')
  await compareVectors('scan')
  const query = { target: 'claim' as const, modelId: MODEL, vector: new Float32Array(7), taskId: null, topK: 5 }
  await assert.rejects(findVectors(hub, { ...query, minSimilarity: 0 }), { code: 'INVALID_PARAMS' })
})
