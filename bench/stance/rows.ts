import type { BenchResult } from '../bench.ts'

type Numbers = BenchResult['numbers']

/** The table of docs/benchmarks.md; what a reader needs to doubt a figure stands beside it. */
export function stanceRows(numbers: Numbers): BenchResult['rows'] {
  const row = (what: string, measured: string, baseline: string, target: string) => ({
    what,
    measured,
    baseline,
    target,
  })
  const of = (...names: readonly string[]) => names.map((name) => numbers[name]).join(' / ')
  const precisionAndRecall = (name: string) =>
    of(`${name}_supports_precision`, `${name}_supports_recall`, `${name}_refutes_precision`, `${name}_refutes_recall`)
  const baseline = 'lyra-nli-mini'
  return [
    row(
      'SciFact dev, gold sentences, macro-F1',
      of('macro_f1'),
      `${of('baseline_macro_f1')} (${baseline} alone); ${of('model_alone_macro_f1')} (the model in use alone)`,
      '0.66',
    ),
    row(
      'the same, refutes: precision / recall',
      of('refutes_precision', 'refutes_recall'),
      `${of('baseline_refutes_precision')} (${baseline} alone); ${of('model_alone_refutes_precision')} (the model in use alone)`,
      'precision 0.70',
    ),
    row('the same, supports: precision / recall', of('supports_precision', 'supports_recall'), '', 'reported'),
    row(
      'the same, Brier, uncalibrated before',
      of('brier_after'),
      `${of('brier_uncalibrated')} (${baseline}; ${of('brier_baseline')} with its temperature); ${of('brier_model_uncalibrated')} (the model in use)`,
      `20 % better than ${baseline} before calibration`,
    ),
    row(
      'the same, ECE, uncalibrated before',
      of('ece_after'),
      `${of('ece_uncalibrated')} (${baseline}; ${of('ece_baseline')} with its temperature); ${of('ece_model_uncalibrated')} (the model in use)`,
      '20 % better',
    ),
    row(
      'whole pipeline, mean F1 of SUPPORT and CONTRADICT',
      of('pipeline_f1'),
      `${of('pipeline_first_f1')} (${baseline} on whole abstracts)`,
      '20 % better',
    ),
    row(
      'the same: supports precision / recall / refutes precision / recall',
      precisionAndRecall('pipeline_now'),
      precisionAndRecall('pipeline_first'),
      'reported',
    ),
    row(
      `held-out cells, ${of('cells_en_pairs', 'cells_ja_pairs')} English / Japanese pairs, the model alone: macro-F1`,
      of('cells_en_macro_f1', 'cells_ja_macro_f1'),
      '',
      'reported',
    ),
    row(
      `held-out topics, ${of('topics_english_pairs')} English pairs of one topic each: supports precision / recall / refutes precision / recall`,
      precisionAndRecall('topics_english'),
      '',
      'reported',
    ),
    row(
      `held-out topics, ${of('topics_japanese_pairs')} Japanese and mixed pairs: the same`,
      precisionAndRecall('topics_japanese'),
      '',
      'reported',
    ),
    row(
      `${of('demo_pairs')} pairs of the demo, labelled without seeing the verdict: the same`,
      precisionAndRecall('demo'),
      '',
      'reported',
    ),
    row(
      `Japanese, ${of('japanese_pairs')} pairs in the words the rules know: the same`,
      precisionAndRecall('japanese'),
      '',
      'reported',
    ),
    row(
      'claims of 100 abstracts: headings, section names, aims, study steps, titles, questions, boilerplate, spans not verbatim',
      `${of('claims_bad')} of ${of('claims_found')}`,
      '',
      '0',
    ),
    row(
      'stance pairs a second, 128 tokens, one at a time',
      of('pairs_per_second'),
      `${of('bare_pairs_per_second')} (bare runtime, one at a time)`,
      '60, within 10 %',
    ),
  ]
}
