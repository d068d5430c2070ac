import assert from 'node:assert/strict'
import { test } from 'node:test'
import { defaultSettings } from '../../src/domain/settings.ts'
import { renderReport } from '../../src/report/markdown.ts'
import { collectReportData } from '../../src/report/report-data.ts'
import { recomputeTask } from '../../src/research/graph/recompute.ts'
import { taskStatus } from '../../src/research/status.ts'
import { stance } from '../store/graph-fixture.ts'
import { claimOf, judge, openPaperRun, type PaperRun, paper, saveBy } from './papers-run.ts'

const RETRACTED = { is_retracted: true, retraction_notice: '10.5555/notice' }

test('LYRA 5.4: a retraction that becomes known later withdraws the support in every task', async () => {
  using opened = openPaperRun()
  const { run, store, parts } = opened
  const claimId = await claimOf(opened, run, paper('trial'))
  judge(opened, run, paper('dose'), claimId)
  recomputeTask(parts, run.task.id, 'cause_test')
  const before = store.claims.get(claimId)?.confidence ?? 0

  // Another task meets the paper again, now with its retraction.
  saveBy(opened.other('task_other'), { work: paper('dose', { source: 'crossref', ...RETRACTED }), archive: null })

  assert.ok(before > 0.6, `before the retraction the claim stood at ${before}`)
  assert.equal(store.claims.get(claimId)?.confidence, 0.5)
  const [event] = store.events.ofTask('task_other', 50).filter(({ kind }) => kind === 'work_retracted')
  assert.deepEqual(event?.data, { title: paper('dose').title, notice: '10.5555/notice', claims: 1 })
})

test('LYRA 5.4: claims of a retracted paper are no longer adopted', async () => {
  using opened = openPaperRun()
  const { run, store, parts } = opened
  const claimId = await claimOf(opened, run, paper('dose'))
  recomputeTask(parts, run.task.id, 'cause_test')
  assert.equal(store.claims.get(claimId)?.adopted, true)

  saveBy(run, { work: paper('dose', { source: 'crossref', ...RETRACTED }), archive: null })

  const claim = store.claims.get(claimId)
  assert.deepEqual(
    [claim?.adopted, claim?.verification_status, claim?.not_adopted_reason],
    [false, 'superseded', 'its source was retracted'],
  )
})

test('LYRA 5.4: a retraction notice becomes no page, and withdraws the paper it is about', async () => {
  using opened = openPaperRun()
  const { run, store, parts } = opened
  const claimId = await claimOf(opened, run, paper('trial'))
  judge(opened, run, paper('dose'), claimId)
  recomputeTask(parts, run.task.id, 'cause_test')
  const notice = paper('notice', {
    source: 'crossref',
    title: 'Retraction notice: The silverleaf paper called dose',
    abstract: 'Silverleaf tea lowered systolic blood pressure in the trial called dose. This article is withdrawn.',
    notice_of: [{ doi: '10.5555/dose', type: 'retraction' }],
  })

  const saved = saveBy(run, { work: notice, archive: null })

  assert.deepEqual([saved.pageId, saved.landingUrl], [null, null])
  assert.equal(store.pages.byUrl('https://journal.example/notice'), null)
  assert.equal(store.pages.byIdentifier({ type: 'doi', value: '10.5555/dose' })?.is_retracted, true)
  assert.equal(store.claims.get(claimId)?.confidence, 0.5)
})

test('LYRA 5.4: a correction is told with the paper and withdraws nothing', async () => {
  using opened = openPaperRun()
  const { run, store, parts } = opened
  const claimId = await claimOf(opened, run, paper('trial'))
  judge(opened, run, paper('dose'), claimId)
  recomputeTask(parts, run.task.id, 'cause_test')
  const before = store.claims.get(claimId)?.confidence
  const updates = [{ type: 'correction', notice: '10.5555/corr', date: '2021-02-03' }]

  saveBy(run, { work: paper('dose', { source: 'crossref', updates }), archive: null })

  const page = store.pages.byIdentifier({ type: 'doi', value: '10.5555/dose' })
  assert.deepEqual([page?.is_retracted, page?.paper_metadata?.updates], [false, updates])
  assert.equal(store.claims.get(claimId)?.confidence, before)
})

test('GRAPH 1.3: the same work in two tasks is one page; its metadata follows what is known by now', () => {
  using opened = openPaperRun()
  const { run, store } = opened
  const first = saveBy(run, { work: paper('trial'), archive: null })
  const told = paper('trial', { source: 'semantic_scholar', cited_by_count: 12_345, venue: null })

  const second = saveBy(opened.other('task_other'), { work: told, archive: null })

  assert.equal(second.pageId, first.pageId)
  const metadata = store.pages.get(first.pageId ?? '')?.paper_metadata
  assert.deepEqual([metadata?.cited_by_count, metadata?.venue], [12_345, 'NEJM'])
  assert.deepEqual(metadata?.sources, ['openalex', 'semantic_scholar'])
  assert.equal(store.fragments.ofPage(first.pageId ?? '').length, 1)
})

test('LYRA 5.4: a retraction is shown on the page, its claims, the report and get_status', async () => {
  using opened = openPaperRun()
  const { run, store, parts } = opened
  const claimId = await claimOf(opened, run, paper('dose'))
  saveBy(run, { work: paper('dose', { source: 'crossref', ...RETRACTED }), archive: null })
  recomputeTask(parts, run.task.id, 'cause_test')
  const auth = { pending_count: 0, high_priority_count: 0, domains: [], oldest_queued_at: null, by_auth_type: {} }

  const page = store.pages.byIdentifier({ type: 'doi', value: '10.5555/dose' })
  const status = taskStatus(parts, run.task.id, { summary: auth, alerts: [] })
  const report = renderReport(collectReportData(parts, run.task.id, defaultSettings.report), [])

  assert.deepEqual([page?.is_retracted, page?.paper_metadata?.retraction_notice], [true, '10.5555/notice'])
  assert.equal(status.metrics.retracted_sources, 1)
  assert.ok(status.warnings.includes(`retracted source: ${paper('dose').title}`))
  assert.deepEqual(status.verification_alerts, [`${claimId} superseded: its source was retracted`])
  assert.match(report, /## What changed\n\n- \*\*Withdrawn:\*\* The silverleaf paper called dose/)
  assert.match(report, /set aside: its source was retracted/)
  assert.match(report, /- \[1\] The silverleaf paper called dose \*\*\(retracted\)\*\*/)
})

test('TRUST decision 3: an old paper weighs as much as a new one', async () => {
  const confidence = async (year: number) => {
    using opened = openPaperRun()
    const { run, store, parts } = opened
    const claimId = await claimOf(opened, run, paper('trial'))
    judge(opened, run, paper('support', { year, published_at: `${year}-01-01` }), claimId)
    recomputeTask(parts, run.task.id, 'cause_test')
    const claim = store.claims.get(claimId)
    return [claim?.confidence.toFixed(6), claim?.verification_status]
  }

  assert.deepEqual(await confidence(1949), await confidence(2025))
})

test('LYRA 5.2: preprint and article make one page that shows both versions', () => {
  using opened = openPaperRun()
  const { run, store } = opened
  const arxiv = { type: 'arxiv', value: '2001.00001' } as const
  const preprint = paper('trial', {
    source: 'arxiv',
    identifiers: [arxiv],
    year: 2019,
    is_preprint: true,
    venue: 'arXiv',
  })
  const early = saveBy(run, { work: preprint, archive: null })

  const late = saveBy(run, { work: paper('trial', { source: 'crossref' }), archive: null })

  assert.equal(late.pageId, early.pageId)
  assert.deepEqual(store.pages.get(early.pageId ?? '')?.paper_metadata?.versions, [
    { kind: 'preprint', identifier: arxiv },
    { kind: 'published', identifier: { type: 'doi', value: '10.5555/trial' } },
  ])
})

const ARXIV = { type: 'arxiv', value: '2001.00001' } as const

/** A preprint without a year and an article are two works until a source names both: then two pages of one. */
function preprintAndArticle({ run, store }: PaperRun): readonly string[] {
  const url = 'https://arxiv.example/2001.00001'
  const preprint = paper('dose', { source: 'arxiv', identifiers: [ARXIV], year: null, url, is_preprint: true })
  const pages = [preprint, paper('dose')].map((work) => saveBy(run, { work, archive: null }).pageId ?? '')
  saveBy(run, {
    work: paper('dose', { identifiers: [ARXIV, { type: 'doi', value: '10.5555/dose' }] }),
    archive: null,
  })
  const works = new Set(pages.map((id) => store.pages.get(id)?.work_id))
  assert.deepEqual([new Set(pages).size, works.size], [2, 1])
  return pages
}

test('LYRA 5.4: a retraction marks every page of the work, and withdraws what rests on each', async () => {
  using opened = openPaperRun()
  const { run, store, parts } = opened
  const claimId = await claimOf(opened, run, paper('trial'))
  const pages = preprintAndArticle(opened)
  const [fragment] = store.fragments.ofPage(pages[0] ?? '')
  store.edges.saveStance(stance(fragment?.id ?? '', claimId, 'supports', 0.9))
  recomputeTask(parts, run.task.id, 'cause_test')
  const before = store.claims.get(claimId)?.confidence ?? 0

  for (let time = 0; time < 2; time += 1)
    saveBy(opened.other(`task_${time}`), {
      work: paper('dose', { source: 'crossref', ...RETRACTED }),
      archive: null,
    })

  assert.ok(before > 0.6, `before the retraction the claim stood at ${before}`)
  assert.deepEqual(
    pages.map((id) => store.pages.get(id)?.is_retracted),
    [true, true],
  )
  assert.equal(store.claims.get(claimId)?.confidence, 0.5)
  const told = (taskId: string) => store.events.ofTask(taskId, 50).filter(({ kind }) => kind === 'work_retracted')
  assert.deepEqual(
    told('task_0')
      .map(({ subject_id }) => subject_id)
      .sort(),
    [...pages].sort(),
  )
  assert.equal(told('task_1').length, 0)
})

test('LYRA 5.4: a notice about the article withdraws its preprint, too', () => {
  using opened = openPaperRun()
  const pages = preprintAndArticle(opened)
  const notice_of = [{ doi: '10.5555/dose', type: 'retraction' }]

  saveBy(opened.run, { work: paper('notice', { source: 'crossref', notice_of }), archive: null })

  assert.deepEqual(
    pages.map((id) => opened.store.pages.get(id)?.is_retracted),
    [true, true],
  )
})

test('LYRA 5.4: a retracted chapter leaves the other chapters of its book alone', () => {
  using opened = openPaperRun()
  const { run, store } = opened
  const chapter = (key: string, over = {}) => {
    const identifiers = [
      { type: 'doi', value: `10.5555/${key}` } as const,
      { type: 'isbn', value: '9784000000000' } as const,
    ]
    return saveBy(run, { work: paper(key, { identifiers, ...over }), archive: null })
  }

  const [one, two] = [chapter('one'), chapter('two', RETRACTED)]

  assert.deepEqual(
    [one, two].map(({ pageId }) => [store.pages.get(pageId ?? '')?.url, store.pages.get(pageId ?? '')?.is_retracted]),
    [
      ['https://journal.example/one', false],
      ['https://journal.example/two', true],
    ],
  )
})
