import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { defaultSettings } from '../../src/domain/settings.ts'
import type { SiteSearchAnswer, SiteSearchRequest } from '../../src/engines/site-search.ts'
import { Conductor } from '../../src/research/conductor.ts'
import type { ConductorParts } from '../../src/research/conductor-parts.ts'
import { createTask } from '../../src/research/tasks.ts'
import { openSmallWeb } from './small-web.ts'

const ALLOWED = ['clinic.example', 'registry.example', 'journal.example']

const FOUND: SiteSearchAnswer = {
  via: 'form',
  outcome: 'ok',
  reason: null,
  url: 'https://clinic.example/search?q=x',
  items: [
    {
      title: 'Section on silverleaf tea',
      url: 'https://clinic.example/silverleaf-section',
      snippet: '',
      date: null,
      engine: 'site:clinic.example',
      rank: 1,
      source_tag: 'site',
    },
  ],
}
const NOTHING: SiteSearchAnswer = { via: 'operator', outcome: 'no_results', reason: 'x', url: null, items: [] }

function world(t: TestContext, answer: (domain: string) => SiteSearchAnswer, more: Partial<ConductorParts> = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'lyra-find-'))
  const web = openSmallWeb({ path: join(folder, 'lyra.db') })
  const sites: Pick<SiteSearchRequest, 'domain' | 'query' | 'fallback'>[] = []
  const referers: (string | undefined)[] = []
  const walls: string[] = []
  const parts: ConductorParts = {
    ...web.parts,
    siteSearch: {
      domainOf: (host) => ALLOWED.find((domain) => host === domain || host.endsWith(`.${domain}`)) ?? null,
      search: async ({ domain, query, fallback }) => {
        sites.push({ domain, query, ...(fallback === undefined ? {} : { fallback }) })
        return answer(domain)
      },
    },
    fetcher: {
      warnings: [],
      fetchPage: (request) => {
        referers.push(request.referer)
        return web.parts.fetcher.fetchPage(request)
      },
    },
    enqueueAuth: ({ url }) => void walls.push(url),
    ...more,
  }
  const conductor = new Conductor(parts)
  t.after(async () => {
    await conductor.close()
    web.store.close()
    rmSync(folder, { recursive: true, force: true })
  })
  const search = (query: string, priority: readonly string[] = []) => {
    const task = createTask(parts, { query: 'Does it help?', priority_domains: priority }).task_id
    return conductor.search(task, query, {}, {})
  }
  return { ...web, search, sites, referers, walls }
}

test('REQ 3.1.5: allow-listed sites seen among the results are searched by their own form, two a search at most', async (t) => {
  const web = world(t, () => NOTHING)

  await web.search('silverleaf tea')

  assert.deepEqual(web.sites, [
    { domain: 'clinic.example', query: 'silverleaf tea', fallback: true },
    { domain: 'registry.example', query: 'silverleaf tea', fallback: true },
  ])
})

test('REQ 3.1.5: domains the user put first come first, with site: where they have no form; a site: in the query stands alone', async (t) => {
  const web = world(t, () => NOTHING)

  await web.search('silverleaf tea', ['ministry.example', 'www.journal.example'])
  const first = web.sites.splice(0)
  await web.search('silverleaf tea site:registry.example')
  const named = web.sites.splice(0)
  await web.search('silverleaf tea -site:registry.example site:other.example')

  assert.deepEqual(
    first.map(({ domain, fallback }) => [domain, fallback]),
    [
      ['ministry.example', true],
      ['journal.example', true],
    ],
  )
  assert.deepEqual(named, [
    { domain: 'registry.example', query: 'silverleaf tea site:registry.example', fallback: false },
  ])
  assert.deepEqual(web.sites, [])
})

test('REQ 3.1.5: what a site found becomes pages with its result page as referer, and its harvest is learned from', async (t) => {
  const web = world(t, (domain) => (domain === 'clinic.example' ? FOUND : NOTHING))

  const answer = await web.search('silverleaf tea')

  const row = web.store.searches.pagesOf(answer.search_id).find(({ found_by: by }) => by === 'site:clinic.example')
  assert.equal(row?.url, 'https://clinic.example/silverleaf-section')
  assert.ok(web.referers.includes('https://clinic.example/search?q=x'))
  const harvest = web.store.events.about(['clinic.example']).filter(({ kind }) => kind === 'site_search_harvest')
  assert.deepEqual(
    harvest.map(({ data }) => data),
    [{ pages: 1, useful: 1 }],
  )
})

test('REQ 3.1.5: a captcha before a site search waits for a person, and the search says so', async (t) => {
  const captcha: SiteSearchAnswer = {
    via: 'form',
    outcome: 'captcha',
    reason: 'asks for a human',
    items: [],
    url: null,
  }
  const web = world(t, (domain) => (domain === 'clinic.example' ? captcha : NOTHING))

  const answer = await web.search('silverleaf tea')

  assert.deepEqual(web.walls, ['https://clinic.example/'])
  assert.deepEqual(answer.warnings, ['site search clinic.example: captcha (asks for a human)'])
})

test('REQ 3.1.1: the query is asked in the other language too; a translation that failed is a warning, not the end', async (t) => {
  const done = world(t, () => NOTHING, { mirror: async () => ({ ok: true, query: '銀葉茶' }) })
  const failed = world(t, () => NOTHING, { mirror: async () => ({ ok: false, reason: 'the answer is not Japanese' }) })
  const settings = { ...defaultSettings, engines: { ...defaultSettings.engines, mirror: false } }
  const off = world(t, () => NOTHING, { settings, mirror: async () => ({ ok: true, query: '銀葉茶' }) })

  const answer = await done.search('silverleaf tea')
  const warned = await failed.search('silverleaf tea')
  await off.search('silverleaf tea')

  const engines = (web: { asked: readonly string[] }) => web.asked.filter((what) => what.startsWith('engine'))
  assert.deepEqual(engines(done), ['engine silverleaf tea', 'engine 銀葉茶'])
  assert.deepEqual(engines(failed), ['engine silverleaf tea'])
  assert.deepEqual(engines(off), ['engine silverleaf tea'])
  assert.deepEqual(warned.warnings, ['mirror query: the answer is not Japanese'])
  const [told] = done.store.events.about([answer.search_id]).filter(({ kind }) => kind === 'query_mirrored')
  assert.deepEqual(told?.data, { ok: true, query: '銀葉茶' })
})
