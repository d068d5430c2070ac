import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { ROOT } from './demo-client.ts'

export interface LoopbackWeb {
  readonly home: string
  /** In which every name leads to loopback. */
  readonly env: NodeJS.ProcessEnv
  /** Address of a path on one of the invented hosts. */
  readonly at: (host: string, path: string) => string
  /** Everything asked of the hosts, in order: `GET clinic.example/tea`. */
  readonly asked: string[]
  client(): Promise<Client>
  /** Runs a command and reads its JSON. */
  lyra<T>(...args: readonly string[]): Promise<T>
}

type Answer = (request: IncomingMessage, response: ServerResponse, host: string) => void

/** One engine `nearby` and whatever `answer` makes of the other hosts, on loopback; every name leads there. */
export async function loopbackWeb(
  t: Pick<TestContext, 'after'>,
  hosts: readonly string[],
  results: (at: LoopbackWeb['at'], query: string) => readonly string[],
  answer: Answer,
  settings = '',
  special: { readonly wall?: () => string | null; readonly robots?: (host: string) => string | null } = {},
): Promise<LoopbackWeb> {
  const home = mkdtempSync(join(tmpdir(), 'lyra-e2e-'))
  const asked: string[] = []
  const at = (host: string, path: string) => `http://${host}:${port}${path}`
  const web = createServer((request, response) => {
    const host = (request.headers.host ?? '').replace(/:\d+$/, '')
    asked.push(`${request.method} ${host}${request.url}`)
    const rules = request.url === '/robots.txt' ? (special.robots?.(host) ?? null) : null
    if (rules !== null) response.writeHead(200, { 'content-type': 'text/plain' }).end(rules)
    else if (request.url === '/robots.txt') response.writeHead(404).end()
    else if (host === 'engine.example' && request.url?.startsWith('/search') === true) {
      const wall = special.wall?.() ?? null
      if (wall !== null) return void response.writeHead(403, { 'cf-mitigated': 'challenge' }).end(wall)
      const query = new URL(request.url, 'http://engine.example').searchParams.get('q') ?? ''
      const links = results(at, query).map((url) => `<article><a href="${url}">${url}</a></article>`)
      response.writeHead(200, { 'content-type': 'text/html' }).end(links.join(''))
    } else answer(request, response, host)
  })
  await new Promise<void>((resolve) => web.listen(0, '127.0.0.1', resolve))
  const { port } = web.address() as AddressInfo
  const clients: Client[] = []
  t.after(async () => {
    await Promise.all(clients.map((client) => client.close()))
    web.closeAllConnections()
    web.close()
    rmSync(home, { recursive: true, force: true })
  })
  writeFileSync(
    join(home, 'engines.yaml'),
    `engines:
  - name: nearby
    url: http://engine.example:${port}/search?q={query}
    layouts: [{ result: article, title: { selector: a }, url: { selector: a, attribute: href } }]
`,
  )
  writeFileSync(
    join(home, 'config.yaml'),
    `engines: { default: [nearby], site_search: [], interval: 0, open_failures: 1 }
explore: { enabled: false }
net:
  allow_private: [engine.example, ${hosts.join(', ')}]
  domain_interval_min: 0
  domain_jitter_min: 0
  domain_jitter_max: 0
  first_visit_share: 0
${settings}`,
  )
  writeFileSync(join(home, 'online'), '')
  const env = {
    ...process.env,
    NAMES_RESOLVE_WHEN: join(home, 'online'),
    NODE_OPTIONS: `--import ${join(ROOT, 'test/e2e/names-by-file.ts')}`,
  }
  const lyraPath = join(ROOT, 'bin', 'lyra')
  return {
    home,
    env,
    at,
    asked,
    client: async () => {
      const client = new Client({ name: 'loopback', version: '1' })
      clients.push(client)
      const args = [lyraPath, 'mcp', '--home', home]
      await client.connect(new StdioClientTransport({ command: process.execPath, args, env, stderr: 'ignore' }))
      return client
    },
    lyra: (...args) =>
      new Promise((resolve, reject) => {
        execFile(process.execPath, [lyraPath, ...args, '--home', home, '--json'], { env }, (error, out) => {
          try {
            resolve(JSON.parse(out))
          } catch {
            reject(error ?? new Error(out))
          }
        })
      }),
  }
}
