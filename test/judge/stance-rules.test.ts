import assert from 'node:assert/strict'
import { test } from 'node:test'
import { compareDirection } from '../../src/judge/rules/direction.ts'
import { isNegated } from '../../src/judge/rules/negation.ts'
import { compareNumbers, withoutEstimates } from '../../src/judge/rules/numbers.ts'
import { quantities } from '../../src/judge/rules/quantities.ts'
import { readSignals, rulesOppose } from '../../src/judge/rules/signals.ts'
import { coverage } from '../../src/judge/rules/words.ts'

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

test('REQ 3.3.1 rules: a claimed 40 % is not borne out by 14 %', () => {
  const compare = (claim: string, evidence: string) => {
    const { agree, differ, figuresAgree, figuresDiffer } = compareNumbers(claim, evidence)
    return [agree, differ, figuresAgree, figuresDiffer]
  }
  assert.deepEqual(compare('falls fell by 40%', 'falls fell by 14%'), [0, 1, 0, 1])
  assert.deepEqual(compare('falls fell by 40%', 'falls fell by 39.8 percent'), [1, 0, 1, 0])
  assert.deepEqual(compare('more than 30% fell', '45% of them fell'), [1, 0, 1, 0])
  assert.deepEqual(compare('falls fell by 40%', 'falls fell within 12 weeks'), [0, 0, 0, 0])
  assert.deepEqual(compare('2020年に施行された', '2023年に施行された'), [0, 1, 0, 0])
})

test('REQ 3.3.1 rules: year, weeks and persons neither excuse a wrong figure nor are one; alone they are the figure', () => {
  const numbers = (claim: string, evidence: string) => {
    const signals = readSignals(claim, evidence)
    return [signals.numbers.figuresAgree, signals.numbers.figuresDiffer, rulesOppose(signals)]
  }
  const claim = 'In 2019 vitamin D reduced falls by 40% in 240 women over 12 weeks.'
  const like = (share: string, rest: string) => `In 2019 vitamin D reduced falls by ${share} in ${rest}.`
  assert.deepEqual(numbers(claim, like('14%', '240 women over 12 weeks')), [0, 1, true])
  assert.deepEqual(numbers(claim, like('40%', '300 women over 6 weeks')), [1, 0, false])
  assert.deepEqual(numbers('It took 5 mg and cut 40%.', 'It took 5 mg and cut 14%.'), [1, 1, true])
  assert.deepEqual(numbers('At 5 mg and 3 kg it cut 40%.', 'At 5 mg and 3 kg it cut 14%.'), [2, 1, false])
  assert.deepEqual(numbers('控訴期間は14日である。', '控訴期間は30日である。'), [0, 1, true])
  assert.deepEqual(numbers('240 women took it for 12 weeks.', '300 women took it for 12 weeks.'), [0, 0, false])
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

test('REQ 3.3.1 rules: to deny one direction says nothing about the other', () => {
  const notUp = 'Silverleaf tea does not raise blood pressure.'
  for (const claim of ['Silverleaf tea lowers blood pressure.', 'Silverleaf tea did not lower blood pressure.']) {
    const signals = readSignals(claim, notUp)
    assert.deepEqual([signals.deniesAnother, signals.amount, rulesOppose(signals)], [true, 'unknown', false], claim)
  }
  const opposed = readSignals('Silverleaf tea raises blood pressure.', notUp)
  assert.deepEqual([opposed.deniesAnother, opposed.amount], [false, 'oppose'])
})

test('REQ 3.3.1 rules: a subject of nobody denies its verb, however far away', () => {
  const evidence = 'In none of these three large studies did silverleaf tea raise blood pressure.'
  assert.equal(compareDirection('Silverleaf tea raises blood pressure.', evidence, 'amount'), 'oppose')
})

test('REQ 3.3.1 rules: who the participants are is no direction; what something is associated with is', () => {
  const claim = 'The tea lowers blood pressure.'
  assert.equal(
    compareDirection(claim, 'We gave the tea to adults with mildly raised blood pressure.', 'amount'),
    'unknown',
  )
  assert.equal(compareDirection(claim, 'The tea is associated with raised blood pressure.', 'amount'), 'oppose')
})

test("REQ 3.3.1 rules: one study's estimate is taken out of a statement, its other brackets are not", () => {
  assert.equal(
    withoutEstimates('The tea (Argentafolia lyrae) lowered pressure (mean difference -2.6 mmHg, 95% CI -6.1 to 0.9).'),
    'The tea (Argentafolia lyrae) lowered pressure.',
  )
  assert.equal(withoutEstimates('死亡率が低下した（オッズ比 0.7、p<0.01）。'), '死亡率が低下した。')
})

test('REQ 3.3.1 rules: what is reported and denied in one breath is denied', () => {
  const amount = (evidence: string) =>
    compareDirection('The evidence does not show that the tea lowers blood pressure.', evidence, 'amount')
  assert.equal(amount('The claim that the tea lowers blood pressure is false.'), 'agree')
  assert.equal(amount('A journal has withdrawn a study which claimed that the tea lowers blood pressure.'), 'agree')
  assert.equal(amount('Studies show that the tea lowers blood pressure.'), 'oppose')
})

test('REQ 3.3.1 rules: a denied denial opposes nothing and cannot refute', () => {
  for (const [claim, evidence] of [
    ['The vaccine prevents infection.', 'It is not true that the vaccine does not prevent infection.'],
    ['The court upheld the ruling.', 'The court did not fail to uphold the ruling.'],
  ] as const) {
    const signals = readSignals(claim, evidence)
    assert.deepEqual([rulesOppose(signals), signals.cannotRefute], [false, true], evidence)
  }
  const denied = readSignals('The tea lowers blood pressure.', 'It is not true that the tea lowers blood pressure.')
  assert.equal(denied.amount, 'oppose')
  const twoDenials = readSignals('The drug reduces deaths.', 'It did not reduce deaths and did not improve sleep.')
  assert.equal(twoDenials.cannotRefute, false)
})

test('REQ 3.3.1 rules: to say more than a denial is no refutation of it', () => {
  const cannot = (claim: string, evidence: string) => {
    const signals = readSignals(claim, evidence)
    return [signals.cannotRefute, rulesOppose(signals)]
  }
  const denial = 'The tea does not lower blood pressure.'
  assert.deepEqual(cannot(denial, 'The tea raises blood pressure.'), [true, false])
  assert.deepEqual(cannot(denial, 'The tea lowered blood pressure.'), [false, true])
  assert.deepEqual(cannot('The tea lowers blood pressure.', 'Blood pressure was unchanged by the tea.'), [false, true])
})

test('REQ 3.3.1: "up to 18" neither agrees with 18 nor differs from it; another bound does differ', () => {
  const claim = 'The tea lowers blood pressure by 18 mmHg.'
  const figures = (evidence: string) => {
    const { figuresAgree, figuresDiffer } = compareNumbers(claim, evidence)
    return [figuresAgree, figuresDiffer]
  }
  assert.deepEqual(figures('The tea lowers blood pressure by up to 18 mmHg.'), [0, 0])
  assert.deepEqual(figures('The tea lowers blood pressure by up to 12 mmHg.'), [0, 1])
  assert.deepEqual(figures('The tea lowers blood pressure by 18 mmHg.'), [1, 0])
})

test('REQ 3.3.1: trials of different size do not contradict each other by their size', () => {
  const { figuresAgree, figuresDiffer } = compareNumbers(
    'The tea did not lower blood pressure in 240 adults.',
    'The tea did not lower blood pressure in 180 adults.',
  )
  assert.deepEqual([figuresAgree, figuresDiffer], [0, 0])
})

test('REQ 3.3.1: the claim in its own words and denied refutes it; another order or another figure does not', () => {
  const denied = (claim: string, sentence: string) => readSignals(claim, sentence).deniedPlainly
  assert.equal(denied('Coffee prevents cancer in adults.', 'Coffee does not prevent cancer in adults.'), true)
  assert.equal(denied('The law does not cover foreign firms.', 'The law covers foreign firms.'), true)
  assert.equal(denied('Dogs may chase cats here.', 'Cats may not chase dogs here.'), false)
  assert.equal(denied('Coffee prevents cancer in adults.', 'Does coffee not prevent cancer in adults?'), false)
  assert.equal(denied('The fee rose by 5 %.', 'The fee did not rise by 5 % and not by 9 %.'), false)
  assert.equal(denied('Coffee prevents cancer in adults.', 'Coffee does not cause cancer in adults.'), false)
})

test('REQ 3.3.1: what one study reported is not refuted by another that found otherwise, but by its withdrawal', () => {
  const claim = 'One trial reported that silverleaf tea lowers blood pressure.'
  const only = (evidence: string) => readSignals(claim, evidence).onlyAReport
  assert.equal(only('A larger trial found that silverleaf tea did not lower blood pressure.'), true)
  assert.equal(only('The claim that silverleaf tea lowers blood pressure is false.'), false)
  assert.equal(readSignals('Silverleaf tea lowers blood pressure.', 'It does not lower it.').onlyAReport, false)
  assert.equal(
    readSignals('The Tarn trial found no difference.', 'The Tarn trial found a difference.').onlyAReport,
    false,
  )
})
