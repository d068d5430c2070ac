import assert from 'node:assert/strict'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { checkInput } from '../../../src/api/check-input.ts'
import { feedback } from '../../../src/api/feedback.ts'
import { CALIBRATIONS_READ } from '../../../src/domain/calibration.ts'
import { silentLogger } from '../../../src/domain/log.ts'
import { submitFeedback } from '../../../src/human/feedback.ts'
import { unpackSlice } from '../../../src/report/bundle/unpack-bundle.ts'
import { verifyBundle } from '../../../src/report/bundle/verify-bundle.ts'
import type { GraphWorld } from '../../research/graph/graph-world.ts'
import { claim, stance } from '../../store/graph-fixture.ts'
import { bundleWorld, exportFrom, folderOf, TASK } from './bundle-world.ts'

const OWN_NOTE = 'The second trial is the larger one'
const OTHERS_NOTE = 'Ward seven calls this nonsense'

/** Both tasks hold the same sentence beside the same passage; each is corrected and noted on in its own way. */
async function correctedWorld(): Promise<GraphWorld> {
  const world = await bundleWorld()
  world.store.claims.saveAll([claim('claim_other', 'task_2', 'frag_nejm', { search_id: 's_2' })])
  const edges = [
    [TASK, 'claim_nejm', world.store.edges.evidenceFor('claim_nejm').find((one) => one.fragment.id === 'frag_bmj')?.id],
    ['task_2', 'claim_other', saved(world)],
  ] as const
  const effects = { recompute: () => {}, archivedText: async () => null, judgePassage: async () => () => [] }
  const deps = { ...world, log: silentLogger }
  for (const [task_id, claimId, edgeId] of edges) {
    const note = task_id === TASK ? OWN_NOTE : OTHERS_NOTE
    const items = [
      { action: 'correct_nli', target_id: edgeId, payload: { correct_relation: 'neutral', reason: note } },
      { action: 'add_note', target_id: claimId, payload: { note } },
    ]
    await submitFeedback(deps, checkInput(feedback, { task_id, action: 'list', payload: { items } }), effects)
  }
  world.store.events.append({
    ...{ kind: CALIBRATIONS_READ, taskId: TASK, subjectType: 'search', subjectId: 's_1', causeId: 'cause_test' },
    data: { nli_judge: null, llm_extract: null, stance_adapter: { version: 3, model: 'm', weights: [[0.123456]] } },
  })
  return world
}

function saved(world: GraphWorld): string {
  const edge = stance('frag_bmj', 'claim_other', 'refutes', 0.8)
  world.store.edges.saveStance(edge)
  return edge.id
}

/** Every value of every row of the bundle's slice. */
async function toldBy(file: string, folder: string): Promise<string> {
  const slice = join(folder, 'slice.db')
  await unpackSlice(await verifyBundle(file, null), slice)
  const db = new DatabaseSync(slice, { readOnly: true })
  try {
    const tables = db.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").all()
    return tables.map(({ name }) => JSON.stringify(db.prepare(`SELECT * FROM "${name}"`).all())).join('\n')
  } finally {
    db.close()
  }
}

test('23.5: a bundle takes the corrections of its own task along, and nothing of what another task was told', async (t) => {
  const folder = folderOf(t)
  using world = await correctedWorld()

  const { manifest, file } = await exportFrom(world, join(folder, 'a.lyra.zip'))
  const told = await toldBy(file, folder)

  assert.equal(manifest.rows.feedback, 2)
  assert.equal(told.includes(OWN_NOTE), true)
  for (const others of [OTHERS_NOTE, 'claim_other', 'task_2']) assert.equal(told.includes(others), false, others)
})

test('23.5: a bundle without corrections tells neither who corrected what nor what was learned, and counts them', async (t) => {
  const folder = folderOf(t)
  using world = await correctedWorld()

  const { manifest, file } = await exportFrom(world, join(folder, 'a.lyra.zip'), { withoutCorrections: true })
  const told = await toldBy(file, folder)

  assert.equal(manifest.rows.feedback, undefined)
  assert.deepEqual(
    [manifest.privacy.rows_left_out.feedback, (manifest.privacy.rows_left_out.events ?? 0) >= 3],
    [2, true],
  )
  for (const untold of [OWN_NOTE, OTHERS_NOTE, '0.123456', 'feedback.correct_nli'])
    assert.equal(told.includes(untold), false, untold)
  // The graph stands as corrected.
  assert.equal(told.includes('"human_corrected":1'), true)
})
