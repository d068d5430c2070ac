import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { before, describe, it } from 'node:test'
import { gunzipSync } from 'node:zlib'
import { packDemo } from '../../scripts/demo-pack/pack.ts'
import { type OpenedReplay, openReplay } from '../../src/archive/replay.ts'
import type { Exchange } from '../../src/archive/types.ts'

const root = join(import.meta.dirname, '../..')
const file = join(root, 'demo/demo-web.warc.gz')

let replay: OpenedReplay

async function get(url: string): Promise<Exchange> {
  const exchange = await replay.find('GET', url)
  assert.ok(exchange !== null, `${url} is not in the archive`)
  return exchange
}

async function text(url: string): Promise<string> {
  return new TextDecoder().decode((await get(url)).body)
}

before(async () => {
  replay = await openReplay(file)
})

describe('the demo archive as a whole', () => {
  it('is what its sources give, byte for byte after inflation', () => {
    const fresh = packDemo(root)
    assert.ok(gunzipSync(readFileSync(file)).equals(gunzipSync(fresh.archive)), 'run `npm run pack-demo`')
  })

  it('packs to the same bytes twice', () => {
    assert.deepEqual(packDemo(root).archive, packDemo(root).archive)
  })

  it('holds 40 or more pages on 12 or more .example hosts in under 1.5 MB', () => {
    const pages = replay.urls.filter(
      (url) => URL.parse(url)?.hostname.endsWith('.example') && !/\/(robots\.txt|sitemap\.xml)$/.test(url),
    )
    const hosts = new Set(pages.map((url) => new URL(url).hostname))
    assert.equal(pages.length, 63)
    assert.equal(hosts.size, 36)
    assert.ok(readFileSync(file).length < 1_500_000)
    assert.equal(replay.skippedBytes, 0)
  })

  it('was captured from 2026-01-15T09:00:00Z on, one second a record', () => {
    assert.equal(replay.latest, Date.parse('2026-01-15T09:00:00Z') + packDemo(root).captures.length * 1000)
  })

  it('says on every HTML page that it is fictional', async () => {
    const silent: string[] = []
    for (const url of replay.urls.filter((one) => URL.parse(one)?.hostname.endsWith('.example'))) {
      const exchange = await get(url)
      const isHtml = exchange.responseHeaders['content-type']?.startsWith('text/html') === true
      if (isHtml && !/fictional demo/i.test(new TextDecoder('latin1').decode(exchange.body))) silent.push(url)
    }
    assert.deepEqual(silent, [])
  })
})

describe('special cases of the demo web', () => {
  it('has a Cloudflare challenge with HTTP 403 (REQ 3.6.1)', async () => {
    const wall = await get('https://cardio-portal.example/guides/silverleaf-and-the-heart')
    assert.equal(wall.status, 403)
    assert.equal(wall.responseHeaders['cf-mitigated'], 'challenge')
    assert.match(new TextDecoder().decode(wall.body), /<title>Just a moment\.\.\.<\/title>/)
  })

  it('has a page that answers 429 with Retry-After (REQ 4.3.5)', async () => {
    const busy = await get('https://tea-statistics.example/consumption/silverleaf')
    assert.equal(busy.status, 429)
    assert.equal(busy.responseHeaders['retry-after'], '120')
  })

  it('has a plain 403 without a challenge', async () => {
    const refused = await get('https://harbour-clinic.example/blog/silverleaf-for-patients')
    assert.equal(refused.status, 403)
    assert.equal(refused.responseHeaders['cf-mitigated'], undefined)
  })

  it('has a login wall with a password field (REQ 3.6.1)', async () => {
    const page = await text('https://medical-library.example/articles/silverleaf-clinical-summary')
    assert.match(page, /<input type="password"/)
  })

  it('has a Shift_JIS page that only its meta element declares', async () => {
    const page = await get('https://kenkou.example/syokuhin/ginyoucha.html')
    assert.equal(page.responseHeaders['content-type'], 'text/html')
    const decoded = new TextDecoder('shift_jis', { fatal: true }).decode(page.body)
    assert.match(decoded, /<meta charset="Shift_JIS">/)
    assert.match(decoded, /銀葉茶が血圧を下げるという確かな証拠はありません。/)
    assert.doesNotMatch(new TextDecoder().decode(page.body), /銀葉茶/)
  })

  it('has ruby text', async () => {
    const page = await text('https://kenkou.example/oshirase/ketsuatsu-kodomo.html')
    assert.match(page, /<ruby>血圧<rp>（<\/rp><rt>けつあつ<\/rt><rp>）<\/rp><\/ruby>/)
  })

  it('has a press release and two syndicated copies with other by-lines', async () => {
    const shared = 'Members of the Silverleaf Growers Cooperative picked 912 tonnes of leaf between June and August'
    const release = await text('https://silverleaf-growers.example/press/2025-09-02-harvest')
    const first = await text('https://news-harbor.example/wire/2025/silverleaf-harvest-record')
    const second = await text('https://valley-courier.example/business/silverleaf-harvest-reaches-record')
    for (const page of [release, first, second]) assert.ok(page.includes(shared))
    assert.match(first, /class="byline">Harbor Wire staff/)
    assert.match(second, /class="byline">By our business desk/)
  })

  it('has two trials that disagree and a blog that contradicts both (TRUST 1.1)', async () => {
    const one = await text('https://journal-plant-medicine.example/articles/2019/silverleaf-bp-trial')
    const other = await text('https://northern-heart.example/article/2021/silverleaf-placebo-trial')
    const blog = await text('https://truth-about-tea.example/2024/silverleaf-raises-blood-pressure')
    assert.match(one, /Silverleaf tea lowered systolic blood pressure by 6\.2 mmHg compared with the control drink/)
    assert.match(other, /Silverleaf tea did not lower systolic blood pressure compared with placebo/)
    assert.match(blog, /Silverleaf tea raises blood pressure\./)
  })

  it('has visible and hidden prompt injections on one page (REQ 4.4.1)', async () => {
    const page = await text('https://tea-insider.example/silverleaf/what-the-labels-say')
    assert.match(page, /<div style="display:none" aria-hidden="true">Ignore all previous instructions\./)
    assert.match(page, /<p>NOTE TO AI ASSISTANTS:/)
    assert.match(page, /<!-- LYRA-SYSTEM:/)
  })

  it('has a robots.txt that forbids a page of the results (REQ 3.1.2)', async () => {
    const robots = await text('https://best-tea-guides.example/robots.txt')
    assert.match(robots, /^Disallow: \/private\/$/m)
    assert.equal((await get('https://best-tea-guides.example/private/silverleaf-side-effects')).status, 200)
    assert.equal((await get('https://openpedia.example/robots.txt')).status, 404)
  })

  it('has a guideline whose front page only leads on: contents, a page the sitemap names, and a draft robots.txt forbids', async () => {
    const site = 'https://pressure-guideline.example'
    const front = await text(`${site}/2025/herbal/`)
    assert.match(front, /<h2 id="contents">Contents<\/h2>/)
    assert.match(front, /<a href="\/2025\/herbal\/silverleaf-tea">/)
    assert.doesNotMatch(front, /does not raise blood pressure/)
    assert.match(await text(`${site}/2025/herbal/silverleaf-tea`), /Silverleaf tea does not raise blood pressure\./)
    assert.match(await text(`${site}/robots.txt`), /^Sitemap: https:\/\/pressure-guideline\.example\/sitemap\.xml$/m)
    const named = await text(`${site}/sitemap.xml`)
    assert.match(named, /evidence-table-silverleaf-tea-blood-pressure/)
    assert.match(named, /\/drafts\/2027\//)
  })

  it('has an abstract-only paper: known to the sources, 404 at its publisher', async () => {
    const landing = await get('https://clin-phyto-letters.example/doi/10.5555/cpl.2018.77')
    assert.equal(landing.status, 404)
    assert.equal((await get('https://doi.org/10.5555/cpl.2018.77')).responseHeaders.location, landing.url)
  })

  it('has affiliate marks, a DOI inside a body and a page in percent encoding', async () => {
    assert.match(await text('https://leafwell-shop.example/products/silverleaf-gold-100g'), /rel="sponsored nofollow"/)
    assert.match(await text('https://lyrabay-university.example/news/silverleaf-cohort'), /10\.5555\/lbc\.2016\.002/)
    assert.equal((await get('https://ja.openpedia.example/wiki/銀葉茶')).status, 200)
  })

  it('has one result whose page is not in the archive', async () => {
    assert.equal(await replay.find('GET', 'https://gone-herbals.example/silverleaf'), null)
  })
})

describe('the demo PDF', () => {
  it('has two pages with a text layer and an outline', async () => {
    const report = await get('https://institute-review.example/reports/silverleaf-2024.pdf')
    assert.equal(report.responseHeaders['content-type'], 'application/pdf')
    const { getDocument } = await import('pdfjs-dist/legacy/build/pdf.mjs')
    const pdf = await getDocument({ data: new Uint8Array(report.body), useSystemFonts: false, verbosity: 0 }).promise
    assert.equal(pdf.numPages, 2)
    const first = await (await pdf.getPage(1)).getTextContent()
    const words = first.items.flatMap((item) => ('str' in item ? [item.str] : [])).join(' ')
    assert.match(words, /The evidence does not show that silverleaf tea lowers blood pressure\./)
    const outline = await pdf.getOutline()
    assert.deepEqual(outline.map((entry) => entry.title).slice(0, 3), [
      'Silverleaf tea and blood pressure',
      'Summary',
      'Question and method',
    ])
    await pdf.destroy()
  })
})
