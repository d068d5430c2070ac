import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { test } from 'node:test'
import { localPosts } from '../../src/app/local-post.ts'
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
  const posts = localPosts(settingsSchema.parse({ llm: { endpoint, model: 'qwen2.5:3b' } }), log)
  await assert.rejects(posts.open(5000)(`${endpoint}/api/chat`, '{}'), { code: 'MODEL_NOT_READY' })
  assert.deepEqual(waits, [])
  await posts.close()
})

test('REQ 3.3.1: closing ends the connections that were kept open to Ollama', async () => {
  const { server, endpoint } = await listening()
  const sockets: Socket[] = []
  server.on('connection', (socket) => sockets.push(socket))
  const posts = localPosts(settingsSchema.parse({ llm: { endpoint, model: 'qwen2.5:3b' } }), silentLogger)
  assert.deepEqual(await posts.open(5000)(`${endpoint}/api/chat`, '{}'), { status: 200, text: '{}' })
  const [kept] = sockets
  assert.deepEqual([sockets.length, kept?.destroyed], [1, false])
  const gone = kept === undefined ? null : once(kept, 'close')
  await posts.close()
  await gone
  assert.equal(kept?.destroyed, true)
  server.close()
})
