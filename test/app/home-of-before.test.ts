import assert from 'node:assert/strict'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { type TestContext, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import type { GivenTo } from '../../src/api/define-use-case.ts'
import { feedback } from '../../src/api/feedback.ts'
import { findTexts } from '../../src/api/find-texts.ts'
import { vectorSearch } from '../../src/api/vector-search.ts'
import { createLyra } from '../../src/app/create-lyra.ts'
import type { Lyra } from '../../src/app/lyra.ts'
import { openLyra } from '../../src/app/open-lyra.ts'
import { LyraError } from '../../src/domain/errors.ts'
import { SHIPPED_MODELS } from '../../src/models/model-folder.ts'
import { claim, fragment, openAt, page, stance, task } from '../store/graph-fixture.ts'

const LONG = `${'血圧の測定。'.repeat(40)}𠮷`

/** A home as an older Lyra left it: rows, but neither vectors nor entries in the index. */
function oldHome(t: TestContext): string {
  const home = mkdtempSync(join(tmpdir(), 'lyra-home-'))
  t.after(() => rmSync(home, { recursive: true, force: true }))
  const store = openAt(join(home, 'lyra.db'))
  store.tasks.insert(task('task_1'))
  store.tasks.insert(task('task_2'))
  store.pages.save(page('page_1'))
  store.fragments.saveAll([
    fragment('frag_1', 'page_1', { text_content: 'Silverleaf tea lowers blood pressure.', heading_context: null }),
    fragment('frag_2', 'page_1', { text_content: '銀葉茶は血圧を下げる。', heading_context: null }),
    fragment('frag_3', 'page_1', { text_content: LONG, heading_context: null }),
  ])
  store.claims.saveAll([
    claim('claim_1', 'task_1', 'frag_1', { claim_text: 'Silverleaf tea lowers blood pressure.' }),
    claim('claim_2', 'task_2', 'frag_2', { claim_text: '銀葉茶は血圧を下げる。' }),
  ])
  store.edges.saveStance(stance('frag_2', 'claim_1', 'supports', 0.9))
  store.close()
  return home
}

async function opened<T>(
  home: string,
  mode: 'cli' | 'http',
  work: (lyra: Lyra) => Promise<T>,
  flags: Readonly<Record<string, string>> = {},
): Promise<T> {
  const lyra = createLyra(() => openLyra({ flags: { 'log.level': 'silent', ...flags }, home, mode }))
  try {
    return await work(lyra)
  } finally {
    await lyra.close()
  }
}

const idsOf = (answer: { readonly results: readonly { readonly id: string }[] }) => answer.results.map(({ id }) => id)

test('EXPLORE 4.3: find answers for a home from before the index, in BM25 order, by task, with whole characters', async (t) => {
  const home = oldHome(t)
  await opened(home, 'cli', async (lyra) => {
    const claims = await lyra.call(findTexts, { words: 'lowering BLOOD pressures' })
    const fragments = await lyra.call(findTexts, { words: '血圧', target: 'fragments' })

    assert.deepEqual(
      { ...claims, results: claims.results.map(({ id, text_preview }) => [id, text_preview]) },
      { ok: true, results: [['claim_1', 'Silverleaf tea lowers blood pressure.']], total_searched: 2, not_indexed: 0 },
    )
    assert.deepEqual(idsOf(fragments), ['frag_3', 'frag_2'])
    assert.equal(fragments.results[0]?.text_preview, [...LONG].slice(0, 200).join(''))
    assert.deepEqual(idsOf(await lyra.call(findTexts, { words: '血圧', target: 'fragments', task_id: 'task_1' })), [
      'frag_2',
    ])
    assert.deepEqual(idsOf(await lyra.call(findTexts, { words: '血圧', target: 'fragments', top_k: 1 })), ['frag_3'])
    const refused = async (request: GivenTo<typeof findTexts>) =>
      lyra.call(findTexts, request).then(
        () => 'answered',
        (error: unknown) => (error instanceof LyraError ? error.code : String(error)),
      )
    assert.equal(await refused({ words: 'tea', task_id: 'task_9' }), 'TASK_NOT_FOUND')
    assert.equal(await refused({ words: 'tea', top_k: 51 }), 'INVALID_PARAMS')
    assert.equal(await refused({ words: 'the を' }), 'INVALID_PARAMS')
    assert.equal(await refused({ words: ' ' }), 'INVALID_PARAMS')
  })
})

/** The same weights under another name, as a folder in LYRA_HOME/models. */
function otherModel(home: string): void {
  const folder = join(home, 'models', 'other-mini')
  const shipped = join(SHIPPED_MODELS, 'lyra-embed-mini')
  mkdirSync(folder, { recursive: true })
  symlinkSync(join(shipped, 'model.onnx'), join(folder, 'model.onnx'))
  cpSync(join(shipped, 'tokenizer.json'), join(folder, 'tokenizer.json'))
  const config = JSON.parse(readFileSync(join(shipped, 'config.json'), 'utf8')) as Record<string, unknown>
  writeFileSync(join(folder, 'config.json'), JSON.stringify({ ...config, name: 'other-mini' }))
}

function countsOf(home: string): unknown {
  const db = new DatabaseSync(join(home, 'lyra.db'), { readOnly: true })
  try {
    return db
      .prepare('SELECT model_id, dimension, count(*) AS n FROM embeddings GROUP BY model_id ORDER BY model_id')
      .all()
      .map(({ model_id, dimension, n }) => [model_id, dimension, n])
  } finally {
    db.close()
  }
}

/** Until the server's background work shows, ten seconds at most. */
async function searched(lyra: Lyra, target: 'claims' | 'fragments', wanted: number) {
  for (let waited = 0; waited < 10_000; waited += 50) {
    const answer = await lyra.call(vectorSearch, { query: 'tea and blood pressure', target, min_similarity: 0 })
    if (answer.total_searched === wanted) return answer
    await wait(50)
  }
  throw new Error(`${target} never came to ${wanted}`)
}

test('EXPLORE 4.4.7: one config line changes the model; a command embeds what it searches, a server all, and no search mixes the two', async (t) => {
  const home = oldHome(t)
  otherModel(home)
  const line = { 'models.embedding': 'other-mini' }

  const first = await opened(home, 'http', (lyra) => searched(lyra, 'fragments', 3))
  const before = countsOf(home)
  const ofCommand = await opened(home, 'cli', (lyra) => searched(lyra, 'claims', 2), line)
  const afterCommand = countsOf(home)
  const second = await opened(
    home,
    'http',
    async (lyra) => [await searched(lyra, 'claims', 2), await searched(lyra, 'fragments', 3)] as const,
    line,
  )

  assert.deepEqual(before, [['lyra-embed-mini', 384, 5]])
  assert.deepEqual(idsOf(ofCommand), ['claim_1', 'claim_2'])
  assert.deepEqual(afterCommand, [
    ['lyra-embed-mini', 384, 5],
    ['other-mini', 384, 2],
  ])
  assert.deepEqual(second[0], ofCommand)
  assert.deepEqual(second[1], first)
  assert.deepEqual(countsOf(home), [
    ['lyra-embed-mini', 384, 5],
    ['other-mini', 384, 5],
  ])
})

test('EXPLORE 4.4.7: a server gives a home from before the index its entries in the background', async (t) => {
  const home = oldHome(t)
  await opened(home, 'http', (lyra) => searched(lyra, 'fragments', 3))
  const db = new DatabaseSync(join(home, 'lyra.db'), { readOnly: true })
  t.after(() => db.close())
  assert.deepEqual(
    db
      .prepare('SELECT target_type, target_id, analyser FROM indexed_texts ORDER BY target_type, target_id')
      .all()
      .map((row) => Object.values(row)),
    [
      ['claim', 'claim_1', 'terms-1'],
      ['claim', 'claim_2', 'terms-1'],
      ['fragment', 'frag_1', 'terms-1'],
      ['fragment', 'frag_2', 'terms-1'],
      ['fragment', 'frag_3', 'terms-1'],
    ],
  )
})

test('EXPLORE 4.4.7: a command on a home without vectors searches them at once; one of a task makes only its own', async (t) => {
  const home = oldHome(t)
  const asked = { query: 'tea and blood pressure', target: 'fragments', min_similarity: 0 } as const

  const ofTask = await opened(home, 'cli', (lyra) => lyra.call(vectorSearch, { ...asked, task_id: 'task_1' }))
  const counted = countsOf(home)
  const ofAll = await opened(home, 'cli', (lyra) => lyra.call(vectorSearch, asked))

  // frag_2 alone stands for or against a claim of task_1 (EXPLORE 4.4.2.1).
  assert.deepEqual([idsOf(ofTask), ofTask.total_searched, ofTask.not_embedded], [['frag_2'], 1, undefined])
  assert.deepEqual(counted, [['lyra-embed-mini', 384, 1]])
  assert.deepEqual([ofAll.total_searched, ofAll.not_embedded], [3, undefined])
  assert.deepEqual(countsOf(home), [['lyra-embed-mini', 384, 3]])
})

test('FEEDBACK 2: what a person called irrelevant is found neither by its words nor by its meaning', async (t) => {
  const home = oldHome(t)
  await opened(home, 'cli', async (lyra) => {
    const both = async () => [
      idsOf(await lyra.call(findTexts, { words: 'silverleaf', target: 'fragments' })),
      idsOf(
        await lyra.call(vectorSearch, { query: 'silverleaf tea', target: 'fragments', top_k: 1, min_similarity: 0 }),
      ),
    ]
    assert.deepEqual(await both(), [['frag_1'], ['frag_1']])
    await lyra.call(feedback, {
      task_id: 'task_1',
      action: 'flag_irrelevant',
      target_id: 'frag_1',
      payload: {},
    })
    assert.deepEqual(await both(), [[], ['frag_2']])
    assert.deepEqual(idsOf(await lyra.call(vectorSearch, { query: 'silverleaf tea', top_k: 1 })), ['claim_1'])
  })
})
