import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { ROOT } from './demo-client.ts'

interface SitePage {
  readonly host: string
  readonly title: string
  /** Inside of the body. */
  readonly html: string
}

/**
 * A home whose one engine and whose pages lie on loopback, each page on a host of its own, and a real client of
 * `lyra mcp` over stdio. Every search finds every page.
 */
export async function loopbackSite(t: TestContext, pages: readonly SitePage[]) {
  const home = mkdtempSync(join(tmpdir(), 'lyra-site-'))
  const web = createServer((request, response) => {
    const host = request.headers.host?.split(':')[0]
    const page = pages.find((one) => one.host === host)
    if (request.url === '/robots.txt' || (page === undefined && host !== 'engine.example')) {
      response.writeHead(404).end()
      return
    }
    const results = pages.map((one) => `<article><a href="http://${one.host}:${port}/page">${one.title}</a></article>`)
    const html = page === undefined ? results.join('') : page.html
    response
      .writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
      .end(`<!doctype html><html lang="en"><head><title>${page?.title ?? 'Results'}</title></head><body>${html}</body>`)
  })
  await new Promise<void>((resolve) => web.listen(0, '127.0.0.1', resolve))
  const { port } = web.address() as AddressInfo
  const hosts = ['engine.example', ...pages.map((page) => page.host)]
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
    `engines: { default: [nearby], site_search: [] }
net:
  allow_private: [${hosts.join(', ')}]
  domain_interval_min: 0
  domain_jitter_min: 0
  domain_jitter_max: 0
`,
  )
  // Every name leads to loopback; nothing leaves this machine.
  const online = join(home, 'online')
  writeFileSync(online, '')
  const env = {
    ...process.env,
    NAMES_RESOLVE_WHEN: online,
    NODE_OPTIONS: `--import ${join(ROOT, 'test/e2e/names-by-file.ts')}`,
  }
  const client = new Client({ name: 'loopback-test', version: '1' })
  const args = [join(ROOT, 'bin', 'lyra'), 'mcp', '--home', home]
  await client.connect(new StdioClientTransport({ command: process.execPath, args, env, stderr: 'ignore' }))
  t.after(async () => {
    await client.close()
    web.closeAllConnections()
    web.close()
    rmSync(home, { recursive: true, force: true })
  })
  return { home, env, client, port }
}
