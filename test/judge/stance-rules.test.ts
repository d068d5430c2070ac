import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isNegated } from '../../src/judge/rules/negation.ts'
import { figuresDiffer, withoutEstimates } from '../../src/judge/rules/numbers.ts'
import { quantities } from '../../src/judge/rules/quantities.ts'
import { coverage } from '../../src/judge/rules/words.ts'
import type { StanceFeatures } from '../../src/judge/stance-features.ts'
import { fuseFragment } from '../../src/judge/stance-score.ts'

const figures = (text: string) => quantities(text).map(({ value, unit }) => `${value} ${unit}`)

test('REQ 3.3.1 rules: figures are read with their units in both languages', () => {
  assert.deepEqual(figures('in 2019 it cost $3.5 million'), ['2019 date', '3500000 usd'])
  assert.deepEqual(figures('In 2019 vitamin D was given to 2000 cells'), ['2019 date', '2000 cell'])
  assert.deepEqual(figures('総人口は59万5千人減少し、１億2435万人となった'), ['595000 person', '124350000 person'])
  assert.deepEqual(figures('３割が反対し、収縮期血圧は5.2mmHg低下'), ['30 %', '5.2 mmhg'])
})

test('REQ 3.3.1 rules: digits of names, p-values and confidence intervals are no figures', () => {
  assert.deepEqual(figures('BCL-2 and CD44 in type 2 diabetes (95% CI 1.2 to 3.4, p < 0.05)'), [])
})

test('REQ 3.3.1 rules: negation is seen in both languages, and its look-alikes are not', () => {
  for (const text of [
    'It did not work.',
    'No effect was found.',
    '効果は認められなかった。',
    '有意差なし',
    '減少せず、',
    'It hardly lowers the risk.',
    'The plant is rarely inspected.',
    'It is unlikely to help.',
    'The bridge is anything but safe.',
    'It is no longer sold.',
    'It failed to prevent infection.',
    '効果はほとんどない。',
    '検査は不要である。',
  ])
    assert.equal(isNegated(text), true, text)
  for (const text of [
    'It worked not only in men.',
    'It was not without effect.',
    '効果があるかもしれない。',
    '服用しなければならない。',
    '男性だけでなく女性にも有効だった。',
    '規模を問わず適用される。',
    '年齢にかかわらず有効だった。',
    'There is no question that it works.',
    'Without doubt it works.',
    'Not surprisingly, it works.',
    'No more than 5 % failed the test.',
    'The court did not fail to uphold the ruling.',
    '睡眠を改善しなくはない。',
    '血圧を下げないとは限らない。',
    '動作しないわけではない。',
    '違反を認めざるを得なかった。',
    '関与は否定できない。',
  ])
    assert.equal(isNegated(text), false, text)
})

test('REQ 3.3.1 rules: shared topic words are counted by stem and by kanji pairs', () => {
  assert.equal(coverage('Vitamin D reduces falls', 'falls were reduced'), 2 / 3)
  assert.equal(coverage('転倒予防', '予防接種'), 1 / 3)
})

test("REQ 3.3.1 rules: one study's estimate is taken out of a statement, its other brackets are not", () => {
  assert.equal(
    withoutEstimates('The tea (Argentafolia lyrae) lowered pressure (mean difference -2.6 mmHg, 95% CI -6.1 to 0.9).'),
    'The tea (Argentafolia lyrae) lowered pressure.',
  )
  assert.equal(withoutEstimates('死亡率が低下した（オッズ比 0.7、p<0.01）。'), '死亡率が低下した。')
})

test('REQ 3.3.1 rules: a claimed 40 % is not borne out by 14 %', () => {
  assert.equal(figuresDiffer('falls fell by 40%', 'falls fell by 14%'), true)
  assert.equal(figuresDiffer('falls fell by 40%', 'falls fell by 39.8 percent'), false)
  assert.equal(figuresDiffer('more than 30% fell', '45% of them fell'), false)
  assert.equal(figuresDiffer('falls fell by 40%', 'falls fell within 12 weeks'), false)
  assert.equal(figuresDiffer('2020年に施行された', '2023年に施行された'), true)
})

/** A pair on which the model is sure, with what was read of its figures. */
function fused(model: 'supports' | 'refutes' | 'neutral', figures: Partial<StanceFeatures>) {
  const odds = (wanted: string) => (wanted === model ? 4 : -4)
  const [supports, refutes] = [odds('supports'), odds('refutes')]
  const readings = {
    ...{ supports, reverseSupports: supports, aloneSupports: supports },
    ...{ refutes, reverseRefutes: refutes, aloneRefutes: refutes },
  }
  const closeness = { similarity: 0.7, titleSimilarity: 0.5 }
  const none = { figureAgrees: 0, figureDiffers: 0, figureShared: 0, figureOther: 0, dateFits: 0, dateDiffers: 0 }
  const { relation, notes, scores } = fuseFragment(
    { ...readings, ...closeness, ...none, ...figures },
    { support: 0.6, refute: 0.6 },
  )
  assert.ok(Math.abs(scores.supports + scores.refutes + scores.neutral - 1) < 1e-9)
  return [relation, ...notes]
}

test('REQ 3.3.1: another figure for the same quantity supports nothing, and refutes where the reader hears that', () => {
  assert.deepEqual(fused('supports', {}), ['supports'])
  assert.deepEqual(fused('supports', { figureDiffers: 0.6 }), ['neutral', 'figure_differs'])
  assert.deepEqual(fused('supports', { figureDiffers: 0.95 }), ['neutral', 'figure_differs'])
  assert.deepEqual(fused('refutes', { figureDiffers: 0.95, figureOther: 1 }), ['refutes', 'figure_differs'])
})

test('REQ 3.3.1: a shared figure is no support where the passage speaks against the claim', () => {
  assert.notEqual(fused('refutes', { figureShared: 3 })[0], 'supports')
})
