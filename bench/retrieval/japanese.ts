import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { z } from 'zod'
import { dot } from '../../src/domain/vector.ts'
import type { Embedder } from '../../src/models/types.ts'
import { bm25Index } from '../../src/rank/bm25.ts'
import { lexicalIndex } from '../../src/rank/lexical.ts'
import { openRanker } from '../../src/rank/rank.ts'
import { openFullText } from './full-text.ts'
import { best, mean, recall, round, spearman } from './measures.ts'
import type { Ranking } from './scifact.ts'

const questionRow = z.object({ context: z.string(), question: z.string() })
const pairRow = z.object({ sentence1: z.string(), sentence2: z.string(), label: z.number() })

function rows<T>(data: string, file: string, schema: z.ZodType<T>): T[] {
  const text = gunzipSync(readFileSync(join(data, 'japanese', file))).toString('utf8')
  return text
    .trim()
    .split('\n')
    .map((line) => schema.parse(JSON.parse(line)))
}

/** Question to paragraph: the share of questions whose paragraph is among the first ten. Nothing was fitted on it. */
export async function jaquad(data: string, { analyser, embedder, settings, say }: Ranking) {
  const questions = rows(data, 'jaquad-dev-half.jsonl.gz', questionRow)
  const contexts = [...new Set(questions.map((row) => row.context))]
  const documents = contexts.map((text, index) => ({ id: String(index).padStart(5, '0'), text }))
  const idOf = new Map(documents.map((document) => [document.text, document.id]))
  say(`JaQuAD half: ${questions.length} questions, ${documents.length} paragraphs`)
  const vectors = await embedder.embed(contexts)
  const vectorOf = new Map(documents.map((document, index) => [document.id, vectors[index] as Float32Array]))
  const plain = bm25Index(contexts.map((text) => analyser.analyse(text)))
  const words = lexicalIndex(analyser, contexts)
  const ranker = openRanker(documents, {
    analyser,
    embed: embedder,
    vectors: (id) => vectorOf.get(id) ?? null,
    settings,
  })
  const ids = (order: readonly number[]) => order.map((index) => (documents[index] as { id: string }).id)
  const fullText = openFullText(documents, analyser)
  const found = {
    stored: [] as number[],
    plain: [] as number[],
    words: [] as number[],
    meaning: [] as number[],
    fused: [] as number[],
  }
  for (const { question, context } of questions) {
    const relevant = new Set([idOf.get(context) as string])
    const [query] = (await embedder.embed([question])) as [Float32Array]
    const similarity = vectors.map((vector) => dot(query, vector))
    const ranked = await ranker.rank(question)
    found.stored.push(recall(fullText.search(question, 10), relevant, 10))
    found.plain.push(recall(ids(best(plain.scores(analyser.analyse(question)), 10)), relevant, 10))
    found.words.push(recall(ids(best(words.scores(question), 10)), relevant, 10))
    found.meaning.push(recall(ids(best(similarity, 10)), relevant, 10))
    found.fused.push(
      recall(
        ranked.map((entry) => entry.id),
        relevant,
        10,
      ),
    )
  }
  fullText.close()
  return {
    questions: questions.length,
    paragraphs: documents.length,
    fts5: round(mean(found.stored)),
    plainBm25: round(mean(found.plain)),
    bm25: round(mean(found.words)),
    embedding: round(mean(found.meaning)),
    fused: round(mean(found.fused)),
  }
}

export async function jsts(data: string, embedder: Embedder) {
  const pairs = rows(data, 'jsts-valid.json.gz', pairRow)
  const first = await embedder.embed(pairs.map((pair) => pair.sentence1))
  const second = await embedder.embed(pairs.map((pair) => pair.sentence2))
  const similarity = first.map((vector, index) => dot(vector, second[index] as Float32Array))
  const labels = pairs.map((pair) => pair.label)
  return { pairs: pairs.length, spearman: round(spearman(similarity, labels)) }
}
