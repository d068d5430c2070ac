import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { createLyra } from '../../../src/app/create-lyra.ts'
import { openTokenVerifier } from '../../../src/cli/oauth-session.ts'
import { silentLogger } from '../../../src/domain/log.ts'
import { defaultSettings } from '../../../src/domain/settings.ts'
import { startHttpServer } from '../../../src/web/serve.ts'
import { bareLyra } from '../../mcp/fake-lyra.ts'
import { startIssuer } from './issuer.ts'

const RESOURCE = 'https://lyra.example/mcp'

test('OAuth: a home takes tokens of its issuer for the subjects it names, and says where to get one', async (t) => {
  const issuer = await startIssuer(RESOURCE)
  const settings = {
    ...defaultSettings.server,
    ...{ port: 0, token: 'x'.repeat(30), oauth_issuer: issuer.url, oauth_resource: RESOURCE },
  }
  const verifier = openTokenVerifier(settings, () => RESOURCE)
  assert.ok(verifier)
  const server = await startHttpServer(
    createLyra(async () => bareLyra({})),
    settings,
    { version: '0.0.0-test', log: silentLogger, home: '/nowhere' } as Parameters<typeof startHttpServer>[2],
    undefined,
    { ...verifier, subjects: ['ana-1'], resource: () => RESOURCE },
  )
  t.after(async () => {
    await server.close()
    await verifier.close()
    await issuer[Symbol.asyncDispose]()
  })
  const ask = (token?: string) =>
    fetch(`${server.url}/mcp`, {
      method: 'POST',
      headers: {
        ...{ 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' }),
    })

  const without = await ask()
  assert.equal(without.status, 401)
  const place = 'https://lyra.example/.well-known/oauth-protected-resource/mcp'
  assert.equal(without.headers.get('www-authenticate'), `Bearer resource_metadata="${place}"`)
  for (const path of ['/.well-known/oauth-protected-resource', '/.well-known/oauth-protected-resource/mcp']) {
    const metadata = await (await fetch(`${server.url}${path}`)).json()
    assert.deepEqual(metadata, {
      ...{ resource: RESOURCE, resource_name: 'Lyra', authorization_servers: [issuer.url] },
      ...{ scopes_supported: ['lyra:read', 'lyra:write'], bearer_methods_supported: ['header'] },
    })
  }
  const stranger = await ask(issuer.token({ sub: 'bob-2' }))
  assert.equal(stranger.status, 401)
  assert.match(stranger.headers.get('www-authenticate') ?? '', /error="invalid_token"/)
  const reader = await ask(issuer.token({ scope: 'lyra:read' }))
  assert.equal(reader.status, 403)
  assert.match(reader.headers.get('www-authenticate') ?? '', /error="insufficient_scope"/)
  assert.equal((await ask(issuer.token({ aud: 'https://other.example' }))).status, 401)

  const client = new Client({ name: 'test', version: '0' })
  await client.connect(
    new StreamableHTTPClientTransport(new URL(`${server.url}/mcp`), {
      requestInit: { headers: { authorization: `Bearer ${issuer.token()}` } },
    }),
  )
  assert.ok((await client.listTools()).tools.length > 10)
  await client.close()
})
