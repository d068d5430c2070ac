import assert from 'node:assert/strict'
import { test } from 'node:test'
import { defaultSettings } from '../../src/domain/settings.ts'
import { createClaimExtractor } from '../../src/judge/claim-extractor.ts'
import { readerSaying } from './shipped-reader.ts'

const extractor = createClaimExtractor({
  embedder: null,
  reader: readerSaying('claim'),
  settings: { ...defaultSettings.judgement, claims_per_fragment: 10 },
})

async function read(text: string) {
  const source = { fragmentId: 'frag_1', text, headingContext: null, fragmentType: 'abstract' }
  const [result] = await extractor.extract([source], 'Does vitamin D prevent falls?')
  assert.ok(result)
  return result
}

/** The sentence as it stands, and the claim made of it. */
const TAKEN_OFF: readonly (readonly [sentence: string, claim: string])[] = [
  ['Background: Statins lower cholesterol in adults.', 'Statins lower cholesterol in adults.'],
  [
    'Results: The incidence rate ratio was 1.15 (95% CI, 1.02-1.30).',
    'The incidence rate ratio was 1.15 (95% CI, 1.02-1.30).',
  ],
  ['Conclusion Statins reduce stroke by 21%.', 'Statins reduce stroke by 21%.'],
  [
    'Recent findings: Metformin lowers cancer incidence in diabetics.',
    'Metformin lowers cancer incidence in diabetics.',
  ],
  ['SUMMARY The bees navigate by polarized light.', 'The bees navigate by polarized light.'],
  [
    'MOTIVATION The nucleosome is the basic repeating unit of chromatin.',
    'The nucleosome is the basic repeating unit of chromatin.',
  ],
  ['METHODS AND RESULTS Mice lacking Drp1 developed cardiomyopathy.', 'Mice lacking Drp1 developed cardiomyopathy.'],
  [
    'RESULT(S) Among these patients, gonadotropins had a higher rate.',
    'Among these patients, gonadotropins had a higher rate.',
  ],
  [
    'CONCLUSION ticagrelor reduced ischaemic events in these patients.',
    'Ticagrelor reduced ischaemic events in these patients.',
  ],
  [
    'OBJECTIVES Calcific aortic valve disease is an inflammatory process.',
    'Calcific aortic valve disease is an inflammatory process.',
  ],
  ['【背景】ビタミンD欠乏は高齢者に多い。', 'ビタミンD欠乏は高齢者に多い。'],
  ['【結論】高用量ビタミンDの年1回投与は転倒を増加させた。', '高用量ビタミンDの年1回投与は転倒を増加させた。'],
  [
    'LONDON (Reuters) - The Bank of England raised interest rates on Thursday.',
    'The Bank of England raised interest rates on Thursday.',
  ],
  ['1. Green tea contains catechins in its leaves.', 'Green tea contains catechins in its leaves.'],
  ['研究によると、コーヒーは死亡率を15%下げる。', 'コーヒーは死亡率を15%下げる。'],
]

for (const [sentence, claim] of TAKEN_OFF)
  test(`REQ 3.3.1: the claim of "${sentence.slice(0, 40)}" is without its opening, its span is verbatim`, async () => {
    const { claims, dropped } = await read(sentence)
    assert.deepEqual(
      claims.map(({ text, spanStart, spanEnd }) => [text, sentence.slice(spanStart, spanEnd)]),
      [[claim, sentence]],
      JSON.stringify(dropped),
    )
  })

const SECTIONS_WITHOUT_FINDING: readonly (readonly [sentence: string, reason: string])[] = [
  ['Objective: To examine different health outcomes that are associated with lifestyle.', 'methods only'],
  ['OBJECTIVE To explore the potential of metagenomics, which is the sequencing of samples.', 'methods only'],
  ['PARTICIPANTS Patients (n = 1490) had a clinical history of chronic asthma.', 'methods only'],
  ['SETTING Six ski clubs for skiers (total 47) were visited in Sweden.', 'methods only'],
  ['Main Outcomes and Measures: The rate of falls was all that we counted.', 'methods only'],
  ['Design, Setting, and Participants Retrospective cohort study that was done in 14 centers.', 'methods only'],
  ['AVAILABILITY The software is available at http://epigen.example.', 'about the text'],
  ['【目的】ビタミンD補充が転倒を減らすかを検討する。', 'methods only'],
]

test('REQ 3.3.1: aims, methods and settings by their label give no claim', async () => {
  for (const [sentence, reason] of SECTIONS_WITHOUT_FINDING) {
    const { claims, dropped } = await read(sentence)
    assert.deepEqual(claims, [], sentence)
    assert.deepEqual(dropped, [{ text: sentence, reason }])
  }
})

test('REQ 3.3.1: words that only look like a label stay', async () => {
  for (const text of [
    'Results of the 2016 referendum surprised pollsters.',
    'Background checks found 300 false names in 2020.',
    'Sample A was heated to 300 degrees for an hour.',
  ])
    assert.deepEqual(
      (await read(text)).claims.map((claim) => claim.text),
      [text],
    )
})

test('REQ 3.3.1: a pronoun or an owner without its name is no claim, whatever its verb', async () => {
  const life =
    'Marie Curie was a Polish-French physicist. She won the Nobel Prize in 1903. Her husband Pierre shared the award.'
  const { claims, dropped } = await read(life)
  assert.deepEqual(
    claims.map(({ text }) => text),
    ['Marie Curie was a Polish-French physicist.'],
  )
  assert.deepEqual(dropped, [
    { text: 'She won the Nobel Prize in 1903.', reason: 'not self-contained' },
    { text: 'Her husband Pierre shared the award.', reason: 'not self-contained' },
  ])
  assert.deepEqual((await read('They found that penicillin accounted for 58 per cent of prescriptions.')).claims, [])
  assert.deepEqual((await read('Their pathogenesis is complex and likely depends on many cells.')).claims, [])
})

test('REQ 3.3.1: the subject is named after any verb, from a labelled sentence too', async () => {
  const { claims } = await read(
    'BACKGROUND Centrosomes are small organelles. They influence the morphology of the cytoskeleton.',
  )
  assert.deepEqual(
    claims.map(({ text }) => text),
    ['Centrosomes are small organelles.', 'Centrosomes influence the morphology of the cytoskeleton.'],
  )
})
