import { request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'

export interface Posting {
  readonly headers: Readonly<Record<string, string>>
  readonly timeoutMs: number
}

/** Posts to an address that the owner of the machine has named; the answer's status, nothing of its text. */
export function postJson(url: URL, body: string, { headers, timeoutMs }: Posting): Promise<number> {
  const request = url.protocol === 'https:' ? requestHttps : requestHttp
  return new Promise((resolve, reject) => {
    const sent = request(
      url,
      {
        method: 'POST',
        headers: {
          ...headers,
          'content-type': 'application/json',
          'content-length': String(Buffer.byteLength(body)),
        },
        signal: AbortSignal.timeout(timeoutMs),
      },
      (response) => {
        response.resume()
        response.once('end', () => resolve(response.statusCode ?? 0))
        response.once('error', reject)
      },
    )
    sent.once('error', reject)
    sent.end(body)
  })
}
