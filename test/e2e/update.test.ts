import assert from 'node:assert/strict'
import { execFileSync, spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { type TestContext, test } from 'node:test'
import type { SearchAnswer } from '../../src/api/search.ts'
import type { UpdateAnswer } from '../../src/api/update-task.ts'
import { PAGES, scheduleOf } from '../docs/schedule-lines.ts'
import { readXml } from '../report/exports/read-xml.ts'
import { callTool } from './demo-client.ts'
import { type LoopbackWeb, loopbackWeb } from './loopback-web.ts'

const ATOM = 'http://www.w3.org/2005/Atom'
const LYRA = join(import.meta.dirname, '..', '..', 'bin', 'lyra')

const page = (title: string, ...sentences: readonly string[]) =>
  `<!doctype html><html lang="en"><head><title>${title}</title></head><body><main><h1>${title}</h1>` +
  `${sentences.map((one) => `<p>${one}</p>`).join('')}</main></body></html>`

const BEFORE =
  'In a trial with 240 adults silverleaf tea lowered systolic blood pressure by 4.1 mmHg after twelve weeks.'
const AFTER =
  'In a trial with 240 adults silverleaf tea lowered systolic blood pressure by 1.2 mmHg after twelve weeks.'
const LATER =
  'In a trial with 240 adults silverleaf tea lowered systolic blood pressure by 0.3 mmHg after twelve weeks.'
const NEWS = 'A larger trial with 412 adults found that silverleaf tea did not lower systolic blood pressure.'

interface Served {
  readonly status: number
  readonly etag?: string
  readonly body?: string
}

/** Three sites, and a fourth that is there from the second run on; the engine forgets two of the first. */
function sitesOf(run: number): Readonly<Record<string, Served>> {
  const facts = page('Tea facts', 'Silverleaf tea is drunk in the valleys of the north, and it lowers blood pressure.')
  return {
    'clinic.example': {
      status: 200,
      etag: `"c${run}"`,
      body: page('Silverleaf tea and systolic blood pressure', [BEFORE, AFTER, LATER][run] ?? ''),
    },
    'same.example': { status: 200, etag: '"s1"', body: facts },
    'old.example':
      run === 0
        ? { status: 200, etag: '"o1"', body: page('Old page', 'Silverleaf tea lowered blood pressure in every trial.') }
        : { status: 410 },
    ...(run === 0 ? {} : { 'news.example': { status: 200, etag: '"n1"', body: page('The larger trial', NEWS) } }),
  }
}

test('ADR 0033: an update asks every page again and tells exactly what changed; its feed is Atom to others, and its replay is equal', async (t) => {
  let run = 0
  const answered: string[] = []
  const hosts = ['clinic.example', 'same.example', 'old.example', 'news.example']
  const web = await loopbackWeb(
    t,
    hosts,
    (at) => (run === 0 ? hosts.slice(0, 3) : ['clinic.example', 'news.example']).map((host) => at(host, '/tea')),
    (request, response, host) => {
      const { status, etag = '', body = '' } = sitesOf(run)[host] ?? { status: 404 }
      const isSame = status === 200 && request.headers['if-none-match'] === etag
      answered.push(`${host} ${isSame ? 304 : status}`)
      response.writeHead(isSame ? 304 : status, { etag, 'content-type': 'text/html; charset=utf-8' })
      response.end(isSame ? '' : body)
    },
  )
  const client = await web.client()
  const { task_id } = await callTool<{ task_id: string }>(client, 'create_task', {
    query: 'Does silverleaf tea lower blood pressure?',
  })
  const query = 'silverleaf tea systolic blood pressure mmHg trial adults weeks'
  await callTool<SearchAnswer>(client, 'search', { task_id, query, options: { wait_seconds: 60 } })
  await callTool(client, 'stop_task', { task_id, finish_first: true })
  await client.close()
  const before = answered.splice(0)

  run = 1
  const feed = join(web.home, 'tea.xml')
  const first = await web.lyra<UpdateAnswer>('update', task_id, '--feed', feed)
  const asked = answered.splice(0)
  const at = (host: string) => web.at(host, '/tea')
  const day = new Date().toISOString().slice(0, 10)
  assert.deepEqual(before.sort(), ['clinic.example 200', 'old.example 200', 'same.example 200'])
  assert.deepEqual(asked.sort(), ['clinic.example 200', 'news.example 200', 'old.example 410', 'same.example 304'])
  assert.deepEqual(
    first.delta.sources.map((source) => {
      const { change, url } = source
      if (change === 'changed') return [change, url, source.rewrites, source.passages]
      return change === 'gone' ? [change, url, source.outcome, source.last_seen.slice(0, 10)] : [change, url]
    }),
    [
      ['changed', at('clinic.example'), [{ was: BEFORE, now: AFTER }], 1],
      ['new', at('news.example')],
      ['gone', at('old.example'), 'gone', day],
    ],
  )
  assert.deepEqual(
    first.delta.new_findings.map(({ text, url }) => [text, url]).sort(),
    [
      [AFTER, at('clinic.example')],
      [NEWS, at('news.example')],
    ].sort(),
  )
  assert.deepEqual([first.delta.pages_asked, first.delta.pages_unchanged], [3, 1])
  assert.equal(first.changed, true)

  const status = await web.lyra<{ status: string }>('status', task_id)
  assert.equal(status.status, 'completed', 'a task that was at rest is at rest again')
  const replayed = await web.lyra<{ equal: boolean; differences: unknown; searches: number }>('replay', task_id)
  assert.deepEqual([replayed.equal, replayed.searches], [true, 2], JSON.stringify(replayed.differences))
  assert.equal(readFileSync(feed, 'utf8'), feedOf(web.home, task_id))
  const read = readXml(readFileSync(feed, 'utf8'))
  const told = (name: string) =>
    Array.from(read.getElementsByTagNameNS(ATOM, 'entry')).map(
      (entry) => entry.getElementsByTagNameNS(ATOM, name)[0]?.textContent ?? '',
    )
  assert.deepEqual(told('title'), [first.summary])
  assert.ok(told('content')[0]?.includes('by 4.1 mmHg') && told('content')[0]?.includes('by 1.2 mmHg'))

  // The documented line, as cron runs it: by sh, with a home and little else. 1 says that something changed.
  const cron = cronRun(t, web, task_id)
  const unchanged = await cron()
  run = 2
  const changed = await cron()
  assert.deepEqual([unchanged.status, changed.status], [0, 1], `${unchanged.said}\n${changed.said}`)
  assert.ok(changed.feed.includes('by 0.3 mmHg'), changed.feed)
})

/** Runs the cron line of the page for the task, in a home of a user that has a folder for feeds. */
function cronRun(t: TestContext, web: LoopbackWeb, taskId: string) {
  const user = mkdtempSync(join(tmpdir(), 'lyra-cron-'))
  t.after(() => rmSync(user, { recursive: true, force: true }))
  mkdirSync(join(user, 'feeds'))
  mkdirSync(join(user, 'bin'))
  symlinkSync(LYRA, join(user, 'bin', 'lyra'))
  const { command } = scheduleOf(PAGES[0]).cron
  const { NODE_OPTIONS = '', NAMES_RESOLVE_WHEN = '' } = web.env
  const env = {
    ...{ HOME: user, LYRA_HOME: web.home, NODE_OPTIONS, NAMES_RESOLVE_WHEN },
    PATH: [join(user, 'bin'), dirname(process.execPath), '/usr/bin', '/bin'].join(delimiter),
  }
  return () =>
    new Promise<{ status: number | null; said: string; feed: string }>((resolve) => {
      const child = spawn('/bin/sh', ['-c', command.replace(/task_\w+/u, taskId)], { env })
      let said = ''
      for (const stream of [child.stdout, child.stderr])
        stream.on('data', (piece) => {
          said += String(piece)
        })
      child.on('close', (status) => {
        resolve({ status, said, feed: readFileSync(join(user, 'feeds', 'tea.xml'), 'utf8') })
      })
    })
}

function feedOf(home: string, taskId: string): string {
  return execFileSync(process.execPath, [LYRA, 'feed', taskId, '--home', home], { encoding: 'utf8' })
}
