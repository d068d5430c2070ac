import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { type AddressInfo, connect } from 'node:net'

/** Files of one repository of the double, by path. */
export type HubFiles = Readonly<Record<string, Buffer>>

export const COMMIT = 'c0ffee00c0ffee00c0ffee00c0ffee00c0ffee00'

export interface HubDouble {
  readonly endpoint: string
  /** As `net.allow_private` wants them: the hub and the address its redirects lead to. */
  readonly hosts: readonly string[]
  readonly asked: string[]
  close(): void
}

interface DoubleOptions {
  readonly repository: string
  readonly files: HubFiles
  /** Commits by revision. */
  readonly revisions?: Readonly<Record<string, string>>
  /** Bytes the CDN sends of a file in place of those that are listed. */
  readonly forged?: HubFiles
  /** Ends the connection of the n-th request to the CDN, counted from 1. */
  readonly breakAt?: readonly number[]
  /** What `x-repo-commit` says. */
  readonly servedCommit?: string
}

const sha256 = (body: Buffer) => createHash('sha256').update(body).digest('hex')
const gitHash = (body: Buffer) => createHash('sha1').update(`blob ${body.length}\0`).update(body).digest('hex')
const isLarge = (path: string) => path.includes('.onnx') || path.endsWith('tokenizer.json')

function row(path: string, body: Buffer): object {
  if (!isLarge(path)) return { type: 'file', oid: gitHash(body), size: body.length, path }
  const lfs = { oid: sha256(body), size: body.length, pointerSize: 134 }
  return { type: 'file', oid: 'a'.repeat(40), size: body.length, lfs, path }
}

/**
 * The hub as it answers: the card of a revision, the tree, small files by itself with `x-repo-commit`, large ones by a
 * redirect to another host with `x-linked-size` and `x-linked-etag`, where `Range` is honoured.
 */
export async function startHub(options: DoubleOptions): Promise<HubDouble> {
  const { repository, files, revisions = { main: COMMIT }, forged = {}, breakAt = [] } = options
  const asked: string[] = []
  const commits = new Set(Object.values(revisions))
  let cdnRequests = 0

  const cdn = await listen((request, response) => {
    const path = decodeURIComponent(new URL(request.url ?? '/', 'http://cdn').pathname).slice(1)
    asked.push(`cdn ${path} ${request.headers.range ?? ''}`.trim())
    cdnRequests += 1
    if (breakAt.includes(cdnRequests)) return request.socket.destroy()
    const body = forged[path] ?? files[path]
    return body === undefined ? notFound(response) : sendRange(request, response, body)
  })
  const hub = await listen((request, response) => {
    const path = decodeURIComponent(new URL(request.url ?? '/', 'http://hub').pathname)
    asked.push(`hub ${path}`)
    const json = (value: unknown) => {
      response.writeHead(200, { 'content-type': 'application/json' })
      response.end(JSON.stringify(value))
    }
    const revision = path.slice(`/api/models/${repository}/revision/`.length)
    if (path.startsWith(`/api/models/${repository}/revision/`)) {
      const sha = revisions[revision] ?? (commits.has(revision) ? revision : undefined)
      return sha === undefined ? notFound(response) : json({ id: repository, sha })
    }
    if ([...commits].some((commit) => path === `/api/models/${repository}/tree/${commit}`))
      return json([
        { type: 'directory', oid: 'd', size: 0, path: 'onnx' },
        ...Object.entries(files).map(([name, body]) => row(name, body)),
      ])
    const commit = [...commits].find((one) => path.startsWith(`/${repository}/resolve/${one}/`))
    const name = path.slice(`/${repository}/resolve/${commit}/`.length)
    const body = commit === undefined ? undefined : files[name]
    if (body === undefined) return notFound(response)
    const served = { 'x-repo-commit': options.servedCommit ?? commit }
    if (!isLarge(name)) return response.writeHead(200, { ...served, etag: `"${gitHash(body)}"` }).end(body)
    const linked = { 'x-linked-size': String(body.length), 'x-linked-etag': `"${sha256(body)}"` }
    return response.writeHead(302, { ...served, ...linked, location: `${cdn.address}/${name}?sig=1` }).end()
  })
  return {
    endpoint: hub.address,
    hosts: [hub.host, cdn.host],
    asked,
    close: () => {
      hub.close()
      cdn.close()
    },
  }
}

function notFound(response: ServerResponse): void {
  response.writeHead(404, { 'content-type': 'application/json' }).end('{"error":"Repository not found"}')
}

function sendRange(request: IncomingMessage, response: ServerResponse, body: Buffer): void {
  const range = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '')
  if (range === null) {
    response.end(body)
    return
  }
  const [from, to] = [Number(range[1]), Number(range[2])]
  response.writeHead(206, { 'content-range': `bytes ${from}-${to}/${body.length}` })
  response.end(body.subarray(from, to + 1))
}

async function listen(handler: (request: IncomingMessage, response: ServerResponse) => unknown) {
  const server = createServer((request, response) => void handler(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    host: `127.0.0.1:${port}`,
    address: `http://127.0.0.1:${port}`,
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

/** A forward proxy that knows CONNECT and one password. */
export async function startProxy(authorization: string | null) {
  const targets: string[] = []
  const server = createServer((_, response) => response.writeHead(405).end())
  server.on('connect', (request, socket, head) => {
    if (authorization !== null && request.headers['proxy-authorization'] !== authorization)
      return socket.end('HTTP/1.1 407 Proxy Authentication Required\r\n\r\n')
    const [host = '', port = ''] = (request.url ?? '').split(':')
    targets.push(`${host}:${port}`)
    const onward = connect(Number(port), host, () => {
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n')
      onward.write(head)
      onward.pipe(socket)
      socket.pipe(onward)
    })
    onward.on('error', () => socket.destroy())
    socket.on('error', () => onward.destroy())
    return undefined
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return { host: `127.0.0.1:${port}`, targets, close: () => server.close() }
}
