import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { z } from 'zod'
import type { Settings } from '../../src/domain/settings.ts'
import { dot } from '../../src/domain/vector.ts'
import type { Embedder } from '../../src/models/types.ts'
import { bm25Index } from '../../src/rank/bm25.ts'
import { lexicalIndex } from '../../src/rank/lexical.ts'
import { openRanker } from '../../src/rank/rank.ts'
import type { Analyser } from '../../src/rank/tokens.ts'
import { openFullText, timeBoth } from './full-text.ts'
import { best, found, mean, ndcg, recall, round } from './measures.ts'

const abstractRow = z.object({ doc_id: z.number(), title: z.string(), abstract: z.array(z.string()) })
const claimRow = z.object({ id: z.number(), claim: z.string(), cited_doc_ids: z.array(z.number()) })

interface Query {
  readonly text: string
  readonly relevant: ReadonlySet<string>
}

export interface Ranking {
  readonly analyser: Analyser
  readonly embedder: Embedder
  readonly settings: Settings['ranking']
  readonly say: (line: string) => void
}

function lines(text: string): string[] {
  return text.trim().split('\n')
}

/** Parameters are chosen on the train claims; the 300 test claims only ever measure. */
function readQueries(folder: string, part: 'train' | 'test'): Query[] {
  const file = part === 'train' ? 'claims_train.jsonl' : 'claims_dev.jsonl'
  const claims = lines(readFileSync(join(folder, file), 'utf8')).map((line) => claimRow.parse(JSON.parse(line)))
  if (part === 'train')
    return claims.map((claim) => ({ text: claim.claim, relevant: new Set(claim.cited_doc_ids.map(String)) }))
  const judged = new Map<string, Set<string>>()
  for (const line of lines(readFileSync(join(folder, 'qrels', 'test.tsv'), 'utf8')).slice(1)) {
    const [query = '', document = '', score] = line.split('\t')
    if (Number(score) > 0) judged.set(query, (judged.get(query) ?? new Set()).add(document))
  }
  return claims.flatMap((claim) => {
    const relevant = judged.get(String(claim.id))
    return relevant === undefined ? [] : [{ text: claim.claim, relevant }]
  })
}

export async function scifact(data: string, part: 'train' | 'test', ranking: Ranking) {
  const { analyser, embedder, settings, say } = ranking
  const folder = join(data, 'scifact')
  const documents = lines(gunzipSync(readFileSync(join(folder, 'corpus.jsonl.gz'))).toString('utf8')).map((line) => {
    const { doc_id: id, title, abstract } = abstractRow.parse(JSON.parse(line))
    return { id: String(id), text: `${title}\n${abstract.join(' ')}` }
  })
  const queries = readQueries(folder, part)
  say(`SciFact ${part}: ${documents.length} abstracts, ${queries.length} claims; embedding the abstracts`)
  const vectors = await embedder.embed(documents.map((document) => document.text))
  const vectorOf = new Map(documents.map((document, index) => [document.id, vectors[index] as Float32Array]))
  const plain = bm25Index(documents.map((document) => analyser.analyse(document.text)))
  const words = lexicalIndex(
    analyser,
    documents.map((document) => document.text),
  )
  const ranker = openRanker(documents, {
    analyser,
    embed: embedder,
    vectors: (id) => vectorOf.get(id) ?? null,
    settings,
  })
  const fullText = openFullText(documents, analyser)
  const ids = (order: readonly number[]) => order.map((index) => (documents[index] as { id: string }).id)
  const stored = { ndcg: [] as number[], recall: [] as number[] }
  const scores = { plain: [] as number[], words: [] as number[], meaning: [] as number[], first: [] as number[] }
  const fused = { ndcg: [] as number[], first: [] as number[] }
  const cut = { kept: [] as number[], precision: [] as number[], recall: [] as number[] }
  for (const [index, { text, relevant }] of queries.entries()) {
    const [query] = (await embedder.embed([text])) as [Float32Array]
    const similarity = vectors.map((vector) => dot(query, vector))
    const plainScores = plain.scores(analyser.analyse(text))
    const wordOrder = ids(best(words.scores(text), settings.bm25_top_k))
    const storedOrder = fullText.search(text, settings.bm25_top_k)
    stored.ndcg.push(ndcg(storedOrder, relevant, 10))
    stored.recall.push(recall(storedOrder, relevant, settings.bm25_top_k))
    scores.plain.push(ndcg(ids(best(plainScores, 10)), relevant, 10))
    scores.words.push(ndcg(wordOrder, relevant, 10))
    scores.first.push(recall(wordOrder, relevant, settings.bm25_top_k))
    scores.meaning.push(ndcg(ids(best(similarity, 10)), relevant, 10))
    fused.first.push(ndcg(ids(minMaxFusion(plainScores, similarity, settings)), relevant, 10))
    const ranked = await ranker.rank(text)
    const order = ranked.map((entry) => entry.id)
    fused.ndcg.push(ndcg(order, relevant, 10))
    const kept = ranked.filter((entry) => entry.kept).map((entry) => entry.id)
    cut.kept.push(kept.length)
    cut.precision.push(found(kept, relevant) / kept.length)
    cut.recall.push(found(kept, relevant) / relevant.size)
    if ((index + 1) % 50 === 0) say(`  ${index + 1} claims: fused nDCG@10 ${mean(fused.ndcg).toFixed(4)}`)
  }
  const times = timeBoth(
    queries.map(({ text }) => text),
    { fts: (text) => fullText.search(text, 10), memory: (text) => best(plain.scores(analyser.analyse(text)), 10) },
  )
  fullText.close()
  return {
    queries: queries.length,
    fts5: round(mean(stored.ndcg)),
    fts5Recall: round(mean(stored.recall)),
    fts5Ms: round(times.fts, 2),
    memoryMs: round(times.memory, 2),
    fts5SizeShare: round(fullText.sizeShare, 2),
    fts5Seconds: round(fullText.secondsToIndex, 1),
    plainBm25: round(mean(scores.plain)),
    bm25: round(mean(scores.words)),
    firstStageRecall: round(mean(scores.first)),
    embedding: round(mean(scores.meaning)),
    minMaxFusion: round(mean(fused.first)),
    fused: round(mean(fused.ndcg)),
    kept: round(mean(cut.kept), 1),
    cutoffPrecision: round(mean(cut.precision)),
    cutoffRecall: round(mean(cut.recall)),
  }
}

/** The baseline of the same run: plain BM25's first, whole texts only, min-max. */
function minMaxFusion(words: Float64Array, meanings: readonly number[], settings: Settings['ranking']): number[] {
  const chosen = best(words, settings.bm25_top_k)
  const scaled = (values: readonly number[]) => {
    const [low, high] = [Math.min(...values), Math.max(...values)]
    return values.map((value) => (high > low ? (value - low) / (high - low) : 0))
  }
  const a = scaled(chosen.map((index) => words[index] as number))
  const b = scaled(chosen.map((index) => meanings[index] as number))
  const finals = a.map((value, at) => settings.bm25_weight * value + settings.embedding_weight * (b[at] as number))
  return best(finals, 10).map((at) => chosen[at] as number)
}
