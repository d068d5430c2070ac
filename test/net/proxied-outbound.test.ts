import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createProxiedOutbound } from '../../src/net/proxied-outbound.ts'

test('LYRA 7: a proxy that cannot be read is INVALID_CONFIG, and its login is not told', () => {
  for (const proxy of ['http://ann:50%off@proxy.example:8080', 'https://ann:s3cret@proxy.example:8080'])
    assert.throws(() => createProxiedOutbound(proxy, async () => []), {
      code: 'INVALID_CONFIG',
      message: 'A proxy is given as http://host:port, not "proxy.example:8080"',
    })
})
