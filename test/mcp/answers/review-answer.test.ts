import assert from 'node:assert/strict'
import { test } from 'node:test'
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base'
import type { ReviewEntry } from '../../../src/api/get-review.ts'
import { entryLine, reviewText } from '../../../src/mcp/answers/review-answer.ts'

const PAIR: ReviewEntry = {
  place: 3,
  kind: 'pair',
  target_id: 'edge_0123456789abcdef',
  claim_id: 'claim_0123456789abcdef',
  fragment_id: 'frag_0123456789abcdef',
  finding_id: 'find_0123456789abcdef',
  sentence: 'The reservoir has never held more than half of that.',
  claim_text: 'The dam holds 48,300 tonnes of water.',
  domain: 'who.int',
  verdict: 'neutral',
  probability: 0.5,
  score: 0.31,
  finding: { confidence: 0.7, status: 'verified' },
  changes: [
    { to: 'refutes', probability: 0.45, finding_id: 'find_0123456789abcdef', confidence: 0.38, status: 'contested' },
    { to: 'refutes', probability: 0.45, finding_id: 'find_fedcba9876543210', confidence: 0.5, status: 'contested' },
    { to: 'supports', probability: 0.03, finding_id: 'find_0123456789abcdef', confidence: 0.8, status: 'verified' },
  ],
  decides: ['find_0123456789abcdef'],
  copies: ['edge_fedcba9876543210'],
}

const answer = (items: readonly ReviewEntry[]) => ({
  ...{ ok: true as const, task_id: 'task_1', decisions: 4, pairs: 7, total: items.length, items, next: null },
})

test('LYRA 3.8: a pair is one line: ids, verdict, sentence against claim, what hangs on it', () => {
  assert.equal(
    entryLine(PAIR),
    '3 edge_0123456789abcdef neutral .50 +1 copy | "The reservoir has never held more than half of that." | ' +
      '"The dam holds 48,300 tonnes of water." | verified .70; refutes (.45): contested .38',
  )
  const unjudged = { ...PAIR, kind: 'unjudged' as const, target_id: 'frag_1', verdict: null, copies: [] }
  assert.match(entryLine(unjudged), /^3 frag_1 claim_0123456789abcdef unjudged \| /u)
})

test('LYRA 3.9: an entry is about 60 tokens, English and Japanese, however long its sentences', () => {
  const long = {
    sentence: 'Anglers like the shore in May. '.repeat(20),
    claim_text: 'The dam is old and tall. '.repeat(9),
  }
  const japanese = {
    sentence: '鎮静下内視鏡の偶発症の頻度は従来の報告よりも高く、対象者の年齢によって大きく異なっていた。'.repeat(3),
    claim_text: '鎮静下内視鏡の偶発症の頻度は0.0013%であった。',
  }
  const tokens = [PAIR, { ...PAIR, ...long }, { ...PAIR, ...japanese }].map((item) => countTokens(entryLine(item)))

  assert.deepEqual(
    tokens.filter((count) => count > 95),
    [],
  )
  assert.ok((tokens[0] ?? 0) <= 65, String(tokens))
})

test('REQ 2.1.2: the text begins with what hangs on how much, and names the next page', () => {
  const text = reviewText({ ...answer([PAIR]), next: 'lyra://tasks/task_1/review/30' })

  assert.deepEqual(text.split('\n').at(0), '4 decisions on 7 pairs; 1 entry in all')
  assert.deepEqual(text.split('\n').at(-1), 'next: lyra://tasks/task_1/review/30')
  assert.equal(reviewText(answer([])), 'Nothing in doubt that would change a finding.')
})
