import { z } from 'zod'
import { type AnswerOf, defineUseCase } from './define-use-case.ts'
import { id, ok, shortText, taskId } from './fields.ts'

export const getMetrics = defineUseCase({
  name: 'get_metrics',
  title: 'Metrics of the home or of one task',
  description: 'Measured values in the form that Prometheus scrapes: of the home, or of one task',
  input: z.strictObject({ task_id: taskId.optional().describe('Only this task; the home when left out') }),
  output: z.object({
    ok,
    metrics: z.array(
      z.object({
        name: id,
        help: shortText,
        kind: z.enum(['gauge', 'counter']),
        labels: z.record(z.string(), z.string()),
        value: z.number(),
      }),
    ),
  }),
})

/** One measured value; the form Prometheus and the command line print. */
export type Metric = AnswerOf<typeof getMetrics>['metrics'][number]
