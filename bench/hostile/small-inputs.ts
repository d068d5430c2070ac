import { normaliseUrl } from '../../src/domain/url.ts'
import { kindOf } from '../../src/extract/extract.ts'
import { detectChallenge } from '../../src/net/challenge.ts'
import { fieldsOf, MAX_ROBOTS_BYTES, relevantRules } from '../../src/net/robots-fields.ts'
import { parseSitemap } from '../../src/net/sitemap.ts'
import { datesOf, headingsOf } from '../../src/net/wayback.ts'

const MEGABYTE = 1_000_000
const PUMPS = [
  '\n',
  'a',
  ' ',
  '/',
  '<url>',
  '<loc>',
  '<h2',
  'User-agent: a\n',
  'Disallow: /a\n',
  'Sitemap: ',
  '<time ',
  '%',
]

/** What is read of an answer beside pages, each in one go. */
const READERS: Readonly<Record<string, (text: string) => unknown>> = {
  robots: (text) => [fieldsOf(text.slice(0, MAX_ROBOTS_BYTES)), relevantRules(text.slice(0, MAX_ROBOTS_BYTES), 'lyra')],
  sitemap: parseSitemap,
  headings: headingsOf,
  dates: datesOf,
  url: (text) => normaliseUrl(`https://a.example/${text}`),
  challenge: (text) => {
    const body = Buffer.from(text)
    kindOf({ contentType: 'text/html', body })
    return detectChallenge({ url: 'https://a.example/', status: 403, headers: { 'content-type': 'text/html' }, body })
  },
}

/** The slowest reading of a megabyte, by the processor time of this thread. */
export function slowestSmallInput(): { readonly name: string; readonly ms: number } {
  let slowest = { name: '', ms: 0 }
  for (const [reader, read] of Object.entries(READERS))
    for (const pump of PUMPS) {
      const text = pump.repeat(Math.ceil(MEGABYTE / pump.length))
      const before = process.threadCpuUsage()
      read(text)
      const { user, system } = process.threadCpuUsage(before)
      const ms = (user + system) / 1000
      if (ms > slowest.ms) slowest = { name: `${reader} of ${JSON.stringify(pump)}`, ms }
    }
  return slowest
}
