import { splitSentences } from '../domain/sentences.ts'
import type { ExtractedFragment } from './types.ts'

/** What the rules look at (REQ 3.3.3, stage 1): the text kept, and what stood around it on the page. */
export interface QualityFeatures {
  readonly fragments: readonly Pick<ExtractedFragment, 'fragment_type' | 'text_content'>[]
  /** Characters of the whole visible page, furniture included. */
  readonly pageLength: number
  readonly adElements: number
  readonly affiliateLinks: number
  /** Share of the main text that is link text. */
  readonly linkShare: number
}

export interface Quality {
  readonly score: number
  readonly flags: readonly string[]
}

interface Rule {
  readonly flag: string
  readonly weight: number
  /** 0 = fine, 1 = as bad as it gets. */
  readonly badness: number
}

/** A flag is named once a rule takes a real part of the score. */
const NAMED_FROM = 0.3

/** 0..1, each rule taking up to its weight; REQ 3.3.3 "at most 80 %" is the floor. */
export function judgeQuality(features: QualityFeatures): Quality {
  const text = features.fragments
    .filter((fragment) => fragment.fragment_type !== 'heading')
    .map((fragment) => fragment.text_content)
    .join('\n\n')
  const length = Math.max(1, text.length)
  const thousand = Math.max(1, length / 1000)
  const rules: Rule[] = [
    { flag: 'ad_density', weight: 0.3, badness: ramp(features.adElements / thousand, 1.5, 6) },
    {
      flag: 'template_heavy',
      weight: 0.2,
      badness: ramp(1 - length / Math.max(length, features.pageLength), 0.85, 0.98),
    },
    { flag: 'repetitive', weight: 0.5, badness: ramp(repetition(text), 0.12, 0.45) },
    { flag: 'uniform_sentences', weight: 0.25, badness: uniformity(text) },
    { flag: 'link_heavy', weight: 0.35, badness: ramp(features.linkShare, 0.35, 0.75) },
    { flag: 'affiliate', weight: 0.35, badness: ramp(features.affiliateLinks / thousand, 0.8, 4) },
    { flag: 'thin', weight: 0.2, badness: 1 - ramp(length, 80, 400) },
    { flag: 'promotional', weight: 0.3, badness: ramp(promotion(text) / thousand, 2, 8) },
  ]
  const score = rules.reduce((left, rule) => left * (1 - rule.weight * rule.badness), 1)
  return {
    score: Math.round(Math.max(0.2, score) * 1000) / 1000,
    flags: rules.filter((rule) => rule.badness >= NAMED_FROM).map((rule) => rule.flag),
  }
}

function ramp(value: number, from: number, to: number): number {
  return Math.min(1, Math.max(0, (value - from) / (to - from)))
}

/** Share of five-word (Japanese: twelve-character) runs that were seen before. */
export function repetition(text: string): number {
  const plain = text.normalize('NFKC').toLowerCase()
  const japanese = /[\u3040-\u30ff]/.test(plain)
  const units = japanese ? [...plain.replace(/[\s\p{P}]/gu, '')] : (plain.match(/[\p{L}\p{N}]+/gu) ?? [])
  const size = japanese ? 12 : 5
  if (units.length < size * 4) return 0
  const seen = new Set<string>()
  let runs = 0
  for (let start = 0; start + size <= units.length; start += 1) {
    seen.add(units.slice(start, start + size).join(' '))
    runs += 1
  }
  return 1 - seen.size / runs
}

/** Sentences of nearly one length, many of them, are generated or padded; people vary by half of the mean and more. */
function uniformity(text: string): number {
  const lengths = splitSentences(text).map((sentence) => sentence.text.length)
  if (lengths.length < 10) return 0
  const mean = lengths.reduce((sum, length) => sum + length, 0) / lengths.length
  const variance = lengths.reduce((sum, length) => sum + (length - mean) ** 2, 0) / lengths.length
  return 1 - ramp(Math.sqrt(variance) / mean, 0.1, 0.28)
}

function promotion(text: string): number {
  return (
    text.match(
      /buy now|click here|limited time|best price|order today|discount code|sponsored|affiliate|今すぐ購入|今すぐチェック|公式サイトはこちら|詳しくはこちら|最安値|キャンペーン中|アフィリエイト|お得に|ランキング第?1位/gi,
    )?.length ?? 0
  )
}

const AFFILIATE_LINK =
  /[?&](?:tag=[\w-]+-2[0-9]|affid=|aff_?id=|affiliate|ref_?id=)|amzn\.to|a8\.net|af\.moshimo\.com|hb\.afl\.rakuten|valuecommerce|accesstrade|shareasale|awin1|linksynergy|clickbank|\/aff\//i

export function isAffiliateLink(url: string): boolean {
  return AFFILIATE_LINK.test(url)
}
