import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Clock } from '../../src/domain/clock.ts'
import { defaultSettings } from '../../src/domain/settings.ts'
import { createCookieJar } from '../../src/net/cookie-jar.ts'
import { refererFor, requestHeaders } from '../../src/net/headers.ts'
import { BUNDLED, identityOf } from '../../src/net/identity.ts'
import { ask, openWorld, serve } from './loopback.ts'

let time = Date.parse('2026-05-15T00:00:00Z')
const clock: Clock = { now: () => time, sleep: async () => {} }
const page = 'https://www.shimbun.example/articles/1'

test('REQ 3.1.2: a cookie goes back where it belongs: host, path, scheme and time', () => {
  const jar = createCookieJar(clock)
  jar.receive(
    page,
    'a=1; Path=/\nb=2; Path=/articles\nc=3; Domain=shimbun.example; Path=/; Secure\nd=4; Path=/; Max-Age=60',
  )

  assert.equal(jar.header(page), 'b=2; a=1; c=3; d=4')
  assert.equal(jar.header('https://img.shimbun.example/x'), 'c=3')
  assert.equal(jar.header('http://www.shimbun.example/other'), 'a=1; d=4')
  assert.equal(jar.header('https://www.shimbun.example/articlesX'), 'a=1; c=3; d=4')
  time += 61_000
  assert.equal(jar.header('http://www.shimbun.example/other'), 'a=1')
  jar.receive(page, 'a=; Path=/; Max-Age=0')
  assert.equal(jar.header('http://www.shimbun.example/other'), null)
})

test('REQ 3.1.2: cookies for another domain or a public suffix are not taken', () => {
  const jar = createCookieJar(clock)
  jar.receive(page, 'x=1; Domain=other.example\ny=2; Domain=example\nnonsense')
  jar.receive('https://a.co.jp/', 'z=3; Domain=co.jp')
  jar.transfer(page, [
    { name: 'own', value: '1', domain: '.shimbun.example', path: '/' },
    { name: 'foreign', value: '2', domain: '.tracker.example', path: '/' },
    { name: 'split', value: 'a\r\nx: y', domain: 'www.shimbun.example' },
  ])

  assert.equal(jar.header(page), 'own=1')
  assert.equal(jar.header('https://b.co.jp/'), null)
  assert.equal(jar.header('https://tracker.example/'), null)
})

test('REQ 3.6.1: a session a person earned is used by the plain client, with its user agent, for its domain only', async (t) => {
  const asked: (string | undefined)[][] = []
  const { host } = await serve(t, (request, response) => {
    asked.push([request.headers.cookie, request.headers['user-agent']?.slice(0, 12)])
    response.writeHead(200, { 'content-type': 'text/html', 'set-cookie': 'visit=2; Path=/' }).end('<p>x</p>')
  })
  const port = host.split(':')[1]
  const { gateway } = await openWorld(
    t,
    { allow_private: ['www.member.example', 'www.other.example'] },
    {
      resolve: async () => [{ address: '127.0.0.1', family: 4 }],
      sessionFor: (domain) =>
        domain === 'member.example'
          ? {
              cookies: [
                { name: 'visit', value: '1' },
                { name: 'sid', value: 's' },
              ],
              user_agent: 'Earned/1.0 (x)',
            }
          : null,
    },
  )

  for (const site of ['member', 'member', 'other']) await gateway.fetch(ask(`http://www.${site}.example:${port}/`))
  await gateway.fetch(ask(`http://www.member.example:${port}/api`, { purpose: 'api' }))

  assert.deepEqual(asked, [
    ['visit=1; sid=s', 'Earned/1.0 ('],
    ['sid=s; visit=2', 'Earned/1.0 ('],
    [undefined, 'Mozilla/5.0 '],
    [undefined, 'Lyra/0.1 (lo'],
  ])
})

test('REQ 3.1.1: another origin learns where the reader came from, never what was searched', () => {
  const serp = 'https://search.engine.example/?q=%E7%99%8C'
  const fetchMode = (url: string, referer?: string) => {
    const headers = requestHeaders(
      ask(url, referer === undefined ? {} : { referer }),
      defaultSettings.net,
      identityOf(BUNDLED),
    )
    return [headers.referer, headers['sec-fetch-site']]
  }

  assert.deepEqual(fetchMode('https://a.example/x', serp), ['https://search.engine.example/', 'cross-site'])
  assert.deepEqual(fetchMode('https://www.engine.example/x', serp), ['https://search.engine.example/', 'same-site'])
  assert.deepEqual(fetchMode('https://search.engine.example/2', serp), [serp, 'same-origin'])
  assert.deepEqual(fetchMode('https://a.example/x'), [undefined, 'none'])
  assert.deepEqual(fetchMode('http://a.example/x', serp), [undefined, undefined])
  assert.equal(refererFor({ url: 'https://a.example/', referer: 'https://u:p@a.example/b#c' }), 'https://a.example/b')
})
