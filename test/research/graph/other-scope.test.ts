import assert from 'node:assert/strict'
import { test } from 'node:test'
import { NO_CALIBRATIONS } from '../../../src/domain/calibration.ts'
import { systemClock } from '../../../src/domain/clock.ts'
import { defaultSettings } from '../../../src/domain/settings.ts'
import { stanceEdge } from '../../../src/research/stages/stance-edge.ts'
import { claim, fragment } from '../../store/graph-fixture.ts'

const said = { claim_text: 'In 2019 the mill ground 318 tonnes of rye.' }

function judged(rationale: string, relation: 'supports' | 'refutes', under: readonly string[] = []) {
  const scores =
    relation === 'refutes'
      ? { supports: 0.05, refutes: 0.85, neutral: 0.1 }
      : { supports: 0.85, refutes: 0.05, neutral: 0.1 }
  const verdict = { relation, confidence: 0.85, scores, rationale, notes: [], decidedBy: 'test-nli' }
  return stanceEdge(
    {
      ...{ claim: claim('claim_1', 'task_1', 'frag_1', said), fragment: fragment('frag_2', 'page_2') },
      ...{ under: { claim: [], passage: under }, verdict, corrections: NO_CALIBRATIONS, causeId: 'cause_1' },
    },
    { clock: systemClock, settings: defaultSettings },
  )
}

test('LYRA 2.9: what is read as a refutation and speaks of another year is kept as neutral, and says why', () => {
  const other = judged('The mill ground 214 tonnes of rye in 2023.', 'refutes')

  assert.deepEqual([other.relation, other.nli_label, other.nli_notes], ['neutral', 'neutral', ['other_scope']])
  assert.equal(other.nli_refutes, 0.85)
})

test('LYRA 2.9: another figure for the same year still refutes, and a support is no matter of scope', () => {
  assert.equal(judged('The mill ground 290 tonnes of rye in 2019.', 'refutes').relation, 'refutes')
  assert.equal(judged('The mill ground 290 tonnes of rye.', 'refutes').relation, 'refutes')
  assert.equal(judged('The mill ground 214 tonnes of rye in 2023.', 'supports').relation, 'supports')
})
