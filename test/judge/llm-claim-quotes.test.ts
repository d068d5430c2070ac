import assert from 'node:assert/strict'
import { test } from 'node:test'
import { defaultSettings } from '../../src/domain/settings.ts'
import { createClaimExtractor } from '../../src/judge/claim-extractor.ts'
import { createLlmClaimExtractor } from '../../src/judge/llm-claim-extractor.ts'
import { findQuote } from '../../src/judge/quote-span.ts'
import { reader } from './shipped-reader.ts'

const settings = defaultSettings.judgement

/** A model that gives each text as a claim and as its own quote, or another quote where there is one. */
function extractorSaying(answers: readonly { readonly text: string; readonly quote?: string }[]) {
  const claims = answers.map(({ text, quote = text }) => ({ text, quote, type: 'fact', polarity: 'affirm' }))
  return createLlmClaimExtractor({
    llm: { ask: async () => ({ ok: true, text: JSON.stringify({ claims }), findings: [] }) },
    fallback: createClaimExtractor({ embedder: null, reader, settings }),
    reader,
    prompt: 'List the claims.',
    settings,
  })
}

const sourceOf = (text: string) => ({ fragmentId: 'frag_1', text, headingContext: null, fragmentType: 'paragraph' })

const quoted = (text: string, quote: string) => {
  const span = findQuote(text, quote)
  return span === null ? null : text.slice(span.start, span.end)
}

test('REQ 3.3.1, L2: a quote in the folded letters that the model was shown is found, and its span is verbatim', () => {
  for (const [text, quote, span] of [
    [
      '前文。死亡率は５％（n＝５０）低下した。後文。',
      '死亡率は5%(n=50)低下した。',
      '死亡率は５％（n＝５０）低下した。',
    ],
    ['結果：体温は３８℃だった。次。', '結果:体温は38°Cだった。', '結果：体温は３８℃だった。'],
    ['So. The ﬁrst trial cut CO₂ by 5 %. End.', 'The first trial cut CO2 by 5 %.', 'The ﬁrst trial cut CO₂ by 5 %.'],
    ['A &amp; B lowered\n  pain. C.', 'A & B lowered pain.', 'A &amp; B lowered\n  pain.'],
    ['The cafe\u0301 closed. Next.', 'The caf\u00e9 closed.', 'The cafe\u0301 closed.'],
    ['The pH was 7\u00b2', '7^2', '7\u00b2'],
    ['An ad\u00advanced 𝒳 test ran.', 'advanced X test', 'ad\u00advanced 𝒳 test'],
  ] as const)
    assert.equal(quoted(text, quote), span, text)
})

test('REQ 3.3.1: what is not in the fragment is not found, nor is a letter without its mark', () => {
  assert.equal(findQuote('Aspirin lowered pain.', 'Aspirin raised pain.'), null)
  assert.equal(findQuote('これが', 'これか'), null)
  assert.equal(findQuote('They received 10⁵ cells.', 'They received 105 cells.'), null)
  assert.equal(findQuote('Aspirin lowered pain.', '  '), null)
  assert.deepEqual(findQuote('Aspirin lowered pain.', 'lowered pain.'), { start: 8, end: 21 })
})

test('REQ 3.3.1: a Japanese claim whose page has wide brackets and digits is taken', async () => {
  const text = '背景を述べる。アスピリン群の脳卒中は１２％（６週間）減少した。'
  const [result] = await extractorSaying([{ text: 'アスピリン群の脳卒中は12%(6週間)減少した。' }]).extract(
    [sourceOf(text)],
    'アスピリンは脳卒中を減らすか',
  )
  assert.deepEqual(result?.dropped, [])
  assert.deepEqual(
    result?.claims.map(({ spanStart, spanEnd }) => text.slice(spanStart, spanEnd)),
    ['アスピリン群の脳卒中は１２％（６週間）減少した。'],
  )
})

test('REQ 3.3.1: a claim with a bracketed estimate is taken when its fragment has it, and refused when it has another', async () => {
  const text = 'Aspirin reduced stroke by 12 % (hazard ratio 0.88, 6 weeks).'
  const [result] = await extractorSaying([
    { text },
    { text: 'Aspirin reduced stroke by 12 % (hazard ratio 0.88, 9 weeks).', quote: text },
  ]).extract([sourceOf(text)], 'Does aspirin prevent stroke?')
  assert.deepEqual(
    result?.claims.map((claim) => claim.text),
    [text],
  )
  assert.deepEqual(
    result?.dropped.map(({ reason }) => reason),
    ['figure not in the fragment'],
  )
})

const CLAIMED = 'Vitamin D reduced falls by 14% in a trial of 240 older women.'
const FRACTURES = 'Hip fractures were as frequent in both groups of the trial.'
const turnedAround = { text: 'Vitamin D did not reduce falls in a trial of 240 older women.', quote: CLAIMED }
const claimsOf = (results: readonly { readonly method?: string; readonly claims: readonly { text: string }[] }[]) =>
  results.flatMap(({ method, claims }) => claims.map(({ text }) => [method, text]))

test('REQ 4.4.1 L6: a model that turns what the page says around hides nothing of it', async () => {
  const results = await extractorSaying([turnedAround]).extract(
    [sourceOf(`${CLAIMED} ${FRACTURES}`)],
    'Does vitamin D prevent falls?',
  )

  assert.deepEqual(claimsOf(results), [
    ['builtin', CLAIMED],
    ['builtin', FRACTURES],
  ])
  assert.deepEqual(
    results.flatMap(({ dropped }) => dropped.map(({ reason }) => reason)),
    ['turns its quote around', 'llm quotes failed'],
  )
})

test('REQ 4.4.1 L6: beside a claim that holds, the built-in extractor reads what the model lied about', async () => {
  const results = await extractorSaying([{ text: FRACTURES }, turnedAround]).extract(
    [sourceOf(`${CLAIMED} ${FRACTURES}`)],
    'Does vitamin D prevent falls?',
  )

  assert.deepEqual(claimsOf(results), [
    ['llm', FRACTURES],
    ['builtin', CLAIMED],
  ])
})

test('REQ 4.4.1 L6: a model that was told to be silent hides nothing; one whose quotes hold is believed', async () => {
  const japanese = 'ビタミンD群では転倒率が15%低かった。'
  const question = 'ビタミンDは転倒を防ぐか'

  const silent = await extractorSaying([]).extract([sourceOf(japanese)], question)
  const honest = await extractorSaying([{ text: CLAIMED }]).extract([sourceOf(`${CLAIMED} ${FRACTURES}`)], question)

  assert.deepEqual(claimsOf(silent), [['builtin', japanese]])
  assert.deepEqual(claimsOf(honest), [['llm', CLAIMED]])
})
