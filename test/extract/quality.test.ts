import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isAffiliateLink, judgeQuality, type QualityFeatures, repetition } from '../../src/extract/quality.ts'

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
  assert.deepEqual(judgeQuality(features(CLEAN)), { score: 1, flags: [] })
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
