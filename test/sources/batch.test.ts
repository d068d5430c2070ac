import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Clock } from '../../src/domain/clock.ts'
import type { Identifier } from '../../src/domain/paper.ts'
import { defaultSettings } from '../../src/domain/settings.ts'
import { createApiQuota } from '../../src/sources/api-quota.ts'
import { lookUpMany } from '../../src/sources/look-up.ts'
import { createSources } from '../../src/sources/sources.ts'
import type { AcademicSource } from '../../src/sources/types.ts'
import { answered, type FakeAnswer, fakeGateway, refusal } from './fake-gateway.ts'

const settings = defaultSettings.sources
const call = { taskId: 'task_1', causeId: 'cause_1' }
const doi = (value: string): Identifier => ({ type: 'doi', value })
const pmid = (value: string): Identifier => ({ type: 'pmid', value })

function one(name: AcademicSource['name'], changes: Partial<typeof settings>, ...answers: readonly FakeAnswer[]) {
  const gateway = fakeGateway(...answers)
  const source = createSources({ settings: { ...settings, ...changes }, gateway, clock: still }).find(
    (entry) => entry.name === name,
  )
  assert.ok(source)
  return { source, gateway }
}

/** Stands at one moment until it is moved. */
const still: Clock & { time: number } = { time: 1_000_000, now: () => still.time, sleep: async () => {} }

const params = (url: string | undefined) => new URL(url ?? '').searchParams

test('LYRA 5.1: OpenAlex batches by kind of identifier, with a key only', async () => {
  const work = (id: string) => `{"results":[{"id":"https://openalex.org/${id}","display_name":"Tea ${id}"}]}`
  const { source, gateway } = one('openalex', { openalex_key: 'k' }, work('W1'), work('W2'))
  const ids = [doi('10.1000/a'), pmid('7'), { type: 'arxiv', value: '2304.05376v2' } as const]
  const answer = await source.lookUpBatch?.(ids, call)
  assert.deepEqual(
    answer?.items.map(({ title }) => title),
    ['Tea W1', 'Tea W2'],
  )
  assert.deepEqual(
    gateway.requests.map(({ url }) => params(url).get('filter')),
    ['doi:10.1000/a|10.48550/arxiv.2304.05376', 'pmid:7'],
  )
  // Single look-ups are free for everyone, lists are not.
  assert.equal(one('openalex', {}).source.lookUpBatch, undefined)
})

test('LYRA 5.1: Semantic Scholar takes a list of ids by POST and leaves unknown ones out', async () => {
  const { source, gateway } = one('semantic_scholar', {}, '[{"paperId":"ab","title":"Tea"},null]')
  const answer = await source.lookUpBatch?.([doi('10.1000/a'), pmid('7')], call)
  assert.deepEqual([answer?.outcome, answer?.reason, answer?.items.length], ['ok', null, 1])
  const [request] = gateway.requests
  assert.deepEqual(
    [request?.method, request?.body, request?.headers?.['content-type']],
    ['POST', '{"ids":["DOI:10.1000/a","PMID:7"]}', 'application/json'],
  )
  assert.equal(new URL(request?.url ?? '').pathname, '/graph/v1/paper/batch')
})

test('LYRA 5.1: Crossref, PubMed and arXiv take lists in the address', async () => {
  const crossref = one('crossref', {}, '{"message":{"items":[{"DOI":"10.1000/A","title":["Tea"]}]}}')
  const items = (await crossref.source.lookUpBatch?.([doi('10.1000/a'), doi('10.1000/b'), pmid('7')], call))?.items
  assert.deepEqual(items?.[0]?.identifiers, [doi('10.1000/a')])
  assert.equal(params(crossref.gateway.requests[0]?.url).get('filter'), 'doi:10.1000/a,doi:10.1000/b')
  const pubmed = one('pubmed', {}, '<PubmedArticleSet></PubmedArticleSet>')
  assert.deepEqual((await pubmed.source.lookUpBatch?.([pmid('7'), pmid('8')], call))?.items, [])
  assert.equal(params(pubmed.gateway.requests[0]?.url).get('id'), '7,8')
  const arxiv = one('arxiv', {}, '<feed></feed>')
  await arxiv.source.lookUpBatch?.(
    [
      { type: 'arxiv', value: '1605.08386' },
      { type: 'arxiv', value: '2304.05376' },
    ],
    call,
  )
  assert.equal(params(arxiv.gateway.requests[0]?.url).get('id_list'), '1605.08386,2304.05376')
})

test('LYRA 5.1: a batch that is not there is asked for one by one, a refused one is not', async () => {
  const paper = (title: string) => `{"paperId":"${title}","title":"${title}"}`
  const missing = one('semantic_scholar', {}, refusal('replay_miss', 'not in the archive'), paper('a'), paper('b'))
  const found = await lookUpMany([missing.source], [doi('10.1000/a'), doi('10.1000/b')], call)
  assert.deepEqual(
    found.flatMap(({ items }) => items.map(({ title }) => title)),
    ['a', 'b'],
  )
  const refused = one('semantic_scholar', {}, refusal('rate_limited', 'answered 429 three times'))
  const answers = await lookUpMany([refused.source], [doi('10.1000/a'), doi('10.1000/b')], call)
  assert.deepEqual(
    answers.map(({ outcome }) => outcome),
    ['rate_limited'],
  )
  assert.equal(refused.gateway.requests.length, 1)
})

test('LYRA 5.1: a DOI with a comma goes by itself, a single identifier is no batch', async () => {
  const { source, gateway } = one(
    'crossref',
    {},
    '{"message":{"items":[]}}',
    '{"message":{"DOI":"10.1000/c,d","title":["Comma"]}}',
    '{"message":{"DOI":"10.1000/a","title":["Alone"]}}',
  )
  await lookUpMany([source], [doi('10.1000/a'), doi('10.1000/c,d'), doi('10.1000/b')], call)
  assert.deepEqual(
    gateway.requests.map(({ url }) => new URL(url).pathname),
    ['/works', '/works/10.1000/c%2Cd'],
  )
  const [alone] = await lookUpMany([source], [doi('10.1000/a')], call)
  assert.equal(alone?.items[0]?.title, 'Alone')
})

test('LYRA 5.1: citation lists are read page by page up to the setting', async () => {
  const page = (from: number, next: number | null) =>
    JSON.stringify({
      data: Array.from({ length: 2 }, (_, n) => ({
        citedPaper: { paperId: `p${from + n}`, title: `Paper ${from + n}` },
      })),
      ...(next === null ? {} : { next }),
    })
  const { source, gateway } = one('semantic_scholar', { citations_listed: 3 }, page(0, 2), page(2, 4))
  const answer = await source.references?.(doi('10.1000/a'), call)
  assert.deepEqual(
    answer?.items.map(({ work }) => work.title),
    ['Paper 0', 'Paper 1', 'Paper 2'],
  )
  assert.deepEqual(
    gateway.requests.map(({ url }) => params(url).get('offset')),
    [null, '2'],
  )
})

test('LYRA 5.1: OpenAlex pages by number and keeps what it has when a later page is refused', async () => {
  const works = Array.from({ length: 100 }, (_, n) => ({
    id: `https://openalex.org/W${n}`,
    display_name: `Paper ${n}`,
  }))
  const first = JSON.stringify({ meta: { count: 150 }, results: works })
  const { source, gateway } = one(
    'openalex',
    { citations_listed: 200, openalex_key: 'k' },
    first,
    refusal('server_error', 'answered 503'),
  )
  const answer = await source.citations?.({ type: 'openalex', value: 'W7' }, call)
  assert.deepEqual(
    [answer?.outcome, answer?.items.length, answer?.reason],
    ['ok', 100, 'only the first 100: answered 503'],
  )
  assert.deepEqual(
    gateway.requests.map(({ url }) => params(url).get('page')),
    [null, '2'],
  )
})

test('LYRA 5.1: the allowance of OpenAlex is counted; once spent nothing is sent and the reason is named', async () => {
  still.time = 1_000_000
  const headers = { 'x-ratelimit-limit': '1000', 'x-ratelimit-remaining': '3', 'x-ratelimit-reset': '7200' }
  const free = '{"id":"https://openalex.org/W42","display_name":"Tea"}'
  const { source, gateway } = one('openalex', {}, answered('{"results":[]}', headers), free)
  await source.search?.('tea', 10, call)
  const second = await source.search?.('tea', 10, call)
  assert.deepEqual(
    [second?.outcome, second?.reason],
    [
      'rate_limited',
      'the allowance of openalex is used up (3 of 1000 left, 10 needed); it returns in 2 h; a free key in sources.openalex_key may lift this',
    ],
  )
  assert.equal(gateway.requests.length, 1)
  assert.equal((await source.lookUp(doi('10.1000/a'), call)).items[0]?.title, 'Tea')
})

test('LYRA 5.1: an allowance that has returned is used again', () => {
  still.time = 0
  const allowance = createApiQuota('openalex', still)
  assert.equal(allowance.spent(10), null)
  allowance.note({ 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '60' })
  assert.equal(allowance.spent(1), 'the allowance of openalex is used up (0 left, 1 needed); it returns in 1 min')
  assert.equal(allowance.spent(0), null)
  still.time = 60_000
  assert.equal(allowance.spent(1), null)
  allowance.note({ 'x-ratelimit-remaining': 'many' })
  assert.equal(allowance.spent(1), null)
})
