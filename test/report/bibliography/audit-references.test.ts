import assert from 'node:assert/strict'
import { test } from 'node:test'
import { seededIds } from '../../../src/domain/ids.ts'
import type { Outcome } from '../../../src/domain/outcome.ts'
import type { Paper } from '../../../src/domain/paper.ts'
import { markScreened } from '../../../src/domain/screened.ts'
import type { PageFetcher } from '../../../src/net/types.ts'
import { auditReferences } from '../../../src/report/bibliography/audit-references.ts'
import type { AcademicSource } from '../../../src/sources/types.ts'
import { type GraphWorld, graphWorld } from '../../research/graph/graph-world.ts'
import { AT } from '../../store/graph-fixture.ts'

const PAPER: Paper = {
  ...{ source: 'crossref', identifiers: [{ type: 'doi', value: '10.1000/abc.1' }], title: 'A bridge for Orlen' },
  ...{ abstract: null, authors: ['Ann Lee'], year: 2020, published_at: '2020-03-01', venue: null, url: null },
  ...{ oa_url: null, licence: null, cited_by_count: null, reference_count: null, is_preprint: false },
  ...{ is_retracted: false, retraction_notice: null, language: 'en' },
}

/** An index that knows one paper, or answers with an outcome. */
function index(paper: Paper | null, outcome: Outcome = 'ok'): AcademicSource {
  const answer = async () => ({
    ...{ source: 'crossref', outcome, reason: outcome === 'ok' ? null : `it said ${outcome}` },
    items: paper === null ? [] : [paper],
  })
  return { name: 'crossref', search: answer, lookUp: answer }
}

const fetcher = (outcome: 'ok' | 'not_found' | 'gone'): PageFetcher => ({
  warnings: [],
  fetchPage: async ({ url }) => ({
    result:
      outcome === 'ok'
        ? {
            ...{ outcome, route: 'http', archive: { file: 'a.warc.gz', recordId: 'r9' }, elapsedMs: 1 },
            response: { status: 200, headers: {}, body: new Uint8Array(), finalUrl: url },
          }
        : { outcome, route: 'http', reason: 'no such page', archive: null, elapsedMs: 1 },
    attempts: [{ route: 'http', outcome, reason: null }],
    screenshot: null,
  }),
})

async function audit(
  list: string,
  options: {
    source?: AcademicSource
    link?: 'ok' | 'not_found' | 'gone'
    offline?: boolean
    before?: (world: GraphWorld) => void
  } = {},
) {
  using world = graphWorld()
  options.before?.(world)
  const parts = {
    ...{ store: world.store, sources: [options.source ?? index(PAPER)], fetcher: fetcher(options.link ?? 'ok') },
    ids: seededIds('audit'),
  }
  const input = { list, offline: options.offline ?? false }
  return await auditReferences(parts, input, new AbortController().signal)
}

const ENTRY = 'Lee, A. (2020). A bridge for Orlen. Journal of Bridges. doi:10.1000/abc.1'
const status = async (...given: Parameters<typeof audit>) => (await audit(...given)).items[0]?.status

test('audit: an entry that the sources know under its DOI is found', async () => {
  const { items, counts } = await audit(ENTRY)
  assert.equal(items[0]?.status, 'found')
  assert.deepEqual(items[0]?.known_by, ['crossref'])
  assert.equal(counts.found, 1)
})

test('audit: a DOI that leads to another title is another work, and the two titles are told', async () => {
  const { items } = await audit('Lee, A. (2020). The tunnels under Orlen harbour. Journal. doi:10.1000/abc.1')
  assert.equal(items[0]?.status, 'another work')
  assert.deepEqual(items[0]?.mismatches, [
    { field: 'title', cited: 'The tunnels under Orlen harbour', found: 'A bridge for Orlen' },
  ])
})

test('audit: a year or a first author that no source has is another work', async () => {
  assert.equal(await status(ENTRY.replace('2020', '2013')), 'another work')
  assert.equal(await status(ENTRY.replace('Lee, A.', 'Varga, C.')), 'another work')
})

test('audit: retracted and corrected works are told with their notices', async () => {
  const updates = [{ type: 'correction', notice: '10.1000/abc.2', date: '2021-01-01' }]
  assert.equal(await status(ENTRY, { source: index({ ...PAPER, is_retracted: true }) }), 'retracted')
  const { items } = await audit(ENTRY, { source: index({ ...PAPER, updates }) })
  assert.equal(items[0]?.status, 'corrected')
  assert.deepEqual(items[0]?.notices, updates)
})

test('audit: a DOI that nobody knows is not found; a source that cannot answer leaves it unchecked, with the reason', async () => {
  assert.equal(await status(ENTRY, { source: index(null, 'not_found') }), 'not found')
  const { items } = await audit(ENTRY, { source: index(null, 'offline') })
  assert.equal(items[0]?.status, 'unchecked')
  assert.deepEqual(items[0]?.reasons, ['crossref: it said offline'])
})

test('audit: offline the graph alone is asked, and that is said', async () => {
  assert.equal(await status(ENTRY, { offline: true }), 'unchecked')
  assert.equal(
    await status(ENTRY, {
      offline: true,
      before: ({ store }) => store.write(() => store.works.merge(markScreened(PAPER), AT, 'cause_1')),
    }),
    'found',
  )
})

test('audit: a dead link is told with the copy that was gathered', async () => {
  const { items } = await audit('Nagy, P. (2020). A bridge. https://orlen-news.example/bridge', {
    link: 'gone',
    before: (world) =>
      world.source('bridge', 'orlen-news.example', {
        page: { title: 'A bridge', authors: ['Paula Nagy'], warc_file: 'task_1/p.warc.gz', warc_record_id: 'r1' },
      }),
  })
  assert.equal(items[0]?.status, 'dead link')
  assert.equal(items[0]?.link?.copy?.record_id, 'r1')
})

test('audit: a list without an entry is an error, not an empty answer', async () => {
  await assert.rejects(audit('@comment{nothing}'), /no entry that can be read/u)
})
