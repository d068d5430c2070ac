import { decodeContent } from '../archive/content-coding.ts'
import type { HttpAnswer } from './http-client.ts'

interface Head {
  readonly status: number
  readonly statusText: string
  readonly headers: Readonly<Record<string, string>>
}

/** The body as its content coding has it inside, within the limit; null stands for one that was already too large. */
export async function decodeBody(head: Head, raw: Uint8Array | null, maxBytes: number): Promise<HttpAnswer> {
  const tooLarge = { ok: false, outcome: 'too_large', reason: `The body is larger than ${maxBytes} bytes` } as const
  if (raw === null) return tooLarge
  const body = await decodeContent(raw, head.headers['content-encoding'] ?? '', maxBytes)
  if (body.ok) return { ok: true, ...head, body: body.body }
  if (body.why === 'too_large') return tooLarge
  return { ok: false, outcome: 'connection', reason: 'The body cannot be decompressed' }
}
