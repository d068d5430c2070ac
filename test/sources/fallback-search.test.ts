import assert from 'node:assert/strict'
import { test } from 'node:test'
import { systemClock } from '../../src/domain/clock.ts'
import { defaultSettings } from '../../src/domain/settings.ts'
import { readPubmedSearch } from '../../src/sources/pubmed.ts'
import { createSources } from '../../src/sources/sources.ts'
import type { AcademicSource } from '../../src/sources/types.ts'
import { dataText, without } from '../engines/data-folder.ts'
import { type FakeAnswer, fakeGateway, refusal } from './fake-gateway.ts'

const call = { taskId: 'task_1', causeId: 'cause_1' }
const QUERY = 'silverleaf tea blood pressure'

function one(name: AcademicSource['name'], changes: object, ...answers: readonly FakeAnswer[]) {
  const gateway = fakeGateway(...answers)
  const source = createSources({
    settings: { ...defaultSettings.sources, ...changes },
    gateway,
    clock: systemClock,
  }).find((entry) => entry.name === name)
  assert.ok(source)
  return { source, gateway }
}

const RECORD = `<PubmedArticleSet><PubmedArticle><PMID>7</PMID><ArticleTitle>Silverleaf tea in practice</ArticleTitle>
  <Abstract><AbstractText>Readings fell.</AbstractText></Abstract></PubmedArticle></PubmedArticleSet>`

test('LYRA 5.1: PubMed is searched by esearch, its records are fetched by number; base and key come from the settings', async () => {
  const found = '<eSearchResult><Count>1</Count><IdList><Id>7</Id></IdList></eSearchResult>'
  const changes = { pubmed_url: 'http://127.0.0.1:9/eutils/', pubmed_key: 'k', contact_email: 'a@example.org' }
  const { source, gateway } = one('pubmed', changes, found, RECORD)

  const answer = await source.fallbackSearch?.(QUERY, 10, call)

  assert.deepEqual(
    answer?.items.map((work) => [work.title, work.abstract, work.identifiers]),
    [['Silverleaf tea in practice', 'Readings fell.', [{ type: 'pmid', value: '7' }]]],
  )
  assert.deepEqual(
    gateway.requests.map(({ url }) => url),
    [
      'http://127.0.0.1:9/eutils/esearch.fcgi?db=pubmed&term=silverleaf+tea+blood+pressure&retmax=10&sort=relevance&retmode=xml&email=a%40example.org&api_key=k',
      'http://127.0.0.1:9/eutils/efetch.fcgi?db=pubmed&id=7&retmode=xml&email=a%40example.org&api_key=k',
    ],
  )
})

test('LYRA 5.1: a PubMed search that finds nothing asks for no record; a refused one is named', async () => {
  const none = one('pubmed', {}, '<eSearchResult><Count>0</Count><IdList/></eSearchResult>')
  const refused = one('pubmed', {}, refusal('rate_limited', 'The server answered 429'))
  const garbage = one('pubmed', {}, '<html>maintenance</html>')

  assert.deepEqual((await none.source.fallbackSearch?.(QUERY, 10, call))?.items, [])
  assert.equal(none.gateway.requests.length, 1)
  assert.equal((await refused.source.fallbackSearch?.(QUERY, 10, call))?.reason, 'The server answered 429')
  assert.equal((await garbage.source.fallbackSearch?.(QUERY, 10, call))?.outcome, 'unsupported_type')
})

test('LYRA 5.1: where efetch fails, esummary still says which paper it is, without its abstract', async () => {
  const summary = `<eSummaryResult><DocSum><Id>7</Id><Item Name="PubDate" Type="Date">2021 Jun 4</Item>
    <Item Name="Title" Type="String">Tea in practice</Item><Item Name="doi" Type="String">10.1000/A</Item></DocSum></eSummaryResult>`
  const { source, gateway } = one('pubmed', {}, refusal('server_error', 'The server answered 502'), summary)

  const answer = await source.lookUp({ type: 'pmid', value: '7' }, call)

  const [work] = answer.items
  assert.deepEqual(
    [work?.title, work?.abstract, work?.published_at, work?.identifiers[0]?.value],
    ['Tea in practice', null, '2021-06-04', '10.1000/a'],
  )
  assert.equal(answer.reason, 'without abstracts: The server answered 502')
  assert.match(gateway.requests[1]?.url ?? '', /esummary\.fcgi\?db=pubmed&id=7&/)
})

test('LYRA 5.1: arXiv is searched by its words and asked for none in another script', async () => {
  const feed = `<feed><entry><id>http://arxiv.org/abs/2001.00001v1</id><title>Leaves and arteries</title>
    <summary>They relax.</summary><published>2020-01-01T00:00:00Z</published></entry></feed>`
  const { source, gateway } = one('arxiv', { arxiv_url: 'http://127.0.0.1:9/api' }, feed)

  const answer = await source.fallbackSearch?.('silverleaf "tea" pressure', 5, call)
  const japanese = await source.fallbackSearch?.('銀葉茶 血圧', 5, call)

  assert.deepEqual(
    answer?.items.map((work) => [work.title, work.year, work.is_preprint]),
    [['Leaves and arteries', 2020, true]],
  )
  assert.deepEqual([japanese?.outcome, japanese?.reason], ['not_found', 'arxiv reads Latin letters only'])
  assert.deepEqual(
    gateway.requests.map(({ url }) => url),
    ['http://127.0.0.1:9/api/query?search_query=all%3Asilverleaf+AND+all%3Atea+AND+all%3Apressure&max_results=5'],
  )
})

test('LYRA 5.1: Crossref is searched by bibliographic words', async () => {
  const body = '{"message":{"items":[{"DOI":"10.1000/A","title":["Tea"]},{"DOI":"10.1000/B"}]}}'
  const { source, gateway } = one('crossref', { crossref_url: 'http://127.0.0.1:9' }, body)

  const answer = await source.fallbackSearch?.(QUERY, 10, call)

  assert.deepEqual(
    [answer?.items.map((work) => work.title), answer?.reason],
    [['Tea'], '1 of 2 entries had no title or could not be read'],
  )
  assert.equal(
    gateway.requests[0]?.url,
    'http://127.0.0.1:9/works?query.bibliographic=silverleaf+tea+blood+pressure&rows=10',
  )
})

test('LYRA 5.1: the base address of Unpaywall comes from the settings, too', async () => {
  const changes = { contact_email: 'a@example.org', unpaywall_url: 'http://127.0.0.1:9/v2/' }
  const { source, gateway } = one('unpaywall', changes, '{"doi":"10.1000/a","title":"Tea"}')

  await source.lookUp({ type: 'doi', value: '10.1000/a' }, call)

  assert.equal(gateway.requests[0]?.url, 'http://127.0.0.1:9/v2/10.1000/a?email=a%40example.org')
})

test('LYRA 5.1: the recorded esearch answer of PubMed', { skip: without('api') }, async () => {
  const pmids = (await readPubmedSearch(dataText('api/pubmed/esearch1.xml'))) ?? []

  assert.deepEqual([pmids.length, pmids[0], pmids.at(-1)], [20, '41282813', '37810457'])
})
