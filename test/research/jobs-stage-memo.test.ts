import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { z } from 'zod'
import { runPipeline } from '../../src/research/pipeline.ts'
import { runOnce, type StageCheckpoints } from '../../src/work/stage-checkpoints.ts'
import { search, task } from '../store/graph-fixture.ts'
import { forgetfulMemo } from './forgetful-memo.ts'
import { callOf, cites, index, paper } from './papers-run.ts'
import { openSmallWeb } from './small-web.ts'

const stage = z.object({ pageIds: z.array(z.string()), warnings: z.array(z.string()) })
const OUTPUT = { pageIds: ['page_1'], warnings: [] }

test('a finished stage is read back and not run again', async () => {
  const memo = forgetfulMemo()
  const once = runOnce(memo, new AbortController().signal)

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

    const output = await runOnce(memo, new AbortController().signal)('pages', stage, () => OUTPUT)

    assert.deepEqual([output, memo.get('pages')], [OUTPUT, OUTPUT])
  })

test('a stage that was cut short is not kept', async () => {
  const memo = forgetfulMemo()
  const controller = new AbortController()
  const cut = runOnce(memo, controller.signal)('pages', stage, () => {
    controller.abort(new Error('stopped'))
    return OUTPUT
  })
  await assert.rejects(cut, /stopped/)
  assert.equal(memo.get('pages'), undefined)
})

/** As a job keeps it: what was set comes back from JSON. */
function writtenMemo(): StageCheckpoints & { readonly keys: () => readonly string[] } {
  const rows = new Map<string, string>()
  return {
    get: (key) => (rows.has(key) ? JSON.parse(rows.get(key) ?? '') : undefined),
    set: (key, value) => void rows.set(key, JSON.stringify(value)),
    keys: () => [...rows.keys()],
  }
}

/** A search of the small web whose job was left while its claims were judged, and is run again. */
async function resumedWhileJudging(t: TestContext, extracted: { readonly misled: boolean; readonly found: boolean }) {
  const { store, parts, conductor } = openSmallWeb()
  t.after(async () => {
    await conductor.close()
    store.close()
  })
  store.tasks.insert(task('task_tea'))
  store.searches.insert(search('s_tea', 'task_tea', { query: 'silverleaf tea blood pressure' }))
  const row = store.searches.get('s_tea')
  assert.ok(row !== null)
  let extractions = 0
  const claims: typeof parts.claims = {
    ...parts.claims,
    extract: async (...given) => {
      extractions += 1
      const all = await parts.claims.extract(...given)
      return all.map((one) => ({ ...one, misled: extracted.misled, claims: extracted.found ? one.claims : [] }))
    },
  }
  const memo = writtenMemo()
  const deps = { ...parts, claims, memo }
  const input = { call: callOf(row), task: task('task_tea'), row, queryVector: null, pageBudget: 5, outOfBudget: false }
  const crash = () => {
    throw new Error('killed')
  }

  await assert.rejects(
    runPipeline({ ...deps, stance: { ...deps.stance, judgeFragments: crash } }, input, crash),
    /killed/,
  )
  await runPipeline(deps, input, () => {})

  const { warnings = [] } = store.searches.get('s_tea') ?? {}
  return {
    extractions,
    warnings,
    claims: store.claims.ofTask('task_tea'),
    edges: store.edges.stancesOfTask('task_tea'),
  }
}

test('a resumed search still tells which pages misled the local model when its claims were extracted', async (t) => {
  const { extractions, warnings, claims, edges } = await resumedWhileJudging(t, { misled: true, found: true })

  assert.equal(extractions, 1)
  assert.equal(warnings.filter((warning) => warning.endsWith('(L4)')).length, 3)
  assert.ok(claims.length > 0)
  assert.deepEqual(new Set(edges.map((edge) => edge.target_id)), new Set(claims.map((claim) => claim.id)))
})

test('a resumed search that has extracted no claims does not extract them again', async (t) => {
  const { extractions, claims } = await resumedWhileJudging(t, { misled: false, found: false })

  assert.deepEqual([extractions, claims], [1, []])
})

test('the outputs of all stages fit their schemas when they come back from disk: nobody outside is asked twice', async () => {
  const seed = paper('seed')
  const bare = paper('bare', { abstract: null })
  const openalex = index('openalex', [{ work: seed, references: [cites(paper('base'))] }, { work: bare }])
  const web = openSmallWeb({ sources: [openalex] })
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

  for (const stage of ['web', 'papers', 'pages', 'explored', 'papers of pages', 'landing pages', 'claims'])
    assert.ok(stages.includes(stage), stage)
  assert.deepEqual([asked.length, openalex.asked.length, memo.keys()], [outside, indexes, stages])
  assert.deepEqual(left[1], left[0])
  assert.deepEqual(store.searches.get('s_tea')?.warnings, warnings)
  await web.conductor.close()
  store.close()
})
