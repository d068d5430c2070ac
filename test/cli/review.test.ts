import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { TouchedFinding } from '../../src/api/feedback.ts'
import type { ReviewEntry } from '../../src/api/get-review.ts'
import { runCli } from '../../src/cli/run-cli.ts'
import { fakeWorld } from './fake-world.ts'

const entry = (place: number, over: Partial<ReviewEntry> = {}): ReviewEntry => ({
  place,
  kind: 'pair',
  target_id: `edge_${place}`,
  claim_id: 'claim_1',
  fragment_id: 'frag_1',
  finding_id: 'find_1',
  sentence: '偶発症は 0.01% だった。',
  claim_text: '偶発症の頻度は0.0013%であった',
  domain: 'jges.net',
  verdict: 'neutral',
  probability: 0.5,
  score: 0.3,
  finding: { confidence: 0.7, status: 'verified' },
  changes: [{ to: 'refutes', probability: 0.4, finding_id: 'find_1', confidence: 0.4, status: 'contested' }],
  decides: ['find_1'],
  copies: [],
  ...over,
})

async function answering(keys: readonly string[], items: readonly ReviewEntry[]) {
  const sent: unknown[] = []
  const world = fakeWorld(
    {
      getReview: () => ({
        ...{ ok: true, task_id: 'task_1', decisions: 1, pairs: 2, total: items.length, items, next: null },
      }),
      feedback: (input) => {
        sent.push([input.action, 'target_id' in input ? input.target_id : null, input.payload])
        const found: TouchedFinding = {
          finding_id: 'find_1',
          confidence_before: 0.7,
          confidence: 0.4,
          status_before: 'verified',
          status: 'contested',
        }
        return {
          ...{ ok: true, feedback_id: `fb_${sent.length}`, action: 'correct_nli', target_id: 'edge_1', applied: [] },
          ...{ claims: [], findings: [found], pending_training_samples: 1, training_due: false },
        }
      },
    },
    {
      keys: async function* () {
        yield* keys
      },
    },
  )
  assert.equal(await runCli(['review', 'task_1'], world), 0)
  return { sent, world }
}

test('FEEDBACK 1: one key is one verdict, applied at once; skip, undo and quit', async () => {
  const { sent, world } = await answering(['r', 'k', 'u', 'n', 'q'], [entry(1), entry(2), entry(3)])

  assert.deepEqual(sent, [
    ['correct_nli', 'edge_1', { correct_relation: 'refutes', confidence: 0.9 }],
    ['undo', 'fb_1', {}],
    ['correct_nli', 'edge_2', { correct_relation: 'neutral', confidence: 0.9 }],
  ])
  assert.equal(world.out(), '1 verdict given; 1 entry left\n')
  assert.match(world.err(), /1\/3 pair edge_1 \(jges\.net\), neutral 0\.50; its finding is verified 0\.70/u)
  assert.match(world.err(), /find_1: verified 0\.70 -> contested 0\.40/u)
})

test('FEEDBACK 1: a pair nobody judged is sent with its claim, two claims are parted, other keys are explained', async () => {
  const unjudged = entry(1, { kind: 'unjudged', target_id: 'frag_1', verdict: null, probability: null })
  const { sent, world } = await answering(
    ['x', 's', 'n'],
    [unjudged, entry(2, { kind: 'merge', target_id: 'claim_2' })],
  )

  assert.deepEqual(sent, [
    ['correct_nli', 'frag_1', { correct_relation: 'supports', confidence: 0.9, claim_id: 'claim_1' }],
    ['split_claim', 'claim_2', {}],
  ])
  assert.match(world.err(), /s supports, r refutes, n neutral, k skip, u undo, q quit/u)
})
