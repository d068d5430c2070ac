import { LyraError } from '../domain/errors.ts'
import { postJson } from '../net/post-json.ts'

/** A piece of work, as OpenTelemetry names it. Never a text of a page or a question (L8): ids, counts and times. */
export interface Span {
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId: string | null
  readonly name: string
  readonly kind: 'internal' | 'consumer'
  readonly startMs: number
  readonly endMs: number
  readonly attributes: Readonly<Record<string, string | number | boolean>>
  /** A code of the error table, or the name of the error. */
  readonly error: string | null
}

export interface SpanExporter extends AsyncDisposable {
  add(span: Span): void
  /** Spans that no collector took. */
  readonly dropped: number
}

export interface OtlpTarget {
  readonly url: URL
  readonly headers: Readonly<Record<string, string>>
  readonly service: string
}

type Environment = Readonly<Record<string, string | undefined>>

/** Where spans go, in the variables that OpenTelemetry gives every program; null: nowhere, which is the default. */
export function otlpTarget(env: Environment, given: string | undefined): OtlpTarget | null {
  if (env.OTEL_SDK_DISABLED === 'true' && given === undefined) return null
  const whole = env.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT
  const stem = given ?? env.OTEL_EXPORTER_OTLP_ENDPOINT
  const address = given === undefined && whole !== undefined && whole !== '' ? whole : withPath(stem)
  if (address === null) return null
  const protocol = env.OTEL_EXPORTER_OTLP_TRACES_PROTOCOL ?? env.OTEL_EXPORTER_OTLP_PROTOCOL ?? 'http/json'
  if (!protocol.startsWith('http/'))
    throw new LyraError('INVALID_PARAMS', `Traces go by HTTP, not by ${protocol}`, {
      hint: 'Name the HTTP port of the collector, usually 4318, and OTEL_EXPORTER_OTLP_PROTOCOL=http/json',
    })
  const url = URL.parse(address)
  if (url === null || !/^https?:$/u.test(url.protocol))
    throw new LyraError('INVALID_PARAMS', 'The address of a collector begins with http:// or https://')
  return { url, headers: headersOf(env.OTEL_EXPORTER_OTLP_HEADERS), service: env.OTEL_SERVICE_NAME ?? 'lyra-worker' }
}

function withPath(stem: string | undefined): string | null {
  return stem === undefined || stem === '' ? null : `${stem.replace(/\/$/u, '')}/v1/traces`
}

/** `name=value,name=value`, values as in an address. */
function headersOf(given: string | undefined): Readonly<Record<string, string>> {
  const pairs = (given ?? '').split(',').filter((pair) => pair.includes('='))
  return Object.fromEntries(
    pairs.map((pair) => {
      const at = pair.indexOf('=')
      return [pair.slice(0, at).trim().toLowerCase(), decoded(pair.slice(at + 1).trim())]
    }),
  )
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    throw new LyraError('INVALID_PARAMS', 'OTEL_EXPORTER_OTLP_HEADERS: a value is not written as in an address')
  }
}

/** Spans that wait for a collector that does not answer; the oldest go first. */
const MOST_WAITING = 2048
const EVERY_MS = 5000
const TIMEOUT_MS = 5000

/** OTLP over HTTP as JSON. A collector that is away is no reason to wait: spans are kept for a while, then dropped. */
export function otlpExporter(target: OtlpTarget, resource: Readonly<Record<string, string>>): SpanExporter {
  let waiting: Span[] = []
  let dropped = 0
  let sending: Promise<void> = Promise.resolve()
  const about = { ...resource, 'service.name': target.service }
  function keep(spans: readonly Span[]): void {
    waiting = spans.slice(-MOST_WAITING)
    dropped += spans.length - waiting.length
  }
  async function flush(): Promise<void> {
    if (waiting.length === 0) return
    const batch = waiting
    waiting = []
    const posting = { headers: target.headers, timeoutMs: TIMEOUT_MS }
    const status = await postJson(target.url, otlpBody(about, batch), posting).catch(() => 0)
    if (status >= 200 && status < 300) return
    // What the collector refuses for good it would refuse again.
    if (status !== 0 && status !== 429 && status < 500) dropped += batch.length
    else keep([...batch, ...waiting])
  }
  const timer = setInterval(() => {
    sending = sending.then(flush)
  }, EVERY_MS)
  timer.unref()
  return {
    add: (span) => {
      waiting.push(span)
      if (waiting.length > MOST_WAITING) keep(waiting)
    },
    get dropped() {
      return dropped
    },
    [Symbol.asyncDispose]: async () => {
      clearInterval(timer)
      await sending
      await flush()
      dropped += waiting.length
    },
  }
}

const KINDS = { internal: 1, consumer: 5 } as const
const STATUS_ERROR = 2

export function otlpBody(resource: Readonly<Record<string, string>>, spans: readonly Span[]): string {
  return JSON.stringify({
    resourceSpans: [
      {
        resource: { attributes: attributesOf(resource) },
        scopeSpans: [{ scope: { name: 'lyra' }, spans: spans.map(spanOf) }],
      },
    ],
  })
}

function spanOf(span: Span): object {
  return {
    traceId: span.traceId,
    spanId: span.spanId,
    ...(span.parentSpanId === null ? {} : { parentSpanId: span.parentSpanId }),
    name: span.name,
    kind: KINDS[span.kind],
    startTimeUnixNano: nanoseconds(span.startMs),
    endTimeUnixNano: nanoseconds(span.endMs),
    attributes: attributesOf(span.attributes),
    status: span.error === null ? {} : { code: STATUS_ERROR, message: span.error },
  }
}

function nanoseconds(ms: number): string {
  return String(BigInt(Math.round(ms * 1000)) * 1000n)
}

function attributesOf(values: Readonly<Record<string, string | number | boolean>>): readonly object[] {
  return Object.entries(values).map(([key, value]) => ({ key, value: typedValue(value) }))
}

function typedValue(value: string | number | boolean): object {
  if (typeof value === 'string') return { stringValue: value }
  if (typeof value === 'boolean') return { boolValue: value }
  return Number.isInteger(value) ? { intValue: String(value) } : { doubleValue: value }
}
