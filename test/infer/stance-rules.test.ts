import assert from 'node:assert/strict'
import { test } from 'node:test'
import { compareDirection } from '../../src/infer/rules/direction.ts'
import { isNegated } from '../../src/infer/rules/negation.ts'
import { compareNumbers, quantities } from '../../src/infer/rules/numbers.ts'
import { readSignals, rulesOppose } from '../../src/infer/rules/signals.ts'
import { coverage } from '../../src/infer/rules/words.ts'

const figures = (text: string) => quantities(text).map(({ value, unit }) => `${value} ${unit}`)

test('REQ 3.3.1 rules: figures are read with their units in both languages', () => {
  assert.deepEqual(figures('in 2019 it cost $3.5 million'), ['2019 date', '3500000 usd'])
  assert.deepEqual(figures('総人口は59万5千人減少し、１億2435万人となった'), ['595000 person', '124350000 person'])
  assert.deepEqual(figures('３割が反対し、収縮期血圧は5.2mmHg低下'), ['30 %', '5.2 mmhg'])
})

test('REQ 3.3.1 rules: digits of names, p-values and confidence intervals are no figures', () => {
  assert.deepEqual(figures('BCL-2 and CD44 in type 2 diabetes (95% CI 1.2 to 3.4, p < 0.05)'), [])
})

test('REQ 3.3.1 rules: a claimed 40 % is not borne out by 14 %', () => {
  const compare = (claim: string, evidence: string) => compareNumbers(claim, evidence)
  assert.deepEqual(compare('falls fell by 40%', 'falls fell by 14%'), { agree: 0, differ: 1, figuresDiffer: 1 })
  assert.deepEqual(compare('falls fell by 40%', 'falls fell by 39.8 percent'), {
    agree: 1,
    differ: 0,
    figuresDiffer: 0,
  })
  assert.deepEqual(compare('more than 30% fell', '45% of them fell'), { agree: 1, differ: 0, figuresDiffer: 0 })
  assert.deepEqual(compare('falls fell by 40%', 'falls fell within 12 weeks'), {
    agree: 0,
    differ: 0,
    figuresDiffer: 0,
  })
  assert.deepEqual(compare('2020年に施行された', '2023年に施行された'), { agree: 0, differ: 1, figuresDiffer: 0 })
})

test('REQ 3.3.1 rules: negation is seen in both languages, and its look-alikes are not', () => {
  for (const text of [
    'It did not work.',
    'No effect was found.',
    '効果は認められなかった。',
    '有意差なし',
    '減少せず、',
  ])
    assert.equal(isNegated(text), true, text)
  for (const text of [
    'It worked not only in men.',
    'It was not without effect.',
    '効果があるかもしれない。',
    '服用しなければならない。',
    '男性だけでなく女性にも有効だった。',
  ])
    assert.equal(isNegated(text), false, text)
})

test('REQ 3.3.1 rules: opposite and equal directions', () => {
  const amount = (claim: string, evidence: string) => compareDirection(claim, evidence, 'amount')
  assert.equal(amount('Therapy increases tuberculosis.', 'Therapy was tied to a reduction in tuberculosis.'), 'oppose')
  assert.equal(amount('Therapy lowers tuberculosis.', 'Therapy was tied to a reduction in tuberculosis.'), 'agree')
  assert.equal(amount('Vitamin D reduces falls.', 'Vitamin D had no significant effect on falls.'), 'oppose')
  assert.equal(amount('再発率が上昇した。', '投与群では再発率が低下した。'), 'oppose')
  assert.equal(amount('転倒率が低下した。', '両群の転倒率に有意差は認められなかった。'), 'oppose')
  assert.equal(amount('転倒率が低下した。', '転倒率は低下した。'), 'agree')
})

test('REQ 3.3.1 rules: only the clause about the claim is read', () => {
  const evidence = 'Whole fruit is associated with a lower risk of diabetes, whereas fruit juice raises blood sugar.'
  assert.equal(compareDirection('Whole fruit increases the risk of diabetes.', evidence, 'amount'), 'oppose')
})

test('REQ 3.3.1 rules: less of a bad thing is not the opposite of an improvement', () => {
  assert.equal(compareDirection('The drug improves survival.', 'The drug reduced deaths.', 'amount'), 'unknown')
})

test('REQ 3.3.1 rules: shared topic words are counted by stem and by kanji pairs', () => {
  assert.equal(coverage('Vitamin D reduces falls', 'falls were reduced'), 2 / 3)
  assert.equal(coverage('転倒予防', '予防接種'), 1 / 3)
})

test('REQ 3.3.1 rules: plain agreement opposes nothing', () => {
  assert.equal(rulesOppose(readSignals('Coffee lowers risk.', 'Coffee drinkers had lower risk.')), false)
})
