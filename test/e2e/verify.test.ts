import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, unlinkSync, writeFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { parse, stringify } from 'yaml'
import type { VerifyAnswer } from '../../src/api/verify.ts'
import { loadEngineTable } from '../../src/engines/engine-table.ts'
import { DEMO_ARCHIVE, ROOT } from './demo-client.ts'
import { loopbackWeb } from './loopback-web.ts'

type Result = VerifyAnswer & { readonly exit: number; readonly file: string }
type List = Record<'search' | 'fetch' | 'browser' | 'challenge' | 'session' | 'academic', Record<string, unknown>>

const HOSTS = ['serp.example', 'site.example', 'other.example', 'archive.example']
const SHIPPED = loadEngineTable(join(ROOT, 'config', 'engines.yaml')).map(({ name }) => name)

/** Runs `lyra verify` as a user does; the exit code is what a script sees. */
function runVerify(home: string, args: readonly string[], env: NodeJS.ProcessEnv = process.env) {
  return new Promise<{ code: number; answer: Result }>((resolve, reject) => {
    const program = [join(ROOT, 'bin', 'lyra'), 'verify', ...args, '--home', home, '--json']
    execFile(process.execPath, program, { env }, (error, out, err) => {
      try {
        resolve({ code: typeof error?.code === 'number' ? error.code : 0, answer: JSON.parse(out) })
      } catch {
        reject(error ?? new Error(err))
      }
    })
  })
}

function statuses({ checks }: VerifyAnswer): readonly (readonly [string, string, boolean])[] {
  return checks.map(({ id, status, drift }) => [id, status, drift] as const)
}

/** The published list with some of its places on loopback. */
function listWith(home: string, change: (list: List) => void): string {
  const list = parse(readFileSync(join(ROOT, 'config', 'verify.yaml'), 'utf8')) as List
  change(list)
  const file = join(home, 'list.yaml')
  writeFileSync(file, stringify(list))
  return file
}

const html = { 'content-type': 'text/html; charset=utf-8' }
const article = (n: number) =>
  `<article><h2><a href="https://www.wiki.example/${n}">Result ${n}</a></h2><p>Words about it</p></article>`

/** Result pages as each engine sends them, some of which have changed, refuse, or find nothing. */
function serp(engine: string, query: string, response: ServerResponse): unknown {
  const send = (body: string, status = 200) => response.writeHead(status, html).end(body)
  if (engine === 'mojeek') return send('<section><div>another design altogether</div></section>')
  if (engine === 'brave' && query !== 'nothing') return send('<p class="none">nothing found</p>')
  if (engine === 'google') return send('<form class="captcha"></form>')
  if (query === 'nothing') return send('<p class="none">nothing found</p>')
  return send([1, 2, 3].map(article).join(''))
}

const engineTable = (port: string) =>
  `${SHIPPED.map(
    (name) => `
  - name: ${name}
    url: http://serp.example:${port}/${name}?q={query}
    layouts:
      - result: article
        title: { selector: a, required: true }
        url: { selector: a, attribute: href }
        snippet: { selector: p }
    no_results: [.none]
    challenge: [.captcha]`,
  ).join('')}`

async function verifyWorld(
  t: TestContext,
  answer: (request: IncomingMessage, response: ServerResponse, host: string) => unknown,
) {
  const web = await loopbackWeb(t, HOSTS, () => [], answer)
  const env = {
    ...process.env,
    DISPLAY: '',
    WAYLAND_DISPLAY: '',
    NAMES_RESOLVE_WHEN: join(web.home, 'online'),
    NODE_OPTIONS: `--import ${join(ROOT, 'test/e2e/names-by-file.ts')}`,
  }
  const config = join(web.home, 'config.yaml')
  const port = new URL(web.at('site.example', '/')).port
  // Whether the machine is online is asked of a host that lies on loopback, too.
  writeFileSync(
    config,
    `${readFileSync(config, 'utf8')}  online_hosts: []\n  ` +
      `tor_proxy: ''\n  wayback_url: http://archive.example:${port}\n`,
  )
  const engines = join(web.home, 'engines.yaml')
  writeFileSync(engines, `${readFileSync(engines, 'utf8').trimEnd()}${engineTable(port)}\n`)
  return { ...web, env, port }
}

test('REQ 3.1.4: verify search runs each parser on what its engine sends now, and names the pages that have changed', async (t) => {
  const web = await verifyWorld(t, (request, response) => {
    const url = new URL(request.url ?? '/', 'http://serp.example')
    serp(url.pathname.slice(1), url.searchParams.get('q') ?? '', response)
  })
  const list = listWith(web.home, ({ search }) => {
    search.queries = [
      { id: 'known', query: 'known', least: 3, host: 'wiki.example' },
      { id: 'nothing', query: 'nothing', least: 0 },
    ]
  })

  const { code, answer } = await runVerify(web.home, ['search', '--list', list], web.env)

  const by = new Map(statuses(answer).map(([id, ...rest]) => [id, rest]))
  assert.equal(code, 1)
  assert.equal(answer.checks.length, SHIPPED.length * 2)
  assert.deepEqual(by.get('duckduckgo, known'), ['passed', false])
  assert.deepEqual(by.get('duckduckgo, nothing'), ['passed', false])
  assert.deepEqual(by.get('mojeek, known'), ['failed', true])
  assert.deepEqual(by.get('brave, known'), ['failed', true])
  assert.deepEqual(by.get('brave, nothing'), ['passed', false])
  assert.deepEqual(by.get('google, known'), ['skipped', false])
  assert.deepEqual(answer.checks.find(({ id }) => id === 'brave, known')?.found, 'no_results: brave found nothing')
  const once = web.asked.filter((line) => line === 'GET serp.example/qwant?q=known')
  assert.equal(once.length, 1, 'one request a query')
})

const CHALLENGE = '<html><head><title>Just a moment...</title></head><body>Checking your browser</body></html>'

function site(request: IncomingMessage, response: ServerResponse, host: string): unknown {
  const path = request.url ?? '/'
  const send = (status: number, body: string, headers: Record<string, string> = {}) =>
    response.writeHead(status, { ...html, ...headers }).end(body)
  const cookie = request.headers.cookie ?? ''
  if (host === 'archive.example') {
    const [, stamp = ''] = /^\/web\/(\d+)id_\//.exec(path) ?? []
    const target = path.replace(/^\/web\/\d+id_\//, '')
    if (stamp === '2') return send(302, '', { location: `/web/20260501120000id_/${target}` })
    const before =
      stamp === '20260501120000' ? `<http://archive.example/web/20250501120000/${target}>; rel="prev memento"` : ''
    return send(200, `<h1>${stamp}</h1>`, { link: before })
  }
  if (path === '/page')
    return send(
      200,
      '<main><h1>Example Domain</h1><p>This domain is for use in ' +
        'documents, without asking anybody for it first.</p></main>',
    )
  if (path === '/drawn')
    return send(
      200,
      '<div id="root"></div><script>document.getElementById("root").innerHTML ' +
        '= "<p>Words that a script has written here</p>"</script>',
    )
  if (path === '/wall') return send(403, CHALLENGE, { 'cf-mitigated': 'challenge' })
  if (path === '/open')
    return send(200, '<main><p>Nothing is asked of a visitor on this page, which is long enough to be one.</p></main>')
  if (path === '/set') return send(302, '', { location: '/echo', 'set-cookie': 'lyra=verify; Path=/' })
  if (path === '/echo') {
    const cookies = Object.fromEntries(cookie.split('; ').map((pair) => pair.split('=')))
    return send(200, JSON.stringify({ cookies }, null, 1), { 'content-type': 'application/json' })
  }
  if (path === '/headers') {
    return send(200, JSON.stringify({ headers: request.headers }, null, 1), { 'content-type': 'application/json' })
  }
  if (path === '/tagged' && request.headers['if-none-match'] === '"a"') return response.writeHead(304).end()
  if (path === '/tagged') return send(200, '<p>tagged</p>', { etag: '"a"' })
  return send(404, '<p>not here</p>')
}

test('REQ 7.2.8: pages, browser, challenges, session and models are looked at, and what is wrong is named', async (t) => {
  const web = await verifyWorld(t, site)
  const at = (path: string, host = 'site.example') => web.at(host, path)
  const list = listWith(web.home, ({ fetch, browser, challenge, session }) => {
    fetch.pages = [
      { id: 'plain', url: at('/page'), outcome: 'ok', text: 'Example Domain' },
      { id: 'changed', url: at('/page'), outcome: 'ok', text: 'Another text' },
      { id: 'not there', url: at('/gone'), outcome: 'not_found' },
      { id: 'private', url: 'http://192.168.7.7/', outcome: 'refused_private' },
    ]
    fetch.wayback = { url: at('/page'), least: 2 }
    browser.pages = [{ id: 'drawn', url: at('/drawn'), text: 'a script has written' }]
    challenge.pages = [
      { id: 'wall', url: at('/wall', 'other.example') },
      { id: 'no wall', url: at('/open') },
    ]
    session.set = at('/set')
    session.echo = { url: at('/echo'), text: '"lyra": "verify"' }
    session.elsewhere = { url: at('/echo', 'archive.example').replace('archive.example', 'serp.example'), text: 'lyra' }
    session.headers = { url: at('/headers'), text: 'accept-language' }
    session.tagged = at('/tagged')
  })
  const out = join(web.home, 'result.json')

  const { code, answer } = await runVerify(
    web.home,
    ['fetch', 'browser', 'challenge', 'session', 'models', '--list', list, '--out', out],
    web.env,
  )

  assert.deepEqual(statuses(answer), [
    ['plain', 'passed', false],
    ['changed', 'failed', true],
    ['not there', 'passed', false],
    ['private', 'passed', false],
    ['tor', 'skipped', false],
    ['wayback', 'passed', false],
    ['drawn', 'passed', false],
    ['profile audit', 'passed', false],
    ['wall', 'passed', false],
    ['no wall', 'failed', true],
    ['notice', 'skipped', false],
    ['cookie of the browser', 'passed', false],
    ['cookie goes over', 'passed', false],
    ['cookie stays at its site', 'passed', false],
    ['headers of a visit', 'passed', false],
    ['second visit', 'passed', false],
    ['vectors', 'passed', false],
    ['stances', 'passed', false],
  ])
  assert.equal(code, 1)
  const sent = readFileSync(out, 'utf8')
  assert.equal(JSON.parse(sent).exit, 1)
  for (const secret of [web.home, '127.0.0.1', '192.168.7.7', process.env.USER ?? web.home])
    assert.equal(sent.includes(secret), false, `${secret} is in the result`)
})

test('LYRA 4.6: without internet nothing is asked, everything but the models is skipped, and the exit code is 2', async (t) => {
  const web = await verifyWorld(t, site)
  const config = join(web.home, 'config.yaml')
  writeFileSync(config, readFileSync(config, 'utf8').replace('online_hosts: []', 'online_hosts: [site.example]'))
  unlinkSync(join(web.home, 'online'))

  const { code, answer } = await runVerify(web.home, ['fetch', 'session'], web.env)

  assert.equal(code, 2)
  assert.deepEqual([answer.passed, answer.failed], [0, 0])
  assert.equal(answer.skipped, answer.checks.length)
  assert.deepEqual(web.asked, [])
})

test('ADR 0002: verify runs on recorded answers, where the parsers read what was kept and nothing else', async (t) => {
  const home = mkdtempSync(join(tmpdir(), 'lyra-verify-'))
  t.after(() => rmSync(home, { recursive: true, force: true }))
  const list = listWith(home, ({ search, academic }) => {
    search.queries = [{ id: 'recorded', query: 'silverleaf tea blood pressure trial', least: 3 }]
    academic.papers = [{ type: 'pmid', value: '99023102', title: 'silverleaf' }]
    academic.search = { query: 'silverleaf tea blood pressure trial', least: 1 }
  })

  const { code, answer } = await runVerify(home, ['search', 'academic', '--replay', DEMO_ARCHIVE, '--list', list])

  const passed = answer.checks.filter(({ status }) => status === 'passed').map(({ id }) => id)
  assert.equal(answer.replayed, true)
  assert.equal(answer.failed, 0)
  assert.deepEqual(
    passed.filter((id) => id.endsWith('recorded')),
    ['duckduckgo, recorded', 'mojeek, recorded', 'brave, recorded'],
  )
  assert.ok(passed.includes('pubmed, by identifier'))
  assert.ok(passed.includes('openalex, by words'))
  assert.equal(code, 2, 'what was not recorded could not be looked at')
})
