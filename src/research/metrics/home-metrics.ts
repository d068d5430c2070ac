import { freemem, totalmem } from 'node:os'
import type { Task } from '../../domain/task.ts'
import { networkMetrics } from '../../net/network-metrics.ts'
import type { JobStore } from '../../store/jobs.ts'
import type { ResearchParts } from '../parts.ts'
import { TASK_METRICS, type TaskMetricName, type TaskMetricParts, taskMetrics } from './task-metrics.ts'

/** One measured value; the form Prometheus and the command line print. */
export interface Metric {
  readonly name: string
  readonly help: string
  readonly kind: 'gauge' | 'counter'
  readonly labels: Readonly<Record<string, string>>
  readonly value: number
}

export function metricsOfTask(parts: TaskMetricParts, taskId: string): readonly Metric[] {
  return Object.entries(taskMetrics(parts, taskId)).map(([name, value]) => ({
    name: `lyra_task_${name}`,
    help: TASK_METRICS[name as TaskMetricName],
    kind: 'gauge',
    labels: { task_id: taskId },
    value,
  }))
}

/** REQ 8.1: tasks, searches, jobs, slots, engines and the process itself. */
export function metricsOfHome(
  { store, scheduler }: Pick<ResearchParts, 'store' | 'scheduler'>,
  jobs: JobStore,
  memory: NodeJS.MemoryUsage,
  machine: { readonly used: number } = { used: 1 - freemem() / totalmem() },
): readonly Metric[] {
  const tasks = store.tasks.list(TASKS_COUNTED)
  const searches = tasks.flatMap((task) => store.searches.ofTask(task.id))
  const gauge = (name: string, help: string, value: number, labels: Metric['labels'] = {}): Metric => ({
    name: `lyra_${name}`,
    help,
    kind: 'gauge',
    labels,
    value,
  })
  const byStatus = (name: string, help: string, list: readonly { readonly status: string }[]) =>
    [...Map.groupBy(list, (one) => one.status)].map(([status, group]) => gauge(name, help, group.length, { status }))
  return [
    ...byStatus('tasks', 'Tasks by state', tasks),
    ...byStatus('searches', 'Searches by state', searches),
    gauge('task_success_share', 'Stopped tasks that were completed', successShare(tasks)),
    gauge('task_seconds_mean', 'Mean seconds of work of a stopped task', meanSeconds(tasks)),
    ...Object.entries(jobs.counts()).map(([state, n]) => gauge('jobs', 'Persisted jobs by state', n, { state })),
    ...Object.entries(scheduler.counts()).flatMap(([slot, counts]) => [
      gauge('slot_running', 'Work that holds a slot now', counts.running, { slot }),
      gauge('slot_queued', 'Work that waits for a slot', counts.queued, { slot }),
    ]),
    ...Object.entries(scheduler.finished).map(([outcome, n]) => ({
      ...gauge('slot_work_total', 'Work that left its slot since the start', n, { outcome }),
      kind: 'counter' as const,
    })),
    ...store.engines.all().flatMap((engine) => [
      gauge('engine_open', '1 while the circuit of the engine is open', engine.state === 'open' ? 1 : 0, {
        engine: engine.engine,
      }),
      gauge('engine_success_share', 'Success of the engine, last hour', engine.success_rate_1h, {
        engine: engine.engine,
      }),
      gauge('engine_captcha_share', 'Challenges of the engine', engine.captcha_rate, { engine: engine.engine }),
      gauge('engine_error_share', 'HTTP errors of the engine (403, 429...)', engine.http_error_rate, {
        engine: engine.engine,
      }),
    ]),
    ...Object.entries(store.searches.pageOutcomes()).map(([outcome, n]) =>
      gauge('pages', 'Pages looked at, by outcome', n, { outcome }),
    ),
    ...networkMetrics(store.connectionTotals()).map(({ name, help, value }) => gauge(name, help, value)),
    gauge('system_memory_used_share', 'Memory in use on this machine', machine.used),
    gauge('process_resident_bytes', 'Resident memory of this process', memory.rss),
    gauge('process_heap_bytes', 'JavaScript heap of this process', memory.heapUsed),
  ]
}

/** A home with more tasks than this counts its newest. */
const TASKS_COUNTED = 1000

function successShare(tasks: readonly Task[]): number {
  const stopped = tasks.filter((task) => task.final_status !== null)
  return stopped.length === 0 ? 0 : stopped.filter((task) => task.final_status === 'completed').length / stopped.length
}

function meanSeconds(tasks: readonly Task[]): number {
  const stopped = tasks.filter((task) => task.final_status !== null)
  return stopped.reduce((sum, task) => sum + task.seconds_used, 0) / Math.max(1, stopped.length)
}
