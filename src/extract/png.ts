import { crc32, deflateSync } from 'node:zlib'

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
const CHANNELS = 3

/** A PNG of true colour from rows of BGRA, as drawing libraries leave them. */
export function pngOf(bgra: Uint8Array, width: number, height: number): Uint8Array<ArrayBuffer> {
  const stride = width * CHANNELS + 1
  // Each row begins with the number of its filter: 0, none.
  const rows = Buffer.alloc(stride * height)
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      const from = (y * width + x) * 4
      const to = y * stride + 1 + x * CHANNELS
      rows[to] = bgra[from + 2] ?? 255
      rows[to + 1] = bgra[from + 1] ?? 255
      rows[to + 2] = bgra[from] ?? 255
    }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 2, 0, 0, 0], 8)
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, sum])
}
