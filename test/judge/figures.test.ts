import assert from 'node:assert/strict'
import { test } from 'node:test'
import { compareQuantities } from '../../src/judge/rules/compare-quantities.ts'
import { quantities } from '../../src/judge/rules/quantities.ts'
import { planQuantities, readQuantities } from '../../src/judge/same-quantity.ts'
import { NO_CONTEXT } from '../../src/judge/text-context.ts'
import { BLANK } from '../../src/models/onnx-session.ts'

const figures = (text: string) => quantities(text).map(({ value, unit }) => `${value} ${unit}`)

/** What the figures of the evidence say of those of the claim: what fits counts first, then what differs. */
function verdict(claim: string, evidence: string): string {
  const outcomes = quantities(claim).flatMap((claimed) =>
    quantities(evidence).map((seen) => compareQuantities(claimed, seen)),
  )
  return (['fits', 'differs', 'open'] as const).find((one) => outcomes.includes(one)) ?? 'silent'
}

function expectVerdicts(rows: readonly (readonly [string, string, string])[]): void {
  for (const [claim, evidence, expected] of rows)
    assert.equal(verdict(claim, evidence), expected, `${claim} | ${evidence}`)
}

test('REQ 3.3.1 figures: powers of ten, fractions and notes of one character are read as what they are', () => {
  const rows: readonly (readonly [string, readonly string[]])[] = [
    ['5×10⁵ cells and 10⁶ people', ['500000 cell', '1000000 person']],
    ['2 x 10^-3 g', ['0.002 g']],
    ['1½ cups and ½ cup', ['1.5 cup', '0.5 cup']],
    ['②100人', ['100 person']],
    ['In 2021¹ the trial began', ['2021 date']],
  ]
  for (const [text, expected] of rows) assert.deepEqual(figures(text), expected)
})

test('REQ 3.3.1 figures: scales, eras, kanji and katakana are spellings of one figure', () => {
  const rows: readonly (readonly [string, readonly string[]])[] = [
    ['輸出額は5千億円', ['500000000000 jpy']],
    ['予算は1兆2000億円', ['1200000000000 jpy']],
    ['1千万人と3.5万人', ['10000000 person', '35000 person']],
    ['損失は二億円、百万円', ['200000000 jpy', '1000000 jpy']],
    ['被害額は数十億円', []],
    ['奏効率は4割、四割、4割5分', ['40 %', '40 %', '45 %']],
    ['令和5年、令和元年、平成30年、昭和60年、令和五年', [2023, 2019, 2018, 1985, 2023].map((year) => `${year} date`)],
    ['時効は5年、2023年に施行', ['5 year', '2023 date']],
    ['5ミリグラム、5マイクログラム、10キロメートル、10キログラム', ['5 mg', '5 ug', '10 km', '10 kg']],
    ['14パーセント、5ポイント', ['14 %', '5 point']],
    ['$3m, $3bn and £2 billion', ['3000000 usd', '3000000000 usd', '2000000000 gbp']],
    ['fell to -5 °C, minus 5 degrees, 氷点下5度', ['-5 degree', '-5 degree', '-5 degree']],
    ['doubled, rose threefold, a 5-fold rise', ['2 times', '3 times', '5 times']],
    ['half of the patients, a quarter of men, one in five', ['50 %', '25 %', '20 %']],
    ['0.5 mg twice daily, 1日3回', ['0.5 mg', '2 perday', '3 perday']],
    ['5 percentage points, 5 percent', ['5 point', '5 %']],
    ['aged 65 years for 12 weeks, a 65-year-old, 65歳', ['65 age', '12 week', '65 age', '65 age']],
    ['twelve people, forty percent', ['12 person', '40 %']],
    ['10 000 people, one in ten, 2人に1人, 140/90 mmHg', ['10000 person', '10 %', '50 %', '140 mmhg', '90 mmhg']],
    ['1日10mg、1日量は5mg、12.5% ± 3.2%', ['10 mg', '5 mg', '12.5 %']],
  ]
  for (const [text, expected] of rows) assert.deepEqual(figures(text), expected, text)
})

test('REQ 3.3.1 figures: names, ordinals and forms of words are no figures', () => {
  for (const text of [
    'the 5G network and IL-6, open 24/7',
    'a double-blind trial',
    'in the first half of the year a third study began',
    '第5条の十分な説明',
    'a half-life was measured',
    '1'.repeat(40),
  ])
    assert.deepEqual(figures(text), [], text)
})

test('REQ 3.3.1 figures: one amount in two units fits, the same digits in another unit differ', () => {
  expectVerdicts([
    ['The dose is 500 mg.', 'The dose is 0.5 g.', 'fits'],
    ['The dose is 500 mg.', 'The dose is 500 μg.', 'differs'],
    ['The dose is 10 mg/kg.', 'The dose is 10 mg.', 'differs'],
    ['The dose is 20 mg daily.', 'The dose is 20 mg/day.', 'fits'],
    ['The dose is 5 mg.', 'Patients of 70 kg took it.', 'silent'],
    ['The river is 10 km long.', 'The river is 10 miles long.', 'differs'],
    ['The speed limit is 60 km/h.', 'The speed limit is 60 mph.', 'differs'],
    ['The reactor gives 1,200 MW.', 'The reactor gives 1.2 GW.', 'fits'],
    ['Treatment lasted 2 weeks.', 'Treatment lasted 14 days.', 'fits'],
    ['Follow-up was 24 hours.', 'Follow-up was 24 months.', 'differs'],
    ['Unemployment rose by 5%.', 'Unemployment rose by 5 percentage points.', 'differs'],
    ['罰金は300万円である。', '罰金は300万ドルである。', 'differs'],
    ['The fine was $3 million.', 'The fine was €2.8 million.', 'silent'],
    ['It fell to -5 °C.', 'It fell to 5 °C.', 'differs'],
    ['Taken twice daily.', 'Taken once daily.', 'differs'],
    ['距離は10キロメートルである。', '重さは10キログラムである。', 'silent'],
    ['The dose was 12 mg.', 'The trial lasted 12 weeks.', 'silent'],
  ])
})

test('REQ 3.3.1 figures: a period is no date, and a date is as exact as it is told', () => {
  expectVerdicts([
    ['時効は5年である。', '同法は令和5年に施行され、時効は3年である。', 'differs'],
    ['同法は令和5年に施行された。', '同法は2023年に施行された。', 'fits'],
    ['同法は令和5年に施行された。', '同法は平成5年に施行された。', 'differs'],
    ['It was signed on 3 March 2015.', 'It was signed on March 3, 2015.', 'fits'],
    ['It was signed on 3 March 2015.', 'It was signed in 2015.', 'fits'],
    ['It was signed on 3 March 2015.', 'It was signed on 3 May 2015.', 'differs'],
    ['会議は3月5日に開かれた。', '会議は5月5日に開かれた。', 'differs'],
    ['It was built in 1995.', 'It was built in the 1990s.', 'fits'],
  ])
})

test('REQ 3.3.1 figures: bounds and ranges say where a figure may lie', () => {
  expectVerdicts([
    ['No more than 5% failed.', '3% failed.', 'fits'],
    ['No more than 5% failed.', '9% failed.', 'differs'],
    ['No fewer than 500 homes burned.', '620 homes burned.', 'fits'],
    ['A minimum of 30% is recycled.', '45% is recycled.', 'fits'],
    ['再発率は少なくとも10%である。', '再発率は28%である。', 'fits'],
    ['最大で20mgを投与する。', '1日に10mgを投与する。', 'fits'],
    ['過料は100万円である。', '100万円以下の過料が科される。', 'silent'],
    ['300隻以上が沈んだ。', '200隻が沈んだ。', 'differs'],
    ['Fewer than half of the men recovered.', '62% of the men recovered.', 'differs'],
    ['More than 50% was lost.', 'More than 30% was lost.', 'open'],
    ['Over 50% was lost.', 'Nearly half of the forest was lost.', 'open'],
    ['It fell by 12 mmHg.', 'It fell by 10 to 15 mmHg.', 'fits'],
    ['It fell by 12 mmHg.', 'It fell by 10-15 mmHg.', 'fits'],
    ['It fell by 10–15 mmHg.', 'It fell by 12 mmHg.', 'fits'],
    ['It fell by 10–15 mmHg.', 'It fell by 22 mmHg.', 'differs'],
    ['Between 20% and 30% fell.', 'About 25% fell.', 'fits'],
    ['発症率は10〜15%である。', '発症率は40%である。', 'differs'],
    ['It fell to 14%.', 'It fell from 20% to 14%.', 'fits'],
  ])
})

const said = (text: string) => ({ text, context: NO_CONTEXT })

/** A reader that takes figures for the same quantity where both blanks have the word beside them. */
const readerOf = (word: string) => ({
  sameQuantity: async (pairs: readonly { readonly evidence: string; readonly claim: string }[]) =>
    pairs.map(({ evidence, claim }) =>
      Number([evidence, claim].every((text) => new RegExp(`${word}[^.]{0,14}${BLANK}`, 'u').test(text))),
    ),
})

test('REQ 3.3.1 figures: of several the one of the same quantity counts, and arithmetic says what follows', async () => {
  const falls = said('Vitamin D cut falls by 14% in older adults. It cut fractures by 40% in older adults.')
  const read = async (text: string) => (await readQuantities(readerOf('falls'), said(text), [falls]))[0]
  assert.deepEqual(await read('Vitamin D cut falls by 40%.'), { agrees: 0, differs: 1 })
  assert.deepEqual(await read('Vitamin D cut falls by 14%.'), { agrees: 1, differs: 0 })
  assert.deepEqual(await read('Vitamin D cut fractures by 14%.'), { agrees: 0, differs: 0 })
})

test('REQ 3.3.1 figures: one figure is blanked on each side, the others stay, with title and heading before', () => {
  const claim = { text: 'It had 62 stalls and 96 spaces.', context: { title: 'Market Hall', heading: null } }
  const evidence = { text: 'There are 58 stalls.', context: { title: 'Guide', heading: 'The hall' } }
  assert.deepEqual(
    planQuantities(claim, evidence).map(({ pair }) => pair),
    [
      {
        evidence: `guide : the hall : there are ${BLANK} stalls.`,
        claim: `market hall : it had ${BLANK} stalls and 96 spaces.`,
      },
    ],
  )
})

test('REQ 3.3.1 figures: dates, samples of a bracketed estimate and other kinds are not asked about', () => {
  const asked = (claim: string, evidence: string) => planQuantities(said(claim), said(evidence)).length
  assert.equal(asked('It opened in 2019.', 'It opened in 2021.'), 0)
  assert.equal(asked('It fell (mean difference -2.6 mmHg, 95% CI -6.1 to 0.9).', 'It fell by 0.4 mmHg.'), 0)
  assert.equal(asked('It weighs 12 kg.', 'It is 12 km away.'), 0)
  assert.equal(asked('It fell by 12 mmHg.', 'It fell by 10 to 15 mmHg.'), 1)
})

test('the end of a span of dates is no number of years or days', () => {
  assert.deepEqual(figures('令和2年度から6年度までの寄付は、あわせて310万円です。'), ['2020 date', '3100000 jpy'])
  assert.deepEqual(figures('2018年から22年にかけて3割減った。'), ['2018 date', '30 %'])
  assert.deepEqual(figures('5月2日に始まり、17日に終わった。'), ['502 day of the year'])
  assert.deepEqual(figures('工事は3年から5年かかる。'), ['3 year', '5 year'])
  assert.deepEqual(figures('5月から17日間続いた。'), ['5 calendar month', '17 day'])
})
