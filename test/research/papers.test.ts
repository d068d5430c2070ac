import assert from 'node:assert/strict'
import { test } from 'node:test'
import { recomputeTask } from '../../src/research/graph/recompute.ts'
import { savePaper } from '../../src/research/stages/papers.ts'
import { claimOf, judge, openPaperRun, paper } from './papers-run.ts'

const RETRACTED = { is_retracted: true, retraction_notice: '10.5555/notice' }

test('issue 5: a retraction that becomes known later withdraws the support in every task', async () => {
  using opened = openPaperRun()
  const { run, store, parts } = opened
  const claimId = await claimOf(opened, run, paper('trial'))
  judge(opened, run, paper('dose'), claimId)
  recomputeTask(parts, run.task.id, 'cause_test')
  const before = store.claims.get(claimId)?.confidence ?? 0

  // Another task meets the paper again, now with its retraction.
  savePaper(opened.other('task_other'), { work: paper('dose', { source: 'crossref', ...RETRACTED }), archive: null })

  assert.ok(before > 0.6, `before the retraction the claim stood at ${before}`)
  assert.equal(store.claims.get(claimId)?.confidence, 0.5)
  const [event] = store.events.ofTask('task_other', 50).filter(({ kind }) => kind === 'work_retracted')
  assert.deepEqual(event?.data, { title: paper('dose').title, notice: '10.5555/notice', claims: 1 })
})

test('issue 5: claims of a retracted paper are no longer adopted', async () => {
  using opened = openPaperRun()
  const { run, store, parts } = opened
  const claimId = await claimOf(opened, run, paper('dose'))
  recomputeTask(parts, run.task.id, 'cause_test')
  assert.equal(store.claims.get(claimId)?.adopted, true)

  savePaper(run, { work: paper('dose', { source: 'crossref', ...RETRACTED }), archive: null })

  const claim = store.claims.get(claimId)
  assert.deepEqual(
    [claim?.adopted, claim?.verification_status, claim?.not_adopted_reason],
    [false, 'rejected', 'its source was retracted'],
  )
})

test('issue 5: a retraction notice becomes no page, and withdraws the paper it is about', async () => {
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

  const saved = savePaper(run, { work: notice, archive: null })

  assert.deepEqual([saved.pageId, saved.landingUrl], [null, null])
  assert.equal(store.pages.byUrl('https://journal.example/notice'), null)
  assert.equal(store.pages.byIdentifier({ type: 'doi', value: '10.5555/dose' })?.is_retracted, true)
  assert.equal(store.claims.get(claimId)?.confidence, 0.5)
})

test('issue 5: a correction is told with the paper and withdraws nothing', async () => {
  using opened = openPaperRun()
  const { run, store, parts } = opened
  const claimId = await claimOf(opened, run, paper('trial'))
  judge(opened, run, paper('dose'), claimId)
  recomputeTask(parts, run.task.id, 'cause_test')
  const before = store.claims.get(claimId)?.confidence
  const updates = [{ type: 'correction', notice: '10.5555/corr', date: '2021-02-03' }]

  savePaper(run, { work: paper('dose', { source: 'crossref', updates }), archive: null })

  const page = store.pages.byIdentifier({ type: 'doi', value: '10.5555/dose' })
  assert.deepEqual([page?.is_retracted, page?.paper_metadata?.updates], [false, updates])
  assert.equal(store.claims.get(claimId)?.confidence, before)
})

test('GRAPH re-discovery: the same work in two tasks is one page; its metadata follows what is known by now', () => {
  using opened = openPaperRun()
  const { run, store } = opened
  const first = savePaper(run, { work: paper('trial'), archive: null })
  const told = paper('trial', { source: 'semantic_scholar', cited_by_count: 12_345, venue: null })

  const second = savePaper(opened.other('task_other'), { work: told, archive: null })

  assert.equal(second.pageId, first.pageId)
  const metadata = store.pages.get(first.pageId ?? '')?.paper_metadata
  assert.deepEqual([metadata?.cited_by_count, metadata?.venue], [12_345, 'NEJM'])
  assert.deepEqual(metadata?.sources, ['openalex', 'semantic_scholar'])
  assert.equal(store.fragments.ofPage(first.pageId ?? '').length, 1)
})

test('issue 5: preprint and article make one page that shows both versions', () => {
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
  const early = savePaper(run, { work: preprint, archive: null })

  const late = savePaper(run, { work: paper('trial', { source: 'crossref' }), archive: null })

  assert.equal(late.pageId, early.pageId)
  assert.deepEqual(store.pages.get(early.pageId ?? '')?.paper_metadata?.versions, [
    { kind: 'preprint', identifier: arxiv },
    { kind: 'published', identifier: { type: 'doi', value: '10.5555/trial' } },
  ])
})
