import { createHash } from 'node:crypto'
import { type AddressInfo, createServer } from 'node:net'
import type { TestContext } from 'node:test'

export interface ClientHello {
  readonly ciphers: readonly number[]
  readonly extensions: readonly number[]
  readonly groups: readonly number[]
  readonly signatures: readonly number[]
  readonly alpn: readonly string[]
  readonly serverName: string | null
}

/** RFC 8701: reserved values a browser strews in so that servers stay tolerant; 0x0a0a, 0x1a1a, ... */
export function isGrease(value: number): boolean {
  return (value & 0x0f0f) === 0x0a0a && value >> 8 === (value & 0xff)
}

export function parseClientHello(record: Buffer): ClientHello {
  let at = 5 + 4 + 2 + 32
  const words = (from: number, to: number) =>
    Array.from({ length: (to - from) / 2 }, (_, index) => record.readUInt16BE(from + index * 2))
  at += 1 + (record[at] ?? 0)
  const ciphersEnd = at + 2 + record.readUInt16BE(at)
  const ciphers = words(at + 2, ciphersEnd)
  at = ciphersEnd + 1 + (record[ciphersEnd] ?? 0) + 2
  const extensions: number[] = []
  const bodies = new Map<number, readonly [number, number]>()
  while (at + 4 <= record.length) {
    const kind = record.readUInt16BE(at)
    const length = record.readUInt16BE(at + 2)
    extensions.push(kind)
    bodies.set(kind, [at + 4, at + 4 + length])
    at += 4 + length
  }
  const list = (kind: number) => {
    const [from, to] = bodies.get(kind) ?? [0, 0]
    return from === 0 ? [] : words(from + 2, to)
  }
  const [nameAt] = bodies.get(0) ?? [0]
  return {
    ciphers,
    extensions,
    groups: list(10),
    signatures: list(13),
    alpn: protocols(record, bodies.get(16)),
    serverName:
      nameAt === 0 ? null : record.toString('latin1', nameAt + 5, nameAt + 5 + record.readUInt16BE(nameAt + 3)),
  }
}

function protocols(record: Buffer, body: readonly [number, number] | undefined): string[] {
  const names: string[] = []
  for (let at = (body?.[0] ?? 0) + 2; body !== undefined && at < body[1]; at += 1 + (record[at] ?? 0)) {
    names.push(record.toString('latin1', at + 1, at + 1 + (record[at] ?? 0)))
  }
  return names
}

/** JA4: what the order of a browser's shuffled extensions cannot change. */
export function ja4(hello: ClientHello): string {
  const hex = (value: number) => value.toString(16).padStart(4, '0')
  const short = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 12)
  const ciphers = hello.ciphers.filter((value) => !isGrease(value)).map(hex)
  const extensions = hello.extensions.filter((value) => !isGrease(value)).map(hex)
  const count = (list: readonly string[]) => String(list.length).padStart(2, '0')
  const alpn = hello.alpn[0] ?? '00'
  const named = hello.serverName === null ? 'i' : 'd'
  const kept = extensions.filter((value) => value !== '0000' && value !== '0010').sort()
  const signed = `${kept.join(',')}_${hello.signatures
    .filter((value) => !isGrease(value))
    .map(hex)
    .join(',')}`
  return `t13${named}${count(ciphers)}${count(extensions)}${alpn[0]}${alpn.at(-1)}_${short(ciphers.sort().join(','))}_${short(signed)}`
}

/** A server that takes the first TLS record of each connection and hangs up. */
export async function collectHellos(t: TestContext): Promise<{ port: number; hellos: Buffer[] }> {
  const hellos: Buffer[] = []
  const server = createServer((socket) => {
    let held = Buffer.alloc(0)
    socket.on('error', () => socket.destroy())
    socket.on('data', (chunk) => {
      held = Buffer.concat([held, chunk])
      if (held.length < 5 || held.length < 5 + held.readUInt16BE(3)) return
      hellos.push(held)
      socket.destroy()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.after(() => new Promise((resolve) => server.close(resolve)))
  return { port: (server.address() as AddressInfo).port, hellos }
}
