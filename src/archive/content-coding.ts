import { promisify } from 'node:util'
import { brotliDecompress, constants, gunzip, inflate, inflateRaw, zstdDecompress } from 'node:zlib'

type Decoder = (data: Uint8Array, options: { maxOutputLength: number; finishFlush?: number }) => Promise<Buffer>

const flush = { finishFlush: constants.Z_SYNC_FLUSH }
const gunzipAsync = promisify(gunzip) as Decoder
const inflateAsync = promisify(inflate) as Decoder
const inflateRawAsync = promisify(inflateRaw) as Decoder
const brotliAsync = promisify(brotliDecompress) as Decoder
const zstdAsync = promisify(zstdDecompress) as Decoder

/** Z_SYNC_FLUSH: like a browser, keep what a cut-off stream still gave. */
const gzip: Decoder = (data, options) => gunzipAsync(data, { ...options, ...flush })
/** Some servers send raw deflate under the name of zlib's. */
const deflate: Decoder = (data, options) =>
  ((data[0] ?? 0) & 0x0f) === 8
    ? inflateAsync(data, { ...options, ...flush })
    : inflateRawAsync(data, { ...options, ...flush })

/** A Map, because the server chooses the name: a plain object would also answer to `constructor`. */
const DECODERS: ReadonlyMap<string, Decoder> = new Map([
  ['gzip', gzip],
  ['x-gzip', gzip],
  ['deflate', deflate],
  ['br', (data, options) => brotliAsync(data, options)],
  ['zstd', (data, options) => zstdAsync(data, options)],
])

export type Decoded =
  | { readonly ok: true; readonly body: Uint8Array }
  | { readonly ok: false; readonly why: 'too_large' | 'broken' | 'unknown_coding' }

/** Undoes content codings up to `maxBytes` of output, so that a compressed bomb cannot exceed the limit. */
export async function decodeContent(raw: Uint8Array, contentEncoding: string, maxBytes: number): Promise<Decoded> {
  const codings = contentEncoding
    .toLowerCase()
    .split(',')
    .map((coding) => coding.trim())
    .filter((coding) => coding !== '' && coding !== 'identity')
  if (codings.length > 3) return { ok: false, why: 'unknown_coding' }
  let body = raw
  for (const coding of codings.reverse()) {
    const decoder = DECODERS.get(coding)
    if (decoder === undefined) return { ok: false, why: 'unknown_coding' }
    if (body.length === 0) break
    try {
      body = await decoder(body, { maxOutputLength: maxBytes })
    } catch (error) {
      const tooLarge = (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE'
      return { ok: false, why: tooLarge ? 'too_large' : 'broken' }
    }
  }
  return body.length > maxBytes ? { ok: false, why: 'too_large' } : { ok: true, body }
}
