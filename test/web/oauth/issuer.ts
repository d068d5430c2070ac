import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { createServer } from 'node:http'

export interface Issuer extends AsyncDisposable {
  readonly url: string
  /** Requests so far, by path. */
  readonly asked: Record<string, number>
  readonly publicKey: KeyObject
  /** A token of this issuer; `header` and `claims` stand over what a right one has. */
  token(claims?: Record<string, unknown>, header?: Record<string, unknown>): string
  /** From now on signed by another key, under another id. */
  rotate(): void
}

const HOUR = 3600
const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

/** An issuer of tokens on loopback, with metadata and keys as OpenID Connect has them. */
export async function startIssuer(audience: string): Promise<Issuer> {
  let pair = generateKeyPairSync('rsa', { modulusLength: 2048 })
  let kid = 'key-1'
  const asked: Record<string, number> = {}
  const server = createServer((request, response) => {
    const path = request.url ?? ''
    asked[path] = (asked[path] ?? 0) + 1
    const url = `http://127.0.0.1:${(server.address() as { port: number }).port}`
    const documents: Record<string, unknown> = {
      '/.well-known/openid-configuration': { issuer: url, jwks_uri: `${url}/keys` },
      '/keys': { keys: [{ ...pair.publicKey.export({ format: 'jwk' }), kid, use: 'sig', alg: 'RS256' }] },
    }
    response.writeHead(path in documents ? 200 : 404, { 'content-type': 'application/json' })
    response.end(JSON.stringify(documents[path] ?? {}))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as { port: number }).port}`
  return {
    url,
    asked,
    get publicKey() {
      return pair.publicKey
    },
    token: (claims = {}, header = {}) => {
      const now = Math.floor(Date.now() / 1000)
      const right = { iss: url, sub: 'ana-1', aud: audience, exp: now + HOUR, scope: 'lyra:read lyra:write' }
      const data = `${encoded({ alg: 'RS256', typ: 'at+jwt', kid, ...header })}.${encoded({ ...right, ...claims })}`
      return `${data}.${sign('sha256', Buffer.from(data), pair.privateKey).toString('base64url')}`
    },
    rotate: () => {
      pair = generateKeyPairSync('rsa', { modulusLength: 2048 })
      kid = 'key-2'
    },
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
