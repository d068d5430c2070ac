/** Office since 2007 and books are zip files. */
export function isZip(body: Uint8Array): boolean {
  return body[0] === 0x50 && body[1] === 0x4b && (body[2] === 3 || body[2] === 5) && (body[3] === 4 || body[3] === 6)
}

/** The container of Office before 2007, and of encrypted files of any. */
export function isOle(body: Uint8Array): boolean {
  return [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1].every((byte, at) => body[at] === byte)
}
