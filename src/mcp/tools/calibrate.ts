import { z } from 'zod'
import type { CalibrateAnswer } from '../../domain/answers.ts'
import { id, ok } from '../answer-schemas.ts'
import { defineTool } from '../define-tool.ts'

const output: z.ZodType<CalibrateAnswer> = z.union([
  z.object({ ok, sample_id: id, pending_count: z.number() }),
  z.object({
    ok,
    evaluation_id: id,
    brier_score: z.number(),
    brier_score_calibrated: z.number().nullable(),
    improvement_ratio: z.number().nullable(),
    expected_calibration_error: z.number(),
    samples_evaluated: z.number(),
  }),
  z.object({
    ok,
    current_version: z.number(),
    brier_score: z.number().nullable(),
    ece: z.number().nullable(),
    sample_count: z.number(),
    degradation_detected: z.boolean(),
    degradation_details: z
      .object({ previous_brier: z.number(), latest_brier: z.number(), change_ratio: z.number() })
      .exactOptional(),
  }),
  z.object({ ok, evaluations: z.array(z.record(z.string(), z.unknown())).max(500), total_count: z.number() }),
  z.object({
    ok,
    source: z.string().max(100),
    n_bins: z.number(),
    bins: z
      .array(
        z.object({
          lower: z.number(),
          upper: z.number(),
          count: z.number(),
          mean_prediction: z.number().nullable(),
          accuracy: z.number().nullable(),
        }),
      )
      .max(100),
    overall_ece: z.number(),
  }),
])

export const calibrate = defineTool({
  name: 'calibrate',
  title: 'Calibrate confidences',
  description: [
    'Everyday calibration of confidences (Platt or temperature scaling, Brier score, expected calibration error). Actions and data:',
    '- add_sample: {source, prediction 0-1, actual 0|1, context?}; enough new samples fit a new version by themselves',
    '  source nli_judge (prediction: nli_raw_confidence of an edge) corrects the confidence of edges judged from then on, llm_extract the quality of claims that a local model extracts',
    '- get_stats: {source?}',
    '- evaluate: {source, predictions[], labels[]}; the error is that of the calibrated predictions where a calibration exists',
    '- get_evaluations: {source?, limit?, since?}',
    '- get_diagram_data: {source, evaluation_id?}',
  ].join('\n'),
  input: z.strictObject({
    action: z
      .enum(['add_sample', 'get_stats', 'evaluate', 'get_evaluations', 'get_diagram_data'])
      .describe('What to do, see the description'),
    data: z.record(z.string().max(100), z.unknown()).optional().describe('Depends on the action, see the description'),
  }),
  output,
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: false },
  handle: (lyra, { action, data }) => lyra.calibrate(action, data),
})
