import type { DatabaseSync } from 'node:sqlite'
import { z } from 'zod'

const sampleSchema = z.object({ prediction: z.number(), actual: z.number() })
export type CalibrationSample = z.infer<typeof sampleSchema>

const paramsSchema = z.object({
  source: z.string(),
  version: z.number(),
  method: z.enum(['platt', 'temperature', 'identity']),
  params: z.string().transform((text) => z.object({ a: z.number(), b: z.number() }).parse(JSON.parse(text))),
  sample_count: z.number(),
  brier_before: z.number().nullable(),
  brier_after: z.number().nullable(),
  is_current: z.number().transform((flag) => flag === 1),
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
  bins_json: z.string().transform((text) => binSchema.array().parse(JSON.parse(text))),
  calibration_version: z.number().nullable(),
  evaluated_at: z.string(),
})
export type CalibrationEvaluation = z.infer<typeof evaluationSchema>

export interface CalibrationRows {
  addSample(row: {
    id: string
    source: string
    prediction: number
    actual: 0 | 1
    context: string | null
    at: string
    causeId: string
  }): void
  samples(source: string): readonly CalibrationSample[]
  /** Samples no version was fitted on yet. */
  pendingCount(source: string): number
  markUsed(source: string, version: number): void
  /** Every source that has a sample, a version or an evaluation. */
  sources(): readonly string[]
  versions(source: string): readonly CalibrationParams[]
  addVersion(row: Omit<CalibrationParams, 'is_current'> & { readonly cause_id: string }): void
  setCurrent(source: string, version: number): void
  addEvaluation(row: CalibrationEvaluation & { readonly cause_id: string }): void
  evaluation(id: string): CalibrationEvaluation | null
  /** Newest first. */
  evaluations(filter: { source?: string | undefined; since?: string | undefined; limit: number }): {
    readonly rows: readonly CalibrationEvaluation[]
    readonly total: number
  }
}

const VERSION_COLUMNS =
  'source, version, method, params, sample_count, brier_before, brier_after, is_current, created_at'
const EVALUATION_COLUMNS =
  'id, source, brier_score, brier_score_calibrated, improvement_ratio, expected_calibration_error, samples_evaluated, bins_json, calibration_version, evaluated_at'
const countSchema = z.object({ n: z.number() })

export function calibrationRows(db: DatabaseSync): CalibrationRows {
  return {
    addSample: (row) => {
      db.prepare(
        'INSERT INTO calibration_samples (id, source, prediction, actual, context, created_at, cause_id) VALUES (?, ?, ?, ?, ?, ?, ?)',
      ).run(row.id, row.source, row.prediction, row.actual, row.context, row.at, row.causeId)
    },
    samples: (source) =>
      sampleSchema
        .array()
        .parse(
          db.prepare('SELECT prediction, actual FROM calibration_samples WHERE source = ? ORDER BY rowid').all(source),
        ),
    pendingCount: (source) =>
      countSchema.parse(
        db
          .prepare('SELECT count(*) AS n FROM calibration_samples WHERE source = ? AND used_in_version IS NULL')
          .get(source),
      ).n,
    markUsed: (source, version) => {
      db.prepare('UPDATE calibration_samples SET used_in_version = ? WHERE source = ? AND used_in_version IS NULL').run(
        version,
        source,
      )
    },
    sources: () =>
      z
        .object({ source: z.string() })
        .array()
        .parse(
          db
            .prepare(
              'SELECT source FROM calibration_samples UNION SELECT source FROM calibration_params UNION SELECT source FROM calibration_evaluations ORDER BY 1',
            )
            .all(),
        )
        .map((row) => row.source),
    versions: (source) =>
      paramsSchema
        .array()
        .parse(
          db.prepare(`SELECT ${VERSION_COLUMNS} FROM calibration_params WHERE source = ? ORDER BY version`).all(source),
        ),
    addVersion: (row) => {
      db.prepare(
        'INSERT INTO calibration_params (source, version, method, params, sample_count, brier_before, brier_after, is_current, created_at, cause_id) VALUES (?, ?, ?, ?, ?, ?, ?, 0, ?, ?)',
      ).run(
        row.source,
        row.version,
        row.method,
        JSON.stringify(row.params),
        row.sample_count,
        row.brier_before,
        row.brier_after,
        row.created_at,
        row.cause_id,
      )
    },
    setCurrent: (source, version) => {
      db.prepare('UPDATE calibration_params SET is_current = (version = ?) WHERE source = ?').run(version, source)
    },
    addEvaluation: (row) => {
      db.prepare(
        `INSERT INTO calibration_evaluations (${EVALUATION_COLUMNS}, created_at, cause_id) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      ).run(
        row.id,
        row.source,
        row.brier_score,
        row.brier_score_calibrated,
        row.improvement_ratio,
        row.expected_calibration_error,
        row.samples_evaluated,
        JSON.stringify(row.bins_json),
        row.calibration_version,
        row.evaluated_at,
        row.evaluated_at,
        row.cause_id,
      )
    },
    evaluation: (id) =>
      evaluationSchema
        .nullish()
        .parse(db.prepare(`SELECT ${EVALUATION_COLUMNS} FROM calibration_evaluations WHERE id = ?`).get(id)) ?? null,
    evaluations: ({ source, since, limit }) => {
      const where = 'WHERE (:source IS NULL OR source = :source) AND (:since IS NULL OR evaluated_at >= :since)'
      const bound = { source: source ?? null, since: since ?? null }
      return {
        rows: evaluationSchema
          .array()
          .parse(
            db
              .prepare(
                `SELECT ${EVALUATION_COLUMNS} FROM calibration_evaluations ${where} ORDER BY evaluated_at DESC, rowid DESC LIMIT :limit`,
              )
              .all({ ...bound, limit }),
          ),
        total: countSchema.parse(db.prepare(`SELECT count(*) AS n FROM calibration_evaluations ${where}`).get(bound)).n,
      }
    },
  }
}
