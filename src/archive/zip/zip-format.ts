/** Fields of 32 bits hold no more; larger files would need zip64, which not every reader has. */
export const MOST_BYTES = 0xffff_fffe
export const MOST_MEMBERS = 0xfffe

const UTF8_NAMES = 0x0800
/** 1980-01-01: the time of a member is no news, and equal contents make equal files. */
const DOS_DATE = 0x0021
const [LOCAL, CENTRAL, END] = [0x04034b50, 0x02014b50, 0x06054b50]
/** 2.0, the version of the format that knows folders and deflated members. */
const VERSION = 20
const MADE_BY_UNIX = (3 << 8) | VERSION
export const LOCAL_HEAD_BYTES = 30

export const METHODS = { stored: 0, deflated: 8 } as const

/** One member as the headers tell of it. */
export interface ZipHeader {
  readonly name: Buffer
  readonly method: keyof typeof METHODS
  readonly crc: number
  /** As it lies in the file, and as it is read. */
  readonly packedBytes: number
  readonly bytes: number
  readonly offset: number
  /** Permissions, for readers that set them. */
  readonly mode?: number
}

export function localHeader(member: ZipHeader): Buffer {
  const head = Buffer.alloc(LOCAL_HEAD_BYTES)
  head.writeUInt32LE(LOCAL, 0)
  writeFacts(head, member, 4)
  return Buffer.concat([head, member.name])
}

/** The directory at the end; without it the file is no zip. */
export function zipDirectory(members: readonly ZipHeader[], offset: number): Buffer {
  const headers = Buffer.concat(members.map(centralHeader))
  const end = Buffer.alloc(22)
  end.writeUInt32LE(END, 0)
  end.writeUInt16LE(members.length, 8)
  end.writeUInt16LE(members.length, 10)
  end.writeUInt32LE(headers.length, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([headers, end])
}

function centralHeader(member: ZipHeader): Buffer {
  const head = Buffer.alloc(46)
  head.writeUInt32LE(CENTRAL, 0)
  head.writeUInt16LE(member.mode === undefined ? VERSION : MADE_BY_UNIX, 4)
  writeFacts(head, member, 6)
  head.writeUInt32LE(((member.mode ?? 0) << 16) >>> 0, 38)
  head.writeUInt32LE(member.offset, 42)
  return Buffer.concat([head, member.name])
}

/** What both headers tell, in the same order. */
function writeFacts(head: Buffer, { name, method, crc, packedBytes, bytes }: ZipHeader, at: number): void {
  head.writeUInt16LE(VERSION, at)
  head.writeUInt16LE(UTF8_NAMES, at + 2)
  head.writeUInt16LE(METHODS[method], at + 4)
  head.writeUInt16LE(DOS_DATE, at + 8)
  head.writeUInt32LE(crc, at + 10)
  head.writeUInt32LE(packedBytes, at + 14)
  head.writeUInt32LE(bytes, at + 18)
  head.writeUInt16LE(name.length, at + 22)
}
