import { z } from 'zod'
import { CALIBRATION_METHODS, calibrationParams } from '../../domain/calibration.ts'
import { bit, flag, json } from '../columns.ts'
import { insertInto, type Statements } from '../statements.ts'

const sampleSchema = z.object({ prediction: z.number(), actual: z.number() })
export type CalibrationSample = z.infer<typeof sampleSchema>

const paramsSchema = z.object({
  source: z.string(),
  version: z.number(),
  method: z.enum(CALIBRATION_METHODS),
  params: json(calibrationParams),
  sample_count: z.number(),
  brier_before: z.number().nullable(),
  brier_after: z.number().nullable(),
  is_current: flag,
  created_at: z.string(),
})
export type CalibrationParams = z.infer<typeof paramsSchema>

const binSchema = z.object({
  lower: z.number(),
  upper: z.number(),
  count: z.number(),
  mean_prediction: z.number().nullable(),
  accuracy: z.number().nullable(),
})

const evaluationSchema = z.object({
  id: z.string(),
  source: z.string(),
  brier_score: z.number(),
  brier_score_calibrated: z.number().nullable(),
  improvement_ratio: z.number().nullable(),
  expected_calibration_error: z.number(),
  samples_evaluated: z.number(),
  bins_json: json(binSchema.array()),
  calibration_version: z.number().nullable(),
  evaluated_at: z.string(),
})
export type CalibrationEvaluation = z.infer<typeof evaluationSchema>

export interface CalibrationRows {
  /** In place of an earlier one of the same source and subject, and as new as if it were the first. */
  addSample(row: {
    id: string
    source: string
    prediction: number
    actual: 0 | 1
    context: string | null
    subject: string | null
    at: string
    causeId: string
  }): void
  samples(source: string): readonly CalibrationSample[]
  /** Those no version was fitted on yet. */
  pending(source: string): readonly CalibrationSample[]
  sampleOf(source: string, subject: string): (CalibrationSample & { readonly id: string }) | null
  dropSample(source: string, subject: string): void
  /** Samples no version was fitted on yet. */
  pendingCount(source: string): number
  markUsed(source: string, version: number): void
  /** Every source that has a sample, a version or an evaluation. */
  sources(): readonly string[]
  versions(source: string): readonly CalibrationParams[]
  addVersion(row: Omit<CalibrationParams, 'is_current'> & { readonly cause_id: string }): void
  /** 0: none of them. */
  setCurrent(source: string, version: number): void
  addEvaluation(row: CalibrationEvaluation & { readonly cause_id: string }): void
  evaluation(id: string): CalibrationEvaluation | null
  /** Newest first. */
  evaluations(filter: { source?: string | undefined; since?: string | undefined; limit: number }): {
    readonly rows: readonly CalibrationEvaluation[]
    readonly total: number
  }
}

const VERSION_COLUMNS = Object.keys(paramsSchema.shape)
const EVALUATION_COLUMNS = Object.keys(evaluationSchema.shape)

const ADD_SAMPLE = insertInto('calibration_samples', [
  ...['id', 'source', 'prediction', 'actual', 'context', 'subject', 'created_at', 'cause_id'],
])
const SAMPLES = 'SELECT prediction, actual FROM calibration_samples WHERE source = :source ORDER BY rowid'
const PENDING_SAMPLES = `SELECT prediction, actual FROM calibration_samples
  WHERE source = :source AND used_in_version IS NULL ORDER BY rowid`
const SAMPLE_OF = `SELECT id, prediction, actual FROM calibration_samples
  WHERE source = :source AND subject = :subject`
const DROP_SAMPLE = 'DELETE FROM calibration_samples WHERE source = :source AND subject = :subject'
const PENDING = 'SELECT count(*) AS n FROM calibration_samples WHERE source = :source AND used_in_version IS NULL'
const MARK_USED = `UPDATE calibration_samples SET used_in_version = :version
  WHERE source = :source AND used_in_version IS NULL`
const SOURCES = `SELECT source FROM calibration_samples UNION SELECT source FROM calibration_params
  UNION SELECT source FROM calibration_evaluations ORDER BY 1`
const VERSIONS = `SELECT ${VERSION_COLUMNS} FROM calibration_params WHERE source = :source ORDER BY version`
const ADD_VERSION = insertInto('calibration_params', [...VERSION_COLUMNS, 'cause_id'])
const SET_CURRENT = 'UPDATE calibration_params SET is_current = (version = :version) WHERE source = :source'
const ADD_EVALUATION = insertInto('calibration_evaluations', [...EVALUATION_COLUMNS, 'created_at', 'cause_id'])
const EVALUATION = `SELECT ${EVALUATION_COLUMNS} FROM calibration_evaluations WHERE id = :id`
const MATCHING = `FROM calibration_evaluations
  WHERE (:source IS NULL OR source = :source) AND (:since IS NULL OR evaluated_at >= :since)`
const EVALUATIONS = `SELECT ${EVALUATION_COLUMNS} ${MATCHING} ORDER BY evaluated_at DESC, rowid DESC LIMIT :limit`

export function calibrationRows(sql: Statements): CalibrationRows {
  return {
    addSample: ({ at, causeId, ...sample }) => {
      if (sample.subject !== null) sql.run(DROP_SAMPLE, { source: sample.source, subject: sample.subject })
      sql.run(ADD_SAMPLE, { ...sample, created_at: at, cause_id: causeId })
    },
    samples: (source) => sampleSchema.array().parse(sql.all(SAMPLES, { source })),
    pending: (source) => sampleSchema.array().parse(sql.all(PENDING_SAMPLES, { source })),
    sampleOf: (source, subject) =>
      sampleSchema.extend({ id: z.string() }).nullable().parse(sql.get(SAMPLE_OF, { source, subject })),
    dropSample: (source, subject) => {
      sql.run(DROP_SAMPLE, { source, subject })
    },
    pendingCount: (source) => Number(sql.get(PENDING, { source })?.n),
    markUsed: (source, version) => {
      sql.run(MARK_USED, { source, version })
    },
    sources: () => sql.all(SOURCES).map((row) => String(row.source)),
    versions: (source) => paramsSchema.array().parse(sql.all(VERSIONS, { source })),
    addVersion: (row) => {
      sql.run(ADD_VERSION, { ...row, params: JSON.stringify(row.params), is_current: bit(false) })
    },
    setCurrent: (source, version) => {
      sql.run(SET_CURRENT, { source, version })
    },
    addEvaluation: (row) => {
      sql.run(ADD_EVALUATION, { ...row, bins_json: JSON.stringify(row.bins_json), created_at: row.evaluated_at })
    },
    evaluation: (id) => evaluationSchema.nullable().parse(sql.get(EVALUATION, { id })),
    evaluations: ({ source = null, since = null, limit }) => ({
      rows: evaluationSchema.array().parse(sql.all(EVALUATIONS, { source, since, limit })),
      total: Number(sql.get(`SELECT count(*) AS n ${MATCHING}`, { source, since })?.n),
    }),
  }
}
