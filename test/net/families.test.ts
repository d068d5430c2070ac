import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type TestContext, test } from 'node:test'
import { ask, openWorld } from './loopback.ts'

async function serveOn(t: TestContext, address: string, port: number) {
  const families: (string | undefined)[] = []
  const server = createServer((request, response) => {
    if (request.url !== '/robots.txt') families.push(request.socket.remoteFamily)
    response.writeHead(request.url === '/robots.txt' ? 404 : 200, { 'content-type': 'text/html' }).end('<p>x</p>')
  })
  await new Promise<void>((resolve) => server.listen(port, address, resolve))
  t.after(() => {
    server.closeAllConnections()
    return new Promise((resolve) => server.close(resolve))
  })
  return { families, port: (server.address() as AddressInfo).port }
}

const both = [
  { address: '::1', family: 6 },
  { address: '127.0.0.1', family: 4 },
]

test('REQ 4.3: IPv6 is tried first where a site has both', async (t) => {
  const six = await serveOn(t, '::1', 0)
  const four = await serveOn(t, '127.0.0.1', six.port)
  const { gateway } = await openWorld(t, { allow_private: ['www.dual.example'] }, { resolve: async () => both })

  const result = await gateway.fetch(ask(`http://www.dual.example:${six.port}/a`))
  await gateway.close()

  assert.deepEqual([result.outcome, six.families, four.families], ['ok', ['IPv6'], []])
})

test('REQ 4.3: where IPv6 is not served the request goes on over IPv4', async (t) => {
  const four = await serveOn(t, '127.0.0.1', 0)
  const { gateway } = await openWorld(t, { allow_private: ['www.dual.example'] }, { resolve: async () => both })

  const result = await gateway.fetch(ask(`http://www.dual.example:${four.port}/a`))
  await gateway.close()

  assert.deepEqual([result.outcome, four.families], ['ok', ['IPv4']])
})
