import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openCalibrations } from '../../src/app/open-calibrations.ts'
import { NO_CALIBRATIONS, type SearchCalibrations } from '../../src/domain/calibration.ts'
import { seededIds } from '../../src/domain/ids.ts'
import { silentLogger } from '../../src/domain/log.ts'
import { defaultSettings } from '../../src/domain/settings.ts'
import { calibrate, rollBack } from '../../src/human/calibration.ts'
import { calibrationsOf } from '../../src/research/search-calibrations.ts'
import { type ExtractDeps, extractClaims } from '../../src/research/stages/claims.ts'
import { judgeStances, type StanceDeps } from '../../src/research/stages/stance.ts'
import { AT, claim, fragment, page, search, task, testStore } from '../store/graph-fixture.ts'
import { callOf } from './papers-run.ts'

const MODEL = 'test-embed'
const NEAR = Float32Array.from([1, 0])
const RAW = 0.8
const SAMPLES = 20

/**
 * A task with one page and a claim of another, judged by a model that is 0.8 sure, over one store with the corrections
 * of people.
 */
function openResearch() {
  const opened = testStore()
  const { store } = opened
  const clock = { now: () => Date.parse(AT), sleep: async () => {} }
  const settings = {
    ...defaultSettings,
    calibration: { ...defaultSettings.calibration, recalibrate_after: SAMPLES },
  }
  const deps = { store, clock, ids: seededIds('calibration'), settings, log: silentLogger }
  store.tasks.insert(task('task_1'))
  const [source, other] = [fragment('f_source', 'page_source'), fragment('f_other', 'page_other')]
  for (const id of ['page_source', 'page_other']) store.pages.save(page(id, { domain: `${id}.example` }))
  store.fragments.saveAll([source, other])
  store.vectors.save('fragment', 'f_other', MODEL, NEAR, AT)
  const asserted = claim('c_1', 'task_1', 'f_source')
  store.claims.saveAll([asserted])
  store.vectors.save('claim', 'c_1', MODEL, NEAR, AT)

  const runOf = (id: string, calibrations: (search: number) => SearchCalibrations = openCalibrations(deps)) => {
    const row = search(id, 'task_1')
    if (store.searches.get(id) === null) store.searches.insert(row)
    const deps = {
      store,
      settings,
      calibrations,
      clock,
      nli: { judge: async () => [{ supports: 0, refutes: 0, neutral: 1 }] },
      embedder: { modelId: MODEL, embed: async (texts: readonly string[]) => texts.map(() => NEAR) },
      stance: {
        judgeFragments: async () => [
          { relation: 'supports', confidence: RAW, scores: {}, rationale: 'So.', notes: [], decidedBy: 'test-nli' },
        ],
      },
      claims: {
        method: 'llm',
        extract: async () => [{ fragmentId: 'f_other', claims: [extracted(id)], dropped: [] }],
      },
    } as never as StanceDeps & ExtractDeps
    return { deps, call: callOf(row, row.cause_id) }
  }
  type Run = ReturnType<typeof runOf>
  const judged = async ({ deps, call }: Run) => {
    await judgeStances(deps, call, { fresh: [asserted], old: [] }, { all: [other], fresh: [] })
    const [edge] = store.edges.evidenceFor('c_1')
    assert.equal(edge?.nli_raw_confidence, RAW)
    return edge?.nli_confidence ?? -1
  }
  const quality = async ({ deps, call }: Run) => {
    const save = await extractClaims(deps, call, { kept: [other], question: task('task_1').query })
    const { claims } = save()
    return claims[0]?.extraction_quality
  }
  /** Enough samples for a new version: of `right` in 20 the model was right when it was 0.8 sure. */
  const learn = (name: string, right: number) => {
    for (let at = 0; at < SAMPLES; at += 1)
      calibrate(deps, { action: 'add_sample', data: { source: name, prediction: RAW, actual: at < right ? 1 : 0 } })
  }
  return { opened, deps, runOf, judged, quality, learn }
}

function extracted(id: string) {
  const text = `Silverleaf tea lowered blood pressure by ${id.slice(2)} mmHg.`
  const place = { spanStart: 0, spanEnd: text.length, quality: RAW }
  return { text, type: 'fact', polarity: 'affirm', granularity: 'atomic', language: 'en', ...place }
}

const isNear = (actual: number | undefined, expected: number) =>
  assert.equal(Math.abs((actual ?? -1) - expected) < 0.05, true, `${actual} is not about ${expected}`)

test('REQ 3.3.4: an edge has the confidence that the samples teach, and a rollback takes it back', async () => {
  const { opened, deps, runOf, judged, learn } = openResearch()
  using _ = opened
  assert.equal(await judged(runOf('s_1')), RAW)
  learn('nli_judge', 10)
  const sobered = await judged(runOf('s_2'))
  isNear(sobered, 0.5)
  learn('nli_judge', 2)
  const doubted = await judged(runOf('s_3'))
  isNear(doubted, 0.3)
  rollBack(deps, 'nli_judge', 1, 'the second twenty were mislabelled')
  assert.equal(await judged(runOf('s_4')), sobered)
})

test('REQ 3.3.4: claims of the local model have the quality that the samples of llm_extract teach', async () => {
  const { opened, runOf, quality, learn } = openResearch()
  using _ = opened
  assert.equal(await quality(runOf('s_1')), RAW)
  learn('llm_extract', 10)
  isNear(await quality(runOf('s_2')), 0.5)
})

test('REQ 3.3.4, 4.6 replay: a search keeps the correction it began with, and its replay applies the recorded one', async () => {
  const { opened, runOf, judged, learn } = openResearch()
  using _ = opened
  learn('nli_judge', 10)
  const before = await judged(runOf('s_1'))
  const { deps, call } = runOf('s_1')
  const recorded = calibrationsOf(deps, call)
  assert.equal(recorded.nli_judge?.version, 1)
  learn('nli_judge', 2)
  // After a crash, or when the citations of its papers are followed.
  assert.equal(await judged(runOf('s_1')), before)
  // The second search of the task in a replay that knows what was applied to two of them.
  const replayed = openCalibrations(null as never, [NO_CALIBRATIONS, recorded])
  assert.equal(await judged(runOf('s_2', replayed)), before)
  assert.equal(await judged(runOf('s_3', replayed)), RAW)
})
