import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createLyra } from '../../src/app/create-lyra.ts'
import { readFeedback, repeatFeedback } from '../../src/cli/replay-feedback.ts'
import { bareLyra, type FakeChanges } from '../mcp/fake-lyra.ts'

const rowsOf = (rows: readonly Record<string, string | number | null>[]) => ({
  ok: true as const,
  rows: [...rows],
  row_count: rows.length,
  columns: [],
  truncated: false,
  elapsed_ms: 1,
})
const answering = (changes: FakeChanges) => createLyra(async () => bareLyra(changes))

test('REQ 4.6 replay: corrections are read in their order, by what they were about; notes conclude nothing', async () => {
  const nothing = { fragment: null, claim: null, source: null }
  const lyra = answering({
    queryGraph: () =>
      rowsOf([
        {
          action: 'correct_nli',
          target: 'edge_1',
          payload:
            '{"correct_relation":"refutes","original_relation":"neutral","confidence":0.9,"model_relation":"neutral"}',
          fragment: 'frag_1',
          claim: 'Tea helps.',
          source: 'frag_2',
          after: 1,
        },
        { action: 'add_note', target: 'claim_1', payload: '{"note":"x"}', ...nothing, after: 1 },
        {
          action: 'flag_missing',
          target: 'page_1',
          payload: '{"missing_text":"It did not.","fragment_id":"frag_9"}',
          ...nothing,
          after: 2,
        },
        { action: 'flag_missing', target: 'page_1', payload: '{"location_hint":"Results"}', ...nothing, after: 2 },
        {
          action: 'correct_citation',
          target: 'frag_1',
          payload:
            '{"cited_fragment_id":"frag_3","cited_page_id":"page_3","citing_page_id":"page_1","correction_type":"add"}',
          ...nothing,
          after: 2,
        },
      ]),
  })

  const given = await readFeedback(lyra, 'task_1')

  assert.deepEqual(given, [
    {
      after: 1,
      action: 'correct_nli',
      payload: { correct_relation: 'refutes', confidence: 0.9 },
      targetId: 'frag_1',
      claim: { text: 'Tea helps.', fragmentId: 'frag_2' },
    },
    { after: 2, action: 'flag_missing', payload: { missing_text: 'It did not.' }, targetId: 'page_1', claim: null },
    {
      after: 2,
      action: 'correct_citation',
      payload: { cited_fragment_id: 'page_3', correction_type: 'add' },
      targetId: 'frag_1',
      claim: null,
    },
  ])
})

test('REQ 4.6 replay: a correction finds its edge by words and place, and one that is not there is left', async () => {
  const sent: unknown[] = []
  const answers: FakeChanges = {
    queryGraph: () => rowsOf([{ edge: 'edge_7', claim: 'Tea helps.' }]),
    feedback: async (input) => {
      sent.push(input)
      return {
        ok: true,
        feedback_id: 'fb_1',
        action: 'correct_nli',
        target_id: 'edge_7',
        applied: [],
        claims: [],
        findings: [],
        pending_training_samples: 1,
        training_due: false,
      }
    },
  }
  const correction = (text: string) =>
    repeatFeedback(answering(answers), 'task_2', {
      after: 1,
      action: 'correct_nli',
      payload: { correct_relation: 'refutes', confidence: 0.9 },
      targetId: 'frag_1',
      claim: { text, fragmentId: 'frag_2' },
    })

  await correction('Tea helps.')
  await correction('Coffee helps.')

  assert.deepEqual(sent, [
    {
      task_id: 'task_2',
      action: 'correct_nli',
      target_id: 'edge_7',
      payload: { correct_relation: 'refutes', confidence: 0.9 },
    },
  ])
})

test('23.5 replay: a correction of a pair that no search had judged names its passage and the claim of the replay', async () => {
  const sent: unknown[] = []
  const answers: FakeChanges = {
    queryGraph: ({ sql }) => rowsOf(sql.includes('JOIN edges') ? [] : [{ id: 'claim_7', claim: 'Tea helps.' }]),
    feedback: async (input) => {
      sent.push(input)
      return {
        ...{ ok: true, feedback_id: 'fb_1', action: 'correct_nli', target_id: 'frag_1', applied: [] },
        ...{ claims: [], findings: [], pending_training_samples: 1, training_due: false },
      }
    },
  }
  const given = {
    after: 1,
    action: 'correct_nli',
    payload: { correct_relation: 'refutes', confidence: 0.9 },
    targetId: 'frag_1',
    claim: { text: 'Tea helps.', fragmentId: 'frag_2' },
  } as const

  await repeatFeedback(answering(answers), 'task_2', { ...given, unjudged: true })
  // One that was judged in its day and is not in the replay is left, and shows as a difference.
  await repeatFeedback(answering(answers), 'task_2', given)

  const payload = { correct_relation: 'refutes', confidence: 0.9, claim_id: 'claim_7' }
  assert.deepEqual(sent, [{ task_id: 'task_2', action: 'correct_nli', target_id: 'frag_1', payload }])
})
