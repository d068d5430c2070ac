import assert from 'node:assert/strict'
import { test } from 'node:test'
import { defaultSettings } from '../../src/domain/settings.ts'
import { createClaimExtractor } from '../../src/judge/claim-extractor.ts'
import { createLlmClaimExtractor } from '../../src/judge/llm-claim-extractor.ts'
import { whyNotCarried } from '../../src/judge/quote-support.ts'
import { reader } from './shipped-reader.ts'

const FALLS = 'Vitamin D reduced falls by 14% in a trial of 240 older women.'
const CALCIUM = 'Calcium had no effect on falls in the same trial.'
const LED = 'Smith led the trial in Oslo and Jones led the trial in Bergen.'
const PASSAGE = `${FALLS} ${CALCIUM} ${LED}`

/** Each claim with the sentence it names, and whether it may be taken from the passage. */
function verdicts(passage: string, claims: readonly (readonly [text: string, quote: string])[]) {
  return claims.map(([text, quote]) => [text, whyNotCarried({ text, quote }, passage) === null])
}
const all = (claims: readonly (readonly [string, string])[], taken: boolean) => claims.map(([text]) => [text, taken])

test('REQ 3.3.1, L2: a power, a fraction or a note is not made another figure', () => {
  const cells = 'The patients received 10⁵ cells in the first week.'
  const saying = (figure: string) => `The patients received ${figure} cells in the first week.`
  assert.deepEqual(
    ['10⁵', '10^5', '105', '10', '5'].map((figure) => whyNotCarried({ text: saying(figure), quote: cells }, cells)),
    [null, null, ...Array(3).fill('figure not in the fragment')],
  )
  const drops = 'Nausea fell by 12 % in 2021¹ in those who took 1½ drops a day.'
  const told = 'Nausea fell by 12 % in 2021 in those who took 11 drops a day.'
  assert.equal(whyNotCarried({ text: told, quote: drops }, drops), 'figure not in the fragment')
})

test('REQ 3.3.1: a claim that turns, exchanges or moves the words of its sentence is refused', () => {
  const claims = [
    ['Vitamin D increased falls by 14% in a trial of 240 older women.', FALLS],
    ['Vitamin D doubled falls in a trial of 240 older women.', FALLS],
    ['Calcium reduced falls by 14% in a trial of 240 older women.', FALLS],
    ['Vitamin D reduced falls by 240 in 14% of older women.', FALLS],
    ['Vitamin D reduced falls by 240 older women.', FALLS],
    ['Falls reduced vitamin D by 14% in a trial of 240 older women.', FALLS],
    ['Vitamin D was reduced by falls by 14%.', FALLS],
    ['Calcium had an effect on falls in the same trial.', CALCIUM],
    ['Jones led the trial in Oslo.', LED],
    ['Smith led the trial in Bergen.', LED],
    ['Vitamin D led to falls in older women.', 'a'],
    [FALLS, 'a'],
    [FALLS, CALCIUM],
  ] as const
  assert.deepEqual(verdicts(PASSAGE, claims), all(claims, false))
})

test('REQ 3.3.1: words that decide may not be left out, nor the frame around a quoted part', () => {
  for (const [sentence, claim] of [
    ['Aspirin increased survival after stroke in adults.', 'Aspirin increased stroke in adults.'],
    ['Aspirin increased the time to stroke in adults.', 'Aspirin increased stroke in adults.'],
    ['Compared with placebo, aspirin lowered the risk.', 'Placebo lowered the risk.'],
    ['It is false that vitamin D reduced falls in women.', 'Vitamin D reduced falls in women.'],
    ['Vitamin D may reduce falls in older women.', 'Vitamin D reduced falls in older women.'],
    ['If taken daily, vitamin D reduced falls in women.', 'Vitamin D reduced falls in women.'],
    ['Vitamin D reduced falls and increased fractures.', 'Vitamin D reduced fractures.'],
    ['Women with diabetes had fewer falls in the trial.', 'Diabetes had fewer falls in the trial.'],
    ['Vitamin D reduced bone loss in older women.', 'Vitamin D reduced bone.'],
  ] as const)
    assert.equal(whyNotCarried({ text: claim, quote: sentence }, sentence), 'not carried by its fragment', sentence)
  for (const [sentence, claim] of [
    ['Vitamin D reduced falls in women, but this was wrong.', 'Vitamin D reduced falls in women.'],
    ['ビタミンDは転倒を減らし、この結果は後に撤回された。', 'ビタミンDは転倒を減らした。'],
  ] as const)
    assert.equal(whyNotCarried({ text: claim, quote: sentence }, sentence), 'turns its quote around', sentence)
  // The part that is quoted reads well; the sentence it was cut from does not say it.
  const denied = 'It is false that vitamin D reduced falls in women.'
  const part = 'vitamin D reduced falls in women.'
  assert.equal(
    whyNotCarried({ text: 'Vitamin D reduced falls in women.', quote: part }, denied),
    'not carried by its fragment',
  )
})

test('REQ 3.3.1: the sentence itself, its clauses, and "it" named by the sentence before are taken', () => {
  const claims = [
    [FALLS, FALLS],
    ['Vitamin D reduced falls by 14%.', FALLS],
    ['Vitamin D reduces falls by 14 percent in the trial of 240 older women.', FALLS],
    [CALCIUM, CALCIUM],
    ['Jones led the trial in Bergen.', LED],
  ] as const
  assert.deepEqual(verdicts(PASSAGE, claims), all(claims, true))
  const passage =
    'Vitamin D was tested against calcium. It reduced falls by 14% (95% CI 3 to 20), but not pain. Here, pain was severe.'
  const quote = 'It reduced falls by 14% (95% CI 3 to 20), but not pain.'
  assert.deepEqual(
    ['Vitamin D reduced falls by 14%, but not pain.', 'Calcium reduced falls by 14%, but not pain.'].map((text) =>
      whyNotCarried({ text, quote }, passage),
    ),
    [null, 'not carried by its fragment'],
  )
})

test('REQ 3.3.1: in Japanese a clause is taken whole, with its own subject, figure and predicate', () => {
  const high = 'ビタミンD群では転倒率が15％高かった。'
  const passage = `【結果】${high}プラセボ群では変化がみられなかった。アスピリンは死亡率を下げ、出血の増加を抑制する効果を示した。`
  const effect = 'アスピリンは死亡率を下げ、出血の増加を抑制する効果を示した。'
  const refused = [
    ['ビタミンD群では転倒率が15％低かった。', high],
    ['プラセボ群では転倒率が15％高かった。', high],
    ['プラセボ群では変化がみられた。', 'プラセボ群では変化がみられなかった。'],
    ['アスピリンは出血の増加を示した。', effect],
    ['アスピリンは死亡率を上げた。', effect],
  ] as const
  assert.deepEqual(verdicts(passage, refused), all(refused, false))
  const taken = [
    ['ビタミンD群では転倒率が15%高かった。', high],
    ['プラセボ群では変化がみられなかった。', 'プラセボ群では変化がみられなかった。'],
    ['アスピリンは死亡率を下げた。', effect],
  ] as const
  assert.deepEqual(verdicts(passage, taken), all(taken, true))
})

test('REQ 3.3.1: type and polarity follow from the words, whatever the model says', async () => {
  const settings = defaultSettings.judgement
  const answered = [
    { text: FALLS, quote: FALLS, type: 'prediction', polarity: 'deny' },
    { text: CALCIUM, quote: CALCIUM, type: 'opinion', polarity: 'affirm' },
  ]
  const extractor = createLlmClaimExtractor({
    llm: { ask: async () => ({ ok: true, text: JSON.stringify({ claims: answered }), findings: [] }) },
    fallback: createClaimExtractor({ embedder: null, reader, settings }),
    reader,
    prompt: 'List the claims.',
    settings,
  })
  const source = { fragmentId: 'frag_1', text: PASSAGE, headingContext: null, fragmentType: 'paragraph' }
  const [result] = await extractor.extract([source], 'Does vitamin D prevent falls?')
  assert.deepEqual(
    result?.claims.map(({ type, polarity }) => [type, polarity]),
    [
      ['fact', 'affirm'],
      ['fact', 'deny'],
    ],
  )
})
