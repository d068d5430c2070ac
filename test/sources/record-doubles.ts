import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { defaultSettings } from '../../src/domain/settings.ts'
import type { Gateway } from '../../src/net/types.ts'
import type { Description } from '../../src/sources/records/description.ts'
import { loadDescriptions } from '../../src/sources/records/load-descriptions.ts'
import { openRecordSource } from '../../src/sources/records/record-source.ts'
import { loadRecorded, type Recorded, recordedBody } from '../../src/sources/records/recorded-answers.ts'
import type { RecordAnswer, RecordCall, RecordContext } from '../../src/sources/records/types.ts'

const ROOT = join(import.meta.dirname, '../..')

export const DESCRIPTIONS = loadDescriptions(join(ROOT, 'config', 'sources'))

export function recordedOf(name: string): readonly Recorded[] {
  return loadRecorded(name, join(ROOT, 'config', 'sources'))
}

export { type Recorded, recordedBody as bodyOf } from '../../src/sources/records/recorded-answers.ts'

export interface Reply {
  readonly status?: number
  readonly type?: string
  readonly body: string
}

export interface Double {
  readonly address: string
  /** Path and query of everything asked, and what it showed as a key. */
  readonly asked: { readonly path: string; readonly headers: IncomingMessage['headers'] }[]
  answerWith(...replies: readonly Reply[]): void
}

/** One server for all sources: it gives its replies in order, the last again and again. */
export async function serveDouble(t: TestContext): Promise<Double> {
  const asked: { path: string; headers: IncomingMessage['headers'] }[] = []
  let replies: Reply[] = []
  const server = createServer((request, response) => {
    asked.push({ path: request.url ?? '', headers: request.headers })
    const {
      status = 200,
      type = 'application/json',
      body,
    } = (replies.length > 1 ? replies.shift() : replies[0]) ?? {
      status: 500,
      body: '',
    }
    response.writeHead(status, { 'content-type': type }).end(body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.after(() => {
    server.closeAllConnections()
    server.close()
  })
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    answerWith: (...next) => {
      asked.length = 0
      replies = [...next]
    },
  }
}

export function replyOf(answer: unknown, address: string): Reply {
  const body = recordedBody(answer, address)
  return { body, type: body.startsWith('<') ? 'application/xml' : 'application/json' }
}

export const KEY = 'key-of-the-user'

export interface Asking {
  readonly gateway: Pick<Gateway, 'fetch' | 'replaying'>
  readonly address: string
  readonly keys?: boolean
  readonly contact?: string
  readonly pageSize?: number
  readonly limit?: number
}

/** Asks the real source, through the gateway, at the double. */
export function askSource(description: Description, recorded: Recorded, asking: Asking): Promise<RecordAnswer> {
  const context: RecordContext = {
    settings: {
      ...defaultSettings.sources,
      contact_email: asking.contact ?? 'reader@example.org',
      record_addresses: [`${description.name}=${asking.address}`],
    },
    gateway: asking.gateway,
    unarchived: { fetch: async (request) => tokenFor(request.url) },
    key: () => (asking.keys === false ? null : KEY),
  }
  const source = openRecordSource({ ...description, page_size: asking.pageSize ?? description.page_size }, context)
  const call: RecordCall = {
    ...{ taskId: 'task_1', causeId: 'cause_1', language: recorded.language ?? 'en' },
    ...(recorded.period === undefined ? {} : { period: recorded.period }),
  }
  if (recorded.look_up !== undefined) return source.lookUp(recorded.look_up, call)
  if (source.search === null) throw new Error(`${description.name} cannot be searched`)
  return source.search(recorded.search ?? '', asking.limit ?? 1, call)
}

function tokenFor(url: string): Awaited<ReturnType<Gateway['fetch']>> {
  const body = new TextEncoder().encode('{"access_token":"token-of-the-user","expires_in":"1199"}')
  const response = { status: 200, headers: {}, body, finalUrl: url }
  return { outcome: 'ok', route: 'http', response, archive: null, elapsedMs: 1 }
}
