import assert from 'node:assert/strict'
import { createHmac, generateKeyPairSync, sign } from 'node:crypto'
import { after, before, test } from 'node:test'
import { configuredJson } from '../../../src/app/configured-json.ts'
import { issuerKeys } from '../../../src/web/oauth/issuer-keys.ts'
import { type IssuerKey, verifyToken } from '../../../src/web/oauth/verify-token.ts'
import { type Issuer, startIssuer } from './issuer.ts'

const AUDIENCE = 'https://lyra.example/mcp'
let issuer: Issuer
let net: ReturnType<typeof configuredJson>
let time = Date.now()
let keyOf: (kid: string) => Promise<IssuerKey | null>

before(async () => {
  issuer = await startIssuer(AUDIENCE)
  net = configuredJson(issuer.url)
  keyOf = issuerKeys({ issuer: issuer.url, keysUrl: '', now: () => time, fetchJson: net.fetchJson })
})
after(async () => {
  await net.close()
  await issuer[Symbol.asyncDispose]()
})

const check = (token: string) => verifyToken(token, { issuer: issuer.url, audience: AUDIENCE, keyOf, now: () => time })
const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

/** Without a signature yet; claims as in a right token. */
function unsigned(header: object): string {
  return `${encoded(header)}.${issuer.token().split('.')[1]}`
}

async function refusal(token: string): Promise<string> {
  const verified = await check(token)
  return verified.ok ? 'taken' : verified.reason
}

test('OAuth: a token of the issuer for this resource names its subject and its scopes', async () => {
  assert.deepEqual(await check(issuer.token()), {
    ok: true,
    bearer: { issuer: issuer.url, subject: 'ana-1', scopes: ['lyra:read', 'lyra:write'] },
  })
  assert.equal((await check(issuer.token({ aud: ['https://other.example', AUDIENCE] }))).ok, true)
})

test('OAuth: a token for another resource, of another issuer, or out of its time opens nothing', async () => {
  const now = Math.floor(time / 1000)
  assert.equal(
    await refusal(issuer.token({ aud: 'https://other.example/mcp' })),
    'The token was made for another resource',
  )
  assert.equal(await refusal(issuer.token({ aud: `${AUDIENCE}/` })), 'The token was made for another resource')
  assert.equal(await refusal(issuer.token({ iss: 'https://evil.example' })), 'The token is of another issuer')
  assert.equal(await refusal(issuer.token({ exp: now - 31 })), 'The token has expired')
  assert.equal(await refusal(issuer.token({ nbf: now + 3600 })), 'The token is not valid yet')
  for (const missing of [
    { exp: undefined },
    { aud: undefined },
    { sub: undefined },
    { sub: '' },
    { exp: '9999999999' },
  ])
    assert.match(await refusal(issuer.token(missing)), /does not say by whom/)
})

test('OAuth attack: alg none, in any spelling, with or without a signature, is refused', async () => {
  for (const alg of ['none', 'None', 'NONE', '', 'nOnE', '__proto__', 'constructor'])
    for (const signature of ['', 'AAAA'])
      assert.match(await refusal(`${unsigned({ alg, kid: 'key-1' })}.${signature}`), /not accepted|wrong/, alg)
})

test('OAuth attack: the public key as the secret of an HMAC is refused', async () => {
  const secrets = [
    issuer.publicKey.export({ format: 'pem', type: 'spki' }),
    issuer.publicKey.export({ format: 'der', type: 'spki' }),
    JSON.stringify(issuer.publicKey.export({ format: 'jwk' })),
  ]
  for (const alg of ['HS256', 'HS384', 'HS512'])
    for (const secret of secrets) {
      const data = unsigned({ alg, kid: 'key-1' })
      const signature = createHmac(`sha${alg.slice(2)}`, secret)
        .update(data)
        .digest('base64url')
      assert.equal(await refusal(`${data}.${signature}`), 'The token is signed in a way that is not accepted')
    }
})

test('OAuth attack: a key of the attacker is not looked at, however the token brings it', async () => {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const jwk = { ...publicKey.export({ format: 'jwk' }), kid: 'key-1' }
  for (const brought of [
    { jwk },
    { jku: 'http://127.0.0.1:1/keys' },
    { x5u: 'http://127.0.0.1:1/x' },
    { x5c: ['AAAA'] },
  ]) {
    const data = unsigned({ alg: 'RS256', kid: 'key-1', ...brought })
    const token = `${data}.${sign('sha256', Buffer.from(data), privateKey).toString('base64url')}`
    assert.equal(await refusal(token), 'The signature of the token is wrong')
  }
  assert.equal(await refusal(issuer.token({}, { crit: ['exp'] })), 'The token is of another kind')
  assert.equal(await refusal(issuer.token({}, { typ: 'dpop+jwt' })), 'The token is of another kind')
})

test('OAuth attack: changed claims, a cut or re-encoded signature, another method of a key are refused', async () => {
  const [head = '', , signature = ''] = issuer.token().split('.')
  const [, others = ''] = issuer.token({ sub: 'admin' }).split('.')
  assert.equal(await refusal(`${head}.${others}.${signature}`), 'The signature of the token is wrong')
  assert.equal(await refusal(issuer.token().slice(0, -4)), 'The signature of the token is wrong')
  assert.equal(await refusal(`${issuer.token()}=`), 'The signature of the token is wrong')
  assert.match(await refusal(issuer.token({}, { alg: 'PS256' })), /not for this kind|wrong/)
  assert.match(await refusal(issuer.token({}, { alg: 'ES256' })), /not for this kind/)
  for (const broken of ['', 'a', 'a.b', 'a.b.c', 'a.b.c.d', `${'a'.repeat(20_000)}.b.c`])
    assert.notEqual(await refusal(broken), 'taken', broken.slice(0, 10))
})

test('OAuth attack: an unknown key id is refused, and two hundred of them ask the issuer once', async () => {
  const before = issuer.asked['/keys'] ?? 0
  time += 31_000
  for (let n = 0; n < 200; n += 1)
    assert.equal(await refusal(issuer.token({}, { kid: `unknown-${n}` })), 'The issuer has no such key')
  assert.equal((issuer.asked['/keys'] ?? 0) - before, 1)
})

test('OAuth: a key that the issuer changed is found, and the old one opens nothing any more', async () => {
  const old = issuer.token()
  issuer.rotate()
  time += 31_000
  assert.equal((await check(issuer.token())).ok, true)
  assert.equal(await refusal(old), 'The issuer has no such key')
})

test('OAuth: where the issuer is away, a token is refused and the server stands', async () => {
  const away = issuerKeys({
    ...{ issuer: 'http://127.0.0.1:9', keysUrl: '', now: () => time },
    fetchJson: configuredJson('http://127.0.0.1:9').fetchJson,
  })
  await assert.rejects(away('key-1'), { code: 'AUTH_REQUIRED' })
  const rule = { issuer: issuer.url, audience: AUDIENCE, keyOf: away, now: () => time }
  const refused = { ok: false, reason: 'The keys of the issuer cannot be read at the moment' }
  time += 2000
  assert.deepEqual(await verifyToken(issuer.token(), rule), refused)
})
