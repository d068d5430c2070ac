import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { brotliCompressSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib'
import type { Resolve } from '../../src/net/ssrf-guard.ts'
import { article, CHALLENGE_PAGES, LOGIN_PAGE } from './bodies.ts'
import { untrusted } from './certificate.ts'
import { encodeText } from './encode.ts'
import type { PlannedPage } from './page-plan.ts'

export interface WebStats {
  /** Most documents one domain was serving at the same time. */
  readonly concurrency: Map<string, number>
  documents: number
  refererFits: number
  confirmed: number
}

export interface LoopbackWeb {
  readonly port: number
  readonly tlsPort: number
  readonly stats: WebStats
  readonly resolve: Resolve
  /** Hosts the guard has to be told of. */
  readonly allowed: readonly string[]
  urlOf(page: PlannedPage): string
  close(): Promise<void>
}

export const EXIT_ADDRESS = '127.0.0.77'
export const ENGINE_ORIGIN = 'http://search.engine.example'
const LIMIT_BYTES = 2_000_000
const BOMB = gzipSync(Buffer.alloc(LIMIT_BYTES * 5))

/** The web the benchmark visits: one server, many host names, every fault made on purpose. */
export async function openWeb(pages: readonly PlannedPage[]): Promise<LoopbackWeb> {
  const byKey = new Map(pages.map((page) => [`${page.host} ${page.path}`, page]))
  const stats: WebStats = { concurrency: new Map(), documents: 0, refererFits: 0, confirmed: 0 }
  const seen = new Map<string, number>()
  const open = new Map<string, number>()

  const listener = (request: IncomingMessage, response: ServerResponse) => {
    const host = (request.headers.host ?? '').replace(/:\d+$/, '')
    const path = (request.url ?? '/').split('?', 1)[0] ?? '/'
    if (path === '/robots.txt') return robots(host, response)
    const page = host === 'web.archive.example' ? undefined : byKey.get(`${host} ${path.replace(/\/(to|sub)$/, '')}`)
    if (page === undefined) return other(host, path, request, response)
    count(page, host, request, response)
    const visits = (seen.get(path) ?? 0) + 1
    seen.set(path, visits)
    serve(page, path, request, response, visits, stats)
  }

  function count(page: PlannedPage, host: string, request: IncomingMessage, response: ServerResponse): void {
    const domain = host.replace(/^www\./, '')
    const now = (open.get(domain) ?? 0) + 1
    open.set(domain, now)
    stats.concurrency.set(domain, Math.max(stats.concurrency.get(domain) ?? 0, now))
    response.on('close', () => open.set(domain, (open.get(domain) ?? 1) - 1))
    // The gate's reload and a redirect on the same site come from the site itself.
    const { referer, 'sec-fetch-site': site } = request.headers
    const own = `http://${request.headers.host}`
    stats.documents += 1
    const fits =
      referer === `${ENGINE_ORIGIN}/` ? (site ?? 'cross-site') === 'cross-site' : referer?.startsWith(own) === true
    if (fits || page.behaviour === 'private') stats.refererFits += 1
  }

  const server = createServer(listener)
  const secure = createTlsServer({ ...untrusted }, listener)
  await Promise.all([listen(server), listen(secure)])
  const port = (server.address() as AddressInfo).port
  const tlsPort = (secure.address() as AddressInfo).port
  // Plain sites answer over IPv6 too; those with TLS only claim to, so that the address family has to be switched.
  const six = createServer(listener)
  const dual = await listen(six, '::1', port).then(
    () => true,
    () => false,
  )
  const addresses = [...(dual ? [{ address: '::1', family: 6 }] : []), { address: '127.0.0.1', family: 4 }]
  const hosts = new Set(pages.filter((page) => page.behaviour !== 'private').map((page) => page.host))
  const known = new Set([...hosts, 'web.archive.example', 'www.elsewhere.example', 'search.engine.example'])
  return {
    port,
    tlsPort,
    stats,
    allowed: [...known].flatMap((host) => [`${host}:${port}`, `${host}:${tlsPort}`]),
    resolve: async (host) => {
      if (host.startsWith('www.nowhere-')) throw new Error('ENOTFOUND')
      return addresses
    },
    urlOf: ({ behaviour, host, path }) =>
      behaviour === 'tls' ? `https://${host}:${tlsPort}${path}` : `http://${host}:${port}${path}`,
    async close() {
      for (const one of [server, secure, ...(dual ? [six] : [])]) {
        one.closeAllConnections()
        await new Promise<void>((resolve) => one.close(() => resolve()))
      }
    },
  }
}

function listen(server: Server, address = '127.0.0.1', port = 0): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, address, resolve)
  })
}

function robots(host: string, response: ServerResponse): void {
  if (host.startsWith('www.robots-')) response.end('User-agent: *\nDisallow: /robots/\n')
  else response.writeHead(404).end()
}

/** The archive of last resort, and the place one redirect leads to. */
function other(host: string, path: string, request: IncomingMessage, response: ServerResponse): void {
  if (host === 'web.archive.example') {
    const asked = (request.url ?? '').replace(/^\/web\/\d+id_\//, '')
    const held = /\/(snapshot|vanished)\//.test(asked)
    if (/^\/web\/2id_\//.test(request.url ?? '') && held) {
      response.writeHead(302, { location: `/web/20260401120000id_/${asked}` }).end()
    } else if (held) html(response, article(`控え ${asked}`, asked.length))
    else html(response, 'Not archived', 404)
  } else if (host === 'www.elsewhere.example') html(response, article(`移転先 ${path}`, path.length))
  else html(response, 'unknown', 404)
}

function html(
  response: ServerResponse,
  body: string | Buffer,
  status = 200,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, { 'content-type': 'text/html; charset=utf-8', ...headers }).end(body)
}

function serve(
  page: PlannedPage,
  path: string,
  request: IncomingMessage,
  response: ServerResponse,
  visits: number,
  stats: WebStats,
): unknown {
  const number = Number(/\d+/.exec(page.path)?.[0] ?? 0)
  const text = article(`${page.behaviour} ${number}`, number)
  const byTor = request.socket.remoteAddress === EXIT_ADDRESS
  const confirm = (body: () => unknown, tag = `"${page.path}"`) => {
    response.setHeader('etag', tag)
    if (request.headers['if-none-match'] !== tag) return body()
    stats.confirmed += 1
    response.writeHead(304).end()
  }
  switch (page.behaviour) {
    case 'plain':
      return plain(page, path, number, request, response, confirm)
    case 'drawn':
      return confirm(() =>
        html(
          response,
          `<!doctype html><title>App</title><div id="root"></div><noscript>JavaScriptを有効にしてください</noscript><script>document.getElementById("root").innerHTML = ${JSON.stringify(text.replace(/^.*<body>|<\/body>.*$/g, ''))}</script>`,
        ),
      )
    case 'gate':
      if (/passed=1/.test(request.headers.cookie ?? '')) return confirm(() => html(response, text))
      return html(
        response,
        '<!doctype html><title>Access check</title><p>One moment</p><script>document.cookie="passed=1;path=/";if(!sessionStorage.once){sessionStorage.once=1;location.reload()}</script>',
        403,
      )
    case 'limited':
      return byTor ? html(response, text) : html(response, '<p>Too many requests</p>', 429, { 'retry-after': '30' })
    case 'snapshot':
    case 'refused':
      return html(response, '<p>Forbidden</p>', 403)
    case 'vanished':
      return html(response, '<p>Gone</p>', 410)
    case 'flaky':
      return visits === 1 ? html(response, '<p>try later</p>', 503) : html(response, text)
    case 'reset':
      if (visits === 1) return request.socket.destroy()
      return html(response, text)
    case 'captcha': {
      const challenge = CHALLENGE_PAGES[page.variant]
      return html(response, challenge?.html ?? '', challenge?.status ?? 403)
    }
    case 'login':
      return html(response, LOGIN_PAGE)
    case 'missing':
      return html(response, '<p>404</p>', 404)
    case 'loop':
      return response.writeHead(302, { location: `${page.path}/${path.endsWith('/to') ? 'sub' : 'to'}` }).end()
    case 'chain':
      return response.writeHead(302, { location: `${page.path}?n=${visits}` }).end()
    case 'bomb':
      return html(response, BOMB, 200, { 'content-encoding': 'gzip' })
    case 'huge':
      return html(response, Buffer.alloc(LIMIT_BYTES + 1, 'a'))
    case 'drip': {
      response.writeHead(200, { 'content-type': 'text/html' })
      const drip = setInterval(() => response.write(' '), 100)
      response.on('close', () => clearInterval(drip))
      return
    }
    case 'empty':
      return html(response, '')
    case 'binary':
      return html(response, Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, ...Array(600).keys()]))
    case 'lying':
      response.writeHead(200, { 'content-type': 'text/html', 'content-length': String(text.length * 9) })
      response.write(text)
      setTimeout(() => response.destroy(), 50)
      return
    default:
      return html(response, text)
  }
}

const COMPRESS: Readonly<Record<string, (body: Buffer) => Buffer>> = {
  gzip: (body) => gzipSync(body),
  br: (body) => brotliCompressSync(body),
  zstd: (body) => zstdCompressSync(body),
  deflate: (body) => deflateSync(body),
}

function plain(
  page: PlannedPage,
  path: string,
  number: number,
  request: IncomingMessage,
  response: ServerResponse,
  confirm: (body: () => unknown, tag?: string) => unknown,
): unknown {
  const { variant } = page
  const text = article(`記事 ${number}`, number)
  if (variant === 'moved' && path === page.path) return response.writeHead(301, { location: `${path}/to` }).end()
  if (variant === 'moved-across') {
    const port = (request.headers.host ?? '').replace(/^.*:/, '')
    return response.writeHead(302, { location: `http://www.elsewhere.example:${port}${page.path}` }).end()
  }
  if (variant === 'cookie-first' && !/seen=1/.test(request.headers.cookie ?? '')) {
    return response.writeHead(302, { location: `${page.path}/to`, 'set-cookie': 'seen=1; Path=/' }).end()
  }
  // One page in ten offers nothing to confirm.
  const offer = number % 10 === 0 ? (body: () => unknown) => body() : confirm
  const compress = COMPRESS[variant]
  return offer(() => {
    if (compress !== undefined) html(response, compress(Buffer.from(text)), 200, { 'content-encoding': variant })
    else if (variant === 'chunked') {
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
      for (let at = 0; at < text.length; at += 700) response.write(text.slice(at, at + 700))
      response.end()
    } else if (/^(shift_jis|euc-jp|iso-2022-jp|gb18030|utf-16le)$/.test(variant)) {
      const body = encodeText(article(`記事 ${number}`, number, 'ja').replace('<meta charset="utf-8">', ''), variant)
      response.writeHead(200, { 'content-type': 'text/html' }).end(body)
    } else html(response, text)
  })
}
