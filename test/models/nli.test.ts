import assert from 'node:assert/strict'
import { test } from 'node:test'
import { softmax } from '../../src/domain/softmax.ts'
import { createNli } from '../../src/models/nli.ts'
import { cutPair } from '../../src/models/pair-input.ts'

const nli = createNli({ home: 'no-home', model: 'lyra-nli-mini', threads: 2 })
const EVIDENCE = 'Vitamin D reduced the number of falls in the treated group (P = 0.01).'

async function topLabel(evidence: string, claim: string): Promise<string> {
  const [score] = await nli.judge([{ evidence, claim }])
  assert.ok(score)
  const [best] = Object.entries(score).sort((a, b) => b[1] - a[1])
  return best?.[0] ?? ''
}

test('REQ 3.3.1: support, refutation and silence are told apart in English and Japanese', async () => {
  assert.equal(await topLabel(EVIDENCE, 'Vitamin D lowers the number of falls.'), 'supports')
  assert.equal(await topLabel(EVIDENCE, 'Vitamin D did not reduce the number of falls.'), 'refutes')
  assert.equal(await topLabel(EVIDENCE, 'Vitamin D improves lung function in children.'), 'neutral')
  const japanese = '投与群では対照群に比べて再発率が有意に低下した。'
  assert.equal(await topLabel(japanese, '投与により再発率が上昇した。'), 'refutes')
  assert.equal(await topLabel(japanese, '投与群の再発率は対照群より低かった。'), 'supports')
})

test('REQ 4.6 replay: a pair is judged the same alone and among others', async () => {
  const pair = { evidence: EVIDENCE, claim: 'Vitamin D lowers the number of falls.' }
  const other = { evidence: EVIDENCE.repeat(8), claim: 'The museum opens at nine.' }
  const [alone] = await nli.judge([pair])
  const [, among] = await nli.judge([other, pair])
  assert.deepEqual(among, alone)
})

test('REQ 3.3.4: probabilities add up to one', async () => {
  const [score] = await nli.judge([{ evidence: EVIDENCE, claim: 'Falls.' }])
  assert.ok(score)
  assert.equal((score.supports + score.refutes + score.neutral).toFixed(9), '1.000000000')
})

test('REQ 3.3.4: the temperature flattens the answer', () => {
  assert.deepEqual(
    softmax([2.1, 0, 0], 2.1).map((p) => p.toFixed(4)),
    ['0.5761', '0.2119', '0.2119'],
  )
})

test('REQ 3.3.1: long evidence is cut and the claim kept whole', () => {
  const ids = [101, 1, 2, 3, 4, 5, 102, 91, 92, 102]
  const typeIds = [0, 0, 0, 0, 0, 0, 0, 1, 1, 1]
  const cut = cutPair({ ids, typeIds }, 8)
  assert.deepEqual(cut, { ids: [101, 1, 2, 3, 102, 91, 92, 102], typeIds: [0, 0, 0, 0, 0, 1, 1, 1] })
})

test('REQ 3.3.1: a claim longer than the window leaves half of it to the evidence', () => {
  const ids = [101, 1, 2, 3, 4, 102, 91, 92, 93, 94, 95, 102]
  const typeIds = [0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1]
  assert.deepEqual(cutPair({ ids, typeIds }, 9).ids, [101, 1, 2, 3, 102, 91, 92, 93, 102])
})

test('REQ 3.3.1: evidence of any length is judged', async () => {
  const [score] = await nli.judge([{ evidence: EVIDENCE.repeat(500), claim: 'Vitamin D lowers the number of falls.' }])
  assert.ok(score)
  assert.equal(score.supports > score.refutes, true)
})

test('REQ 3.3.1: a tokenizer that gives both texts the type 0 has its claim kept whole all the same', () => {
  const ids = [0, 1, 2, 3, 4, 5, 2, 91, 92, 2]
  const typeIds = ids.map(() => 0)
  assert.deepEqual(cutPair({ ids, typeIds, secondFrom: 7 }, 8).ids, [0, 1, 2, 3, 2, 91, 92, 2])
})
