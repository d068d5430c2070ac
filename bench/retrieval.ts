import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { defaultSettings } from '../src/domain/settings.ts'
import { createEmbedder } from '../src/models/embedder.ts'
import { createAnalyser } from '../src/rank/tokens.ts'
import type { Bench, BenchOptions } from './bench.ts'
import { indexGrowth } from './retrieval/index-growth.ts'
import { jaquad, jsts } from './retrieval/japanese.ts'
import { equalKnees } from './retrieval/kneedle.ts'
import { remembering } from './retrieval/remembered.ts'
import { scifact } from './retrieval/scifact.ts'

/**
 * Ranking by the product's own path (EXPLORE 4.3) on SciFact and JaQuAD, beside plain BM25, SQLite's full text, vectors
 * alone and their plain fusion in the same run. BENCH_PART=train measures SciFact's train claims, on which parameters
 * are chosen.
 */
export const retrieval: Bench = {
  about: 'Ranking: BM25, embeddings and their fusion on SciFact and JaQuAD, JSTS, Kneedle',
  run: async (options) => {
    needData(options)
    if ((options.size ?? 1) > 1) return indexGrowth(options.data, options.size ?? 1, options.say)
    const started = performance.now()
    const settings = defaultSettings
    const model = options.model ?? settings.models.embedding
    const bare = createEmbedder({ home: 'none', model, threads: settings.models.threads, remember: 1 })
    const embedder = remembering(bare, process.env.BENCH_CACHE)
    const ranking = { analyser: await createAnalyser(), embedder, settings: settings.ranking, say: options.say }
    const knees = equalKnees(options.data)
    const part = process.env.BENCH_PART === 'train' ? 'train' : 'test'
    const english = await scifact(options.data, part, ranking)
    const japanese = await jaquad(options.data, ranking)
    const pairs = await jsts(options.data, embedder)
    const prefix = `SciFact ${part} (${english.queries} claims)`
    return {
      numbers: {
        model: embedder.modelId,
        scifact_part: part,
        scifact_fused_ndcg10: english.fused,
        scifact_bm25_ndcg10: english.bm25,
        scifact_embedding_ndcg10: english.embedding,
        scifact_plain_bm25_ndcg10: english.plainBm25,
        scifact_plain_fusion_ndcg10: english.minMaxFusion,
        scifact_fts5_ndcg10: english.fts5,
        scifact_fts5_recall150: english.fts5Recall,
        scifact_fts5_query_ms: english.fts5Ms,
        scifact_memory_bm25_query_ms: english.memoryMs,
        scifact_fts5_query_time_ratio: Math.round((english.fts5Ms / english.memoryMs) * 100) / 100,
        scifact_fts5_index_seconds: english.fts5Seconds,
        scifact_fts5_size_share: english.fts5SizeShare,
        scifact_bm25_recall150: english.firstStageRecall,
        scifact_cutoff_kept: english.kept,
        scifact_cutoff_precision: english.cutoffPrecision,
        scifact_cutoff_recall: english.cutoffRecall,
        jaquad_fused_recall10: japanese.fused,
        jaquad_bm25_recall10: japanese.bm25,
        jaquad_embedding_recall10: japanese.embedding,
        jaquad_plain_bm25_recall10: japanese.plainBm25,
        jaquad_fts5_recall10: japanese.fts5,
        jsts_spearman: pairs.spearman,
        kneedle_equal: knees.equal,
        kneedle_curves: knees.curves,
        seconds: Math.round((performance.now() - started) / 1000),
      },
      rows: [
        row(`${prefix} nDCG@10, fused`, english.fused, `plain fusion ${english.minMaxFusion}`, '>= 0.735'),
        row(`${prefix} nDCG@10, BM25 alone`, english.bm25, `plain BM25 ${english.plainBm25}`, 'reported'),
        row(
          `${prefix} nDCG@10, FTS5 of the stored graph`,
          english.fts5,
          `in-memory BM25 of the same terms ${english.plainBm25}`,
          'reported',
        ),
        row(
          `${prefix} p50 of a full-text query over 5,183 abstracts, 10 results`,
          `${english.fts5Ms} ms (index ${english.fts5SizeShare} of the texts' size)`,
          `in memory ${english.memoryMs} ms`,
          'reported',
        ),
        row(`${prefix} nDCG@10, embedding alone`, english.embedding, '-', 'reported'),
        row(
          `${prefix} cutoff precision / recall (mean kept)`,
          `${english.cutoffPrecision} / ${english.cutoffRecall} (${english.kept})`,
          '-',
          'reported',
        ),
        row(
          `JaQuAD half (${japanese.questions} questions, ${japanese.paragraphs} paragraphs) recall@10, fused`,
          japanese.fused,
          `BM25 ${japanese.bm25} (plain ${japanese.plainBm25}), embedding ${japanese.embedding}`,
          '>= 0.90',
        ),
        row(
          'JaQuAD half recall@10, FTS5 of the stored graph',
          japanese.fts5,
          `in-memory BM25 ${japanese.plainBm25}`,
          'reported',
        ),
        row(`JSTS (${pairs.pairs} pairs) Spearman`, pairs.spearman, '-', 'reported'),
        row('Kneedle: reference curves with equal knees', `${knees.equal} of ${knees.curves}`, 'kneed 0.8.6', 'all'),
      ],
    }
  },
}

function row(what: string, measured: number | string, baseline: string, target: string) {
  return { what, measured: String(measured), baseline, target }
}

function needData({ data }: BenchOptions): void {
  for (const part of ['scifact', 'japanese', 'kneedle'])
    if (!existsSync(join(data, part))) throw new Error(`No ${part} in ${data}; give the folder with --data`)
}
