import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import type { CanonicalPaper } from '../../src/domain/paper.ts'
import { defaultSettings } from '../../src/domain/settings.ts'
import { createOpenCopyFinder } from '../../src/sources/open-copies.ts'
import { licenceKey, readOpenCopyTable } from '../../src/sources/open-copy-table.ts'
import { type FakeAnswer, fakeGateway, refusal } from './fake-gateway.ts'

const TABLE = readOpenCopyTable(join(import.meta.dirname, '../../config/full-text.yaml'))
const CALL = { taskId: 'task_1', causeId: 'cause_1' }

function paper(over: Partial<CanonicalPaper> = {}): CanonicalPaper {
  return {
    id: 'work_1',
    identifiers: [{ type: 'doi', value: '10.5555/rail.1' }],
    title: 'Noise of night trains',
    abstract: 'Night trains were heard.',
    authors: [],
    year: 2020,
    published_at: null,
    venue: null,
    url: null,
    oa_url: null,
    licence: null,
    cited_by_count: null,
    reference_count: null,
    is_preprint: false,
    is_retracted: false,
    retraction_notice: null,
    language: 'en',
    updates: [],
    notice_of: [],
    versions: [],
    sources: ['crossref'],
    field_sources: {},
    ...over,
  }
}

function finder(contact: string, ...answers: readonly FakeAnswer[]) {
  const gateway = fakeGateway(...answers)
  const settings = { ...defaultSettings.sources, contact_email: contact }
  return { find: createOpenCopyFinder({ table: TABLE, settings, gateway }), gateway }
}

const NO_PMC = JSON.stringify({ hitCount: 0, resultList: { result: [] } })

test('the copy that the record names under an open licence needs no question', async () => {
  const { find, gateway } = finder('me@home.example')
  const { copies } = await find(
    paper({ oa_url: 'https://repo.example/a.pdf', licence: 'CC BY 4.0', field_sources: { oa_url: 'openalex' } }),
    CALL,
  )
  assert.deepEqual(
    copies.map(({ url, format, terms, foundBy }) => ({ url, format, terms, foundBy })),
    [{ url: 'https://repo.example/a.pdf', format: 'pdf', terms: 'open', foundBy: 'openalex' }],
  )
  assert.equal(gateway.requests.length, 0)
})

test('Europe PMC leads to the XML of its open access subset, and to nothing else', async () => {
  const entry = { id: '1', source: 'MED', pmcid: 'PMC77', doi: '10.5555/rail.1', isOpenAccess: 'Y', license: 'cc by' }
  const { find, gateway } = finder('', JSON.stringify({ resultList: { result: [entry] } }))
  const { copies } = await find(paper(), CALL)
  assert.equal(
    gateway.requests[0]?.url,
    'https://www.ebi.ac.uk/europepmc/webservices/rest/search?query=DOI%3A%2210.5555%2Frail.1%22' +
      '&resultType=core&format=json&pageSize=1',
  )
  assert.deepEqual(
    copies.map(({ url, format, licence, terms }) => ({ url, format, licence, terms })),
    [
      {
        url: 'https://www.ebi.ac.uk/europepmc/webservices/rest/PMC77/fullTextXML',
        format: 'xml',
        licence: 'cc by',
        terms: 'open',
      },
    ],
  )
  const closed = { ...entry, isOpenAccess: 'N' }
  const none = JSON.stringify({ id: 'W1', locations: [] })
  const asked = finder('', JSON.stringify({ resultList: { result: [closed] } }), none)
  assert.deepEqual((await asked.find(paper(), CALL)).copies, [])
})

test('of Unpaywall copies the published one under an open licence comes first', async () => {
  const locations = [
    { url_for_pdf: 'https://repo.example/preprint.pdf', license: 'cc-by', version: 'submittedVersion' },
    {
      url_for_pdf: null,
      url_for_landing_page: 'https://journal.example/1',
      license: null,
      version: 'publishedVersion',
    },
    { url_for_pdf: 'https://repo.example/final.pdf', license: 'cc-by-nc', version: 'publishedVersion' },
  ]
  const { find, gateway } = finder('me@home.example', NO_PMC, JSON.stringify({ oa_locations: locations }))
  const { copies } = await find(paper(), CALL)
  assert.equal(gateway.requests[1]?.url, 'https://api.unpaywall.org/v2/10.5555/rail.1?email=me%40home.example')
  assert.deepEqual(
    copies.map(({ url, terms }) => `${terms} ${url}`),
    [
      'open https://repo.example/final.pdf',
      'open https://repo.example/preprint.pdf',
      'unknown https://journal.example/1',
    ],
  )
})

test('OpenAlex is asked for what is open, and a licence that is none of the open ones is closed', async () => {
  const locations = [
    { is_oa: false, pdf_url: 'https://journal.example/paid.pdf', license: null },
    { is_oa: true, pdf_url: 'https://journal.example/read.pdf', license: 'publisher-specific-license' },
  ]
  const { find } = finder('', NO_PMC, JSON.stringify({ id: 'W1', locations }))
  const { copies } = await find(paper(), CALL)
  assert.deepEqual(
    copies.map(({ url, terms }) => `${terms} ${url}`),
    ['closed https://journal.example/read.pdf'],
  )
})

test('arXiv serves every reader, so its copies need no licence and no question', async () => {
  const { find, gateway } = finder('')
  const { copies } = await find(paper({ identifiers: [{ type: 'arxiv', value: '2101.00001' }] }), CALL)
  assert.deepEqual(
    copies.map(({ url, terms, licence }) => `${terms} ${url} ${licence}`),
    ['open https://arxiv.org/pdf/2101.00001 arXiv licence', 'open https://arxiv.org/html/2101.00001 arXiv licence'],
  )
  assert.equal(gateway.requests.length, 0)
})

test('an index that refuses is named, and one that answers in another form gives nothing', async () => {
  const { find } = finder('', refusal('rate_limited', 'slow down'), JSON.stringify({ locations: 'none' }))
  const found = await find(paper(), CALL)
  assert.deepEqual(found, { copies: [], refusals: ['europe_pmc: rate_limited for doi:10.5555/rail.1'] })
})

test('addresses that are none, and fields of a megabyte, are no copies', async () => {
  const locations = [
    { is_oa: true, pdf_url: 'javascript:alert(1)', license: 'cc-by' },
    { is_oa: true, pdf_url: 'file:///etc/passwd', license: 'cc-by' },
    { is_oa: true, pdf_url: `https://repo.example/${'a'.repeat(3000)}`, license: 'cc-by' },
    { is_oa: true, pdf_url: { url: 'https://repo.example/object.pdf' }, license: 'cc-by' },
    'https://repo.example/text.pdf',
  ]
  const { find } = finder('', NO_PMC, JSON.stringify({ locations }))
  assert.deepEqual((await find(paper(), CALL)).copies, [])
})

test('a licence has one name, however it is written', () => {
  const names = ['CC BY 4.0', 'cc-by', 'cc by', 'https://creativecommons.org/licenses/by/4.0/', 'CC BY 3.0 IGO']
  assert.deepEqual([...new Set(names.map(licenceKey))], ['cc-by'])
  assert.equal(licenceKey('CC0 1.0'), 'cc0')
  assert.equal(licenceKey('https://creativecommons.org/publicdomain/zero/1.0/'), 'cc0')
  assert.equal(licenceKey('All rights reserved'), 'all-rights-reserved')
})
