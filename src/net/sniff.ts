const MAGIC: readonly (readonly [string, string])[] = [
  ['\x89PNG\r\n', 'PNG'],
  ['\xff\xd8\xff', 'JPEG'],
  ['GIF8', 'GIF'],
  ['PK\x03\x04', 'ZIP'],
  ['\x1f\x8b\x08', 'gzip'],
  ['\x7fELF', 'ELF'],
  ['Rar!', 'RAR'],
  ['7z\xbc\xaf', '7z'],
  ['\0asm', 'WebAssembly'],
  ['OggS', 'Ogg'],
  ['wOF2', 'WOFF'],
]

/** Bytes: file signatures and encodings show within the first kilobyte. */
const LOOKED_AT = 1024
/** Share of control bytes that no text in any charset reaches; ESC is left out, since ISO-2022-JP lives on it. */
const CONTROL_SHARE = 0.1

/**
 * What the bytes are when they are no text, whatever the server calls them; null for text in any charset, and for PDF.
 */
export function binaryKind(body: Uint8Array): string | null {
  const head = Buffer.from(body.buffer, body.byteOffset, Math.min(body.length, LOOKED_AT))
  const start = head.toString('latin1', 0, 12)
  const known = MAGIC.find(([magic]) => start.startsWith(magic))
  if (known !== undefined) return known[1]
  if (start.slice(4, 8) === 'ftyp') return 'MP4'
  if (start.startsWith('%PDF')) return null
  let control = 0
  const nulls = [0, 0]
  for (const [at, byte] of head.entries()) {
    if (byte === 0) nulls[at & 1] = (nulls[at & 1] ?? 0) + 1
    if (byte < 32 && ![9, 10, 12, 13, 27].includes(byte)) control += 1
  }
  // UTF-16 has its zero bytes on one side, with a mark at the start or without.
  const [even = 0, odd = 0] = nulls
  if (Math.max(even, odd) > head.length / 8 && Math.min(even, odd) < head.length / 50) return null
  if (start.startsWith('\xff\xfe') || start.startsWith('\xfe\xff')) return null
  return control > head.length * CONTROL_SHARE ? 'binary data' : null
}
