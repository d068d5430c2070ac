import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Paper } from '../../src/domain/paper.ts'
import { isNotice, sameByTitle } from '../../src/store/paper-identity.ts'
import { AT, testStore, work } from './graph-fixture.ts'

const PREPRINT = work({
  source: 'arxiv',
  identifiers: [{ type: 'arxiv', value: '2304.05376' }],
  title: 'Augmenting large language models with chemistry tools',
  authors: ['Andres M Bran', 'Sam Cox'],
  year: 2023,
  published_at: '2023-04-11',
  venue: 'arXiv',
  url: 'https://arxiv.org/abs/2304.05376',
  abstract: 'Large language models lack access to external knowledge sources.',
  is_preprint: true,
})
const ARTICLE: typeof PREPRINT = {
  ...PREPRINT,
  source: 'crossref',
  identifiers: [{ type: 'doi', value: '10.1038/s42256-024-00832-8' }],
  title: 'Augmenting Large Language Models with Chemistry Tools',
  year: 2024,
  published_at: '2024-05-08',
  venue: 'Nature Machine Intelligence',
  url: 'https://doi.org/10.1038/s42256-024-00832-8',
  abstract: null,
  is_preprint: false,
}

test('TRUST 3: preprint and article are one work; both versions stay findable and linked', () => {
  using opened = testStore()
  const { works } = opened.store
  works.merge(PREPRINT, AT, 'cause_test')

  const merged = works.merge(ARTICLE, AT, 'cause_test')

  assert.deepEqual(merged.versions, [
    { kind: 'preprint', identifier: { type: 'arxiv', value: '2304.05376' } },
    { kind: 'published', identifier: { type: 'doi', value: '10.1038/s42256-024-00832-8' } },
  ])
  assert.equal(works.byIdentifier({ type: 'arxiv', value: 'arXiv:2304.05376v2' })?.id, merged.id)
  assert.equal(works.byIdentifier({ type: 'doi', value: '10.1038/S42256-024-00832-8' })?.id, merged.id)
  assert.deepEqual([merged.is_preprint, merged.abstract], [false, PREPRINT.abstract])
})

test('TRUST 3: date, venue and address are those of the published version, whichever comes first', () => {
  for (const order of [
    [PREPRINT, ARTICLE],
    [ARTICLE, PREPRINT],
  ]) {
    using opened = testStore()
    const [, last] = order.map((one) => opened.store.works.merge(one, AT, 'cause_test'))
    assert.deepEqual(
      [last?.year, last?.venue, last?.url, last?.field_sources.venue],
      [2024, 'Nature Machine Intelligence', ARTICLE.url, 'crossref'],
    )
  }
})

test('TRUST 3: a source that knows both identifiers joins two works found apart', () => {
  using opened = testStore()
  const { works, db } = opened.store
  const other = { ...ARTICLE, title: 'ChemCrow: chemistry tools for language models' }
  const first = works.merge(PREPRINT, AT, 'cause_test')
  const second = works.merge(other, AT, 'cause_test')
  assert.notEqual(first.id, second.id)

  const told = { ...other, source: 'openalex' as const, versions: [PREPRINT_VERSION] }
  const merged = works.merge(told, AT, 'cause_test')

  assert.equal(works.byIdentifier({ type: 'arxiv', value: '2304.05376' })?.id, merged.id)
  assert.equal(db.prepare('SELECT count(*) AS n FROM works').get()?.n, 1)
})

const PREPRINT_VERSION = { kind: 'preprint', identifier: { type: 'arxiv', value: '2304.05376' } } as const

test('TRUST 3: a preprint more than three years older is another work', () => {
  assert.equal(sameByTitle({ ...PREPRINT, year: 2021 }, ARTICLE), true)
  assert.equal(sameByTitle({ ...PREPRINT, year: 2020 }, ARTICLE), false)
})

test('TRUST 3: works that look alike stay apart', () => {
  const known = work({ title: 'Standards of care in diabetes', identifiers: [{ type: 's2', value: 'a' }] })
  const like = (over: Partial<Paper>) => ({ ...known, identifiers: [{ type: 's2' as const, value: 'b' }], ...over })
  assert.equal(sameByTitle(known, like({ year: 2016, abstract: 'Other recommendations for another year.' })), false)
  assert.equal(sameByTitle(known, like({ title: 'Standards of care in diabetes, part II' })), false)
  assert.equal(sameByTitle(known, like({ title: 'Erratum to: Standards of care in diabetes' })), false)
  assert.equal(sameByTitle(known, like({ notice_of: [{ doi: '10.1/x', type: 'correction' }] })), false)
  const pubmed = (value: string) => ({ ...known, identifiers: [{ type: 'pmid' as const, value }] })
  assert.equal(sameByTitle(pubmed('1'), pubmed('2')), false)
})

test('TRUST 3: a list of authors cut short or in another order is the same list', () => {
  const known = work({ identifiers: [], authors: ['Anna Müller', 'José García', 'Keiko Nakamura'] })
  const told = (authors: readonly string[]) => ({ ...known, authors })
  assert.equal(sameByTitle(known, told(['Muller, A.', 'et al.'])), true)
  assert.equal(sameByTitle(known, told(['García J', 'Müller A'])), true)
  assert.equal(sameByTitle(known, told(['García J'])), false)
  const particles = { ...known, authors: ['Ayşe van der Berg'] }
  assert.equal(sameByTitle(particles, told(['van der Berg, A.'])), true)
  assert.equal(sameByTitle(particles, told(['Berg, A.'])), false)
})

test('LYRA 5.4: notices are known by their title or by what they are about', () => {
  const titles = ['Retraction notice: Dose and effect', 'Correction to: Dose', 'Corrigendum', '訂正：銀葉茶の効果']
  assert.deepEqual(
    titles.map((title) => isNotice({ title })),
    [true, true, true, true],
  )
  const papers = ['Correction of anaemia in kidney disease', 'Retraction of the scapula', '撤回論文の計量分析']
  assert.deepEqual(
    papers.map((title) => isNotice({ title })),
    [false, false, false],
  )
  assert.equal(isNotice({ title: 'Dose and effect', notice_of: [{ doi: '10.1/a', type: 'erratum' }] }), true)
})

const NOTICE = work({
  source: 'crossref',
  identifiers: [{ type: 'doi', value: '10.1000/notice' }],
  title: 'Retraction notice: Sitagliptin and cardiovascular outcomes in type 2 diabetes',
  authors: ['Editors'],
  published_at: '2018-06-11',
  notice_of: [{ doi: '10.1000/XYZ123', type: 'retraction' }],
})

test('LYRA 5.4: a retraction notice withdraws its paper, found before it or after it', () => {
  for (const order of [
    [NOTICE, work()],
    [work(), NOTICE],
  ]) {
    using opened = testStore()
    const { works } = opened.store
    for (const one of order) works.merge(one, AT, 'cause_test')

    const paper = works.byIdentifier({ type: 'doi', value: '10.1000/xyz123' })

    assert.deepEqual(
      [paper?.is_retracted, paper?.retraction_notice, paper?.field_sources.is_retracted],
      [true, '10.1000/notice', 'crossref'],
    )
    assert.deepEqual(paper?.updates, [{ type: 'retraction', notice: '10.1000/notice', date: '2018-06-11' }])
    const notice = works.byIdentifier({ type: 'doi', value: '10.1000/notice' })
    assert.deepEqual(
      [notice?.is_retracted, notice?.notice_of],
      [false, [{ doi: '10.1000/xyz123', type: 'retraction' }]],
    )
  }
})

test('LYRA 5.4: corrections and expressions of concern are told and withdraw nothing', () => {
  using opened = testStore()
  const { works } = opened.store
  const updates = [
    { type: 'correction', notice: '10.1000/corr', date: '2016-01-02' },
    { type: 'expression_of_concern', notice: '10.1000/eoc', date: null },
    { type: 'new_version', notice: '10.1000/xyz123', date: null },
  ]
  works.merge(work({ source: 'crossref', updates }), AT, 'cause_test')

  const paper = works.merge(work(), AT, 'cause_test')

  assert.deepEqual(paper.updates, updates)
  assert.deepEqual([paper.is_retracted, paper.notice_of], [false, []])
})
