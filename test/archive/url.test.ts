import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hostOf, normaliseUrl, registrableDomain } from '../../src/domain/url.ts'

test('REQ 5.1.2: one document has one normalised URL, whatever its spelling', () => {
  const table: readonly (readonly [string, string | null])[] = [
    ['HTTPS://WWW.Example.COM:443/Path/?b=2&a=1#top', 'https://www.example.com/Path?a=1&b=2'],
    ['http://example.com:80', 'http://example.com/'],
    ['http://example.com:8080/', 'http://example.com:8080/'],
    ['https://example.com/a//', 'https://example.com/a'],
    ['https://example.com/?utm_source=x&id=7&gclid=1&fbclid=2&UTM_medium=y', 'https://example.com/?id=7'],
    ['https://example.com/p?q=a%20b&q=A+B', 'https://example.com/p?q=a%20b&q=A+B'],
    ['https://example.com/%e6%97%a5', 'https://example.com/%E6%97%A5'],
    ['https://例え.jp/検索', 'https://xn--r8jz45g.jp/%E6%A4%9C%E7%B4%A2'],
    ['https://example.com/?', 'https://example.com/'],
    ['ftp://example.com/', null],
    ['javascript:alert(1)', null],
    ['not a url', null],
    ['', null],
  ]
  for (const [url, expected] of table) assert.equal(normaliseUrl(url), expected, url)
})

test('TRUST 0.2: the registrable domain is the site, also for reserved and hosting suffixes', () => {
  const table: readonly (readonly [string, string | null])[] = [
    ['https://www.bbc.co.uk/news', 'bbc.co.uk'],
    ['https://www.mhlw.go.jp/stf/', 'mhlw.go.jp'],
    ['https://journal.health.example/a', 'health.example'],
    ['https://health.example/a', 'health.example'],
    ['https://alice.github.io/post', 'alice.github.io'],
    ['http://127.0.0.1:8080/', '127.0.0.1'],
    ['http://localhost/', 'localhost'],
    ['mailto:a@example.com', null],
  ]
  for (const [url, expected] of table) assert.equal(registrableDomain(url), expected, url)
  assert.equal(hostOf('https://WWW.Example.com:444/x'), 'www.example.com')
  assert.equal(hostOf('nonsense'), null)
})
