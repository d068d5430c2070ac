import assert from 'node:assert/strict'
import { test } from 'node:test'
import { encodeText } from '../../bench/acquisition/encode.ts'
import { httpRoute } from '../../src/net/routes.ts'
import { datesOf, headingsOf, snapshotHistory, waybackRoute } from '../../src/net/wayback.ts'
import type { EventStore } from '../../src/store/types.ts'
import { ask, fetcherOf, openWorld, serve, textOf } from './loopback.ts'

const html = { 'content-type': 'text/html; charset=utf-8' }
const page = 'https://www.kenshin.example/page?x=1'

const VERSIONS: Readonly<Record<string, string>> = {
  '20240301120000': '<h1>検診の案内</h1><h2>対象</h2><p>更新日: 2024年3月1日</p>',
  '20250401120000': '<h1>検診の案内</h1><h2>対象</h2><h2>費用</h2><p>更新日: 2025/4/1</p>',
  '20260501120000': '<h1>検診の案内</h1><h2>費用</h2><p>更新日: 2026-05-01</p>',
}

/** The Wayback Machine as it answers pages: the newest by redirect, each with a link to the one before. */
async function archiveSite(t: Parameters<typeof serve>[0], stamps: readonly string[]) {
  return serve(t, (request, response) => {
    const [, stamp = '', url = ''] = /^\/web\/(\d+)id_\/(.*)$/.exec(request.url ?? '') ?? []
    if (stamps.length === 0) return response.writeHead(404, html).end('<p>not archived</p>')
    const newest = stamps.at(-1)
    if (stamp === '2') return response.writeHead(302, { location: `/web/${newest}id_/${url}` }).end()
    const before = stamps[stamps.indexOf(stamp) - 1]
    const link = [
      `<${url}>; rel="original"`,
      ...(before === undefined
        ? []
        : [`<https://web.archive.org/web/${before}/${url}>; rel="prev memento"; datetime="x"`]),
    ]
    return response.writeHead(200, { ...html, link: link.join(', ') }).end(VERSIONS[stamp])
  })
}

test('REQ 3.1.6: the last three snapshots, with the headings and dates that changed between them', async (t) => {
  const { host, seen } = await archiveSite(t, ['20230101120000', ...Object.keys(VERSIONS)])
  const { gateway } = await openWorld(t, { allow_private: [host] })

  const history = await snapshotHistory(gateway, ask(page), { url: `http://${host}`, most: 3, newest: null })

  assert.deepEqual(
    history.snapshots.map(({ at }) => at),
    ['2026-05-01T12:00:00Z', '2025-04-01T12:00:00Z', '2024-03-01T12:00:00Z'],
  )
  assert.deepEqual(history.changes, [
    {
      from: '2025-04-01T12:00:00Z',
      to: '2026-05-01T12:00:00Z',
      headings_added: [],
      headings_removed: ['対象'],
      dates_added: ['2026-05-01'],
      dates_removed: ['2025-04-01'],
    },
    {
      from: '2024-03-01T12:00:00Z',
      to: '2025-04-01T12:00:00Z',
      headings_added: ['費用'],
      headings_removed: [],
      dates_added: ['2025-04-01'],
      dates_removed: ['2024-03-01'],
    },
  ])
  assert.equal(history.stopped, null)
  assert.equal(seen[1], `/web/2id_/${page}`)
})

test('REQ 3.1.6: versions are compared in the charset of the page', async (t) => {
  const { host } = await serve(t, (request, response) => {
    const [, stamp = '', url = ''] = /^\/web\/(\d+)id_\/(.*)$/.exec(request.url ?? '') ?? []
    if (stamp === '2') return response.writeHead(302, { location: `/web/20260501120000id_/${url}` }).end()
    const newest = stamp === '20260501120000'
    const link = newest ? `<https://web.archive.org/web/20250401120000/${url}>; rel="prev memento"` : ''
    const heading = newest ? '費用' : '対象'
    response.writeHead(200, { 'content-type': 'text/html; charset=shift_jis', link })
    return response.end(encodeText(`<h1>検診の案内</h1><h2>${heading}</h2>`, 'shift_jis'))
  })
  const { gateway } = await openWorld(t, { allow_private: [host] })

  const { changes } = await snapshotHistory(gateway, ask(page), { url: `http://${host}`, most: 2, newest: null })

  assert.deepEqual(
    changes.map(({ headings_added: added, headings_removed: removed }) => [added, removed]),
    [[['費用'], ['対象']]],
  )
})

test('REQ 3.1.6: where the archive names no neighbours of a version it is asked for the one nearest to a year before', async (t) => {
  const stamps = ['20240301120000', '20250401120000', '20260501120000']
  const { host, seen } = await serve(t, (request, response) => {
    const [, stamp = '', url = ''] = /^\/web\/(\d+)id_\/(.*)$/.exec(request.url ?? '') ?? []
    if (stamps.includes(stamp)) return response.writeHead(200, html).end(`<h2>${stamp}</h2>`)
    const nearest = stamps.toSorted((a, b) => Math.abs(+a - +stamp) - Math.abs(+b - +stamp))[0]
    return response.writeHead(302, { location: `/web/${stamp === '2' ? stamps.at(-1) : nearest}id_/${url}` }).end()
  })
  const { gateway } = await openWorld(t, { allow_private: [host] })

  const { snapshots, stopped } = await snapshotHistory(gateway, ask(page), {
    ...{ url: `http://${host}`, most: 3, newest: null },
  })

  assert.deepEqual(
    snapshots.map(({ at }) => at.slice(0, 10)),
    ['2026-05-01', '2025-04-01', '2024-03-01'],
  )
  assert.equal(stopped, null)
  assert.ok(seen.some((path) => path.includes('/web/20250501120000id_/')))
})

test('REQ 4.3.5: an archive that is busy is asked again, and its cool-down ends with its answer', async (t) => {
  let asked = 0
  const archive = await serve(t, (_request, response) => {
    asked += 1
    if (asked === 1) return response.writeHead(503, { ...html, 'retry-after': '0' }).end('<p>busy</p>')
    return response.writeHead(200, html).end('<p>控え</p>')
  })
  const gone = await serve(t, (_request, response) => response.writeHead(410, html).end('<p>gone</p>'))
  const { gateway } = await openWorld(t, { allow_private: [archive.host, gone.host] })
  const fetcher = fetcherOf([httpRoute(gateway), waybackRoute(gateway, { url: `http://${archive.host}`, share: 0.15 })])

  const { result } = await fetcher.fetchPage(ask(`http://${gone.host}/1`))

  assert.equal(`${result.route}:${result.outcome}`, 'wayback:ok')
  assert.equal(asked, 2)
})

test('REQ 3.1.6: fewer snapshots, or none, are said to be so', async (t) => {
  const one = await archiveSite(t, ['20260501120000'])
  const none = await archiveSite(t, [])
  const { gateway } = await openWorld(t, { allow_private: [one.host, none.host] })

  const single = await snapshotHistory(gateway, ask(page), { url: `http://${one.host}`, most: 3, newest: null })
  const missing = await snapshotHistory(gateway, ask(page), { url: `http://${none.host}`, most: 3, newest: null })

  assert.deepEqual(
    [single.snapshots.length, single.changes, single.stopped],
    [1, [], 'The archive has no earlier snapshot'],
  )
  assert.deepEqual(missing, { snapshots: [], changes: [], stopped: 'The server answered 404' })
})

test('REQ 3.1.6: at most 15 % of a task come from the archive, and no page of its headers goes there', async (t) => {
  const asked: (string | undefined)[] = []
  const archive = await serve(t, (request, response) => {
    asked.push(request.headers.referer)
    response.writeHead(200, html).end('<p>控え</p>')
  })
  const gone = await serve(t, (_request, response) => response.writeHead(410, html).end('<p>gone</p>'))
  const { gateway } = await openWorld(t, { allow_private: [archive.host, gone.host] })
  const fetcher = fetcherOf([httpRoute(gateway), waybackRoute(gateway, { url: `http://${archive.host}`, share: 0.15 })])

  const outcomes: string[] = []
  for (let n = 0; n < 14; n += 1) {
    const { result } = await fetcher.fetchPage(
      ask(`http://${gone.host}/${n}`, { referer: 'http://engine.example/?q=1' }),
    )
    outcomes.push(`${result.route}:${result.outcome}`)
  }

  assert.equal(outcomes.filter((one) => one === 'wayback:ok').length, 2)
  assert.equal(outcomes[0], 'wayback:ok')
  assert.equal(outcomes[1], 'http:gone')
  assert.equal(outcomes[13], 'wayback:ok')
  assert.deepEqual(asked, [undefined, undefined])
  const last = await fetcher.fetchPage(ask(`http://${gone.host}/x`))
  assert.deepEqual(last.attempts.at(-1), {
    route: 'wayback',
    outcome: 'cancelled',
    reason: 'Skipped: its 15 % of the pages are used up',
  })
  assert.equal(textOf(last.result), '<p>gone</p>')
})

test('REQ 3.1.6: a page the archive stands in for comes with what changed, once the task is large enough for it', async (t) => {
  const { host, seen } = await archiveSite(t, Object.keys(VERSIONS))
  const site = await serve(t, (request, response) =>
    response.writeHead(request.url === '/gone' ? 410 : 200, html).end('<p>案内</p>'),
  )
  const { gateway } = await openWorld(t, { allow_private: [host, site.host] })
  const logged: { kind: string; data?: Readonly<Record<string, unknown>> }[] = []
  const events = { append: (event: (typeof logged)[number]) => `event_${logged.push(event)}` } as unknown as EventStore
  const fetcher = fetcherOf([httpRoute(gateway), waybackRoute(gateway, { url: `http://${host}`, share: 0.15 })], {
    events,
  })

  const early = await fetcher.fetchPage(ask(`http://${site.host}/gone`, { taskId: 'task_small' }))
  for (let n = 0; n < 19; n += 1) await fetcher.fetchPage(ask(`http://${site.host}/${n}`))
  const asked = seen.length
  const late = await fetcher.fetchPage(ask(`http://${site.host}/gone`))

  const stopped = null
  assert.deepEqual(early.history, { versions: ['2026-05-01T12:00:00Z'], changes: [], stopped })
  assert.deepEqual(late.history?.versions, ['2026-05-01T12:00:00Z', '2025-04-01T12:00:00Z', '2024-03-01T12:00:00Z'])
  assert.deepEqual(
    late.history?.changes.map(({ headings_added: added, headings_removed: removed }) => [added, removed]),
    [
      [[], ['対象']],
      [['費用'], []],
    ],
  )
  // The redirect to the newest, the newest and two before it: nothing is asked for twice.
  assert.equal(seen.length - asked, 4)
  // REQ 4.4.1 L2: the event has no words of the page.
  assert.deepEqual(logged.filter(({ kind }) => kind === 'net.page_history').at(-1)?.data, {
    versions: late.history?.versions,
    changes: 2,
    stopped,
  })
})

test('headings and dates are read in one spelling, whatever the markup', () => {
  assert.deepEqual(headingsOf('<h2 class="x">A <em>b</em></h2><h5>no</h5><H3>Ｃ</H3><h2></h2>'), ['A b', 'Ｃ'])
  assert.deepEqual(datesOf('<p>2024年3月5日 2024/03/05 2024.3.5 2024-13-01</p><script>"2020-01-01"</script>'), [
    '2024-03-05',
  ])
})

test('REQ 3.1.6: of a page that lives, versions a year and more apart, within the share of the archive', async (t) => {
  const stamps = ['20220110120000', '20240301120000', '20250401120000', '20260430120000', '20260501120000']
  const { host, seen } = await serve(t, (request, response) => {
    const [, stamp = '', url = ''] = /^\/web\/(\d+)id_\/(.*)$/.exec(request.url ?? '') ?? []
    const wanted = stamp === '2' ? '20991231' : stamp
    const nearest = stamps.toSorted((a, b) => distance(a, wanted) - distance(b, wanted))[0]
    if (stamp !== nearest) return response.writeHead(302, { location: `/web/${nearest}id_/${url}` }).end()
    return response.writeHead(200, html).end(`<p>as of ${nearest}</p>`)
  })
  const { gateway } = await openWorld(t, { allow_private: [host] })
  const route = waybackRoute(gateway, { url: `http://${host}`, share: 1 })

  const told = await route.versions?.(ask(page), 3)

  assert.deepEqual(
    told?.versions.map(({ at }) => at),
    ['2026-05-01T12:00:00Z', '2025-04-01T12:00:00Z', '2024-03-01T12:00:00Z'],
  )
  assert.ok(seen.some((url) => url.startsWith('/web/20250501120000id_/')))
  const spent = fetcherOf([{ ...route, share: 0 }])
  assert.deepEqual(await spent.versions?.(ask(page)), { versions: [], stopped: 'the share of the archive is used up' })
})

/** Years between two stamps. */
function distance(one: string, other: string): number {
  const years = (stamp: string) =>
    Number(stamp.slice(0, 4)) + Number(stamp.slice(4, 6)) / 12 + Number(stamp.slice(6, 8)) / 365
  return Math.abs(years(one) - years(other))
}
