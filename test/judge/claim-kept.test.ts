import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isStatement } from '../../src/judge/claim-drops.ts'
import { selfContained } from '../../src/judge/claim-subject.ts'
import { claimsAmong } from './shipped-reader.ts'

/** Findings that look like a question, an order, talk, page furniture, a method or a table. */
const KEPT = {
  'the agency WHO and a clause as subject are no questions': [
    'WHO declared COVID-19 a pandemic on 11 March 2020.',
    'WHO estimates that 7 million people die from air pollution each year.',
    'How often people brush affects tooth decay.',
    'Which? magazine tested 20 vacuum cleaners.',
  ],
  'a model as the topic is no address to one': [
    'ChatGPT reached 100 million users in two months.',
    'ChatGPT, released in 2022, reached 100 million users.',
    'Claude Monet painted Impression, Sunrise in 1872.',
    'A large language model passed the bar exam in 2023.',
    'Large language models hallucinate citations in 30% of answers.',
    'AI systems must disclose training data under the act.',
    'ChatGPTの利用者は2か月で1億人を超えた。',
    'AIアシスタントは2023年に普及した。',
  ],
  'a noun with the form of an order opens a statement': [
    'Mark Zuckerberg founded Facebook in 2004.',
    'Mark Carney became prime minister of Canada in March 2025.',
    'Press freedom declined in 105 countries in 2023.',
    'Trust in government fell to 16% in 2023.',
    'Open source software runs on 96% of servers.',
    'Contact tracing reduced transmission by 18%.',
    'Contact sites are dynamic in size and can change in response to stimuli.',
    'Rate cuts boosted housing demand in 2020.',
    'Print circulation fell by 12% in 2022.',
    'Call centres employ 1.3 million people in India.',
    'Set theory was founded by Georg Cantor.',
    'Read speeds reach 7,000 MB/s on PCIe 4.0 drives.',
    'Use cases include fraud detection.',
    'Help desks handled 40% more tickets in 2021.',
    'Near this threshold, protein expression responds sensitively to the input.',
  ],
  'a finding that opens with no, so, well or I is no talk': [
    'No association was detected between bariatric surgery and fractures, cancer, or stroke.',
    'No vaccine is 100% effective.',
    'So far 12 people have died in the outbreak.',
    'Well water contained arsenic above the WHO limit.',
    'ME/CFS affects up to 2.5 million Americans.',
    'I-95 runs from Florida to Maine.',
    'I.M. Pei designed the Louvre Pyramid.',
  ],
  'a topic of the world is no page furniture': [
    'The Copyright Act of 1976 extended protection to 50 years after death.',
    'Google will phase out third-party cookies in Chrome in 2024.',
    'State-sponsored hackers stole 21 million records.',
    'The bill was sponsored by Senator Smith and passed 68 to 32.',
    'US copyright law was changed in 1976 and again in 1998.',
    'People who read more books lived two years longer.',
    'The agency must answer within 10 business days.',
    '広告費は2023年に7兆円を超えた。',
    '三越本店は1914年に開業した。',
    '著作権法は1970年に制定された。',
    'ログイン情報1,000万件が流出した。',
    '利用規約の変更は無効と判断された。',
  ],
  'words of a method elsewhere': [
    'Women were excluded from the vote until 1920.',
    'Japanese Americans were assigned to ten internment camps in 1942.',
    'Children were excluded from the schools of the county in 1959.',
    'Design patents last 15 years in the United States.',
    'To overcome these barriers, cells possess a number of chromatin remodelling complexes.',
  ],
  'figures, short Japanese and noun endings': [
    'The odds ratio was 1.34 (95% CI 1.12-1.61, p=0.001).',
    'The battery charges to 80% in 30 minutes.',
    'Tobacco smoke harms nonsmokers.',
    'Most people need one or two medicines.',
    'The group agreed with eight votes to none.',
    '東京都の人口は14,047,594人である。',
    '2023年の名目GDPは591兆4,820億円だった。',
    '警視庁は男を逮捕した。',
    '利上げは2007年2月以来17年ぶり。',
    '防水性能はIPX7に対応。',
    '昨年の出生数は過去最少を更新。',
    '失業率は2.5%。',
  ],
}

for (const [name, texts] of Object.entries(KEPT))
  test(`REQ 3.3.1: ${name}`, () => {
    for (const text of texts) {
      assert.deepEqual(selfContained(text, null), { text, resolved: false }, text)
      assert.equal(isStatement(text), true, text)
    }
  })

test('REQ 3.3.1: four in five and more of such findings are claims', async () => {
  const texts = Object.values(KEPT).flat()
  const claims = await claimsAmong(texts)
  const lost = texts.filter((text) => !claims.includes(text))
  assert.ok(claims.length / texts.length >= 0.8, lost.join('\n'))
})
