/** A piece of a file that was looked for at an offset. */
export type Piece<T> = { readonly found: T; readonly length: number } | 'incomplete' | 'broken'

export interface ParsedRecord {
  readonly fields: ReadonlyMap<string, string>
  /** The record's block: what follows its WARC header. */
  readonly block: Buffer
}

/** Larger records exist, but not from us: a body is limited long before (net.max_bytes). */
export const MAX_RECORD_BYTES = 256 * 1024 * 1024
/** A header that has not ended by then is none. */
export const MAX_HEADER = 64 * 1024

const HEADER_END = Buffer.from('\r\n\r\n')

/** The record that begins at `at`; `final` says that no more bytes can follow. */
export function recordAt(bytes: Buffer, at: number, final: boolean): Piece<ParsedRecord> {
  const magic = bytes.toString('latin1', at, at + 7)
  if (!magic.startsWith('WARC/1.')) return 'WARC/1.'.startsWith(magic) ? 'incomplete' : 'broken'
  const inHeader = bytes.subarray(at, at + MAX_HEADER).indexOf(HEADER_END)
  if (inHeader === -1) return bytes.length - at >= MAX_HEADER ? 'broken' : 'incomplete'
  const headEnd = at + inHeader
  const fields = parseFields(bytes.toString('utf8', at, headEnd).split('\r\n').slice(1))
  const length = Number(fields.get('content-length') ?? 'none')
  if (!Number.isSafeInteger(length) || length < 0 || length > MAX_RECORD_BYTES) return 'broken'
  const start = headEnd + 4
  if (start + length > bytes.length) return 'incomplete'
  // Two line ends follow by the standard; some tools write more or fewer, or count a block short by its last line end.
  let end = start + length
  while (end < start + length + 8 && (bytes[end] === 13 || bytes[end] === 10)) end += 1
  if (end === bytes.length && !final) return 'incomplete'
  if (end < bytes.length && !'WARC/1.'.startsWith(bytes.toString('latin1', end, end + 7))) return 'broken'
  const block = bytes.subarray(start, start + length)
  return { found: { fields, block }, length: end - at }
}

export function parseFields(lines: readonly string[]): Map<string, string> {
  const fields = new Map<string, string>()
  for (const line of lines) {
    const colon = line.indexOf(':')
    if (colon > 0) fields.set(line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1).trim())
  }
  return fields
}
