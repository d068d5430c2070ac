import { tmpdir } from 'node:os'
import { defaultSettings } from '../src/domain/settings.ts'
import { dot } from '../src/domain/vector.ts'
import { createStanceJudge } from '../src/judge/stance-judge.ts'
import type { StanceJudge } from '../src/judge/types.ts'
import { createEmbedder } from '../src/models/embedder.ts'
import { findModel, type ModelConfig } from '../src/models/model-folder.ts'
import { createNli } from '../src/models/nli.ts'
import { createReader } from '../src/models/reader.ts'
import type { NliModel } from '../src/models/types.ts'
import { bm25Index } from '../src/rank/bm25.ts'
import type { Bench, BenchOptions, BenchResult } from './bench.ts'
import { heldOutCells, judgeCells } from './stance/cells.ts'
import { claimQuality } from './stance/claim-quality.ts'
import { JAPANESE_PAIRS } from './stance/japanese-pairs.ts'
import { publicRows, publicSets } from './stance/public-sets.ts'
import { stanceRows } from './stance/rows.ts'
import { goldPairs, labelOf, readScifact, type Scifact } from './stance/scifact.ts'
import {
  brier,
  calibrationError,
  type Forecast,
  figuresOf,
  type Judged,
  likeliest,
  macroF1,
  uncalibrated,
} from './stance/score.ts'
import { pairsPerSecond } from './stance/throughput.ts'
import { HELD_OUT_TOPICS, judgeDemo, judgeTopics, readTopics } from './stance/topics.ts'

/** Abstracts judged per claim in the whole pipeline; chosen on SciFact train. */
const DEPTH = 2
/** Best abstracts by BM25 that are ranked again by meaning. */
const RERANKED = 6
const BASELINE = 'lyra-nli-mini'
const DEFAULT = 'lyra-reader-mini'
/** Every third pair of the held-out topics: enough for two digits. */
const TOPIC_STEP = 3

type Verdict = Judged & Forecast

const round = (value: number) => Math.round(value * 1000) / 1000

async function measureCells(nli: NliModel): Promise<Record<string, number>> {
  const figures: Record<string, number> = {}
  for (const set of ['cells', 'dense'] as const)
    for (const language of ['en', 'ja'] as const) {
      const judged = await judgeCells(
        nli,
        heldOutCells(set).filter((pair) => pair.language === language),
      )
      figures[`${set}_${language}_macro_f1`] = macroF1(judged)
      figures[`${set}_${language}_pairs`] = judged.length
    }
  return figures
}

async function measureGold(scifact: Scifact, baseline: NliModel, nli: NliModel, judge: StanceJudge) {
  const alone: Verdict[] = []
  const model: Verdict[] = []
  const through: Verdict[] = []
  for (const pair of goldPairs(scifact.dev, scifact.abstracts)) {
    const [first] = await baseline.judge([pair])
    const [own] = await nli.judge([pair])
    const [verdict] = await judge.judgeFragments({ text: pair.claim, language: 'en' }, [
      { id: String(pair.doc), text: pair.evidence },
    ])
    if (first === undefined || own === undefined || verdict === undefined) continue
    alone.push({ label: pair.label, said: likeliest(first), scores: first })
    model.push({ label: pair.label, said: likeliest(own), scores: own })
    through.push({ label: pair.label, said: verdict.relation, scores: verdict.scores })
  }
  return { alone, model, through }
}

/**
 * Of all abstracts the best by BM25, of those the nearest by meaning, abstract-level label. First version: the model on
 * whole abstracts.
 */
async function measurePipeline(
  scifact: Scifact,
  embedder: ReturnType<typeof createEmbedder>,
  baseline: NliModel,
  judge: StanceJudge,
) {
  const docs = [...scifact.abstracts.entries()].map(([id, text]) => ({ id, text: text.join(' ') }))
  const terms = (text: string) => text.toLowerCase().match(/[a-z0-9]{3,}/g) ?? []
  const index = bm25Index(docs.map(({ text }) => terms(text)))
  const first: Judged[] = []
  const now: Judged[] = []
  for (const claim of scifact.dev) {
    const scores = index.scores(terms(claim.claim))
    const best = docs
      .map((doc, at) => ({ doc, score: scores[at] ?? 0 }))
      .sort((a, b) => b.score - a.score)
      .slice(0, RERANKED)
    const [wanted, ...vectors] = await embedder.embed([claim.claim, ...best.map(({ doc }) => doc.text.slice(0, 1000))])
    if (wanted === undefined) continue
    const top = best[0]?.score || 1
    const ranked = best
      .map(({ doc, score }, at) => ({ doc, near: 0.3 * (score / top) + 0.7 * dot(wanted, vectors[at] ?? wanted) }))
      .sort((a, b) => b.near - a.near)
      .slice(0, DEPTH)
    const seen = new Set(ranked.map(({ doc }) => doc.id))
    for (const id of Object.keys(claim.evidence).map(Number))
      if (!seen.has(id)) for (const list of [first, now]) list.push({ label: labelOf(claim, id), said: 'neutral' })
    for (const { doc } of ranked) {
      const [model] = await baseline.judge([{ evidence: doc.text, claim: claim.claim }])
      const [verdict] = await judge.judgeFragments({ text: claim.claim, language: 'en' }, [
        { id: String(doc.id), text: doc.text },
      ])
      const label = labelOf(claim, doc.id)
      first.push({ label, said: model === undefined ? 'neutral' : likeliest(model) })
      now.push({ label, said: verdict?.relation ?? 'neutral' })
    }
  }
  return { first, now }
}

async function measureJapanese(judge: StanceJudge): Promise<readonly Judged[]> {
  const judged: Judged[] = []
  for (const [claim, evidence, label] of JAPANESE_PAIRS) {
    const [verdict] = await judge.judgeFragments({ text: claim, language: 'ja' }, [{ id: 'ja', text: evidence }])
    judged.push({ label, said: verdict?.relation ?? 'neutral' })
  }
  return judged
}

function temperatureOf(config: ModelConfig): number {
  if (config.task === 'reader') return config.temperatures.stance
  return config.task === 'nli' ? config.temperature : 1
}

function meanF1(judged: readonly Judged[]): number {
  return (figuresOf(judged, 'supports').f1 + figuresOf(judged, 'refutes').f1) / 2
}

function pairFigures(name: string, judged: readonly Judged[]): Readonly<Record<string, number>> {
  const [supports, refutes] = [figuresOf(judged, 'supports'), figuresOf(judged, 'refutes')]
  return {
    [`${name}_pairs`]: judged.length,
    [`${name}_macro_f1`]: macroF1(judged),
    [`${name}_supports_precision`]: supports.precision,
    [`${name}_supports_recall`]: supports.recall,
    [`${name}_refutes_precision`]: refutes.precision,
    [`${name}_refutes_recall`]: refutes.recall,
  }
}

async function run(options: BenchOptions): Promise<BenchResult> {
  const scifact = readScifact(options.data)
  if (scifact === null) throw new Error(`no SciFact under ${options.data}: give its folder with --data`)
  const places = { home: tmpdir(), threads: 2 }
  const embedder = createEmbedder({ ...places, model: 'lyra-embed-mini', remember: 20_000 })
  const baseline = createNli({ ...places, model: BASELINE })
  const nli = createNli({ ...places, model: options.model ?? DEFAULT })
  const reader = createReader({ ...places, model: DEFAULT })
  const judge = createStanceJudge({ nli, reader, embedder, settings: defaultSettings.judgement })
  options.say('gold evidence sentences')
  const gold = await measureGold(scifact, baseline, nli, judge)
  options.say('Japanese pairs')
  const japanese = await measureJapanese(judge)
  options.say('held-out topics')
  const topics = await judgeTopics(judge, readTopics(HELD_OUT_TOPICS), TOPIC_STEP)
  options.say('held-out cells')
  const cells = await measureCells(nli)
  options.say('pairs of the demo')
  const demo = await judgeDemo(judge)
  const open = await publicSets(options.data, { nli, judge }, options.say)
  options.say('claims of 100 abstracts')
  const claims = await claimQuality(scifact)
  options.say('throughput')
  const speed = await pairsPerSecond(nli, options.model ?? DEFAULT)
  options.say('whole pipeline')
  const pipeline = await measurePipeline(scifact, embedder, baseline, judge)
  const temperature = (model: string) => temperatureOf(findModel(model, places).config)
  const raw = (rows: readonly Verdict[], model: string) =>
    rows.map((row) => ({ ...row, scores: uncalibrated(row.scores, temperature(model)) }))
  const before = raw(gold.alone, BASELINE)
  const ownBefore = raw(gold.model, options.model ?? DEFAULT)
  const numbers: Record<string, number | string> = {
    model: nli.modelId,
    gold_pairs: gold.through.length,
    baseline_macro_f1: macroF1(gold.alone),
    macro_f1: macroF1(gold.through),
    baseline_refutes_precision: figuresOf(gold.alone, 'refutes').precision,
    refutes_precision: figuresOf(gold.through, 'refutes').precision,
    refutes_recall: figuresOf(gold.through, 'refutes').recall,
    supports_precision: figuresOf(gold.through, 'supports').precision,
    supports_recall: figuresOf(gold.through, 'supports').recall,
    model_alone_macro_f1: macroF1(gold.model),
    model_alone_refutes_precision: figuresOf(gold.model, 'refutes').precision,
    brier_uncalibrated: brier(before),
    brier_baseline: brier(gold.alone),
    brier_model_uncalibrated: brier(ownBefore),
    brier_after: brier(gold.through),
    ece_uncalibrated: calibrationError(before),
    ece_baseline: calibrationError(gold.alone),
    ece_model_uncalibrated: calibrationError(ownBefore),
    ece_after: calibrationError(gold.through),
    pipeline_first_f1: meanF1(pipeline.first),
    pipeline_f1: meanF1(pipeline.now),
    japanese_pairs: japanese.length,
    japanese_supports_precision: figuresOf(japanese, 'supports').precision,
    japanese_supports_recall: figuresOf(japanese, 'supports').recall,
    japanese_refutes_precision: figuresOf(japanese, 'refutes').precision,
    japanese_refutes_recall: figuresOf(japanese, 'refutes').recall,
    ...pairFigures(
      'topics_english',
      topics.filter(({ topic }) => topic.lang === 'en'),
    ),
    ...pairFigures(
      'topics_japanese',
      topics.filter(({ topic }) => topic.lang !== 'en'),
    ),
    ...cells,
    ...pairFigures('demo', demo),
    ...open,
    ...claims,
    ...speed,
  }
  for (const [name, judged] of [
    ['first', pipeline.first],
    ['now', pipeline.now],
  ] as const)
    for (const relation of ['supports', 'refutes'] as const) {
      const { precision, recall, f1 } = figuresOf(judged, relation)
      Object.assign(numbers, {
        [`pipeline_${name}_${relation}_precision`]: precision,
        [`pipeline_${name}_${relation}_recall`]: recall,
        [`pipeline_${name}_${relation}_f1`]: f1,
      })
    }
  for (const [key, value] of Object.entries(numbers)) if (typeof value === 'number') numbers[key] = round(value)
  return { numbers, rows: [...stanceRows(numbers), ...publicRows(numbers)] }
}

export const stance: Bench = {
  about: 'stance on SciFact dev, held-out topics, Japanese pairs and public sets, claims, throughput',
  run,
}
