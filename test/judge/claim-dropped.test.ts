import assert from 'node:assert/strict'
import { test } from 'node:test'
import { claimsAmong } from './shipped-reader.ts'

/** Sentences of real kinds of pages that claim nothing, by the reason they are dropped for. */
const DROPPED = {
  boilerplate: [
    'By Sarah Johnson, Health Correspondent\nPublished 3 March 2024 at 09:14 GMT',
    'Reporting by John Doe; Editing by Jane Roe.',
    'Photo: A demonstrator holds a sign outside Parliament on Tuesday.',
    'You have 3 free articles remaining this month.',
    'Last updated on 12 January 2023.',
    'We may earn a commission if you buy through links on this page.',
    'The views expressed here are those of the author and do not necessarily reflect those of the newspaper.',
    'By continuing to use this site you agree to our use of tracking technologies.',
    'We and our 842 partners store and access information on your device.',
    'We use cookies to improve your experience on our website.',
    'Free shipping on orders over $35.',
    '4.6 out of 5 stars from 2,341 ratings.',
    'Limited time offer: save 20% today only.',
    'Dimensions: 29.5 x 19.9 x 1.5 cm.',
    'Prices and availability are subject to change without notice.',
    'In this article, we look at the benefits of green tea.',
    'Jane Roe is a staff writer at The Atlantic and the author of three books.',
    '本記事の内容は執筆時点のものです。',
    '本サイトの情報は医学的助言に代わるものではありません。',
    '価格は予告なく変更する場合があります。',
    'Cookieの使用に同意したものとみなされます。',
  ],
  'about the publication': [
    '[1] Smith J, Jones K. Effects of vitamin D on falls in the elderly: a meta-analysis.',
    'New York: Farrar, Straus and Giroux; 2011.',
    'Retrieved from https://example.com on 12 May 2020.',
    'Keywords: vitamin D, falls, fractures, older women.',
    'FUNDING: National Health and Medical Research Council.',
    'Correspondence to: J. Smith, Department of Medicine, University of Oxford.',
    'Received 3 May 2019; accepted 7 July 2019.',
    'Figure 2 shows the survival curves.',
    'Error bars represent SEM.  ',
    'Ethics approval was obtained from the local committee.',
    '患者から同意を得た。',
    '図2に生存曲線を示す。',
  ],
  'no predicate': [
    'The effect of exercise on depression.',
    'Global status report on road safety 2018.',
    'Dietary supplements for older adults in the community.',
    'ベストな節約術10選のまとめ。',
  ],
  'methods only': [
    'Data were analyzed with SPSS version 22.',
    'Blood samples were collected at baseline.',
    'Statistical significance was set at p < 0.05.',
    'Patients were followed for a median of 4.2 years.',
    'A total of 2,256 women were randomly assigned to receive cholecalciferol or placebo.',
    'In this study, we investigated the inhibitory effects of silver nanoparticles.',
    'We hypothesized that intermittent treatment would be as effective as daily dosing.',
    'The primary outcome was all-cause mortality at 90 days.',
    '統計解析にはSPSSを用いた。',
    '統計学的有意水準は5%とした。',
    'データはt検定により比較した。',
    '主要評価項目は全死亡とした。',
  ],
  'first-person chatter': [
    'Can confirm, same thing happened to me.',
    'I think the tea did nothing for me at all.',
    'No, that is not how it went last summer.',
    '私も同じ症状がありました。',
    'お礼が遅くなりすみません。',
    '個人的にはおすすめです。',
  ],
  instruction: [
    'Keep reading to learn how to protect your skin.',
    'Scroll down for our top picks.',
    'For other uses, see Tower (disambiguation).',
    'Pro tip: Store your coffee beans in the freezer.',
    'You should see a doctor about that.',
    'Open the lid and stir the leaves twice.',
  ],
  'not a whole sentence': ['Blueberries, which contain anthocyanins'],
  question: ['How to lower blood pressure without pills', 'What you need to know about vitamin D.'],
}

test('REQ 3.3.1: of sentences that claim nothing, five in six and more are dropped', async () => {
  const texts = Object.values(DROPPED).flat()
  const claims = await claimsAmong(texts)
  assert.ok(claims.length / texts.length <= 1 / 6, claims.join('\n'))
})

test('REQ 3.3.1: orders and questions are dropped, each one; of methods and chatter five in six', async () => {
  assert.deepEqual(await claimsAmong([...DROPPED.instruction, ...DROPPED.question]), [])
  const plain = [...DROPPED['methods only'], ...DROPPED['first-person chatter']]
  const claims = await claimsAmong(plain)
  assert.ok(claims.length / plain.length <= 1 / 6, claims.join('\n'))
})
