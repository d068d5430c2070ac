import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { createBrowser } from '../../src/browser/browser.ts'
import { type Clock, systemClock } from '../../src/domain/clock.ts'
import { silentLogger } from '../../src/domain/log.ts'
import { seededRandom } from '../../src/domain/random.ts'
import { defaultSettings } from '../../src/domain/settings.ts'
import { createSiteSearch } from '../../src/engines/site-search.ts'
import { createFormSubmitter } from '../../src/engines/submit-search-form.ts'
import { openBenchWorld, share } from './world.ts'

/** Search forms as sites have them; the last four cannot, or must not, be used. */
const FORMS: readonly string[] = [
  '<form role="search" action="/find"><input type="search" name="q"><button>Search</button></form>',
  '<form action="/find" id="kensaku"><input type="hidden" name="lang" value="ja"><input type="text" name="w"><input type="submit" value="検索"></form>',
  '<form action="/find"><input name="keyword" value="検索語を入力"><button type="button">x</button><button>検索</button></form>',
  '<div style="height:2400px"></div><form action="/find"><input type="search" name="query"></form>',
  // Enter does nothing here: two fields and no implicit submission, only the button sends.
  '<form action="/find" onkeydown="if (event.key === \'Enter\') event.preventDefault()"><input name="q"><input name="place"><button>Go</button></form>',
  '<form action="/find" class="site-search"><input name="text"><button name="go" value="1">Go</button></form>',
  '<form method="post" action="/find"><input type="search" name="q"></form>',
  '<form action="https://elsewhere.example/cse"><input type="search" name="q"></form>',
  '<form role="search" action="/find" style="display:none"><input type="search" name="q"></form>',
  '<p>No form here.</p>',
]
const USABLE = 6

/** Ten sites with forms of their own, a real browser, no waiting between movements (REQ 3.1.5, 7). */
export async function measureSiteSearch(folder: string): Promise<Record<string, number>> {
  const posted: string[] = []
  const server = createServer((request, response) => {
    if (request.method === 'POST') posted.push(request.url ?? '')
    const site = Number(/^www\.site-(\d+)\./.exec(request.headers.host ?? '')?.[1])
    const found = request.url?.startsWith('/find') === true
    const body = found
      ? '<main><h2><a href="/page/1">Silverleaf tea: recommendation</a></h2></main>'
      : `<main><h1>Site</h1>${FORMS[site] ?? ''}</main>`
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(`<!doctype html>${body}`)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const hosts = FORMS.map((_, index) => `www.site-${index}.example:${port}`)
  const world = openBenchWorld(
    folder,
    { allow_private: hosts },
    { resolve: async () => [{ address: '127.0.0.1', family: 4 }] },
  )
  const { gateway, archive } = world
  const parts = { settings: defaultSettings.browser, gateway, clock: systemClock, log: silentLogger, archive }
  const browser = createBrowser({
    ...parts,
    profileFolder: join(folder, 'profile'),
    onAudit: () => {},
    pageTimeoutMs: 60_000,
    mode: 'browser',
  })
  const hurried: Clock = { now: systemClock.now, sleep: async () => {} }
  const site = createSiteSearch({
    submit: createFormSubmitter({ browser, random: seededRandom(5), clock: hurried, replaying: false }),
    web: { search: async () => [] },
    settings: { site_search: hosts.map((host) => `http://${host}/`), results: 10 },
    events: world.store.events,
    clock: hurried,
  })
  try {
    const outcomes: string[] = []
    for (const host of hosts) {
      const domain = site.domainOf(host.replace(/:\d+$/, '')) ?? ''
      const request = { domain, query: 'silverleaf tea', taskId: 'task_bench', causeId: 'cause_bench' }
      const { outcome, via } = await site.search(request)
      outcomes.push(via === 'form' ? outcome : 'fallback')
    }
    const usable = outcomes.slice(0, USABLE)
    return {
      site_search_share: share(usable.filter((outcome) => outcome === 'ok').length, USABLE),
      site_search_of_all: share(outcomes.filter((outcome) => outcome === 'ok').length, FORMS.length),
      site_search_fallbacks: outcomes.slice(USABLE).filter((outcome) => outcome === 'fallback').length,
      site_search_posts: posted.length,
    }
  } finally {
    await browser.close()
    await world.close()
    server.closeAllConnections()
    server.close()
  }
}
