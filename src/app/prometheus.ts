import type { Metric } from '../api/get-metrics.ts'

/** The text format Prometheus scrapes: help and type once a name, then its samples. */
export function prometheusText(metrics: readonly Metric[]): string {
  const lines = [...Map.groupBy(metrics, (metric) => metric.name)].flatMap(([name, samples]) => {
    const [first] = samples
    return [
      `# HELP ${name} ${first?.help ?? ''}`,
      `# TYPE ${name} ${first?.kind ?? 'gauge'}`,
      ...samples.map((sample) => `${name}${labelText(sample.labels)} ${sample.value}`),
    ]
  })
  return `${lines.join('\n')}\n`
}

function labelText(labels: Metric['labels']): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${escaped(value)}"`)
  return pairs.length === 0 ? '' : `{${pairs.join(',')}}`
}

function escaped(value: string): string {
  return value.replace(/\\/g, '\\\\').replace(/"/g, '\\"').replace(/\n/g, '\\n')
}
