export interface ImageSize {
  readonly width: number
  readonly height: number
}

const PNG = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
const JPEG = [0xff, 0xd8, 0xff]

export function isImage(body: Uint8Array): boolean {
  return startsWith(body, PNG) || startsWith(body, JPEG) || isBmp(body) || isWebp(body)
}

/** Width and height as the head of the file says them: asked before anything is unpacked. Null where it says none. */
export function imageSize(body: Uint8Array): ImageSize | null {
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength)
  const size = readSize(bytes)
  return size !== null && size.width > 0 && size.height > 0 ? size : null
}

function readSize(bytes: Buffer): ImageSize | null {
  if (bytes.length < 30) return null
  if (startsWith(bytes, PNG)) return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) }
  if (startsWith(bytes, JPEG)) return jpegSize(bytes)
  if (isBmp(bytes)) return { width: Math.abs(bytes.readInt32LE(18)), height: Math.abs(bytes.readInt32LE(22)) }
  return isWebp(bytes) ? webpSize(bytes) : null
}

/** The first frame header; the marks before it say how long they are. */
function jpegSize(bytes: Buffer): ImageSize | null {
  for (let at = 2; at + 9 < bytes.length; ) {
    if (bytes[at] !== 0xff) return null
    const mark = bytes[at + 1] ?? 0
    const isFrame = mark >= 0xc0 && mark <= 0xcf && mark !== 0xc4 && mark !== 0xc8 && mark !== 0xcc
    if (isFrame) return { height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) }
    at += mark === 0xff ? 1 : 2 + bytes.readUInt16BE(at + 2)
  }
  return null
}

function webpSize(bytes: Buffer): ImageSize | null {
  const kind = bytes.toString('latin1', 12, 16)
  if (kind === 'VP8X') return { width: 1 + bytes.readUIntLE(24, 3), height: 1 + bytes.readUIntLE(27, 3) }
  if (kind === 'VP8 ') return { width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff }
  if (kind !== 'VP8L') return null
  const bits = bytes.readUInt32LE(21)
  return { width: 1 + (bits & 0x3fff), height: 1 + ((bits >>> 14) & 0x3fff) }
}

function isBmp(body: Uint8Array): boolean {
  return body[0] === 0x42 && body[1] === 0x4d && body[14] === 40
}

function isWebp(body: Uint8Array): boolean {
  return new TextDecoder('latin1').decode(body.subarray(0, 12)).replace(/^RIFF[\s\S]{4}/, '') === 'WEBP'
}

function startsWith(body: Uint8Array, bytes: readonly number[]): boolean {
  return bytes.every((byte, at) => body[at] === byte)
}
