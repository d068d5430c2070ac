import { createHash, createHmac } from 'node:crypto'

export interface S3Keys {
  readonly accessKey: string
  readonly secretKey: string
  /** Of keys that are lent for a time. */
  readonly sessionToken?: string
}

export interface Signable {
  readonly method: string
  readonly url: URL
  readonly headers: Readonly<Record<string, string>>
  /** SHA-256 of the body, in hex. */
  readonly bodySha256: string
}

export const EMPTY_SHA256 = createHash('sha256').digest('hex')

/**
 * AWS Signature Version 4 for S3: the headers to send, the given ones among them. Every header that is sent is signed.
 * The path must be encoded as it is sent, once.
 */
export function signV4(
  request: Signable,
  keys: S3Keys,
  { region, at }: { readonly region: string; readonly at: Date },
): Record<string, string> {
  const stamp = at.toISOString().replaceAll(/[-:]|\.\d{3}/gu, '')
  const day = stamp.slice(0, 8)
  const headers: Record<string, string> = {
    ...request.headers,
    host: request.url.host,
    'x-amz-content-sha256': request.bodySha256,
    'x-amz-date': stamp,
    ...(keys.sessionToken === undefined ? {} : { 'x-amz-security-token': keys.sessionToken }),
  }
  const names = Object.keys(headers).sort()
  const canonical = [
    request.method,
    request.url.pathname,
    canonicalQuery(request.url),
    ...names.map((name) => `${name}:${(headers[name] ?? '').trim().replaceAll(/ {2,}/gu, ' ')}`),
    '',
    names.join(';'),
    request.bodySha256,
  ].join('\n')
  const scope = `${day}/${region}/s3/aws4_request`
  const toSign = ['AWS4-HMAC-SHA256', stamp, scope, createHash('sha256').update(canonical).digest('hex')].join('\n')
  const key = [day, region, 's3', 'aws4_request'].reduce<Buffer | string>(
    (made, part) => createHmac('sha256', made).update(part).digest(),
    `AWS4${keys.secretKey}`,
  )
  const signature = createHmac('sha256', key).update(toSign).digest('hex')
  const parts = [`Credential=${keys.accessKey}/${scope}`, `SignedHeaders=${names.join(';')}`, `Signature=${signature}`]
  return {
    ...headers,
    authorization: `AWS4-HMAC-SHA256 ${parts.join(', ')}`,
  }
}

function canonicalQuery(url: URL): string {
  return [...url.searchParams]
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .sort()
    .join('&')
}

/** RFC 3986: everything but letters, digits and -._~ is escaped. */
export function encode(text: string): string {
  return encodeURIComponent(text).replaceAll(/[!'()*]/gu, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)
}
