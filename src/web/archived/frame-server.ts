import type { Context, Hono } from 'hono'
import { getArchivedPassage } from '../../api/get-archived-passage.ts'
import { readArchived } from '../../api/read-archived.ts'
import { answerError, type ErrorParts } from '../../app/answer-error.ts'
import type { Lyra } from '../../app/lyra.ts'
import type { Settings } from '../../domain/settings.ts'
import { checkHost } from '../access.ts'
import { frameDocument, textDocument, wantedOf } from './frame-document.ts'
import type { ArchivedFrame, FramePass, FramePasses } from './frame-pass.ts'
import { inertCss } from './inert-css.ts'
import { MARK_ID } from './inert-page.ts'

export interface FrameParts extends ErrorParts {
  readonly lyra: Lyra
  readonly passes: FramePasses
}

/** Where archived pages are shown: another port, so another origin than the dashboard. */
export interface FrameServer {
  readonly port: number
  close(): Promise<void>
}

/** The frame for a page of the dashboard that was asked for under `host`; its origin, and the address of the frame. */
export function frameLink(passes: FramePasses, port: number, host: string, pass: FramePass): ArchivedFrame {
  const name = host.replace(/:\d+$/u, '')
  const origin = `http://${name}:${port}`
  const path = `/v/${passes.issue(pass)}`
  return { origin, path, src: `${origin}${path}/page#${MARK_ID}` }
}

/** Listens beside the dashboard, on the next port where it is free. */
export async function startFrameServer(parts: FrameParts, settings: Settings['server']): Promise<FrameServer> {
  const [{ serve }, { Hono: App }] = await Promise.all([import('@hono/node-server'), import('hono')])
  const app = new App()
  app.use(checkHost(settings))
  mountFrame(app, parts)
  const listen = (port: number) =>
    new Promise<FrameServer>((resolve, reject) => {
      const server = serve({ fetch: app.fetch, hostname: settings.host, port, serverOptions: PATIENCE }, (address) => {
        resolve({
          port: address.port,
          close: () =>
            new Promise<void>((done) => {
              server.close(() => done())
              if ('closeAllConnections' in server) server.closeAllConnections()
            }),
        })
      })
      server.maxConnections = MOST_CONNECTIONS
      server.once('error', reject)
    })
  // A container publishes two ports next to each other; elsewhere any port will do.
  const wanted = settings.port === 0 || settings.port === 65_535 ? 0 : settings.port + 1
  return listen(wanted).catch((error: NodeJS.ErrnoException) => {
    if (wanted === 0 || error.code !== 'EADDRINUSE') throw error
    return listen(0)
  })
}

const MOST_CONNECTIONS = 64
const PATIENCE = { headersTimeout: 10_000, requestTimeout: 30_000 }

/** Nothing but GET under a pass; neither a cookie nor a token is looked at. */
export function mountFrame(app: Hono, parts: FrameParts): void {
  const { lyra, passes } = parts
  app.get('/v/:pass/page', async (c) => {
    const pass = passes.read(c.req.param('pass'))
    return pass === null ? nothing(c, 403, 'pass') : showPage(c, lyra, pass)
  })
  app.get('/v/:pass/r/:address', async (c) => {
    const pass = passes.read(c.req.param('pass'))
    return pass === null ? nothing(c, 403, 'pass') : showResource(c, lyra, pass)
  })
  app.notFound((c) => nothing(c, 404, 'path'))
  app.onError((error, c) => {
    answerError(parts, 'GET archived', error)
    return nothing(c, 404, 'error')
  })
}

async function showPage(c: Context, lyra: Lyra, { pageId, fragmentId, edgeId, claimId }: FramePass): Promise<Response> {
  const answer = await lyra.call(getArchivedPassage, {
    page_id: pageId,
    ...(fragmentId === null ? {} : { fragment_id: fragmentId }),
    ...(edgeId === null ? {} : { edge_id: edgeId }),
    ...(claimId === null ? {} : { claim_id: claimId }),
  })
  const path = new URL(c.req.url).pathname.replace(/\/page$/u, '')
  const document = answer.kind === 'html' ? await frameDocument(lyra, answer, path) : null
  if (document?.shown === true) return inert(c, document.html)
  const read = answer.kind === 'text' ? await lyra.call(readArchived, { page_id: pageId }) : null
  const text = read?.found === true && read.base64 !== null ? Buffer.from(read.base64, 'base64').toString('utf8') : null
  return inert(c, textDocument(text ?? answer.passages.map((one) => one.text).join('\n\n'), wantedOf(answer)))
}

/** No script, no form, no navigation of its own; pictures and styles from this pass alone. */
function framePolicy(c: Context): string {
  const { origin, pathname } = new URL(c.req.url)
  const archive = `${origin}${pathname.replace(/\/page$/u, '')}/r/`
  return [
    'sandbox',
    "default-src 'none'",
    `img-src ${archive} data:`,
    `style-src ${archive} 'unsafe-inline'`,
    "script-src 'none'",
    "form-action 'none'",
    "base-uri 'none'",
    "frame-src 'none'",
  ].join('; ')
}

function inert(c: Context, html: string): Response {
  return c.newResponse(html, 200, {
    ...HEADERS,
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy': framePolicy(c),
  })
}

const HEADERS = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'X-DNS-Prefetch-Control': 'off',
  'Cache-Control': 'no-store',
  'Permissions-Policy': 'camera=(), geolocation=(), microphone=(), usb=(), autoplay=()',
}

/** What a page may be drawn with. Fonts would need a shared origin, and a reader needs none. */
const SHOWABLE = /^(?:image\/[\w.+-]{1,60}|text\/css)(?:;|$)/iu

async function showResource(c: Context, lyra: Lyra, { pageId, fragmentId }: FramePass): Promise<Response> {
  const resource = Buffer.from(c.req.param('address') ?? '', 'base64url').toString('utf8')
  if (resource.length > 4096) return nothing(c, 404, 'missing')
  const fragment = fragmentId === null ? {} : { fragment_id: fragmentId }
  const read = await lyra.call(readArchived, { page_id: pageId, ...fragment, resource })
  if (!read.found || read.base64 === null || !SHOWABLE.test(read.content_type)) return nothing(c, 404, 'missing')
  const bytes = Buffer.from(read.base64, 'base64')
  const isStyle = /^text\/css/iu.test(read.content_type)
  return c.newResponse(isStyle ? styleSheet(c, bytes, resource) : new Uint8Array(bytes), 200, {
    ...HEADERS,
    'Content-Type': isStyle ? 'text/css; charset=utf-8' : read.content_type,
    'Content-Security-Policy': "sandbox; default-src 'none'; style-src 'unsafe-inline'",
  })
}

/** Its own addresses, too, lead into the archive. */
function styleSheet(c: Context, bytes: Buffer, url: string): string {
  const path = new URL(c.req.url).pathname.replace(/\/[^/]*$/u, '')
  return inertCss(bytes.toString('utf8'), (address) => {
    const led = URL.parse(address, url)
    if (led === null || !/^https?:$/u.test(led.protocol)) return led?.protocol === 'data:' ? led.href : null
    return `${path}/${Buffer.from(led.href).toString('base64url')}`
  })
}

/** An empty answer that says why: nothing is ever looked for anywhere else. */
function nothing(c: Context, status: 403 | 404, why: 'pass' | 'path' | 'missing' | 'error'): Response {
  return c.newResponse(null, status, { ...HEADERS, 'X-Lyra-Archive': why, 'Content-Security-Policy': 'sandbox' })
}
