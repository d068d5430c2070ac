import assert from 'node:assert/strict'
import { test } from 'node:test'
import { stableId } from '../../src/domain/ids.ts'
import { normaliseIdentifier, normaliseIdentifiers } from '../../src/store/identifiers.ts'
import { authorKey, sameByTitle, titleKey } from '../../src/store/paper-identity.ts'
import { AT, testStore, work } from './graph-fixture.ts'

test('TRUST 3: identifiers have one spelling', () => {
  const spelled = [
    normaliseIdentifier({ type: 'doi', value: ' https://doi.org/10.1056/NEJMoa1501352 ' }),
    normaliseIdentifier({ type: 'doi', value: 'doi: 10.1/ABC' }),
    normaliseIdentifier({ type: 'arxiv', value: 'https://arxiv.org/pdf/2301.00001v3.pdf' }),
    normaliseIdentifier({ type: 'arxiv', value: 'arXiv:hep-th/9901001V2' }),
    normaliseIdentifier({ type: 'pmid', value: 'PMID: 026052984' }),
    normaliseIdentifier({ type: 'pmcid', value: 'pmc4467' }),
    normaliseIdentifier({ type: 'openalex', value: 'https://openalex.org/w2741809807' }),
    normaliseIdentifier({ type: 'isbn', value: '978-4-00-310101-8' }),
  ].map(({ value }) => value)

  assert.deepEqual(spelled, [
    '10.1056/nejmoa1501352',
    '10.1/abc',
    '2301.00001',
    'hep-th/9901001',
    '26052984',
    'PMC4467',
    'W2741809807',
    '9784003101018',
  ])
})

test('identifiers are listed best first, once each, without empty ones', () => {
  const listed = normaliseIdentifiers([
    { type: 's2', value: 'AB12' },
    { type: 'pmid', value: '7' },
    { type: 'doi', value: '10.1/B' },
    { type: 'doi', value: 'https://doi.org/10.1/b' },
    { type: 'doi', value: ' ' },
  ])

  assert.deepEqual(listed, [
    { type: 'doi', value: '10.1/b' },
    { type: 'pmid', value: '7' },
    { type: 's2', value: 'ab12' },
  ])
})

test('titles and authors compare by what they say, not how they are written', () => {
  assert.equal(titleKey('ＤＰＰ-4阻害薬の 安全性：総説'), 'dpp4阻害薬の安全性総説')
  assert.equal(authorKey('Green, Jennifer B.'), 'green')
  assert.equal(authorKey('Jennifer B. Green'), 'green')
  assert.equal(authorKey('José Peña'), 'pena')
  assert.equal(authorKey('Green JB'), 'green')
  assert.equal(authorKey('山田 太郎'), authorKey('山田太郎'))
  assert.equal(authorKey('太郎 山田'), authorKey('山田 太郎'))
  assert.equal(titleKey('<i>Effect</i> of β-blockers &amp; ACE'.replace('&amp;', '&')), 'effectofbetablockersandace')
  assert.equal(titleKey('RETRACTED ARTICLE: Dose and effect'), titleKey('Dose and effect'))
  assert.equal(titleKey('ガイドライン'), 'ガイドライン')
})

test('TRUST 3: two sources with the same DOI are one work with the best of each field', () => {
  using opened = testStore()
  const { store } = opened
  const long = 'A longer abstract that tells what was measured, in whom, and what came out.'

  const first = store.works.merge(work({ oa_url: 'https://oa.example/openalex' }), AT, 'cause_test')
  store.works.merge(
    work({
      source: 'semantic_scholar',
      identifiers: [
        { type: 'doi', value: 'https://doi.org/10.1000/XYZ123' },
        { type: 's2', value: 'abc' },
      ],
      title: 'Sitagliptin and CV outcomes',
      abstract: long,
      cited_by_count: 1900,
      reference_count: 55,
      venue: null,
    }),
    AT,
    'cause_test',
  )
  const merged = store.works.merge(
    work({
      source: 'crossref',
      title: 'Effect of Sitagliptin on Cardiovascular Outcomes in Type 2 Diabetes',
      abstract: null,
      authors: ['Jennifer B. Green', 'M. Angelyn Bethel'],
      cited_by_count: null,
      reference_count: null,
      is_retracted: true,
      retraction_notice: '10.1000/retract',
      oa_url: 'https://oa.example/crossref',
    }),
    AT,
    'cause_test',
  )

  assert.equal(first.id, stableId('work', 'doi:10.1000/xyz123'))
  assert.deepEqual(merged, {
    id: first.id,
    identifiers: [
      { type: 'doi', value: '10.1000/xyz123' },
      { type: 's2', value: 'abc' },
    ],
    title: 'Effect of Sitagliptin on Cardiovascular Outcomes in Type 2 Diabetes',
    abstract: long,
    authors: ['Jennifer B. Green', 'M. Angelyn Bethel'],
    year: 2015,
    published_at: '2015-07-16',
    venue: 'NEJM',
    url: null,
    oa_url: 'https://oa.example/openalex',
    licence: null,
    cited_by_count: 2100,
    reference_count: 55,
    is_preprint: false,
    is_retracted: true,
    retraction_notice: '10.1000/retract',
    language: 'en',
    updates: [],
    notice_of: [],
    versions: [{ kind: 'published', identifier: { type: 'doi', value: '10.1000/xyz123' } }],
    sources: ['openalex', 'semantic_scholar', 'crossref'],
    field_sources: {
      title: 'crossref',
      abstract: 'semantic_scholar',
      authors: 'crossref',
      year: 'crossref',
      published_at: 'crossref',
      venue: 'crossref',
      oa_url: 'openalex',
      cited_by_count: 'openalex',
      reference_count: 'semantic_scholar',
      retraction_notice: 'crossref',
      language: 'crossref',
      is_retracted: 'crossref',
    },
  })
  assert.deepEqual(store.works.byIdentifier({ type: 's2', value: 'ABC' }), merged)
  assert.equal(store.db.prepare('SELECT count(*) AS n FROM works').get()?.n, 1)
})

test('TRUST 3: a retraction, once known, stays known', () => {
  using opened = testStore()
  const { store } = opened
  store.works.merge(work({ is_retracted: true }), AT, 'cause_test')

  const merged = store.works.merge(work({ source: 'crossref', is_retracted: false }), AT, 'cause_test')

  assert.equal(merged.is_retracted, true)
  assert.equal(merged.field_sources.is_retracted, 'openalex')
})

test('TRUST 3: without a common identifier, title, year and first author decide', () => {
  const known = work()
  const other = { ...known, identifiers: [{ type: 's2' as const, value: 'x' }] }

  assert.equal(
    sameByTitle(known, { ...other, title: 'SITAGLIPTIN and cardiovascular outcomes in Type-2 diabetes.' }),
    true,
  )
  assert.equal(sameByTitle(known, { ...other, authors: [] }), true)
  assert.equal(sameByTitle(known, { ...other, authors: ['Green, J. B.'] }), true)
  assert.equal(sameByTitle(known, { ...other, authors: ['Steven P. Marso'] }), false)
  assert.equal(sameByTitle(known, { ...other, year: 2016 }), false)
  assert.equal(sameByTitle(known, { ...other, year: null }), false)
})

test('TRUST 3: one title under two DOIs is two works, unless one is the preprint', () => {
  const known = work()
  const twin = { ...known, identifiers: [{ type: 'doi' as const, value: '10.2000/other' }] }

  assert.equal(sameByTitle(known, twin), false)
  assert.equal(sameByTitle(known, { ...twin, is_preprint: true }), true)
})

test('a title that says little needs the author to agree', () => {
  const editorial = work({ title: 'Editorial', authors: [], identifiers: [] })

  assert.equal(sameByTitle(editorial, work({ title: 'Editorial', identifiers: [] })), false)
  assert.equal(sameByTitle(work({ title: 'Editorial' }), work({ title: 'editorial', identifiers: [] })), true)
})

test('a work without identifiers gets its id from title and year, the same each time', () => {
  using opened = testStore()
  const { store } = opened
  const bare = work({ identifiers: [], title: '糖尿病診療ガイドライン2024', year: 2024, authors: ['日本糖尿病学会'] })

  const first = store.works.merge(bare, AT, 'cause_test')
  const second = store.works.merge({ ...bare, source: 'crossref' }, AT, 'cause_test')

  assert.equal(first.id, stableId('work', `title:糖尿病診療ガイドライン2024:2024:${authorKey('日本糖尿病学会')}`))
  assert.equal(second.id, first.id)
  assert.deepEqual(second.sources, ['openalex', 'crossref'])
})

test('chapters that share the ISBN of their book stay two works', () => {
  using opened = testStore()
  const { store } = opened
  const isbn = { type: 'isbn', value: '978-4-00-310101-8' } as const

  const one = store.works.merge(work({ identifiers: [isbn], title: 'Chapter on incretins' }), AT, 'cause_test')
  const two = store.works.merge(work({ identifiers: [isbn], title: 'Chapter on insulin pumps' }), AT, 'cause_test')

  assert.notEqual(one.id, two.id)
  assert.equal(store.db.prepare('SELECT count(*) AS n FROM works').get()?.n, 2)
})
