import { multilineRegExp } from '../domain/multiline-regexp.ts'
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
  /** Links of the main text that lead to other sites. */
  readonly outsideLinks?: number
}

export interface Quality {
  readonly score: number
  readonly flags: readonly string[]
  /** One sentence a flag, with the number it rests on. */
  readonly reasons: readonly string[]
}

interface Rule {
  readonly flag: string
  readonly weight: number
  /** 0 = fine, 1 = as bad as it gets. */
  readonly badness: number
  readonly reason: string
}

/** A flag is named once a rule takes a real part of the score. */
const NAMED_FROM = 0.3
/** The manner of a text shows long before its end, and the length of its sentences before that. */
const ENOUGH_SENTENCES = 10_000
const ENOUGH_TO_JUDGE = 40_000

/** 0..1, each rule taking up to its weight; REQ 3.3.3 "at most 80 %" is the floor. */
export function judgeQuality(features: QualityFeatures): Quality {
  const text = features.fragments
    .filter((fragment) => fragment.fragment_type !== 'heading')
    .map((fragment) => fragment.text_content)
    .join('\n\n')
  const length = Math.max(1, text.length)
  const thousand = Math.max(1, length / 1000)
  const start = text.slice(0, ENOUGH_TO_JUDGE)
  const repeated = repetition(start)
  const template = 1 - length / Math.max(length, features.pageLength)
  const teasers = teaserShare(features)
  const machine = machineMarks(text)
  const rule = (flag: string, weight: number, badness: number, reason: string): Rule => ({
    flag,
    weight,
    badness,
    reason,
  })
  const rules: Rule[] = [
    rule(
      'ad_density',
      0.3,
      ramp(features.adElements / thousand, 1.5, 6),
      `${features.adElements} advertising elements around ${length} characters`,
    ),
    rule('template_heavy', 0.2, ramp(template, 0.85, 0.98), `${percent(template)} of the page is template`),
    rule('repetitive', 0.5, ramp(repeated, 0.12, 0.45), `${percent(repeated)} of the phrases were already said`),
    rule('uniform_sentences', 0.25, uniformity(start.slice(0, ENOUGH_SENTENCES)), 'Sentences of nearly one length'),
    rule(
      'link_heavy',
      0.35,
      ramp(features.linkShare, 0.35, 0.75),
      `${percent(features.linkShare)} of the text is links`,
    ),
    rule(
      'affiliate',
      0.35,
      ramp(features.affiliateLinks / thousand, 0.8, 4),
      `${features.affiliateLinks} affiliate links in ${length} characters`,
    ),
    rule('thin', 0.2, 1 - ramp(saying(text), 80, 400), `Only ${length} characters of text`),
    rule('promotional', 0.3, ramp(promotion(text) / thousand, 2, 8), 'Sales talk'),
    rule('aggregator', 0.4, teasers, 'Short excerpts, most of which lead to other sites'),
    rule('generated', 0.4, ramp(machine / thousand, 1, 4), `${machine} turns of phrase that text generators leave`),
  ]
  const score = rules.reduce((left, rule) => left * (1 - rule.weight * rule.badness), 1)
  const named = rules.filter((rule) => rule.badness >= NAMED_FROM)
  return { score: penalised(score), flags: named.map((rule) => rule.flag), reasons: named.map((rule) => rule.reason) }
}

/** REQ 3.3.3: quality problems take at most 80 %. */
const LOWEST_SCORE = 0.2

function penalised(score: number): number {
  return Math.round(Math.max(LOWEST_SCORE, score) * 1000) / 1000
}

export interface QualityOpinion {
  /** 0..1 */
  readonly score: number
  /** What the judge found wrong, by name. */
  readonly problems: readonly string[]
}

/** A judge of text quality; null when it has no opinion. The local LLM where there is one. */
export type QualityJudge = (text: string) => Promise<QualityOpinion | null>

/** Scores the rules leave open; outside of this band a second opinion would rarely change what is kept. */
const UNCLEAR = [0.4, 0.6] as const
/** Fits, with the prompt, into the 4,096-token context that local models have by default; the style shows by then. */
const MAX_CHARACTERS_FOR_JUDGE = 6000

/** Weight of the model's opinion against the rules (REQ 3.3.3). */
const JUDGE_SHARE = 0.6

/** REQ 3.3.3 stage 2: only an unclear score is shown to the judge, and mixed 0.6 judge, 0.4 rules. */
export async function secondOpinion(quality: Quality, text: string, judge: QualityJudge | null): Promise<Quality> {
  if (judge === null || quality.score < UNCLEAR[0] || quality.score > UNCLEAR[1]) return quality
  const judged = await judge(text.slice(0, MAX_CHARACTERS_FOR_JUDGE))
  if (judged === null || !Number.isFinite(judged.score)) return quality
  const opinion = Math.min(1, Math.max(0, judged.score))
  const found = judged.problems.length === 0 ? '' : `: ${judged.problems.join(', ')}`
  return {
    score: penalised(JUDGE_SHARE * opinion + (1 - JUDGE_SHARE) * quality.score),
    flags: [...new Set([...quality.flags, ...judged.problems])],
    reasons: [...quality.reasons, `Judged ${Math.round(opinion * 100) / 100} by the local model${found}`],
  }
}

/** How much a text says, in letters: a kana or a kanji says as much as two. */
function saying(text: string): number {
  return text.length + (text.slice(0, 400).match(/[\u3040-\u30ff\u3400-\u9fff]/g)?.length ?? 0)
}

function percent(share: number): string {
  return `${Math.round(share * 100)} %`
}

const HANDS_OVER = multilineRegExp('i')`
  (?:read (?:more|the full|full)|continue reading|full story|via\s+\S+$|source\s*:|originally (?:published|appeared)
    |続きを読む|全文を読む|引用元|転載元|(?:出典|ソース)\s*[:：])`

/**
 * Pages that live on other people's text: many short pieces, a link to elsewhere for nearly each, hardly a full
 * paragraph.
 */
function teaserShare(features: QualityFeatures): number {
  const pieces = features.fragments.filter(
    (fragment) => fragment.fragment_type === 'paragraph' || fragment.fragment_type === 'list',
  )
  if (pieces.length < 6) return 0
  const long = pieces.filter((piece) => piece.text_content.length > 350).length
  const handsOver = pieces.filter((piece) => HANDS_OVER.test(piece.text_content)).length
  const outside = long / pieces.length < 0.2 ? ramp((features.outsideLinks ?? 0) / pieces.length, 0.8, 1.6) * 0.6 : 0
  return Math.min(1, ramp(handsOver / pieces.length, 0.2, 0.6) + outside)
}

const MACHINE = multilineRegExp('gi')`
  as an ai (?:language )?model|i (?:cannot|can't) (?:provide|fulfil)|my knowledge cutoff|regenerate response
  |in today['’]s (?:fast-paced|digital|ever-changing)|delve into|it['’]s important to note that
  |in the (?:realm|world) of\b|unlock the (?:power|potential|secrets)|navigating the (?:complexities|landscape)
  |a testament to|ever-evolving|when it comes to\b|in conclusion,|game-?changer|いかがでしたか|いかがでしたでしょうか|と言えるでしょう
  |について(?:詳しく)?解説(?:します|していきます)|それでは(?:早速|さっそく)見ていきましょう|ぜひ参考にしてみてください|AI言語モデルとして`

function machineMarks(text: string): number {
  const found = text.match(MACHINE) ?? []
  // One turn is style; it takes several different ones.
  return new Set(found.map((mark) => mark.toLowerCase())).size < 2 ? 0 : found.length
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
  const numbers = new Map<string, number>()
  const ids = units.map((unit) => {
    const known = numbers.get(unit)
    if (known !== undefined) return known
    numbers.set(unit, numbers.size + 1)
    return numbers.size
  })
  const runs = new Float64Array(ids.length - size + 1)
  for (let start = 0; start < runs.length; start += 1) {
    let one = 17
    let other = 31
    for (let index = start; index < start + size; index += 1) {
      one = Math.imul(one ^ (ids[index] as number), 0x01000193)
      other = Math.imul(other + (ids[index] as number), 0x85ebca6b)
    }
    runs[start] = (one >>> 0) * 0x200000 + (other & 0x1fffff)
  }
  runs.sort()
  let different = 1
  for (let at = 1; at < runs.length; at += 1) if (runs[at] !== runs[at - 1]) different += 1
  return 1 - different / runs.length
}

/** Sentences of nearly one length, many of them, are generated or padded; people vary by half of the mean and more. */
function uniformity(text: string): number {
  const lengths = splitSentences(text).map((sentence) => sentence.text.length)
  if (lengths.length < 10) return 0
  const mean = lengths.reduce((sum, length) => sum + length, 0) / lengths.length
  const variance = lengths.reduce((sum, length) => sum + (length - mean) ** 2, 0) / lengths.length
  return 1 - ramp(Math.sqrt(variance) / mean, 0.1, 0.28)
}

const PROMOTION = multilineRegExp('gi')`
  buy now|click here|limited time|best price|order today|discount code|sponsored|affiliate|今すぐ購入|今すぐチェック|公式サイトはこちら
  |詳しくはこちら|最安値|キャンペーン中|アフィリエイト|お得に|ランキング第?1位`

function promotion(text: string): number {
  return text.match(PROMOTION)?.length ?? 0
}

const AFFILIATE_LINK = multilineRegExp('i')`
  [?&](?:tag=[\w-]+-2[0-9]|affid=|aff_?id=|affiliate|ref_?id=)|amzn\.to|a8\.net|af\.moshimo\.com|hb\.afl\.rakuten
  |valuecommerce|accesstrade|shareasale|awin1|linksynergy|clickbank|\/aff\/`

export function isAffiliateLink(url: string): boolean {
  // Only a link to elsewhere earns money.
  return /^(?:https?:)?\/\//i.test(url) && AFFILIATE_LINK.test(url)
}
