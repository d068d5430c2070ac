import { z } from 'zod'
import { type AnswerOf, type DeepReadonly, defineUseCase, type InputOf, WRITES } from './define-use-case.ts'
import { describeFields } from './describe-fields.ts'
import { dependsOnAction, givenId, id, listedAsObject, ok, ownText, ownValue } from './fields.ts'

const LONGEST_SOURCE = 100
/** Which confidences, as a caller names them and as an answer does. */
export const source = z.string().trim().min(1).max(LONGEST_SOURCE)
export const sourceName = ownText(LONGEST_SOURCE)

const probability = z.number().min(0).max(1)
const outcome = z.union([z.literal(0), z.literal(1), z.boolean().transform((yes): 0 | 1 => (yes ? 1 : 0))])
const labels = z.array(outcome).min(1).max(100_000)

const DATA = {
  add_sample: z.strictObject({
    source,
    prediction: probability,
    actual: outcome,
    context: z.union([z.string(), z.record(z.string(), z.unknown())]).optional(),
  }),
  get_stats: z.strictObject({ source: source.optional() }),
  evaluate: z
    .strictObject({ source, predictions: z.array(probability).min(1).max(100_000), labels })
    .refine((data) => data.predictions.length === data.labels.length, {
      error: 'must be as many as there are predictions',
      path: ['labels'],
    }),
  get_evaluations: z.strictObject({
    source: source.optional(),
    limit: z.int().min(1).max(500).default(50),
    since: z.iso.datetime({ offset: true }).or(z.iso.date()).optional(),
  }),
  get_diagram_data: z.strictObject({ source, evaluation_id: givenId.max(100).optional() }),
}

type CalibrateAction = keyof typeof DATA
export type CalibrateData<Action extends CalibrateAction> = DeepReadonly<z.output<(typeof DATA)[Action]>>

const NOTES: Readonly<Partial<Record<CalibrateAction, string>>> = {
  add_sample:
    '; enough new samples fit a new version\n' +
    '  source nli_judge (prediction: nli_raw_confidence of an edge) corrects edges judged from then on, llm_extract ' +
    'claims of a local model',
  evaluate: '; calibrated where there is one',
}

const action = <Action extends CalibrateAction>(name: Action) => z.literal(name).describe('What to do')

const score = z.number().nullable()

/** How often confidences between two bounds were right. */
export const reliabilityBin = z.object({
  lower: z.number(),
  upper: z.number(),
  count: z.number(),
  mean_prediction: score,
  accuracy: score,
})

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
    .meta(listedAsObject)
    .exactOptional(),
})

const evaluations = z.object({
  ok,
  evaluations: z.array(z.record(z.string(), ownValue)).max(500),
  total_count: z.number(),
})

const diagram = z.object({
  ok,
  source: sourceName,
  n_bins: z.number(),
  bins: z.array(reliabilityBin).max(100).meta(listedAsObject),
  overall_ece: z.number(),
})

export const calibrate = defineUseCase({
  name: 'calibrate',
  title: 'Calibrate confidences',
  description: [
    'Calibration of confidences. Actions and data:',
    ...Object.entries(DATA).map(
      ([name, data]) => `- ${name}: ${describeFields(data)}${NOTES[name as CalibrateAction] ?? ''}`,
    ),
  ].join('\n'),
  input: z.discriminatedUnion('action', [
    z.strictObject({ action: action('add_sample'), data: DATA.add_sample.meta(dependsOnAction) }),
    z.strictObject({ action: action('get_stats'), data: DATA.get_stats.prefault({}).meta(dependsOnAction) }),
    z.strictObject({ action: action('evaluate'), data: DATA.evaluate.meta(dependsOnAction) }),
    z.strictObject({
      action: action('get_evaluations'),
      data: DATA.get_evaluations.prefault({}).meta(dependsOnAction),
    }),
    z.strictObject({ action: action('get_diagram_data'), data: DATA.get_diagram_data.meta(dependsOnAction) }),
  ]),
  // Most specific source first: L7 uses the first option that matches.
  output: z.union([sampleAdded, evaluated, stats, evaluations, diagram]),
  tool: WRITES,
})

export type CalibrateInput = InputOf<typeof calibrate>
export type CalibrateAnswer = AnswerOf<typeof calibrate>
