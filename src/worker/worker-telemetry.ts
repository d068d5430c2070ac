import { createHash, randomBytes } from 'node:crypto'
import type { Metric } from '../api/get-metrics.ts'
import type { Span, SpanExporter } from '../app/otlp-traces.ts'
import type { Clock } from '../domain/clock.ts'
import { LyraError } from '../domain/errors.ts'
import type { HeldSearch } from '../hub/queue/search-queue.ts'
import { type Observation, PHASES, type Phase, type RunPhase, type SearchOutcome } from './observation.ts'

export interface WorkerTelemetry {
  readonly observation: Observation
  metrics(): readonly Metric[]
  /** Whether the hub was heard of within the lease: after that the worker's search may be another's. */
  readiness(): { readonly ready: boolean; readonly reason: string }
}

export interface TelemetryParts {
  readonly clock: Clock
  readonly worker: string
  readonly version: string
  readonly leaseMs: number
  /** Null: no traces. */
  readonly spans: SpanExporter | null
  readonly newSpanId?: () => string
}

const systemSpanId = () => randomBytes(8).toString('hex')

/** Counts and times of one worker for Prometheus, and its searches as traces. */
export function workerTelemetry(parts: TelemetryParts): WorkerTelemetry {
  const { clock, leaseMs } = parts
  const outcomes = new Map<SearchOutcome, number>()
  const phases = new Map<Phase, { count: number; seconds: number }>(
    PHASES.map((one) => [one, { count: 0, seconds: 0 }]),
  )
  let [busy, heardAt] = [0, Number.NEGATIVE_INFINITY]
  const sinceHeard = () => clock.now() - heardAt

  function heard(): void {
    heardAt = clock.now()
  }
  async function search(held: HeldSearch, work: (phase: RunPhase) => Promise<SearchOutcome>): Promise<SearchOutcome> {
    const trace = openTrace(parts, held)
    busy = 1
    try {
      const outcome = await work((phase, run) => trace.within(phase, run, (seconds) => note(phase, seconds)))
      outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1)
      trace.end(outcome)
      return outcome
    } catch (error) {
      trace.end('failed', error)
      throw error
    } finally {
      busy = 0
    }
  }
  function note(phase: Phase, seconds: number): void {
    const so = phases.get(phase)
    if (so === undefined) return
    so.count += 1
    so.seconds += seconds
  }
  return {
    observation: { heard, search },
    readiness: () => {
      const ready = sinceHeard() <= leaseMs
      return { ready, reason: ready ? 'the hub answers' : `the hub has not answered for ${leaseMs / 1000} s` }
    },
    metrics: () => [
      gauge('info', 'The worker and its version', 1, { worker: parts.worker, version: parts.version }),
      gauge('busy', '1 while it has a search', busy),
      gauge('hub_silent_seconds', 'Since the hub last answered; -1: never', heardAt < 0 ? -1 : sinceHeard() / 1000),
      ...[...outcomes].map(([outcome, value]) => counter('searches_total', 'Searches by outcome', value, { outcome })),
      ...[...phases].map(([phase, { count }]) => counter('phases_total', 'Phases that ended', count, { phase })),
      ...[...phases].map(([phase, { seconds }]) =>
        counter('phase_seconds_total', 'Time in each phase', seconds, { phase }),
      ),
      counter('spans_dropped_total', 'Spans that no collector took', parts.spans?.dropped ?? 0),
      gauge('memory_bytes', 'Resident memory of the process', process.memoryUsage.rss()),
    ],
  }
}

type Labels = Readonly<Record<string, string>>
const gauge = (name: string, help: string, value: number, labels: Labels = {}): Metric => ({
  ...{ name: `lyra_worker_${name}`, help, kind: 'gauge', labels, value },
})
const counter = (name: string, help: string, value: number, labels: Labels = {}): Metric => ({
  ...{ name: `lyra_worker_${name}`, help, kind: 'counter', labels, value },
})

/** All tries of a search are one trace, whichever workers made them: its id follows from the search. */
function openTrace({ clock, worker, spans, newSpanId = systemSpanId }: TelemetryParts, held: HeldSearch) {
  const traceId = createHash('sha256').update(`${held.taskId} ${held.id}`).digest('hex').slice(0, 32)
  const root = newSpanId()
  const startMs = clock.now()
  const add = (span: Omit<Span, 'traceId' | 'endMs'>) => spans?.add({ ...span, traceId, endMs: clock.now() })
  return {
    within: async <T>(phase: Phase, run: () => Promise<T>, done: (seconds: number) => void): Promise<T> => {
      const from = clock.now()
      let error: string | null = null
      try {
        return await run()
      } catch (thrown) {
        error = nameOf(thrown)
        throw thrown
      } finally {
        done((clock.now() - from) / 1000)
        const place = { spanId: newSpanId(), parentSpanId: root, kind: 'internal' as const }
        add({ ...place, name: `lyra.${phase}`, startMs: from, attributes: {}, error })
      }
    },
    end: (outcome: SearchOutcome, thrown?: unknown) => {
      const error = thrown === undefined ? (outcome === 'failed' ? 'failed' : null) : nameOf(thrown)
      const attributes = {
        'lyra.task_id': held.taskId,
        'lyra.search': held.id,
        'lyra.attempt': held.attempt,
        'lyra.generation': held.task.generation,
        'lyra.worker': worker,
        'lyra.outcome': outcome,
      }
      add({
        spanId: root,
        parentSpanId: null,
        name: 'lyra.worker.search',
        kind: 'consumer',
        startMs,
        attributes,
        error,
      })
    },
  }
}

/** No message: it may tell of a page or a question. */
function nameOf(thrown: unknown): string {
  if (thrown instanceof LyraError) return thrown.code
  return thrown instanceof Error ? thrown.name : 'unknown'
}
