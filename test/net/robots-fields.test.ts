import assert from 'node:assert/strict'
import { test } from 'node:test'
import robotsParser from 'robots-parser'
import { fieldsOf, MAX_ROBOTS_BYTES, relevantRules } from '../../src/net/robots-fields.ts'
import { parseSitemap } from '../../src/net/sitemap.ts'

const FILES = [
  'User-agent: *\nDisallow: /private\nAllow: /private/open\n\nUser-agent: Lyra\nDisallow: /x',
  'User-agent: Googlebot\nUser-agent: lyra/2.0\nDisallow: /a*b$ # no\r\nCrawl-delay: 3\nUser-agent: Bing\nDisallow: /',
  'User-agent: Lyra\nSitemap: https://a.example/s.xml\nUser-agent: *\nDisallow: /only-all',
  'user-agent: lyra\nno colon here\nuser-agent: *\ndisallow: /both',
  'Disallow: /before-any-agent\nUser-agent: *\nDisallow:\n',
  'User-agent: Other\nDisallow: /\nUser-agent: *\nCrawl-delay: 7\nAllow: /',
  'User-agent: Lyra\nUser-agent: *\nHost: a.example\nDisallow: /late\n',
  '',
]
const PATHS = [
  '/',
  '/private',
  '/private/open',
  '/x',
  '/a1b',
  '/a1bc',
  '/only-all',
  '/both',
  '/before-any-agent',
  '/late',
]

type Parse = (
  url: string,
  text: string,
) => { isAllowed(url: string, agent: string): boolean | undefined; getCrawlDelay(agent: string): number | undefined }

test('what is left of a robots.txt says to Lyra what the whole file says', () => {
  const parse = robotsParser as unknown as Parse
  for (const text of FILES) {
    const whole = parse('https://a.example/robots.txt', text)
    const rest = parse('https://a.example/robots.txt', relevantRules(text, 'Lyra'))
    assert.equal(rest.getCrawlDelay('Lyra'), whole.getCrawlDelay('Lyra'), text)
    for (const path of PATHS) {
      const url = `https://a.example${path}`
      assert.equal(rest.isAllowed(url, 'Lyra'), whole.isAllowed(url, 'Lyra'), `${path} of ${text}`)
    }
  }
})

test('fields are read over any line end, without comments', () => {
  assert.deepEqual(fieldsOf('\r\n Sitemap : https://a.example/s.xml # ours\rx\nAllow:'), [
    { name: 'sitemap', value: 'https://a.example/s.xml' },
    { name: 'allow', value: '' },
  ])
})

test('a hostile robots.txt or sitemap costs a moment', () => {
  const parse = robotsParser as unknown as Parse
  const agents = 'User-agent: lyra\n'.repeat(15_000) + 'Disallow: /*a*b*c*d\n'.repeat(15_000)
  const files = ['\n', '*', 'User-agent: *\n', 'Disallow: *a*a*a*a*a*a*a*\n', 'sitemap:', ' ']
  for (const text of [agents, ...files.map((piece) => piece.repeat(MAX_ROBOTS_BYTES / piece.length))]) {
    const before = process.threadCpuUsage()
    const rules = parse('https://a.example/robots.txt', relevantRules(`User-agent: *\n${text}`, 'Lyra'))
    rules.isAllowed(`https://a.example/${'a'.repeat(2000)}`, 'Lyra')
    const { user, system } = process.threadCpuUsage(before)
    assert.ok(user + system < 1_500_000, `${text.slice(0, 20)}: ${(user + system) / 1000} ms`)
  }
  for (const piece of ['<url>', '<url><loc>', '<sitemap ', '<url><loc> </loc></url>']) {
    const before = process.threadCpuUsage()
    parseSitemap(piece.repeat(1_000_000 / piece.length))
    const { user, system } = process.threadCpuUsage(before)
    assert.ok(user + system < 1_000_000, `${piece}: ${(user + system) / 1000} ms`)
  }
})
