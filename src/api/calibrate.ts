import { z } from 'zod'
import { type AnswerOf, defineUseCase, WRITES } from './define-use-case.ts'
import { id, ok } from './fields.ts'

const score = z.number().nullable()

const sampleAdded = z.object({ ok, sample_id: id, pending_count: z.number() })

const evaluated = z.object({
  ok,
  evaluation_id: id,
  brier_score: z.number(),
  brier_score_calibrated: score,
  improvement_ratio: score,
  expected_calibration_error: z.number(),
  samples_evaluated: z.number(),
})

const stats = z.object({
  ok,
  current_version: z.number(),
  brier_score: score,
  ece: score,
  sample_count: z.number(),
  degradation_detected: z.boolean(),
  degradation_details: z
    .object({ previous_brier: z.number(), latest_brier: z.number(), change_ratio: z.number() })
    .exactOptional(),
})

const evaluations = z.object({
  ok,
  evaluations: z.array(z.record(z.string(), z.unknown())).max(500),
  total_count: z.number(),
})

const diagram = z.object({
  ok,
  source: z.string().max(100),
  n_bins: z.number(),
  bins: z
    .array(
      z.object({
        lower: z.number(),
        upper: z.number(),
        count: z.number(),
        mean_prediction: score,
        accuracy: score,
      }),
    )
    .max(100),
  overall_ece: z.number(),
})

export const calibrate = defineUseCase({
  name: 'calibrate',
  title: 'Calibrate confidences',
  description: [
    'Everyday calibration of confidences (Platt or temperature scaling, Brier score, expected calibration error). ' +
      'Actions and data:',
    '- add_sample: {source, prediction 0-1, actual 0|1, context?}; enough new samples fit a new version by themselves',
    '  source nli_judge (prediction: nli_raw_confidence of an edge) corrects the confidence of edges judged from ' +
      'then on, llm_extract the quality of claims that a local model extracts',
    '- get_stats: {source?}',
    '- evaluate: {source, predictions[], labels[]}; the error is that of the calibrated predictions where a ' +
      'calibration exists',
    '- get_evaluations: {source?, limit?, since?}',
    '- get_diagram_data: {source, evaluation_id?}',
  ].join('\n'),
  input: z.strictObject({
    action: z
      .enum(['add_sample', 'get_stats', 'evaluate', 'get_evaluations', 'get_diagram_data'])
      .describe('What to do'),
    data: z.record(z.string().max(100), z.unknown()).optional().describe('Depends on the action'),
  }),
  // The most specific first: L7 takes the first that fits.
  output: z.union([sampleAdded, evaluated, stats, evaluations, diagram]),
  tool: WRITES,
})

export type CalibrateAnswer = AnswerOf<typeof calibrate>
