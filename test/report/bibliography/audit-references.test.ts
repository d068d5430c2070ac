import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { seededIds } from '../../../src/domain/ids.ts'
import type { Outcome } from '../../../src/domain/outcome.ts'
import type { Paper } from '../../../src/domain/paper.ts'
import { markScreened } from '../../../src/domain/screened.ts'
import type { Extract } from '../../../src/extract/types.ts'
import type { PageFetcher } from '../../../src/net/types.ts'
import { auditReferences } from '../../../src/report/bibliography/audit-references.ts'
import { noSuchLookUp } from '../../../src/sources/api-request.ts'
import { parseDescription } from '../../../src/sources/records/load-descriptions.ts'
import type { RecordSource } from '../../../src/sources/records/types.ts'
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
            response: { status: 200, headers: {}, body: new TextEncoder().encode('<p>'), finalUrl: url },
          }
        : { outcome, route: 'http', reason: 'no such page', archive: null, elapsedMs: 1 },
    attempts: [{ route: 'http', outcome, reason: null }],
    screenshot: null,
  }),
})

/** Reads every page as one of this title. */
const titled =
  (title: string | null): Extract =>
  async () => ({
    ok: true,
    page: {
      ...{ title, authors: [], publishedAt: null, updatedAt: null, canonicalUrl: null, language: 'en' },
      ...{ pageType: 'article', fragments: [], identifiers: [], links: [], quality: 1, qualityFlags: [] },
    },
  })

/** A source that answers by DOI only: the paper, or that it has none. */
function byDoi(papers: Readonly<Record<string, Paper>>, outcome: Outcome = 'not_found'): AcademicSource {
  return {
    name: 'openalex',
    lookUp: async ({ type, value }) => {
      const paper = papers[value]
      if (paper !== undefined) return { source: 'openalex', outcome: 'ok', reason: null, items: [paper] }
      return { source: 'openalex', outcome, reason: `${type} ${outcome}`, items: [] }
    },
  }
}

/** A library that is asked by ISBN, or a register of data sets that is asked by DOI. */
function library(title: string | null, by: 'isbn' | 'doi' = 'isbn'): RecordSource {
  const description = parseDescription(readFileSync(NDL, 'utf8'), NDL)
  const record = {
    ...{ source: 'ndl', kind: 'book', title: title ?? '', url: 'https://ndl.example/1', published_at: '2011-05-01' },
    ...{ language: 'ja', licence: null, is_primary: true, is_official: true, identifiers: [], entities: [] },
    ...{ attributes: [{ name: 'authors', value: '田村 一郎', path: '/a' }], passages: [] },
  }
  return {
    description,
    knows: ({ type }) => type === by,
    lookUp: async () =>
      title === null
        ? { source: 'ndl', outcome: 'not_found', reason: 'ndl does not know it', records: [] }
        : { source: 'ndl', outcome: 'ok', reason: null, records: [{ record, archive: null }] },
    search: null,
  }
}

const NDL = join(import.meta.dirname, '..', '..', '..', 'config', 'sources', 'ndl.yaml')

async function audit(
  list: string,
  options: {
    source?: AcademicSource
    link?: 'ok' | 'not_found' | 'gone'
    offline?: boolean
    before?: (world: GraphWorld) => void
    /** What the page at the link calls itself. */
    pageTitle?: string | null
    books?: readonly RecordSource[]
  } = {},
) {
  using world = graphWorld()
  options.before?.(world)
  const parts = {
    ...{ store: world.store, sources: [options.source ?? index(PAPER)], fetcher: fetcher(options.link ?? 'ok') },
    ...{ ids: seededIds('audit'), extract: titled(options.pageTitle ?? null) },
    records: { sources: options.books ?? [] },
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

const LINKED = `${ENTRY.replace('doi:', 'https://live.example/paper doi:')}`

test('audit: a DOI that every source denies is not found, whatever its link leads to', async () => {
  const { items } = await audit(LINKED, { source: byDoi({}), pageTitle: 'A bridge for Orlen' })
  assert.equal(items[0]?.status, 'not found')
  assert.equal(items[0]?.link?.outcome, 'ok')
  assert.deepEqual(items[0]?.reasons, ['doi:10.1000/abc.1: no source knows it'])
})

test('audit: what a source cannot be asked for is no denial', async () => {
  const source = { ...byDoi({}), lookUp: async () => noSuchLookUp('pubmed', 'doi') }
  const { items } = await audit(ENTRY, { source })
  assert.equal(items[0]?.status, 'unchecked')
  assert.deepEqual(items[0]?.reasons, ['doi:10.1000/abc.1: no source takes it'])
})

test('audit: a live link is the work cited only where the page has its title', async () => {
  const entry = 'Nagy, P. (2020). A bridge for Orlen. https://live.example/bridge'
  assert.equal(await status(entry, { pageTitle: 'A bridge for Orlen | Orlen News' }), 'found')
  assert.equal(await status(entry, { pageTitle: 'A Bridge for Orlen' }), 'found')
  const { items } = await audit(entry, { pageTitle: 'Recipes with nettles' })
  assert.equal(items[0]?.status, 'another work')
  assert.deepEqual(items[0]?.mismatches, [
    { field: 'title', cited: 'A bridge for Orlen', found: 'Recipes with nettles' },
  ])
  assert.equal(await status('田村一郎（2022）「湖の話」https://live.example/lake', { pageTitle: '湖の話' }), 'found')
})

test('audit: a live page without a title is unchecked, and that is said', async () => {
  const { items } = await audit('Nagy, P. (2020). A bridge for Orlen. https://live.example/bridge')
  assert.equal(items[0]?.status, 'unchecked')
  assert.deepEqual(items[0]?.reasons, ['what its link leads to tells no title to compare'])
  assert.equal(await status('https://live.example/bridge'), 'found')
})

test('audit: a link that leads elsewhere is told beside a DOI that fits', async () => {
  const { items } = await audit(LINKED, { pageTitle: 'Recipes with nettles' })
  assert.equal(items[0]?.status, 'found')
  assert.deepEqual(items[0]?.reasons, ['its link leads to another page: "Recipes with nettles"'])
})

const knows = ({ store }: GraphWorld) => {
  store.write(() => store.works.merge(markScreened(PAPER), AT, 'cause_1'))
}

test('audit: a work that the graph has is asked again, and retracted where it was since', async () => {
  const source = byDoi({ '10.1000/abc.1': { ...PAPER, is_retracted: true } })
  const { items } = await audit(ENTRY, { source, before: knows })
  assert.equal(items[0]?.status, 'retracted')
  assert.deepEqual(items[0]?.known_by, ['graph', 'openalex'])
  assert.deepEqual(items[0]?.reasons, ['the work of its identifier was retracted, by openalex: "A bridge for Orlen"'])
})

test('audit: offline and in a replay it is said that a known work was not asked again', async () => {
  const offline = await audit(ENTRY, { offline: true, before: knows })
  assert.equal(offline.items[0]?.status, 'found')
  assert.deepEqual(offline.items[0]?.reasons, ['not asked again whether it was retracted: offline'])
  const replayed = await audit(ENTRY, { source: byDoi({}, 'replay_miss'), before: knows })
  assert.equal(replayed.items[0]?.status, 'found')
  assert.deepEqual(replayed.items[0]?.reasons, [
    'not asked again whether it was retracted, as no source answered',
    'openalex: doi replay_miss',
  ])
})

test('audit: a page known by its address does not hide that the DOI is of another, retracted paper', async () => {
  const other = { ...PAPER, title: 'The tunnels under Orlen harbour', is_retracted: true }
  const { items } = await audit(LINKED, {
    source: byDoi({ '10.1000/abc.1': other }),
    pageTitle: 'A bridge for Orlen',
    before: (world) => world.source('paper', 'live.example', { page: { title: 'A bridge for Orlen' } }),
  })
  assert.equal(items[0]?.status, 'retracted')
  assert.deepEqual(items[0]?.known_by, ['openalex', 'graph'])
  assert.deepEqual(items[0]?.mismatches, [
    { field: 'title', cited: 'A bridge for Orlen', found: 'The tunnels under Orlen harbour' },
  ])
})

test('audit: the paper of a known page is asked for, though the entry has only the address', async () => {
  const { items } = await audit('Lee, A. (2020). A bridge for Orlen. https://live.example/paper', {
    source: byDoi({ '10.1000/abc.1': { ...PAPER, is_retracted: true } }),
    pageTitle: 'A bridge for Orlen',
    before: (world) => {
      const { id } = world.store.write(() => world.store.works.merge(markScreened(PAPER), AT, 'cause_1'))
      world.source('paper', 'live.example', { page: { title: 'A bridge for Orlen', work_id: id } })
    },
  })
  assert.equal(items[0]?.status, 'retracted')
  assert.deepEqual(items[0]?.reasons, ['the work of its address was retracted, by openalex: "A bridge for Orlen"'])
})

test('audit: an ISBN is asked of the sources that hold books', async () => {
  const entry = '@book{t, title={湖の話}, author={田村 一郎}, year=2011, isbn={978-4-00-000000-0}}'
  const { items } = await audit(entry, { books: [library('湖の話')] })
  assert.equal(items[0]?.status, 'found')
  assert.deepEqual(items[0]?.known_by, ['ndl'])
  assert.equal(await status(entry, { books: [library('山の話と谷の話')] }), 'another work')
})

test('audit: a book that no library has is unchecked, and it is told who was asked', async () => {
  const entry = '@book{t, title={湖の話}, author={田村 一郎}, year=2011, isbn={978-4-00-000000-0}}'
  const { items } = await audit(entry, { books: [library(null)] })
  assert.equal(items[0]?.status, 'unchecked')
  assert.deepEqual(items[0]?.reasons, ['isbn:9784000000000: ndl does not have it'])
  assert.deepEqual((await audit(entry)).items[0]?.reasons, ['isbn:9784000000000: no source of books is asked'])
})

test('audit: a DOI that no index of papers has is asked of registers of data sets, which deny it or know it', async () => {
  const entry = '@misc{t, title={湖の話}, author={田村 一郎}, year=2011, doi={10.1000/data.1}}'
  const there = await audit(entry, { source: byDoi({}), books: [library('湖の話', 'doi')] })
  const nowhere = await audit(entry, { source: byDoi({}), books: [library(null, 'doi')] })
  const silent = { source: 'ndl', outcome: 'timeout', reason: 'no answer', records: [] } as const
  const down = { ...library(null, 'doi'), lookUp: async () => silent }
  assert.equal(await status(entry, { source: byDoi({}), books: [down] }), 'unchecked')

  assert.deepEqual([there.items[0]?.status, there.items[0]?.known_by], ['found', ['ndl']])
  assert.equal(nowhere.items[0]?.status, 'not found')
})

test('audit: an identifier that nobody knows, beside one that leads to the work, is told', async () => {
  const { items } = await audit(`${ENTRY} PMID: 7654321`, { source: byDoi({ '10.1000/abc.1': PAPER }) })
  assert.equal(items[0]?.status, 'another work')
  assert.deepEqual(items[0]?.mismatches, [{ field: 'pmid', cited: '7654321', found: 'no source knows it' }])
})

test('audit: a search by title takes no companion for the work, and no retraction of another year', async () => {
  const retracted = { ...PAPER, title: 'The effects of silverleaf tea in men', is_retracted: true }
  const source = index(retracted)
  assert.equal(await status('The effects of silverleaf tea in women (2020)', { source }), 'no identifier')
  assert.equal(await status('The effects of silverleaf tea in men (2020)', { source }), 'retracted')
  const { items } = await audit('The effects of silverleaf tea in men (2012)', { source })
  assert.equal(items[0]?.status, 'another work')
  assert.deepEqual(items[0]?.mismatches, [{ field: 'year', cited: '2012', found: '2020' }])
})

test('audit: a work known by its title is asked for under its number, and retracted where it was since', async () => {
  const title = 'A bridge for Orlen, told by those who built it'
  const gathered = { ...PAPER, title }
  const { items } = await audit(`${title} (2020)`, {
    source: byDoi({ '10.1000/abc.1': { ...gathered, is_retracted: true } }),
    before: (world) => {
      const { id } = world.store.write(() => world.store.works.merge(markScreened(gathered), AT, 'cause_1'))
      world.source('paper', 'live.example', { page: { title, work_id: id } })
    },
  })
  assert.equal(items[0]?.status, 'retracted')
  assert.deepEqual(items[0]?.reasons[0], `the work of its title was retracted, by openalex: "${title}"`)
})

test('audit: an address alone is no other work than the page that lies there', async () => {
  assert.equal(await status('https://live.example/bridge', { pageTitle: 'A bridge for Orlen' }), 'found')
})
