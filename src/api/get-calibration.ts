import { z } from 'zod'
import { reliabilityBin, sourceName } from './calibrate.ts'
import { type AnswerOf, defineUseCase } from './define-use-case.ts'
import { id, ok, time } from './fields.ts'

const score = z.number().nullable()

export const getCalibration = defineUseCase({
  name: 'get_calibration',
  title: 'Calibration of every source',
  description: 'How often a confidence is right, by bins, for every source of confidences that has samples',
  input: z.strictObject({}),
  output: z.object({
    ok,
    sources: z.array(
      z.object({
        source: sourceName,
        /** 0: none, the confidences stand as they are. */
        version: z.number(),
        samples: z.number(),
        brier_score: score,
        ece: score,
        degraded: z.boolean(),
        bins: z.array(reliabilityBin),
        versions: z.array(
          z.object({ version: z.number(), method: id, samples: z.number(), at: time, is_current: z.boolean() }),
        ),
      }),
    ),
  }),
})

export type CalibrationSource = AnswerOf<typeof getCalibration>['sources'][number]
