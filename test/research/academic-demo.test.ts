import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { openReplay } from '../../src/archive/replay.ts'
import { replayClock } from '../../src/domain/clock.ts'
import { seededIds } from '../../src/domain/ids.ts'
import { silentLogger } from '../../src/domain/log.ts'
import { seededRandom } from '../../src/domain/random.ts'
import { defaultSettings } from '../../src/domain/settings.ts'
import { createGateway } from '../../src/net/gateway.ts'
import { memoryGatewayStore } from '../../src/net/memory-gateway-store.ts'
import { citationDamping } from '../../src/research/citation-rings.ts'
import { lookUpIdentifiers, searchPapers } from '../../src/research/stages/academic.ts'
import { chaseCitations } from '../../src/research/stages/citations.ts'
import { createSources } from '../../src/sources/sources.ts'
import { alone } from '../net/loopback.ts'
import { openPaperRun, type PaperRun } from './papers-run.ts'

const DEMO = join(import.meta.dirname, '../../demo/demo-web.warc.gz')

const REF = { file: 'task.warc.gz', recordId: '<urn:uuid:1>' }

/** The real clients behind the real gateway, on the demo web. */
async function onDemoWeb(query: string): Promise<PaperRun & { readonly waits: number[] }> {
  const waits: number[] = []
  const clock = { ...replayClock(Date.parse('2026-01-15T09:00:00Z')), sleep: async (ms: number) => void waits.push(ms) }
  const gateway = createGateway({
    settings: defaultSettings.net,
    store: memoryGatewayStore(),
    clock,
    random: seededRandom(7),
    ids: seededIds('academic-demo'),
    log: silentLogger,
    archive: { write: async () => REF, read: async () => null },
    ...alone,
    replay: await openReplay(DEMO),
  })
  const run = openPaperRun({ sources: createSources({ settings: defaultSettings.sources, gateway, clock }), query })
  return Object.assign(run, { waits })
}

const count = ({ store }: PaperRun, sql: string) => Object.values(store.db.prepare(sql).get() ?? {})

test('LYRA 5.1, demo: a 429 is waited for and asked again; the search completes without it being an empty list', async () => {
  using opened = await onDemoWeb('silverleaf tea blood pressure trial')

  const { papers, warnings } = await searchPapers(opened.run.deps, opened.run.call)

  // Retry-After says one second; the first backoff is one second, give or take a tenth.
  assert.equal(opened.waits.length, 1)
  assert.equal(Math.round((opened.waits[0] ?? 0) / 200), 5)
  assert.equal(papers.length, 10)
  assert.deepEqual(warnings, [])
  const sources = papers.map(({ work }) => work.sources.join('+'))
  assert.deepEqual(new Set(sources), new Set(['openalex+semantic_scholar+crossref']))
})

test('TRUST 3.1, demo: the chain is built across both APIs, one work a paper; who refuses is named', async () => {
  using opened = await onDemoWeb('silverleaf tea blood pressure trial')
  const { run, store } = opened
  const { papers, lookedUp, warnings } = await searchPapers(run.deps, run.call)

  const chased = await chaseCitations(run.deps, run.call, { papers, lookedUp })

  assert.deepEqual(
    [...warnings, ...chased.warnings],
    [
      'source semantic_scholar: rate_limited (The server answered 429; a free key in sources.semantic_scholar_key may lift this)',
    ],
  )
  assert.deepEqual(count(opened, 'SELECT count(*), count(DISTINCT work_id) FROM pages'), [13, 13])
  const told = `SELECT count(DISTINCT source_id || target_id) FROM edges WHERE relation = 'cites' AND citation_source = `
  assert.deepEqual([count(opened, `${told} 'openalex'`), count(opened, `${told} 'semantic_scholar'`)], [[30], [28]])
  const chain = `SELECT count(*) FROM edges a JOIN edges b ON b.source_id = a.target_id JOIN edges c ON c.source_id = b.target_id
    JOIN pages p ON p.id = a.source_id JOIN pages q ON q.id = c.target_id
    WHERE p.title LIKE '%systematic review%' AND q.title LIKE 'Ethnobotany%'`
  assert.ok(Number(count(opened, chain)[0]) > 0, 'review 2023 -> trial -> pilot 2015 -> survey 2014')
  assert.deepEqual([...citationDamping(store, run.task.id, defaultSettings.sources)], [])
})

test('LYRA 5.4, demo: a notice found by its DOI becomes no page and withdraws its paper', async () => {
  using opened = await onDemoWeb('老舗の和菓子')
  const { run, store } = opened

  const lookUp = async (value: string) => {
    const identifiers = [{ type: 'doi', value } as const]
    return (await lookUpIdentifiers(run.deps, run.call, { identifiers, lookedUp: [] })).papers[0]
  }
  const paper = await lookUp('10.5555/aht.2017.118')
  const notice = await lookUp('10.5555/aht.2018.004')

  assert.deepEqual([paper?.work.is_retracted, paper?.work.retraction_notice], [true, '10.5555/aht.2018.004'])
  assert.deepEqual(paper?.work.updates, [{ type: 'retraction', notice: '10.5555/aht.2018.004', date: '2018-06-11' }])
  assert.deepEqual(
    [notice?.pageId, notice?.work.notice_of],
    [null, [{ doi: '10.5555/aht.2017.118', type: 'retraction' }]],
  )
  assert.equal(store.pages.byIdentifier({ type: 'doi', value: '10.5555/aht.2017.118' })?.is_retracted, true)
})

test('REQ 4.6, demo: two empty homes come to the same works, pages and citations', async () => {
  const dumps: string[] = []
  for (let home = 0; home < 2; home += 1) {
    using opened = await onDemoWeb('silverleaf tea blood pressure trial')
    const { deps, call } = opened.run
    await chaseCitations(deps, call, await searchPapers(deps, call))
    const rows = (sql: string) => opened.store.db.prepare(sql).all()
    dumps.push(
      JSON.stringify([
        rows('SELECT id, title, sources, field_sources FROM works ORDER BY id'),
        rows('SELECT type, value, work_id, version FROM identifiers ORDER BY 1, 2'),
        rows('SELECT id, url, work_id, paper_metadata FROM pages ORDER BY id'),
        rows('SELECT id, source_id, target_id, citation_source, is_influential FROM edges ORDER BY id'),
      ]),
    )
  }
  assert.equal(dumps[0], dumps[1])
})
