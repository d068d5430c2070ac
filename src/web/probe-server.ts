import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Metric } from '../api/get-metrics.ts'
import { prometheusText } from '../app/prometheus.ts'
import { LyraError } from '../domain/errors.ts'

export interface Probed {
  /** Whether work can be done now, and why or why not. */
  readiness(): Promise<{ readonly ready: boolean; readonly reason: string }>
  metrics(): Promise<readonly Metric[]>
}

export interface ProbeServer extends AsyncDisposable {
  readonly url: string
}

/** `<port>` of loopback, or `<host>:<port>`. */
export function probeAddress(text: string): { readonly host: string; readonly port: number } {
  const [, host = '127.0.0.1', digits = ''] = /^(?:([\w.-]+|\[[\da-f:]+\]):)?(\d{1,5})$/iu.exec(text) ?? []
  const port = Number(digits)
  if (digits === '' || port > 65_535)
    throw new LyraError('INVALID_PARAMS', 'Probes are answered at <port> or <host>:<port>, e.g. 9464 or 0.0.0.0:9464')
  return { host: host.replaceAll(/[[\]]/gu, ''), port }
}

/**
 * For a supervisor and for Prometheus: /health/live, /health/ready and /metrics. They tell counts and times, no text of
 * a task, so they want no token; loopback unless another address is named.
 */
export async function startProbeServer(
  probed: Probed,
  { host, port }: { readonly host: string; readonly port: number },
): Promise<ProbeServer> {
  const server = createServer((request, response) => {
    const path = (request.url ?? '').split('?', 1)[0]
    const send = (status: number, type: string, text: string) =>
      response.writeHead(status, { 'content-type': type, 'cache-control': 'no-store' }).end(text)
    const answer = async () => {
      if (request.method !== 'GET' && request.method !== 'HEAD') return send(405, 'text/plain', 'GET only\n')
      if (path === '/health/live') return send(200, 'application/json', '{"ok":true}\n')
      if (path === '/health/ready') {
        const { ready, reason } = await probed.readiness()
        return send(ready ? 200 : 503, 'application/json', `${JSON.stringify({ ok: ready, reason })}\n`)
      }
      if (path === '/metrics')
        return send(200, 'text/plain; version=0.0.4; charset=utf-8', prometheusText(await probed.metrics()))
      return send(404, 'text/plain', 'Paths: /health/live, /health/ready, /metrics\n')
    }
    answer().catch((error: unknown) => {
      const code = error instanceof LyraError ? error.code : 'INTERNAL_ERROR'
      send(503, 'application/json', `${JSON.stringify({ ok: false, reason: code })}\n`)
    })
  })
  server.maxConnections = 64
  server.requestTimeout = 10_000
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, resolve)
  })
  const { port: bound } = server.address() as AddressInfo
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${bound}`,
    [Symbol.asyncDispose]: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
