import assert from 'node:assert/strict'
import { test } from 'node:test'
import { recogniseSeed } from '../../src/research/pivots/recognise-seed.ts'
import { answerSearch } from '../../src/research/search-answer.ts'
import { findRecords } from '../../src/research/stages/find-records.ts'
import { followPivot } from '../../src/research/stages/follow-pivot.ts'
import { openPaperRun } from './papers-run.ts'
import { PIVOTS, withSources } from './pivot-doubles.ts'

test('REQ 3.1.1: from a domain come registration, certificates, hosts and archived history, each counted', async () => {
  using opened = openPaperRun({ query: 'who stands behind this' })
  const { deps, call } = withSources(opened)

  const { pageIds } = await followPivot(deps, call, { from: 'domain:kagami.example', known: [] })

  const steps = opened.store.trails.stepsOf(call.searchId)
  assert.deepEqual(
    steps.map(({ ask, source, outcome, found, same_name }) => [ask, source, outcome, found, same_name]),
    [
      ['registration', 'rdap', 'ok', 1, 1],
      ['certificates', 'crtsh', 'ok', 1, 1],
      ['organisation', 'gleif', 'ok', 1, 1],
      ['organisation', 'gbizinfo', 'ok', 1, 1],
      ['hosts', 'crtsh', 'ok', 1, 1],
      ['history', 'wayback_captures', 'ok', 2, 2],
    ],
  )
  const kinds = pageIds.flatMap((id) => opened.store.records.ofPage(id)).map(({ kind }) => kind)
  assert.deepEqual([...new Set(kinds)].sort(), ['capture', 'certificate', 'company', 'domain'])
})

test('REQ 3.1.1: from a company come officers, filings, domains, certificates, registrations, patents, subsidies, news', async () => {
  using opened = openPaperRun({ query: 'officers and subsidies' })
  const { deps, call } = withSources(opened)

  await followPivot(deps, call, { from: 'company:株式会社加賀見製作所', known: [] })

  const steps = opened.store.trails.stepsOf(call.searchId)
  assert.deepEqual([...new Set(steps.map(({ ask }) => ask))].sort(), [
    'certificates',
    'domains',
    'filings',
    'news',
    'officers',
    'patents',
    'registrations',
    'subsidies',
  ])
  const step = (source: string) => steps.find((one) => one.source === source)
  assert.deepEqual(
    ['gbizinfo_subsidies', 'gbizinfo_patents', 'rdap'].map((name) => [step(name)?.value, step(name)?.found]),
    [
      ['6220001099990', 2],
      ['6220001099990', 1],
      ['kagami.example', 1],
    ],
  )
  assert.deepEqual([step('gdelt')?.outcome, step('gdelt')?.found], ['not_found', 0])
})

test('REQ 3.1.1: a namesake is counted apart, and its number leads nowhere', async () => {
  using opened = openPaperRun({ query: 'officers' })
  const { deps, call, asked } = withSources(opened)

  await followPivot(deps, call, { from: 'company:Harbour', known: [] })

  const steps = opened.store.trails.stepsOf(call.searchId)
  const register = steps.find(({ source }) => source === 'companies_house')
  assert.deepEqual([register?.found, register?.same_name], [1, 0])
  const officers = steps.find(({ source }) => source === 'companies_house_officers')
  assert.deepEqual(
    [officers?.outcome, officers?.value, officers?.reason],
    ['not_asked', null, 'nothing found so far names what it is asked by'],
  )
  assert.deepEqual(
    asked.filter((url) => url.includes('/officers')),
    [],
  )
})

test('SECURITY: what a register holds of an officer’s birth, nationality and address is in no row of the home', async () => {
  using opened = openPaperRun({ query: 'officers' })
  const { deps, call } = withSources(opened)

  const { pageIds } = await followPivot(deps, call, { from: 'uk_company:09900001', known: [] })

  const kept = JSON.stringify(pageIds.map((id) => [opened.store.records.ofPage(id), opened.store.fragments.ofPage(id)]))
  assert.ok(kept.includes('MIRROR, Mary'))
  for (const hidden of ['Hidden Lane', 'British', '1970']) assert.ok(!kept.includes(hidden), hidden)
})

test('REQ 3.1.1: what cannot be asked says why: no key, no requests left', async () => {
  using opened = openPaperRun({ query: 'who' })
  const { deps, call } = withSources(opened, { keys: false, requests: 3 })

  const { warnings } = await followPivot(deps, call, { from: 'domain:kagami.example', known: [] })

  const steps = opened.store.trails.stepsOf(call.searchId)
  assert.deepEqual(
    steps.map(({ outcome }) => outcome),
    ['ok', 'ok', 'ok', 'not_asked', 'not_asked', 'not_asked'],
  )
  assert.equal(steps[4]?.reason, 'sources.pivot_requests are spent')
  assert.ok(warnings.includes('public sources: 3 questions left out (sources.pivot_requests)'), warnings.join('\n'))
})

test('REQ 3.1.1: a query that names the domain asks what it always asked; hosts and history are for pivot_from', async () => {
  using opened = openPaperRun({ query: 'who stands behind kagami.org' })
  const { deps, call, asked } = withSources(opened)

  await findRecords(deps, call, { items: [] })

  assert.deepEqual(
    asked.filter((url) => url.includes('archive.org') || url.includes('%25.')),
    [],
  )
})

test('REQ 3.2.1: the answer of a search counts the steps of its pivot', async () => {
  using opened = openPaperRun({ query: 'who' })
  const { deps, call } = withSources(opened)
  const row = { ...opened.run.row, options: { pivot_from: 'domain:kagami.example' } }
  opened.store.searches.update(row)

  await followPivot(deps, call, { from: 'domain:kagami.example', known: [] })

  const { pivots } = answerSearch(opened.parts, row.id)
  assert.deepEqual(pivots?.[0], {
    ...{ ask: 'registration', source: 'rdap', outcome: 'ok', found: 1, same_name: 1, value: 'kagami.example' },
  })
})

test('pivot_from is a domain, a number, a name that says what it is, or the id of a record', async () => {
  using opened = openPaperRun()
  const { deps, call } = withSources(opened)
  await followPivot(deps, call, { from: 'corporate_number:6220001099990', known: [] })
  const seed = (given: string) => recogniseSeed({ store: opened.store, pivots: PIVOTS }, given)
  const records = opened.store.pages.ofTask(call.taskId).flatMap(({ id }) => opened.store.records.ofPage(id))
  const company = records.find(({ source }) => source === 'gbizinfo')

  assert.deepEqual(
    [
      seed('https://www.kagami.org/about'),
      seed('法人番号 7000012050002'),
      seed('LEI 5493001KJTIIGC8Y1R12'),
      seed('株式会社加賀見製作所'),
      seed('Harbour Mirrors Ltd.'),
      seed('会社：加賀見製作所'),
      seed('person: 青葉一郎'),
      seed('平成15年法律第57号'),
      seed(company?.id ?? ''),
      seed(company?.page_id ?? ''),
    ],
    [
      'domain:kagami.org',
      'corporate_number:7000012050002',
      'lei:5493001KJTIIGC8Y1R12',
      'company:株式会社加賀見製作所',
      'company:Harbour Mirrors Ltd.',
      'company:加賀見製作所',
      'person:青葉一郎',
      'law:平成15年法律第57号',
      'corporate_number:6220001099990',
      'corporate_number:6220001099990',
    ],
  )
  assert.throws(() => seed('青葉一郎'), { code: 'INVALID_PARAMS' })
  const entityOf = (id: string) => (id === 'ent_1' ? { type: 'person', name: '青葉一郎', identifiers: [] } : null)
  assert.equal(recogniseSeed({ store: opened.store, pivots: PIVOTS, entityOf }, 'ent_1'), 'person:青葉一郎')
  assert.throws(() => seed('ent_1'), { code: 'NOT_FOUND' })
  assert.throws(() => seed('rec_0000000000000000'), { code: 'NOT_FOUND' })
})

test('SECURITY: accounts, e-mail addresses and telephone numbers are no start of a pivot', () => {
  using opened = openPaperRun()
  const seed = (given: string) => recogniseSeed({ store: opened.store, pivots: PIVOTS }, given)
  const refused = ['someone@kagami.org', '@someone', 'https://www.facebook.com/someone', 'x.com/someone', 'person:@one']
  for (const given of [...refused, '+81 76-123-4567', '076-123-4567'])
    assert.throws(() => seed(given), { code: 'INVALID_PARAMS', message: /account, an e-mail address/ }, given)
  assert.equal(seed('facebook.com'), 'domain:facebook.com')
})
