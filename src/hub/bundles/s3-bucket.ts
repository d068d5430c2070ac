import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream, rmSync, statSync } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { LyraError } from '../../domain/errors.ts'
import { type ConfiguredHost, configuredHost, type HostAnswer, type HostRequest } from '../../net/configured-host.ts'
import { type BundleStore, bundleOfName, hashOfFile } from './bundle-store.ts'
import { readListing } from './s3-listing.ts'
import type { S3Place } from './s3-place.ts'
import { EMPTY_SHA256, encode, type S3Keys, signV4 } from './sign-v4.ts'

/** A store that says nothing for so long is away. */
const SILENCE_MS = 60_000
/** Of a refusal; it names its reason in the first bytes. */
const LONGEST_REFUSAL = 64 * 1024

/** Of a thousand objects with their names. */
const LONGEST_LISTING = 8 * 1024 * 1024

/** What went wrong at the object storage, beside the code of the error. */
export type StorageFault =
  | 'unreachable'
  | 'bad_key'
  | 'no_bucket'
  | 'no_object'
  | 'truncated'
  | 'wrong_hash'
  | 'refused'

export interface S3Parts {
  readonly keys: S3Keys
  readonly now: () => Date
  /** For tests; else the one door's. */
  readonly host?: ConfiguredHost
}

interface Sending {
  readonly headers?: Record<string, string>
  readonly bodySha256?: string
  readonly body?: HostRequest['body']
}

type Sent = Extract<HostAnswer, { ok: true }>

/** Bundles as objects `<prefix>/<first two of the hash>/<hash>.lyra.zip` of a bucket that speaks S3. */
export function s3Bundles(place: S3Place, { keys, now, host = configuredHost(place.endpoint) }: S3Parts): BundleStore {
  const keyOf = (sha256: string) => [...place.prefix, sha256.slice(0, 2), `${sha256}.lyra.zip`].map(encode).join('/')
  const urlOf = (sha256: string) => new URL(`/${encode(place.bucket)}/${keyOf(sha256)}`, place.endpoint)

  const prefix = place.prefix.map((part) => `${part}/`).join('')

  const send = (method: HostRequest['method'], sha256: string, given: Sending): Promise<Sent> =>
    sendTo(method, urlOf(sha256), given)

  async function sendTo(method: HostRequest['method'], url: URL, given: Sending): Promise<Sent> {
    const { headers = {}, bodySha256 = EMPTY_SHA256, body } = given
    const signed = signV4({ method, url, headers, bodySha256 }, keys, { region: place.region, at: now() })
    const answer = await host.send({
      ...{ method, url: url.href, headers: signed, silenceMs: SILENCE_MS },
      ...(body === undefined ? {} : { body }),
    })
    if (!answer.ok) throw fault('unreachable', `The object storage ${place.endpoint} does not answer: ${answer.reason}`)
    return answer
  }

  const accept = async (answer: Sent, statuses: readonly number[], sha256: string): Promise<Sent> => {
    if (statuses.includes(answer.status)) return answer
    throw refusalOf(answer.status, await refusalCode(answer), place, sha256)
  }

  /** Its status and length; the answer has no body that would tell a missing object from a missing bucket. */
  async function head(sha256: string): Promise<Sent> {
    const answer = await send('HEAD', sha256, {})
    await drain(answer)
    return answer
  }

  async function remove(sha256: string): Promise<void> {
    await drain(await accept(await send('DELETE', sha256, {}), [200, 202, 204, 404], sha256))
  }

  return {
    put: async (path) => {
      const [sha256, bytes] = [await hashOfFile(path), statSync(path).size]
      // An object of another length is one that was cut off. Who may not list a bucket gets 403 for what is not there.
      const there = await head(sha256)
      if (there.status === 200 && Number(there.headers['content-length']) === bytes) return { sha256, bytes }
      const headers = { 'content-length': String(bytes), 'content-type': 'application/zip' }
      const body = createReadStream(path)
      const answer = await send('PUT', sha256, { headers, bodySha256: sha256, body }).finally(() => body.destroy())
      await drain(await accept(answer, [200, 201, 204], sha256))
      return { sha256, bytes }
    },
    get: async (sha256, path) => {
      const answer = await accept(await send('GET', sha256, {}), [200], sha256)
      await download(answer, path, sha256)
    },
    size: async (sha256) => {
      const { headers } = await accept(await head(sha256), [200], sha256)
      return Number(headers['content-length'])
    },
    range: async (sha256, from, bytes) => {
      if (bytes === 0) return Buffer.alloc(0)
      const headers = { range: `bytes=${from}-${from + bytes - 1}` }
      const answer = await accept(await send('GET', sha256, { headers }), [206], sha256)
      const found = await readUpTo(answer, bytes)
      if (found.length === bytes) return found
      throw fault('truncated', `${sha256}: ${found.length} of the ${bytes} bytes from ${from} on came`)
    },
    list: async function* () {
      for (let from: string | null = ''; from !== null; ) {
        const url = new URL(`/${encode(place.bucket)}`, place.endpoint)
        const asked = { 'list-type': '2', prefix, ...(from === '' ? {} : { 'continuation-token': from }) }
        url.search = Object.entries(asked)
          .map(([name, value]) => `${name}=${encode(value)}`)
          .join('&')
        const answer = await accept(await sendTo('GET', url, {}), [200], prefix)
        const page = readListing((await readUpTo(answer, LONGEST_LISTING)).toString('utf8'))
        if (page === null) throw fault('truncated', `The object storage ${place.endpoint} cut its list off`)
        for (const { key, ...rest } of page.objects) {
          const name = key.startsWith(prefix) ? key.slice(prefix.length) : ''
          const sha256 = bundleOfName(name)
          if (sha256 !== null) yield { name, sha256, ...rest }
        }
        from = page.next
      }
    },
    // No pieces: an object is whole or not there.
    removeFound: ({ sha256 }) => remove(sha256),
    remove,
    close: () => host.close(),
  }
}

/** Into the file, or no file. */
async function download(answer: Sent, path: string, sha256: string): Promise<void> {
  const hash = createHash('sha256')
  let bytes = 0
  try {
    await pipeline(
      answer.body,
      async function* (pieces: AsyncIterable<Uint8Array>) {
        for await (const piece of pieces) {
          hash.update(piece)
          bytes += piece.length
          yield piece
        }
      },
      createWriteStream(path, { flags: 'wx', mode: 0o600 }),
    )
    const said = answer.headers['content-length']
    if (said !== undefined && Number(said) !== bytes)
      throw fault('truncated', `${sha256}: ${bytes} of ${said} bytes came from the object storage`)
    if (hash.digest('hex') !== sha256)
      throw fault('wrong_hash', `The bundle ${sha256} in the object storage was altered or damaged`)
  } catch (error) {
    rmSync(path, { force: true })
    if (error instanceof LyraError) throw error
    throw fault('truncated', `${sha256} was cut off after ${bytes} bytes`, error)
  }
}

async function readUpTo(answer: Sent, most: number): Promise<Buffer> {
  const pieces: Uint8Array[] = []
  let size = 0
  try {
    for await (const piece of answer.body) {
      pieces.push(piece.subarray(0, most - size))
      size += piece.length
      if (size >= most) break
    }
  } catch {
    // Told by the length.
  }
  return Buffer.concat(pieces)
}

async function drain(answer: Sent): Promise<void> {
  await readUpTo(answer, LONGEST_REFUSAL)
}

/** `<Code>NoSuchBucket</Code>` of the refusal, which is XML. */
async function refusalCode(answer: Sent): Promise<string> {
  const text = (await readUpTo(answer, LONGEST_REFUSAL)).toString('utf8')
  return /<Code>([A-Za-z0-9.]{1,64})<\/Code>/u.exec(text)?.[1] ?? ''
}

const BAD_KEYS = new Set([
  ...['InvalidAccessKeyId', 'SignatureDoesNotMatch', 'AccessDenied', 'ExpiredToken', 'InvalidToken'],
  ...['RequestTimeTooSkewed', 'AuthorizationHeaderMalformed'],
])

function refusalOf(status: number, code: string, { bucket, endpoint }: S3Place, sha256: string): LyraError {
  const told = code === '' ? `status ${status}` : code
  if (code === 'NoSuchBucket') return fault('no_bucket', `${endpoint} has no bucket ${bucket}`)
  if (code === 'NoSuchKey' || status === 404)
    return fault('no_object', `The bundle ${sha256} is not in the bucket ${bucket} (${told})`)
  if (status === 416) return fault('truncated', `${sha256} is shorter than the bytes that were asked for`)
  if (code === 'XAmzContentSHA256Mismatch' || code === 'BadDigest')
    return fault('wrong_hash', `${sha256}: what came to the object storage is not what was sent`)
  if (BAD_KEYS.has(code) || status === 401 || status === 403)
    return fault('bad_key', `The object storage ${endpoint} refuses the key (${told})`)
  return fault(status >= 500 ? 'unreachable' : 'refused', `The object storage ${endpoint} refuses: ${told}`)
}

const CODES = {
  unreachable: 'HUB_UNAVAILABLE',
  no_object: 'HUB_UNAVAILABLE',
  truncated: 'HUB_UNAVAILABLE',
  wrong_hash: 'BUNDLE_REJECTED',
  bad_key: 'HUB_REFUSED',
  no_bucket: 'INVALID_CONFIG',
  refused: 'HUB_REFUSED',
} as const satisfies Record<StorageFault, string>

const HINTS: Partial<Record<StorageFault, string>> = {
  bad_key: 'AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY of this machine; its clock must be right, too',
  no_bucket: 'Make the bucket, or name another with `lyra hub init --bundles s3://...`',
}

function fault(storage: StorageFault, message: string, cause?: unknown): LyraError {
  const hint = HINTS[storage]
  return new LyraError(CODES[storage], message, {
    details: { storage },
    ...(hint === undefined ? {} : { hint }),
    ...(cause === undefined ? {} : { cause }),
  })
}
