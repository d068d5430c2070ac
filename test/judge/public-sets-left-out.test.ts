import assert from 'node:assert/strict'
import { test } from 'node:test'
import { restoreFever } from '../../bench/stance/public-sets/english.ts'
import { fitSharpness, type Odds, ownOdds, scoresAt } from '../../bench/stance/public-sets/leave-one-out.ts'
import {
  atSharpness,
  PUBLIC_SETS,
  type PublicResult,
  type PublicVerdict,
} from '../../bench/stance/public-sets/measure.ts'
import { publicNumbers } from '../../bench/stance/public-sets.ts'
import type { StanceVerdict } from '../../src/judge/types.ts'

const SURE: Odds = [3, 0]

/** A set whose model always says supports, at odds of e^3, and is right so many times of a hundred. */
function setOf(name: string, right: number): PublicResult {
  const set = PUBLIC_SETS.find((one) => one.name === name)
  assert.ok(set !== undefined, name)
  const judged = Array.from({ length: 100 }, (_, at): PublicVerdict => {
    const scores = scoresAt(SURE, 1)
    return { label: at < right ? 'supports' : 'refutes', said: 'supports', likeliest: 'supports', scores, odds: SURE }
  })
  return { set, pairs: [], bare: judged, screened: judged, judged, setAside: 0 }
}

const answers = (results: readonly PublicResult[]) =>
  results.map(({ set, judged }) => ({
    labels: set.labels,
    rows: judged.flatMap(({ label, odds }) => (odds === null ? [] : [{ label, odds }])),
  }))

test('REQ 3.3.1: a model that is right less often than it says is taken less sharply', () => {
  const sure = fitSharpness(answers([setOf('healthver', 90), setOf('control', 90)]))
  const modest = fitSharpness(answers([setOf('healthver', 50), setOf('control', 50)]))

  assert.equal(sure?.toFixed(2), '0.96')
  assert.equal(modest?.toFixed(2), '0.23')
})

test('REQ 3.3.1: nothing is fitted on one set, nor on a set with few pairs without titles', () => {
  const few = answers([setOf('control', 50)]).map(({ labels, rows }) => ({ labels, rows: rows.slice(0, 49) }))

  assert.equal(fitSharpness(answers([setOf('healthver', 50)])), null)
  assert.equal(fitSharpness([...answers([setOf('healthver', 50)]), ...few]), null)
})

test('REQ 3.3.1: the calibration error of a set comes from a fit that has not seen it', () => {
  const results = [setOf('healthver', 50), setOf('control', 50), setOf('jsem', 90)]

  const numbers = publicNumbers(results)

  assert.equal(numbers.public_jsem_sharpness?.toFixed(2), '0.23')
  assert.equal(numbers.public_jsem_judge_ece?.toFixed(2), '0.40')
  assert.equal(numbers.public_sets_below_bare, 0)
})

test('REQ 3.3.1: another sharpness changes what is said of no pair', () => {
  const before = setOf('healthver', 50)

  const after = atSharpness(before, 0.2)

  assert.deepEqual(
    after.judged.map(({ said, likeliest }) => [said, likeliest]),
    before.judged.map(({ said, likeliest }) => [said, likeliest]),
  )
  assert.equal(after.judged[0]?.scores.supports.toFixed(3), '0.477')
})

test('REQ 3.3.1: a verdict that a title, words or a figure had a say in is left as it is', () => {
  const verdict: StanceVerdict = {
    ...{ relation: 'supports', confidence: 0.6, scores: scoresAt(SURE, 0.3), rationale: '', decidedBy: 'reader' },
    ...{ notes: [], signals: [3, 0, 0.5, 0, 0, 0.2, 0, 0, 0, 0] },
  }

  assert.deepEqual(ownOdds(null, verdict), [3, 0])
  assert.equal(ownOdds('Glacier', verdict), null)
  assert.equal(ownOdds(null, { ...verdict, notes: ['same_words'] }), null)
  assert.equal(ownOdds(null, { ...verdict, signals: [3, 0, 0.5, 0, 0, 0.7] }), null)
  assert.equal(ownOdds(null, { ...verdict, signals: null }), null)
})

test('REQ 3.3.1: the marks of FEVER become brackets and quotes again', () => {
  assert.equal(
    restoreFever('Ada Berg -LRB- born 4 May 1968 -RRB- , known as `` Lamp `` , sang -LSB- twice -RSB- .'),
    'Ada Berg (born 4 May 1968), known as "Lamp", sang [twice].',
  )
})
