import assert from 'node:assert/strict'
import { test } from 'node:test'
import { NO_CALIBRATIONS } from '../../src/domain/calibration.ts'
import { defaultSettings } from '../../src/domain/settings.ts'
import { type ExtractDeps, extractClaims } from '../../src/research/stages/claims.ts'
import { reader } from '../judge/shipped-reader.ts'
import { AT, claim, fragment, page, search, task, testStore } from '../store/graph-fixture.ts'
import { callOf } from './papers-run.ts'

const MODEL = 'test-embed'
/** All alike: what an embedder hears of a pair that differs by a "not" or a figure (0.93 and more). */
const ALIKE = Float32Array.from([1, 0])

/**
 * The claims of one search in which every text is as good as equal for the embedder, and what was counted as dropped.
 */
async function claimed(texts: readonly string[], before: readonly string[] = []) {
  using opened = testStore()
  const { store } = opened
  store.tasks.insert(task('task_1'))
  store.searches.insert(search('s_1', 'task_1'))
  store.pages.save(page('page_1'))
  const source = fragment('f_1', 'page_1')
  store.fragments.saveAll([source])
  for (const [index, text] of before.entries()) {
    store.claims.saveAll([claim(`c_${index}`, 'task_1', 'f_1', { claim_text: text })])
    store.vectors.save('claim', `c_${index}`, MODEL, ALIKE, AT)
  }
  const found = texts.map((text) => ({
    text,
    type: 'fact',
    polarity: 'affirm',
    granularity: 'atomic',
    language: 'en',
    spanStart: 0,
    spanEnd: 1,
    quality: 1,
  }))
  const deps = {
    store,
    settings: defaultSettings,
    embedder: { modelId: MODEL, embed: async (asked: readonly string[]) => asked.map(() => ALIKE) },
    claims: {
      method: 'builtin',
      extract: async () => [{ fragmentId: 'f_1', claims: found, dropped: [{ text: 'Why?', reason: 'question' }] }],
    },
    nli: reader,
    clock: { now: () => Date.parse(AT) },
    calibrations: () => NO_CALIBRATIONS,
  } as never as ExtractDeps
  const call = callOf(search('s_1', 'task_1'))
  const save = await extractClaims(deps, call, { kept: [source], question: task('task_1').query })
  const { claims: rows } = save()
  const [event] = store.events.ofTask('task_1', 10).filter(({ kind }) => kind === 'claims_dropped')
  return { texts: rows.map((row) => row.claim_text), dropped: event?.data }
}

const OPPOSED = [
  ['Silverleaf tea lowers blood pressure.', 'Silverleaf tea does not lower blood pressure.'],
  ['Vitamin D reduced falls by 40 % in older adults.', 'Vitamin D reduced falls by 14 % in older adults.'],
  ['この茶は血圧を低下させる。', 'この茶は血圧を低下させない。'],
  ['Coffee is associated with cancer of the bladder.', 'Coffee is not associated with cancer of the bladder.'],
  ['投与群では再発率が上昇した。', '投与群では再発率が低下した。'],
] as const

test('REQ 3.3.1, 3.1.7.5: claims that deny each other or give other figures are both kept, however alike they sound', async () => {
  for (const pair of OPPOSED) {
    assert.deepEqual(await claimed(pair), { texts: [...pair], dropped: { question: 1 } })
    const [first, second] = pair
    assert.deepEqual((await claimed([first], [second])).texts, [first])
  }
})

test('REQ 3.3.1: neither is a denial of the other direction a repetition, nor another year', async () => {
  for (const pair of [
    ['The tea does not raise blood pressure.', 'The tea does not lower blood pressure.'],
    ['The act came into force in 2019.', 'The act came into force in 2023.'],
  ])
    assert.deepEqual((await claimed(pair)).texts, pair)
})

test('REQ 3.3.1: what is said already in other words is not claimed again, and is counted', async () => {
  const said = 'Vitamin D reduced falls by 14 % in older adults.'
  const again = 'In older adults, falls were reduced by 14 percent with vitamin D.'
  assert.deepEqual(await claimed([said, again]), { texts: [said], dropped: { 'said already': 1, question: 1 } })
  assert.deepEqual(await claimed([again, said], [said]), { texts: [], dropped: { 'said already': 2, question: 1 } })
  assert.deepEqual((await claimed(['血圧は低下した。', '血圧が低下した。'])).texts, ['血圧は低下した。'])
})
