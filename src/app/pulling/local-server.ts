import { LyraError } from '../../domain/errors.ts'
import { randomIds } from '../../domain/ids.ts'
import type { Logger } from '../../domain/log.ts'
import { isSuccess } from '../../domain/outcome.ts'
import type { Settings } from '../../domain/settings.ts'
import { isLocalEndpoint } from '../../guard/l1-network-isolation.ts'
import { localGateway, whyNot } from '../local-http-client.ts'

/** A request to the server of `llm.endpoint`, which may talk while it works. */
export interface LocalServer {
  ask(
    path: string,
    request: { readonly body?: object; readonly timeoutMs: number; readonly onLine?: (line: string) => void },
  ): Promise<{ readonly status: number; readonly text: string }>
  close(): Promise<void>
}

/** Lines of progress of a pull that takes hours. */
const MOST_BYTES = 200_000_000

/** L1: loopback or private address only, no redirects, nothing archived. */
export function openLocalServer(settings: Settings, log: Logger, signal?: AbortSignal): LocalServer {
  const { endpoint } = settings.llm
  if (!isLocalEndpoint(endpoint))
    throw new LyraError('INVALID_CONFIG', `llm.endpoint must be a loopback or private address, not ${endpoint}`)
  if (settings.replay !== '')
    throw new LyraError('INVALID_PARAMS', 'In replay no socket is opened: nothing can be pulled')
  const ids = randomIds()
  const gateway = localGateway(settings, log, ids)
  return {
    ask: async (path, { body, timeoutMs, onLine }) => {
      const lines = onLine === undefined ? null : lineReader(onLine)
      const result = await gateway.fetch({
        ...{ url: new URL(path, endpoint).href, purpose: 'api', taskId: null, causeId: ids.next('cause') },
        ...{ method: body === undefined ? 'GET' : 'POST', headers: { 'content-type': 'application/json' } },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        ...{ timeoutMs, maxBytes: MOST_BYTES },
        ...(lines === null ? {} : { onChunk: lines }),
        ...(signal === undefined ? {} : { signal }),
      })
      if (result.outcome === 'cancelled') throw new LyraError('CANCELLED', 'The request was cancelled')
      if (result.response === undefined)
        throw new LyraError('MODEL_NOT_READY', `Nothing answers at ${endpoint}: ${whyNot(result)}`, {
          hint: 'Start the server (`ollama serve`), or name it with --set llm.endpoint=http://127.0.0.1:PORT',
        })
      const text = Buffer.from(result.response.body).toString('utf8')
      return { status: isSuccess(result.outcome) ? 200 : result.response.status, text }
    },
    close: () => gateway.close(),
  }
}

/** Whole lines of a body that comes in pieces. */
function lineReader(onLine: (line: string) => void): (chunk: Uint8Array) => void {
  const decoder = new TextDecoder()
  let open = ''
  return (chunk) => {
    const lines = `${open}${decoder.decode(chunk, { stream: true })}`.split('\n')
    open = lines.pop() ?? ''
    for (const line of lines) if (line.trim() !== '') onLine(line)
  }
}
