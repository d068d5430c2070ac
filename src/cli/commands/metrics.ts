import { getMetrics } from '../../api/get-metrics.ts'
import { prometheusText } from '../../app/prometheus.ts'
import { LyraError } from '../../domain/errors.ts'
import type { Command } from '../command.ts'
import { callLyra } from '../session.ts'
import { table } from '../text.ts'

export const metricsCommand: Command = {
  name: 'metrics',
  summary: getMetrics.title,
  usage: '[task_id]',
  details: [
    'Of the home: tasks, searches, jobs, slots, engines, memory. Of a task: harvest, novelty, duplicates, diversity, ' +
      'refusals, source quality. `lyra serve` answers the same to Prometheus at /metrics.',
  ],
  flags: { prometheus: { type: 'boolean', about: 'Print the text format of Prometheus' } },
  examples: [
    { line: 'lyra metrics', about: 'the home' },
    { line: 'lyra metrics task_0123456789abcdef', about: 'one task' },
    { line: 'lyra metrics --prometheus', about: 'for a text-file collector' },
  ],
  run: async (call) => {
    const [taskId, ...rest] = call.positionals
    if (rest.length > 0) throw new LyraError('INVALID_PARAMS', 'metrics takes at most one task_id')
    const answer = await callLyra(call, getMetrics, { task_id: taskId })
    const rows = answer.metrics.map((metric) => [
      metric.name,
      Object.entries(metric.labels)
        .map(([name, value]) => `${name}=${value}`)
        .join(' '),
      Number.isInteger(metric.value) ? String(metric.value) : metric.value.toFixed(3),
      metric.help,
    ])
    return {
      document: answer,
      text: call.flags.on('prometheus')
        ? prometheusText(answer.metrics)
        : table(rows, { columns: ['metric', 'of', 'value', 'meaning'], widest: 80, fit: call.world.width }),
    }
  },
}
