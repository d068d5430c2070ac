import type { NetResponse } from './types.ts'

/** Where a page declares its charset, if at all: HTML looks at its first kilobyte, some pages are a little late. */
const HEAD_BYTES = 2048

/** In the page's own charset, or its words cannot be read: the header's, else what the page declares. */
export function responseText({ headers, body }: Pick<NetResponse, 'headers' | 'body'>): string {
  const head = Buffer.from(body.subarray(0, HEAD_BYTES)).toString('latin1')
  const named = /charset=["']?([\w-]+)/i
  const charset = named.exec(headers['content-type'] ?? '')?.[1] ?? named.exec(head)?.[1] ?? 'utf-8'
  try {
    return new TextDecoder(charset).decode(body)
  } catch {
    return new TextDecoder().decode(body)
  }
}
