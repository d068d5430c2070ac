import assert from 'node:assert/strict'
import { test } from 'node:test'
import { redirectOf } from '../../src/net/redirect.ts'
import { ask, openWorld, serve } from './loopback.ts'

const KEY = { in: 'query', name: 'appId', value: 'secret-of-the-user' } as const

test('SECURITY: a key is in what is sent and in nothing that is kept: address, archive, result', async (t) => {
  const { host, seen } = await serve(t, (_, response) => response.end('{}'))
  const { gateway, archive } = await openWorld(t, { allow_private: [host] })

  const result = await gateway.fetch(ask(`http://${host}/list?q=1`, { purpose: 'api', credential: KEY }))

  assert.deepEqual(seen, ['/list?q=1&appId=secret-of-the-user'])
  const kept = await archive.read(result.archive?.file ?? '', result.archive?.recordId ?? '')
  assert.equal(kept?.url, `http://${host}/list?q=1`)
  assert.ok(!JSON.stringify([result.response?.finalUrl, kept?.url, kept?.requestHeaders]).includes(KEY.value))
})

test('SECURITY: a redirect keeps the key at its own server, out of its address, and takes it to no other', () => {
  const hop = ask('https://api.example/v1', { purpose: 'api', credential: KEY })
  const lead = (location: string) => redirectOf(hop, { status: 302, headers: { location } })
  assert.deepEqual(
    [lead('/v2?appId=secret-of-the-user&q=1')?.url, lead('/v2')?.credential],
    ['https://api.example/v2?q=1', KEY],
  )
  assert.equal(lead('https://other.example/v2')?.credential, undefined)
})
