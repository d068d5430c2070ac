import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  isAffiliateLink,
  judgeQuality,
  type QualityFeatures,
  repetition,
  secondOpinion,
} from '../../src/extract/quality.ts'

const CLEAN = [
  'For most of the last century, cities laid lead pipes because the metal bends easily and lasts.',
  'The agency banned new pipes in 1986, yet millions remain in the ground today, and nobody knows exactly where all of them are.',
  'Replacing the lines works, but only when the whole line goes. Partial replacement disturbs the pipe and may raise the level for months.',
  'Filters help. They need a new cartridge every few months, which many households forget, so a city that hands out filters has to hand out cartridges too.',
].join('\n')

function features(text: string, changes: Partial<QualityFeatures> = {}): QualityFeatures {
  return {
    fragments: [{ fragment_type: 'paragraph', text_content: text }],
    pageLength: text.length * 2,
    adElements: 0,
    affiliateLinks: 0,
    linkShare: 0.05,
    ...changes,
  }
}

test('quality (REQ 3.3.3 stage 1): a clean article has the full score and no flag', () => {
  assert.deepEqual(judgeQuality(features(CLEAN)), { score: 1, flags: [], reasons: [] })
})

test('quality (REQ 3.3.3): repeated phrases are flagged and cost half of the score', () => {
  const spam = 'Best lead filter 2024 cheap price buy the best lead filter now. '.repeat(30)
  const quality = judgeQuality(features(spam))
  assert.deepEqual(quality.flags, ['repetitive', 'uniform_sentences'])
  assert.equal(quality.score, 0.375)
})

test('quality (REQ 3.3.3): sentences of one length are flagged', () => {
  const lines = [
    'Clean water begins with pipes that nobody ever sees.',
    'Most towns keep a map showing where old metal lies.',
    'Crews dig at dawn so that the streets stay open late.',
    'A family can test its own tap for only a few dollars.',
    'Doctors ask parents about paint before asking of soil.',
    'Schools replaced every fountain within a single summer.',
    'Older brass valves may carry traces of the same metal.',
    'Rain and road salt wear down joints faster than heat.',
    'Some councils pay half of the price for new plumbing.',
    'Engineers prefer copper where the ground is very acid.',
  ]
  assert.deepEqual(judgeQuality(features(lines.join(' '))).flags, ['uniform_sentences'])
})

test('quality (REQ 3.3.3): advertising, affiliate links, link share and template share each have their flag', () => {
  assert.deepEqual(judgeQuality(features(CLEAN, { adElements: 8 })).flags, ['ad_density'])
  assert.deepEqual(judgeQuality(features(CLEAN, { affiliateLinks: 6 })).flags, ['affiliate'])
  assert.deepEqual(judgeQuality(features(CLEAN, { linkShare: 0.8 })).flags, ['link_heavy'])
  assert.deepEqual(judgeQuality(features(CLEAN, { pageLength: CLEAN.length * 40 })).flags, ['template_heavy'])
})

test('quality (REQ 3.3.3): Japanese sales talk is flagged', () => {
  const text = `${'この浄水器は鉛を取り除きます。'.slice(0, 15)}今すぐ購入すればお得に手に入ります。公式サイトはこちら。最安値で販売中、キャンペーン中は送料も無料です。人気ランキング1位の商品を詳しくはこちらで確認できます。`
  assert.deepEqual(judgeQuality(features(text)).flags, ['thin', 'promotional'])
})

test('quality (REQ 3.3.3): the penalty never takes more than 80 %', () => {
  const spam = 'best lead filter 2024 cheap price buy now click here sponsored. '.repeat(30)
  const quality = judgeQuality(
    features(spam, { adElements: 200, affiliateLinks: 90, linkShare: 1, pageLength: spam.length * 100 }),
  )
  assert.equal(quality.score, 0.2)
})

test('quality: repetition of prose is low in both languages', () => {
  assert.equal(repetition(CLEAN), 0)
  assert.equal(
    repetition(
      '鉛の基準値は改正された。施行は来年四月である。自治体は管の交換を急ぐ必要があり、費用の補助も検討されている。',
    ),
    0,
  )
})

test('quality: affiliate addresses are known', () => {
  assert.equal(isAffiliateLink('https://px.a8.net/svt/ejp?a8mat=1'), true)
  assert.equal(isAffiliateLink('https://www.example.com/dp/B00?tag=site-22'), true)
  assert.equal(isAffiliateLink('https://www.example.com/article?page=2'), false)
})

test('quality (REQ 3.3.3): a page of excerpts from elsewhere is flagged as an aggregator, with the reason', () => {
  const pieces = [
    'Lead pipes',
    'Copper prices',
    'A new filter',
    'School taps',
    'Old valves',
    'River levels',
    'City budget',
  ]
  const quality = judgeQuality({
    fragments: pieces.map((name) => ({
      fragment_type: 'paragraph' as const,
      text_content: `${name} were in the news again this week, says the morning paper. Read more at the source.`,
    })),
    pageLength: 900,
    adElements: 0,
    affiliateLinks: 0,
    linkShare: 0.2,
    outsideLinks: 7,
  })
  assert.deepEqual(quality.flags, ['repetitive', 'aggregator'])
  assert.equal(quality.reasons[1], 'Short excerpts, most of which lead to other sites')
})

test('quality (REQ 3.3.3): turns of phrase of text generators are flagged in both languages', () => {
  const english = `In today's fast-paced world, water matters. ${CLEAN} It's important to note that filters help. In conclusion, when it comes to water, act now.`
  const japanese =
    '水道水の鉛について詳しく解説していきます。それでは早速見ていきましょう。鉛は古い管から溶け出し、朝一番の水に多く含まれます。浄水器を使えば減らせると言えるでしょう。いかがでしたか。ぜひ参考にしてみてください。'
  assert.deepEqual(judgeQuality(features(english)).flags, ['generated'])
  assert.deepEqual(judgeQuality(features(japanese)).flags, ['thin', 'generated'])
})

test('quality (REQ 3.3.3 stage 2): only an unclear score is shown to the judge and mixed 0.6 to 0.4', async () => {
  const asked: string[] = []
  const judge = async (text: string) => {
    asked.push(text)
    return { score: 0.9, problems: ['aggregator'] }
  }
  const unclear = { score: 0.5, flags: ['repetitive'], reasons: ['x'] }
  const mixed = await secondOpinion(unclear, 'the text', judge)
  assert.equal(mixed.score, 0.74)
  assert.deepEqual(mixed.flags, ['repetitive', 'aggregator'])
  assert.deepEqual(mixed.reasons, ['x', 'Judged 0.9 by the local model: aggregator'])
  assert.equal((await secondOpinion({ ...unclear, score: 0.61 }, 'clear', judge)).score, 0.61)
  assert.equal((await secondOpinion({ ...unclear, score: 0.39 }, 'clear', judge)).score, 0.39)
  assert.deepEqual(asked, ['the text'])
})

test('quality (REQ 3.3.3 stage 2): a judge without an opinion changes nothing, a damning one takes at most 80 %', async () => {
  const unclear = { score: 0.4, flags: [], reasons: [] }
  assert.equal((await secondOpinion(unclear, 'text', async () => null)).score, 0.4)
  assert.equal((await secondOpinion(unclear, 'text', null)).score, 0.4)
  assert.equal((await secondOpinion(unclear, 'text', async () => ({ score: -3, problems: [] }))).score, 0.2)
})
