import assert from 'node:assert/strict'
import { test } from 'node:test'
import { z } from 'zod'
import { runPipeline } from '../../src/research/pipeline.ts'
import { onceIn, type StageMemo } from '../../src/work/stage-memo.ts'
import { search, task } from '../store/graph-fixture.ts'
import { forgetfulMemo } from './forgetful-memo.ts'
import { callOf, cites, index, paper } from './papers-run.ts'
import { openSmallWeb } from './small-web.ts'

const stage = z.object({ pageIds: z.array(z.string()), warnings: z.array(z.string()) })
const OUTPUT = { pageIds: ['page_1'], warnings: [] }

test('a finished stage is read back and not run again', async () => {
  const memo = forgetfulMemo()
  const once = onceIn(memo, new AbortController().signal)

  await once('pages', stage, () => OUTPUT)
  const again = await once('pages', stage, () => assert.fail('the stage was run again'))

  assert.deepEqual(again, OUTPUT)
})

for (const [name, stored] of Object.entries({
  'of another version': { value: ['page_1'], warnings: [], enriched: [], pages: [] },
  'with a field of another type': { pageIds: [1], warnings: [] },
  'that is no object': 'page_1',
}))
  test(`stored data ${name} counts as not finished: the stage is run again, and its output kept`, async () => {
    const memo = forgetfulMemo()
    memo.set('pages', stored)

    const output = await onceIn(memo, new AbortController().signal)('pages', stage, () => OUTPUT)

    assert.deepEqual([output, memo.get('pages')], [OUTPUT, OUTPUT])
  })

test('a stage that was cut short is not kept', async () => {
  const memo = forgetfulMemo()
  const controller = new AbortController()
  const cut = onceIn(memo, controller.signal)('pages', stage, () => {
    controller.abort(new Error('stopped'))
    return OUTPUT
  })
  await assert.rejects(cut, /stopped/)
  assert.equal(memo.get('pages'), undefined)
})

/** As a job keeps it: what was set comes back from JSON. */
function writtenMemo(): StageMemo & { readonly keys: () => readonly string[] } {
  const rows = new Map<string, string>()
  return {
    get: (key) => (rows.has(key) ? JSON.parse(rows.get(key) ?? '') : undefined),
    set: (key, value) => void rows.set(key, JSON.stringify(value)),
    keys: () => [...rows.keys()],
  }
}

test('the outputs of all stages fit their schemas when they come back from disk: nobody outside is asked twice', async () => {
  const seed = paper('seed')
  const bare = paper('bare', { abstract: null })
  const openalex = index('openalex', [{ work: seed, references: [cites(paper('base'))] }, { work: bare }])
  const web = openSmallWeb({ path: ':memory:', sources: [openalex] })
  const { store, parts, asked } = web
  const query = 'silverleaf tea blood pressure trial'
  store.tasks.insert(task('task_tea'))
  store.searches.insert(search('s_tea', 'task_tea', { query }))
  const row = store.searches.get('s_tea')
  assert.ok(row !== null)
  const memo = writtenMemo()
  const input = { call: callOf(row), task: task('task_tea'), row, queryVector: null, pageBudget: 5, outOfBudget: false }

  const left: unknown[] = []
  await runPipeline({ ...parts, memo }, input, (one) => void left.push(one))
  const [outside, indexes, stages] = [asked.length, openalex.asked.length, memo.keys()]
  const warnings = store.searches.get('s_tea')?.warnings
  await runPipeline({ ...parts, memo }, input, (one) => void left.push(one))

  for (const stage of ['web', 'papers', 'pages', 'explored', 'papers of pages', 'landing pages'])
    assert.ok(stages.includes(stage), stage)
  assert.deepEqual([asked.length, openalex.asked.length, memo.keys()], [outside, indexes, stages])
  assert.deepEqual(left[1], left[0])
  assert.deepEqual(store.searches.get('s_tea')?.warnings, warnings)
  await web.conductor.close()
  store.close()
})
