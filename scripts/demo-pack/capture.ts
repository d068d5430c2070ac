/** One answer of the demo web, before it becomes a WARC record. */
export interface Capture {
  readonly url: string
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array
}

const encoder = new TextEncoder()

export function json(
  url: string,
  status: number,
  value: unknown,
  headers: Readonly<Record<string, string>> = {},
): Capture {
  const body = encoder.encode(JSON.stringify(value))
  return { url, status, headers: { 'content-type': 'application/json; charset=utf-8', ...headers }, body }
}

export function plain(url: string, status: number, text: string): Capture {
  return { url, status, headers: { 'content-type': 'text/plain; charset=utf-8' }, body: encoder.encode(text) }
}

export function html(
  url: string,
  status: number,
  text: string,
  headers: Readonly<Record<string, string>> = {},
): Capture {
  const body = encoder.encode(text)
  return { url, status, headers: { 'content-type': 'text/html; charset=utf-8', ...headers }, body }
}

/** URL builders answer null for identifiers a source cannot be asked for; the packer only asks for those it can. */
export function required(url: string | null): string {
  if (url === null) throw new Error('a source has no URL for an identifier the demo uses')
  return url
}
