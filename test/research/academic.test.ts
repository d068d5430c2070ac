import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Identifier } from '../../src/domain/paper.ts'
import { lookUpIdentifiers, searchPapers } from '../../src/research/stages/academic.ts'
import type { AcademicSource } from '../../src/sources/types.ts'
import { index, openPaperRun, paper } from './papers-run.ts'

const doi = (key: string): Identifier => ({ type: 'doi', value: `10.5555/${key}` })

test('TRUST phase 2: both indexes are searched, one work told twice is one paper, Crossref is asked about each', async () => {
  const trial = paper('trial')
  const crossref = { ...index('crossref', [{ work: { ...trial, is_retracted: true } }]), search: undefined }
  const { search: _search, ...registry } = crossref
  const sources: AcademicSource[] = [
    index('openalex', [{ work: trial }, { work: paper('pilot') }]),
    index('semantic_scholar', [{ work: { ...trial, abstract: null } }]),
    registry,
  ]
  using opened = openPaperRun({ sources })

  const { papers } = await searchPapers(opened.run.deps, opened.run.call)

  assert.deepEqual(
    papers.map(({ work }) => [work.title, work.sources, work.is_retracted]),
    [
      [trial.title, ['openalex', 'semantic_scholar', 'crossref'], true],
      [paper('pilot').title, ['openalex'], false],
    ],
  )
  assert.deepEqual(crossref.asked, ['look up doi:10.5555/trial', 'look up doi:10.5555/pilot'])
})

test('TRUST phase 2: an everyday query asks no index; phase 3: its identifiers are looked up all the same', async () => {
  const openalex = index('openalex', [{ work: paper('trial') }])
  using opened = openPaperRun({ sources: [openalex], query: '札幌 ラーメン おすすめ' })

  const { deps, call } = opened.run
  const searched = await searchPapers(deps, call)
  const identifiers = [doi('trial'), doi('trial'), doi('unknown')]
  const found = await lookUpIdentifiers(deps, call, { identifiers, lookedUp: [] })
  const again = await lookUpIdentifiers(deps, call, { identifiers: [doi('trial')], lookedUp: found.lookedUp })

  assert.deepEqual(openalex.asked, ['look up doi:10.5555/trial', 'look up doi:10.5555/unknown'])
  assert.deepEqual([searched.papers, found.papers.length, again.papers.length], [[], 1, 0])
  assert.deepEqual([searched.warnings, found.warnings, again.warnings], [[], [], []])
})

test('LYRA 5.1: a refused search is named, never an empty list', async () => {
  const reason = 'the allowance of openalex is used up (3 of 1000 left, 10 needed); it returns in 2 h'
  const refusing: AcademicSource = {
    ...index('openalex', []),
    search: async () => ({ source: 'openalex', outcome: 'rate_limited', reason, items: [] }),
  }
  using opened = openPaperRun({ sources: [refusing, index('semantic_scholar', [{ work: paper('trial') }])] })

  const { papers, warnings } = await searchPapers(opened.run.deps, opened.run.call)

  assert.equal(papers.length, 1)
  assert.deepEqual(warnings, [`source openalex: rate_limited (${reason})`])
})

test('LYRA 5.1: when both indexes refuse, the helpers are searched; the refusals stay named', async () => {
  const refusing = (name: 'openalex' | 'semantic_scholar'): AcademicSource => ({
    ...index(name, []),
    search: async () => ({ source: name, outcome: 'rate_limited', reason: '429', items: [] }),
  })
  const { search, ...registry } = index('crossref', [{ work: paper('trial') }])
  const helper: AcademicSource = { ...registry, ...(search === undefined ? {} : { fallbackSearch: search }) }
  using opened = openPaperRun({ sources: [refusing('openalex'), refusing('semantic_scholar'), helper] })

  const { papers, warnings } = await searchPapers(opened.run.deps, opened.run.call)

  assert.deepEqual(
    papers.map(({ work }) => [work.title, work.sources]),
    [[paper('trial').title, ['crossref']]],
  )
  assert.deepEqual(warnings, ['source openalex: rate_limited (429)', 'source semantic_scholar: rate_limited (429)'])
})

test('LYRA 5.1: identifiers beyond the limit of one batch are left, and the event log says which', async () => {
  const openalex = index('openalex', [])
  using opened = openPaperRun({ sources: [openalex] })
  const many = Array.from({ length: 23 }, (_, n) => doi(`p${n}`))

  const { left } = await lookUpIdentifiers(opened.run.deps, opened.run.call, { identifiers: many, lookedUp: [] })

  assert.equal(openalex.asked.length, 20)
  assert.deepEqual(left, many.slice(20))
  const [event] = opened.store.events.ofTask('task_tea', 50).filter(({ kind }) => kind === 'identifiers_left')
  assert.deepEqual(event?.data, { count: 3, first: ['doi:10.5555/p20', 'doi:10.5555/p21', 'doi:10.5555/p22'] })
})
