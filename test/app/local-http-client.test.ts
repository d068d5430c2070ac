import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { test } from 'node:test'
import { localHttpClients } from '../../src/app/local-http-client.ts'
import { silentLogger } from '../../src/domain/log.ts'
import { settingsSchema } from '../../src/domain/settings.ts'

async function listening() {
  const server = createServer((request, response) => request.resume().on('end', () => response.end('{}')))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { server, endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

test('REQ 3.2.2, 3.3.1: an Ollama that is not there is asked once, so that the slot of the models is free at once', async () => {
  const { server, endpoint } = await listening()
  await new Promise((done) => server.close(done))
  const waits: string[] = []
  const log = { ...silentLogger, debug: (event: string) => event === 'net.backoff' && waits.push(event) }
  const posts = localHttpClients(settingsSchema.parse({ llm: { endpoint, model: 'qwen2.5:3b' } }), log)
  await assert.rejects(posts.open(5000)(`${endpoint}/api/chat`, '{}'), { code: 'MODEL_NOT_READY' })
  assert.deepEqual(waits, [])
  await posts.close()
})

test('REQ 4.2: closing ends the connections that were kept open to Ollama', async () => {
  const { server, endpoint } = await listening()
  const sockets: Socket[] = []
  server.on('connection', (socket) => sockets.push(socket))
  const posts = localHttpClients(settingsSchema.parse({ llm: { endpoint, model: 'qwen2.5:3b' } }), silentLogger)
  assert.deepEqual(await posts.open(5000)(`${endpoint}/api/chat`, '{}'), { status: 200, text: '{}' })
  const [kept] = sockets
  assert.deepEqual([sockets.length, kept?.destroyed], [1, false])
  const gone = kept === undefined ? null : once(kept, 'close')
  await posts.close()
  await gone
  assert.equal(kept?.destroyed, true)
  server.close()
})

test('REQ 4.4.1 L1: a redirect of the endpoint is not followed, and what was asked goes nowhere', async () => {
  const elsewhere = await listening()
  const asked: string[] = []
  elsewhere.server.on('request', (request) => asked.push(request.url ?? ''))
  const server = createServer((request, response) => {
    request.resume().on('end', () => response.writeHead(307, { location: `${elsewhere.endpoint}/steal` }).end())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const settings = settingsSchema.parse({
    llm: { endpoint, model: 'qwen2.5:3b' },
    // Even where the rest of Lyra may go there.
    net: { allow_private: ['127.0.0.1'], max_redirects: 8 },
  })
  const posts = localHttpClients(settings, silentLogger)

  await assert.rejects(posts.open(5000)(`${endpoint}/api/chat`, '{"secret":1}'), {
    code: 'MODEL_NOT_READY',
    message: `Ollama at ${endpoint} does not answer: It points elsewhere, and a local request is not redirected`,
  })
  assert.deepEqual(asked, [])
  await posts.close()
  server.close()
  elsewhere.server.close()
})

test('REQ 4.4.1 L1: a name under localhost leads to loopback, whatever the resolver says', async () => {
  const { server, endpoint } = await listening()
  const named = endpoint.replace('127.0.0.1', 'ollama.localhost')
  const settings = settingsSchema.parse({ llm: { endpoint: named, model: 'qwen2.5:3b' } })
  const answering = (...addresses: string[]) =>
    localHttpClients(settings, silentLogger, async () => addresses.map((address) => ({ address, family: 4 })))

  const away = answering('192.0.2.7', '10.0.0.5')
  await assert.rejects(away.open(5000)(`${named}/api/chat`, '{}'), {
    code: 'MODEL_NOT_READY',
    message: `Ollama at ${named} does not answer: The host name has no address`,
  })
  const home = answering('192.0.2.7', '127.0.0.1')
  assert.deepEqual(await home.open(5000)(`${named}/api/chat`, '{}'), { status: 200, text: '{}' })
  await Promise.all([away.close(), home.close()])
  server.close()
})
