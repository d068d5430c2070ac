import { createHash } from 'node:crypto'
import { createServer as createHttpServer } from 'node:http'
import { type AddressInfo, connect, createServer, type Server } from 'node:net'
import type { Duplex } from 'node:stream'
import type { TestContext } from 'node:test'

export interface Wire {
  readonly endpoint: string
  /** Request lines in the order they were sent. */
  readonly requests: string[]
  /** Commands of the DevTools protocol in the order they were sent, with their parameters. */
  readonly commands: { readonly method: string; readonly params: Record<string, unknown> }[]
}

/**
 * Stands between a client and a DevTools endpoint and writes down every request and every command; changes nothing
 * else.
 */
export async function recordWire(t: TestContext, host: string): Promise<Wire> {
  const requests: string[] = []
  const commands: Wire['commands'] = []
  const [name = '', port = ''] = host.split(':')
  const server = createServer((client) => {
    const browser = connect(Number(port), name)
    browser.pipe(client)
    let pending = Buffer.alloc(0)
    let upgraded = false
    client.on('data', (chunk) => {
      pending = Buffer.concat([pending, chunk])
      if (upgraded) browser.write(chunk)
      while (!upgraded && pending.includes('\r\n\r\n')) {
        const end = pending.indexOf('\r\n\r\n') + 4
        const head = pending.subarray(0, end).toString('latin1')
        requests.push(head.split(' HTTP/', 1)[0] ?? '')
        upgraded = /\r\nupgrade: websocket/i.test(head)
        // Uncompressed, so that the frames can be read on the way.
        browser.write(head.replace(/\r\nsec-websocket-extensions:[^\r]*/i, ''))
        pending = pending.subarray(end)
        if (upgraded && pending.length > 0) browser.write(pending)
      }
      if (!upgraded) return
      const { texts, rest } = readFrames(pending)
      pending = rest
      for (const text of texts) commands.push(JSON.parse(text))
    })
    for (const [one, other] of [
      [client, browser],
      [browser, client],
    ] as const) {
      one.on('close', () => other.destroy())
      one.on('error', () => other.destroy())
    }
  })
  return { endpoint: `http://${await listen(t, server)}`, requests, commands }
}

/** A browser that knows the three commands, and tells of one request with its cookies when it is sent to a page. */
export async function devtoolsDouble(t: TestContext, cookies: readonly Record<string, unknown>[]): Promise<string> {
  const server = createHttpServer((request, response) => {
    const known = request.method === 'PUT' && request.url === '/json/new?about:blank'
    response.writeHead(known ? 200 : 405).end(JSON.stringify({ id: 'TAB1', type: 'page' }))
  })
  server.on('upgrade', (request, socket) => {
    const accept = createHash('sha1')
      .update(`${request.headers['sec-websocket-key']}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`)
      .digest('base64')
    socket.write(
      `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${accept}\r\n\r\n`,
    )
    let pending = Buffer.alloc(0)
    socket.on('data', (chunk: Buffer) => {
      const { texts, rest } = readFrames(Buffer.concat([pending, chunk]))
      pending = rest
      for (const text of texts) answer(socket, JSON.parse(text), cookies)
    })
    socket.on('error', () => socket.destroy())
  })
  return listen(t, server)
}

function answer(
  socket: Duplex,
  { id, method, params }: { id: number; method: string; params: { url?: string } },
  cookies: readonly Record<string, unknown>[],
): void {
  const tell = (message: unknown) => socket.write(frame(JSON.stringify(message)))
  if (method === 'Page.navigate') {
    const request = { url: params.url, headers: { 'User-Agent': 'Mozilla/5.0 (a person)' } }
    tell({ method: 'Network.requestWillBeSent', params: { request } })
    tell({ method: 'Network.requestWillBeSentExtraInfo', params: { associatedCookies: cookies } })
  }
  tell({ id, result: {} })
}

function frame(text: string): Buffer {
  const body = Buffer.from(text)
  const head = Buffer.alloc(4)
  head.writeUInt8(0x81, 0)
  head.writeUInt8(126, 1)
  head.writeUInt16BE(body.length, 2)
  return Buffer.concat([head, body])
}

/** Text frames of a client, which are masked; an unfinished one stays in the rest. */
function readFrames(bytes: Buffer): { texts: string[]; rest: Buffer<ArrayBuffer> } {
  const texts: string[] = []
  let at = 0
  for (;;) {
    if (bytes.length < at + 6) break
    const opcode = bytes.readUInt8(at) & 0x0f
    const short = bytes.readUInt8(at + 1) & 0x7f
    const wide = short === 126 ? 2 : 0
    const length = wide === 0 ? short : bytes.readUInt16BE(at + 2)
    const start = at + 2 + wide + 4
    if (bytes.length < start + length) break
    const mask = bytes.subarray(start - 4, start)
    const body = bytes.subarray(start, start + length).map((byte, index) => byte ^ (mask[index % 4] ?? 0))
    if (opcode === 1) texts.push(Buffer.from(body).toString('utf8'))
    at = start + length
  }
  return { texts, rest: Buffer.from(bytes.subarray(at)) }
}

async function listen(t: TestContext, server: Server): Promise<string> {
  const sockets = new Set<Duplex>()
  server.on('connection', (socket) => sockets.add(socket))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.after(() => {
    for (const socket of sockets) socket.destroy()
    return new Promise((resolve) => server.close(resolve))
  })
  return `127.0.0.1:${(server.address() as AddressInfo).port}`
}
