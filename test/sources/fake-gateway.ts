import type { Gateway, NetRequest, NetResult } from '../../src/net/types.ts'

export type FakeAnswer = string | NetResult

/** The port, answering in order; a string is a 200 body. */
export function fakeGateway(...answers: readonly FakeAnswer[]): Gateway & { readonly requests: NetRequest[] } {
  const left = [...answers]
  const requests: NetRequest[] = []
  return {
    replaying: false,
    requests,
    fetch: async (request) => {
      requests.push(request)
      const answer = left.shift()
      if (answer === undefined) throw new Error(`no answer left for ${request.url}`)
      return typeof answer === 'string' ? success(answer, request.url) : answer
    },
    admit: async () => null,
    record: async () => {
      throw new Error('an API client records nothing')
    },
  }
}

export function refusal(
  outcome: Extract<NetResult, { readonly reason: string }>['outcome'],
  reason: string,
): FakeAnswer {
  return { outcome, route: 'http', reason, archive: null, elapsedMs: 1 }
}

/** A 200 with headers of its own. */
export function answered(body: string, headers: Readonly<Record<string, string>>): FakeAnswer {
  const result = success(body, '')
  return result.response === undefined
    ? result
    : ({ ...result, response: { ...result.response, headers } } as NetResult)
}

function success(body: string, url: string): NetResult {
  return {
    outcome: 'ok',
    route: 'http',
    response: { status: 200, headers: {}, body: new TextEncoder().encode(body), finalUrl: url },
    archive: { file: 'api.warc.gz', recordId: '<urn:uuid:1>' },
    elapsedMs: 1,
  }
}
