import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { TestContext } from 'node:test'
import { z } from 'zod'

/** Fields that an item of that type has in Zotero, of those that a reference can fill. */
const FIELDS: Readonly<Record<string, readonly string[]>> = {
  journalArticle: ['publicationTitle', 'volume', 'issue', 'pages', 'DOI', 'ISSN', 'journalAbbreviation'],
  preprint: ['repository', 'archiveID', 'DOI'],
  book: ['publisher', 'place', 'edition', 'ISBN', 'numPages'],
  webpage: ['websiteTitle', 'websiteType'],
}
const EVERY_TYPE = ['title', 'abstractNote', 'date', 'url', 'accessDate', 'language', 'rights', 'extra', 'shortTitle']
const OF_THE_ITEM = ['id', 'itemType', 'creators', 'tags', 'attachments', 'notes', 'seeAlso']

const item = z.looseObject({
  id: z.string().min(1),
  itemType: z.enum(['journalArticle', 'preprint', 'book', 'webpage']),
  title: z.string().min(1),
  url: z.url(),
  creators: z.array(
    z.strictObject({
      creatorType: z.literal('author'),
      lastName: z.string().min(1),
      firstName: z.string(),
      fieldMode: z.literal(1).optional(),
    }),
  ),
  tags: z.array(z.strictObject({ tag: z.string() })),
  // A year, a month or a day, as Zotero reads dates without guessing.
  accessDate: z.string().regex(/^\d{4}(?:-\d{2}){0,2}$/u),
  date: z
    .string()
    .regex(/^\d{4}(?:-\d{2}){0,2}$/u)
    .optional(),
})
const order = z.strictObject({ sessionID: z.string().min(1), uri: z.url(), items: z.array(item).min(1) })
export type ZoteroOrder = z.infer<typeof order>

interface Answer {
  readonly status: number
  readonly said: unknown
}

/**
 * The connector of Zotero, version 3 of its interface, as its documentation tells it: it listens on loopback, takes
 * JSON alone, lets browsers in only with the header of its own extension, knows each session once, and answers 201.
 */
export async function zoteroServer(t: TestContext) {
  const taken: ZoteroOrder[] = []
  const refused: string[] = []
  const sessions = new Set<string>()
  const answer = (request: IncomingMessage, body: string): Answer => {
    const no = (status: number, said: string): Answer => {
      refused.push(said)
      return { status, said: { error: said } }
    }
    const { headers, method, url = '' } = request
    if (!/^(?:127\.0\.0\.1|localhost):\d+$/u.test(headers.host ?? '')) return no(403, `host ${headers.host}`)
    const isBrowser = (headers['user-agent'] ?? '').startsWith('Mozilla/') || headers.origin !== undefined
    if (isBrowser && headers['x-zotero-connector-api-version'] === undefined) return no(403, 'a browser')
    if (headers['x-zotero-connector-api-version'] !== '3') return no(412, 'another version of the interface')
    if (method !== 'POST') return no(400, `method ${method}`)
    if (!/^\d+$/u.test(headers['content-length'] ?? '')) return no(400, 'no length')
    if (headers['content-type']?.split(';', 1)[0] !== 'application/json') return no(400, 'no JSON')
    if (url === '/connector/ping') return { status: 200, said: { prefs: { automaticSnapshots: true } } }
    if (url !== '/connector/saveItems') return no(404, `no endpoint ${url}`)
    const read = order.safeParse(JSON.parse(body))
    if (!read.success) return no(500, read.error.message)
    const strange = read.data.items.flatMap((one) => {
      const known = [...EVERY_TYPE, ...OF_THE_ITEM, ...(FIELDS[one.itemType] ?? [])]
      return Object.keys(one).filter((name) => !known.includes(name))
    })
    if (strange.length > 0) return no(500, `fields that the type has not: ${strange.join(', ')}`)
    if (sessions.has(read.data.sessionID)) return no(409, 'SESSION_EXISTS')
    sessions.add(read.data.sessionID)
    taken.push(read.data)
    return { status: 201, said: {} }
  }
  const server = createServer((request, response) => {
    let body = ''
    request.setEncoding('utf8')
    request.on('data', (piece) => {
      body += String(piece)
    })
    request.on('end', () => {
      const { status, said } = answer(request, body)
      const own = { 'x-zotero-version': '8.0', 'x-zotero-connector-api-version': '3' }
      response.writeHead(status, { 'content-type': 'application/json', ...own }).end(JSON.stringify(said))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const close = () => {
    server.closeAllConnections()
    return new Promise<void>((resolve) => server.close(() => resolve()))
  }
  t.after(close)
  return { port: (server.address() as AddressInfo).port, taken, refused, close }
}
