import assert from 'node:assert/strict'
import { test } from 'node:test'
import { selfContained } from '../../src/judge/claim-subject.ts'
import { claimsAmong } from './shipped-reader.ts'

async function assertNoClaims(texts: readonly string[]) {
  const claims = await claimsAmong(texts)
  assert.ok(claims.length / texts.length <= 0.2, claims.join('\n'))
}

/** Most of them become claims, and those that do are the sentence itself. */
async function assertKept(texts: readonly string[], share = 0.5) {
  for (const text of texts) assert.deepEqual(selfContained(text, null), { text, resolved: false }, text)
  const claims = await claimsAmong(texts)
  const lost = texts.filter((text) => !claims.includes(text))
  assert.ok(claims.length / texts.length >= share, lost.join('\n'))
}

test('REQ 3.3.1: notices, captions, table rows, recipes and talk are no claims', async () => {
  await assertNoClaims([
    'Past performance is not indicative of future results.',
    'The information on this site is not intended to replace professional medical advice.',
    'Individual results may vary.',
    'Prices and availability are subject to change.',
    'Your email address will not be published.',
    'Required fields are marked *.',
    'Comments are closed on this article.',
    'You have reached your limit of free articles.',
    'Terms and conditions apply to all offers.',
    'Void where prohibited by law.',
    'Forward-looking statements involve risks and uncertainties that could cause actual results to differ materially.',
    'A man walks past a shuttered store in Detroit, March 4, 2021.',
    'From left: Tom Hanks, Meg Ryan and director Nora Ephron at the premiere.',
    'Best budget phones of 2024, tested and ranked',
    'Total assets 12,345 11,987 10,456',
    'In a large bowl, combine flour, baking powder and salt.',
    'Let me turn the call over to our CFO.',
    'As I mentioned earlier, we are excited about the opportunity ahead.',
    'Mine arrived broken and customer service was useless.',
    'Just wondering if anyone has tried this on Linux.',
    'Works like a charm, would buy again.',
    'Available in black, silver and rose gold.',
    '画像はイメージです。',
    '効果には個人差があります。',
    '個人の感想であり、効果を保証するものではありません。',
    '将来の業績を保証するものではありません。',
    '価格は税込みです。',
    '在庫には限りがあります。',
    '記載されている会社名は各社の商標または登録商標です。',
    '続きはログインしてお読みいただけます。',
    '今回は花粉症対策について紹介します。',
    '最後までお読みいただきありがとうございました。',
    'ランキングをもっと見る',
    '電話番号は03-1234-5678です。',
    'うちの子は3歳で喘息と診断されました。',
    '鶏肉は一口大に切る。',
    'The views of the author do not necessarily reflect those of this publication.',
    'Actual product packaging may differ from the images shown.',
    'Delivery times are estimates and are not guaranteed.',
    'A valid ID is required at pickup and all sales are final.',
    'Your session has expired.',
    'Your comment is awaiting moderation.',
    'No purchase is necessary to enter or win.',
    'A woman waits for a bus in Nairobi, Kenya, on June 5, 2019.',
    'The 15 best noise-cancelling headphones, reviewed',
    'Operating expenses 4,512 4,377 4,109',
    "With that, I'd like to hand it over to Susan for the financials.",
    'Arrived on time and fits perfectly, very happy with it.',
    '写真はイメージであり実際の商品とは異なります。',
    '効果を保証するものではなく、感じ方には個人差があります。',
    '本キャンペーンは予告なく終了する場合があります。',
    'お届けまで1週間ほどかかる場合がございます。',
    '今回はおすすめの掃除機をご紹介します。',
    '玉ねぎは薄切りにし、鍋で炒める。',
    '当店の営業時間は10時から19時までです。',
  ])
})

test('REQ 3.3.1: the same words about the world are kept', async () => {
  await assertKept([
    'Prices of insulin vary by a factor of ten between countries.',
    'Future results of climate models depend on emissions.',
    'The information on food labels is read by 38 percent of shoppers.',
    'Comments sections closed at eight large newspapers in 2014.',
    'A man walked on the Moon for the first time on July 20, 1969.',
    'The best-selling phone of 2023 was the iPhone 14 Pro Max.',
    'Total assets of the bank rose to $12.3 billion in 2021.',
    'Available water in the soil declined by 20 percent.',
    'The law takes effect on January 1, 2026.',
    'Police arrested a man in London on March 4, 2021.',
    'Amazon offers free shipping to Prime members in 23 countries.',
    'Prices may vary between countries by a factor of ten.',
    'Past performance of the fund was poor: it lost 12 percent in 2022.',
    '価格は税込みで1万円を超え、前年より2割上がった。',
    '効果の個人差は遺伝子の違いによって生じる。',
    '薬の効果には個人差があることが、2019年の研究で示された。',
  ])
})

test('REQ 3.3.1: a step of a study without its outcome is a method', async () => {
  const steps = [
    'Blood pressure was measured at baseline and at 12 weeks.',
    'All analyses were performed using R version 4.1.',
    'Participants completed a questionnaire at baseline.',
    'The mice were fed a high-fat diet for 12 weeks.',
    'Genotyping was performed using TaqMan assays.',
    'A random effects model was used to calculate pooled estimates.',
    'The last search was conducted in November 2012.',
    'In this review, we highlight recent advances in the field.',
    '血圧は開始時と12週後に測定した。',
    '解析にはRを用いた。',
    'Plasma glucose was determined after an overnight fast.',
    'Statistical tests were carried out with SPSS version 25.',
    'Volunteers filled in a food diary every evening.',
    'The rats were given water containing 5% sucrose for six weeks.',
    'Two reviewers independently extracted the data.',
    '体重は毎週同じ時刻に計測した。',
    '統計解析にはSPSSを使用した。',
  ]
  const claims = await claimsAmong(steps)
  assert.ok(claims.length / steps.length <= 1 / 10, claims.join('\n'))
})

test('REQ 3.3.1: an outcome, or an event of the world told in the same words, is kept', async () => {
  await assertKept(
    [
      'Blood pressure was measured at home and was 5 mmHg lower in the tea group.',
      'Mice fed a high-fat diet gained 40 percent more weight.',
      'The surgery was performed in 1967 by Christiaan Barnard.',
      'Radiocarbon dating was used to show that the shroud is medieval.',
      'The railway was used to transport coal until 1968.',
      'Participants who completed the course had higher scores.',
      'Data on 1.2 million births are available, and they show a decline.',
      'The last election was held in November 2012.',
      'Section 7 of the Act bans strikes by nurses.',
      'The first nuclear test was conducted in New Mexico in 1945.',
      'The song was recorded at Abbey Road in 1969.',
      'The human genome was sequenced in 2003.',
      'The winner was determined by a coin toss.',
      'Damage was estimated at $4 billion.',
      'Women were given the vote in 1920.',
      'Section 5 provides that strikes are illegal.',
      '血圧は12週後に測定した結果、5mmHg低下していた。',
      '探査機は岩石を採取した。',
    ],
    0.4,
  )
})

test('REQ 3.3.1: where the data lie and what a section tells is matter of the publication', async () => {
  const lines = [
    'Data are available from the corresponding author upon reasonable request.',
    'The code is available on request from the first author.',
    'The rest of this paper is organized as follows.',
    'Section 3 describes the experimental setup.',
    'Chapter 4 presents the simulation model.',
    '第3章では実験方法について述べる。',
    '第2節では先行研究を概観する。',
    '著者全員が最終原稿を承認した。',
  ]
  assert.deepEqual(await claimsAmong(lines), [])
})

test('REQ 3.3.1: a clause as subject, an "it" for nothing and a noun that looks like an order open statements', async () => {
  await assertKept([
    'What the court decided in 1973 was overturned in 2022.',
    'How people vote is shaped by where they live.',
    'Which lane a driver chooses has little effect on travel time.',
    'What the treaty promised was never delivered.',
    'Why the bridge collapsed is explained by metal fatigue.',
    'Nearly one in five adults in the United States lives with a mental illness.',
    'Section 230 shields platforms from liability for user content.',
    'Roughly one in three teenagers in Norway skips breakfast.',
    'It rained for 40 days in Kerala in 2018.',
    'It snows on 60 days a year in Sapporo.',
    'It takes light eight minutes to reach Earth from the Sun.',
    'It took the probe nine years to reach Pluto.',
    'Ask.com shut down its search engine in 2010.',
    'Get Out earned $255 million on a $4.5 million budget.',
    'Write speeds on the drive peak at 3,000 MB/s.',
    'Include files slow down C++ compilation.',
    'Join operations dominate query time in most warehouses.',
    'Visit numbers to national parks set a record in 2021.',
  ])
  assert.deepEqual(selfContained('研究では、運動習慣のある人の死亡率が低いことがわかった。', null), {
    text: '運動習慣のある人の死亡率が低いことがわかった。',
    resolved: false,
  })
})
