import assert from 'node:assert/strict'
import { test } from 'node:test'
import { systemClock } from '../../src/domain/clock.ts'
import type { Identifier } from '../../src/domain/paper.ts'
import { defaultSettings } from '../../src/domain/settings.ts'
import { abstractFromIndex } from '../../src/sources/openalex.ts'
import { openalexSearchUrl, openalexWorkUrl } from '../../src/sources/openalex-urls.ts'
import { semanticScholarPaperUrl } from '../../src/sources/semantic-scholar-urls.ts'
import { createSources } from '../../src/sources/sources.ts'
import type { AcademicSource } from '../../src/sources/types.ts'
import { type FakeAnswer, fakeGateway, refusal } from './fake-gateway.ts'

const settings = defaultSettings.sources
const call = { taskId: 'task_1', causeId: 'cause_1' }
const DOI: Identifier = { type: 'doi', value: '10.1000/tea.2021.7' }

function one(name: AcademicSource['name'], changes: Partial<typeof settings>, ...answers: readonly FakeAnswer[]) {
  const gateway = fakeGateway(...answers)
  const source = createSources({ settings: { ...settings, ...changes }, gateway, clock: systemClock }).find(
    (entry) => entry.name === name,
  )
  assert.ok(source)
  return { source, gateway }
}

test('LYRA 5.1: two sources are searched and chased, four resolve identifiers, three of these are searched instead', () => {
  const sources = createSources({
    settings: { ...settings, contact_email: 'a@example.org' },
    gateway: fakeGateway(),
    clock: systemClock,
  })
  assert.deepEqual(
    sources.map((one) => [
      one.name,
      ...[one.search, one.citations, one.fallbackSearch].map((what) => what !== undefined),
    ]),
    [
      ['openalex', true, true, false],
      ['semantic_scholar', true, true, false],
      ['crossref', false, false, true],
      ['unpaywall', false, false, false],
      ['arxiv', false, false, true],
      ['pubmed', false, false, true],
    ],
  )
})

test('TRUST 2.1: requests go through the gateway as API calls; key and address only when set', async () => {
  const bare = one('openalex', {}, '{"results":[]}')
  await bare.source.search?.('緑茶 血圧', 10, call)
  const [request] = bare.gateway.requests
  assert.deepEqual(
    [request?.purpose, request?.taskId, request?.causeId, request?.headers],
    ['api', 'task_1', 'cause_1', undefined],
  )
  const plain = new URL(request?.url ?? '').searchParams
  assert.deepEqual(
    [plain.get('search'), plain.get('per-page'), plain.has('api_key'), plain.has('mailto')],
    ['緑茶 血圧', '10', false, false],
  )
  const known = new URL(
    openalexSearchUrl({ ...settings, openalex_key: 'k-1', contact_email: 'a@example.org' }, 'tea', 5),
  ).searchParams
  assert.deepEqual([known.get('api_key'), known.get('mailto')], ['k-1', 'a@example.org'])
  const keyed = one('semantic_scholar', { semantic_scholar_key: 'k-2' }, '{"total":0}')
  await keyed.source.search?.('tea', 5, call)
  assert.deepEqual(keyed.gateway.requests[0]?.headers, { 'x-api-key': 'k-2' })
})

test('TRUST 2.1: look-up addresses for each identifier, awkward DOIs included', () => {
  const openalex = (type: Identifier['type'], value: string) =>
    new URL(openalexWorkUrl(settings, { type, value }) ?? '').pathname
  assert.equal(
    openalex('doi', '10.1002/(sici)1097<1::aid>3.0.co;2-#'),
    '/works/doi:10.1002/(sici)1097%3C1::aid%3E3.0.co%3B2-%23',
  )
  assert.equal(openalex('pmid', '29456894'), '/works/pmid:29456894')
  assert.equal(openalex('arxiv', '2304.05376v2'), '/works/doi:10.48550/arxiv.2304.05376')
  assert.equal(openalexWorkUrl(settings, { type: 'isbn', value: '9784000000000' }), null)
  const s2 = (type: Identifier['type'], value: string) =>
    new URL(semanticScholarPaperUrl(settings, { type, value }) ?? '').pathname
  assert.equal(s2('doi', '10.1000/x'), '/graph/v1/paper/DOI:10.1000/x')
  assert.equal(s2('pmcid', 'PMC11116106'), '/graph/v1/paper/PMCID:11116106')
})

test('TRUST 2.1: an OpenAlex abstract is its words in order, Japanese too', () => {
  assert.equal(
    abstractFromIndex({ lowers: [2], Tea: [0], pressure: [4], green: [], blood: [3], extract: [1] }),
    'Tea extract lowers blood pressure',
  )
  assert.equal(abstractFromIndex({ '緑茶は血圧を下げる。': [0] }), '緑茶は血圧を下げる。')
  assert.equal(abstractFromIndex({}), null)
})

test('TRUST 2.1: OpenAlex citations of a DOI cost one look-up, then filter by its own id', async () => {
  const { source, gateway } = one(
    'openalex',
    { citations_listed: 20 },
    '{"id":"https://openalex.org/W42","display_name":"Tea"}',
    '{"results":[{"id":"https://openalex.org/W43","display_name":"Later tea"},{"id":"https://openalex.org/W44"}]}',
  )
  const answer = await source.citations?.(DOI, call)
  const asked = new URL(gateway.requests[1]?.url ?? '').searchParams
  assert.deepEqual([asked.get('filter'), asked.get('per-page')], ['cites:W42', '20'])
  assert.deepEqual(
    answer?.items.map(({ work, is_influential, direction }) => [work.title, is_influential, direction]),
    [['Later tea', false, 'citation']],
  )
  assert.equal(answer?.reason, '1 of 2 entries had no title or could not be read')
})

test('TRUST 2.1: OpenAlex references of a known id ask once', async () => {
  const { source, gateway } = one('openalex', {}, '{"results":[]}')
  await source.references?.({ type: 'openalex', value: 'W42' }, call)
  assert.equal(gateway.requests.length, 1)
  assert.equal(new URL(gateway.requests[0]?.url ?? '').searchParams.get('filter'), 'cited_by:W42')
})

test('LYRA 4.4: a refused call comes back with outcome and reason, and what would lift it', async () => {
  const { source } = one('semantic_scholar', {}, refusal('rate_limited', 'answered 429 three times'))
  assert.deepEqual(await source.search?.('tea', 10, call), {
    source: 'semantic_scholar',
    outcome: 'rate_limited',
    reason: 'answered 429 three times; a free key in sources.semantic_scholar_key may lift this',
    items: [],
  })
})

test('LYRA 4.4: 404 is not_found, a replay miss stays one, on every kind of call', async () => {
  const missing = one('openalex', {}, refusal('not_found', 'answered 404'))
  assert.equal((await missing.source.lookUp(DOI, call)).outcome, 'not_found')
  const replay = one('openalex', {}, refusal('replay_miss', 'not in the archive'))
  const answer = await replay.source.references?.(DOI, call)
  assert.deepEqual([answer?.outcome, answer?.reason, answer?.items], ['replay_miss', 'not in the archive', []])
})

test('LYRA 4.4: bodies that are no answer are unsupported_type with a reason', async () => {
  for (const body of ['', '<html>maintenance</html>', '[]', '{"results":"none"}']) {
    const { source } = one('openalex', {}, body)
    const answer = await source.search?.('tea', 10, call)
    assert.equal(answer?.outcome, 'unsupported_type')
    assert.match(answer?.reason ?? '', /^openalex answered in a form that cannot be read/)
  }
  const arxiv = one('arxiv', {}, '<html><body>Rate exceeded.</body></html>')
  assert.equal((await arxiv.source.lookUp({ type: 'arxiv', value: '1605.08386' }, call)).outcome, 'unsupported_type')
})

test('LYRA 5.1: a changed optional field costs that field, not the paper', async () => {
  const { source } = one(
    'semantic_scholar',
    {},
    '{"paperId":"AB","title":"Tea","year":"2021","authors":"nobody","externalIds":[1],"novelty":{}}',
  )
  const { items } = await source.lookUp(DOI, call)
  assert.deepEqual(
    [items[0]?.title, items[0]?.year, items[0]?.authors, items[0]?.identifiers],
    ['Tea', null, [], [{ type: 's2', value: 'ab' }]],
  )
})

test('TRUST 3: a list the publisher withholds is named as such', async () => {
  const { source } = one('semantic_scholar', {}, '{"data":null}')
  const answer = await source.references?.(DOI, call)
  assert.deepEqual([answer?.outcome, answer?.reason], ['ok', 'the publisher withholds the references of this paper'])
})

test('TRUST 2.2: Unpaywall is left out without an e-mail address, asked with one', async () => {
  const names = createSources({ settings, gateway: fakeGateway(), clock: systemClock }).map((source) => source.name)
  assert.deepEqual(names, ['openalex', 'semantic_scholar', 'crossref', 'arxiv', 'pubmed'])
  const body = '{"doi":"10.1000/TEA.2021.7","title":"Tea","best_oa_location":{"url":"https://oa.example/tea"}}'
  const asked = one('unpaywall', { contact_email: 'a@example.org' }, body)
  assert.equal((await asked.source.lookUp(DOI, call)).items[0]?.oa_url, 'https://oa.example/tea')
  assert.equal(asked.gateway.requests[0]?.url, 'https://api.unpaywall.org/v2/10.1000/tea.2021.7?email=a%40example.org')
})

test('LYRA 4.4: an identifier a source has no key for is not_found without a request', async () => {
  const { source, gateway } = one('crossref', {})
  const answer = await source.lookUp({ type: 'pmid', value: '1' }, call)
  assert.deepEqual([answer.outcome, answer.reason], ['not_found', 'crossref cannot be asked by pmid'])
  assert.equal(gateway.requests.length, 0)
})

async function crossref(message: object) {
  const { source } = one('crossref', {}, JSON.stringify({ status: 'ok', message }))
  return (await source.lookUp(DOI, call)).items[0]
}

test('TRUST 2.2: Crossref retractions by updated-by, by relation and by the marked title', async () => {
  const base = { DOI: DOI.value, title: ['Green tea and blood pressure'] }
  const updated = await crossref({
    ...base,
    'updated-by': [
      { DOI: '10.1000/corr', type: 'correction' },
      { DOI: '10.1000/RETR', type: 'retraction' },
    ],
  })
  assert.deepEqual([updated?.is_retracted, updated?.retraction_notice], [true, '10.1000/retr'])
  const related = await crossref({
    ...base,
    relation: { 'is-retracted-by': [{ id: '10.1000/retr2', 'id-type': 'doi' }] },
  })
  assert.deepEqual([related?.is_retracted, related?.retraction_notice], [true, '10.1000/retr2'])
  const marked = await crossref({ ...base, title: ['RETRACTED ARTICLE: Green tea and blood pressure'] })
  assert.deepEqual([marked?.is_retracted, marked?.retraction_notice], [true, null])
  const notice = await crossref({
    ...base,
    title: ['RETRACTED: Green tea'],
    'update-to': [{ DOI: DOI.value, type: 'retraction' }],
  })
  assert.equal(notice?.is_retracted, false)
})

test('TRUST 2.2: a Crossref abstract reads as text, comparisons kept', async () => {
  const work = await crossref({
    DOI: DOI.value,
    title: ['降圧効果の<i>メタ解析</i>'],
    abstract:
      '<jats:title>Abstract</jats:title><jats:sec><jats:title>結果</jats:title><jats:p>収縮期血圧は 2.1 mmHg 低下した (P &lt; 0.001)。</jats:p></jats:sec>',
    author: [{ given: '花子', family: '山田' }, { name: '緑茶研究班' }],
    issued: { 'date-parts': [[2021, 7]] },
  })
  assert.deepEqual(
    [work?.title, work?.abstract, work?.authors, work?.year, work?.published_at],
    [
      '降圧効果のメタ解析',
      '結果 収縮期血圧は 2.1 mmHg 低下した (P < 0.001)。',
      ['花子 山田', '緑茶研究班'],
      2021,
      '2021-07',
    ],
  )
})

test('TRUST 2.3: a PubMed retraction and a structured abstract', async () => {
  const xml = `<?xml version="1.0"?><PubmedArticleSet><PubmedArticle><MedlineCitation><PMID>20137807</PMID><Article>
    <Journal><JournalIssue><PubDate><Year>1998</Year><Month>Feb</Month><Day>28</Day></PubDate></JournalIssue><Title>Lancet</Title></Journal>
    <ArticleTitle>A <i>retracted</i> report</ArticleTitle>
    <Abstract><AbstractText Label="BACKGROUND">Twelve children.</AbstractText><AbstractText Label="FINDINGS">P &lt; 0.05.</AbstractText></Abstract>
    <AuthorList><Author><LastName>Doe</LastName><ForeName>Jane</ForeName></Author><Author><CollectiveName>Tea Group</CollectiveName></Author></AuthorList>
    <Language>eng</Language><PublicationTypeList><PublicationType>Retracted Publication</PublicationType></PublicationTypeList></Article>
    <CommentsCorrectionsList><CommentsCorrections RefType="RetractionIn"><RefSource>Lancet. 2010;375:445. doi: 10.1016/S0140-6736(10)60175-4.</RefSource></CommentsCorrections></CommentsCorrectionsList>
    </MedlineCitation></PubmedArticle></PubmedArticleSet>`
  const { source } = one('pubmed', {}, xml)
  const work = (await source.lookUp({ type: 'pmid', value: '20137807' }, call)).items[0]
  assert.deepEqual(
    [work?.title, work?.abstract, work?.authors, work?.published_at, work?.is_retracted, work?.retraction_notice],
    [
      'A retracted report',
      'BACKGROUND: Twelve children. FINDINGS: P < 0.05.',
      ['Jane Doe', 'Tea Group'],
      '1998-02-28',
      true,
      '10.1016/s0140-6736(10)60175-4',
    ],
  )
  const none = one('pubmed', {}, '<PubmedArticleSet></PubmedArticleSet>')
  assert.equal((await none.source.lookUp({ type: 'pmid', value: '99999999' }, call)).outcome, 'not_found')
})
