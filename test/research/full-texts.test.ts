import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from '../../src/domain/page.ts'
import { recomputeTask } from '../../src/research/graph/recompute.ts'
import { runPipeline } from '../../src/research/pipeline.ts'
import { adoptFullTexts } from '../../src/research/stages/full-texts.ts'
import { withReadPages } from '../../src/research/stages/papers.ts'
import { fragment, lookAt, page, stance } from '../store/graph-fixture.ts'
import { claimOf, index, judge, openPaperRun, type PaperRun, paper, saveBy } from './papers-run.ts'

const DOSE = { type: 'doi', value: '10.5555/dose' } as const
const OTHER = { type: 'doi', value: '10.5555/other' } as const
const RETRACTED = { source: 'crossref', is_retracted: true, retraction_notice: '10.5555/notice' } as const

/** A page that the search read on the publisher's site; by default the full text of the paper "dose". */
function readOnTheWeb({ store, run }: PaperRun, id: string, over: Partial<Page> = {}): string {
  const full = page(id, {
    url: `https://publisher.example/full/${id}`,
    domain: 'publisher.example',
    title: 'The Silverleaf Paper called “dose”',
    page_type: 'paper',
    identifiers: [DOSE, OTHER],
    authors: [],
    ...over,
  })
  store.pages.save(full)
  store.fragments.saveAll([fragment(`f_${id}`, id)])
  lookAt(store, run.row.id, [full])
  return id
}

const told = ({ store }: PaperRun, taskId: string) =>
  store.events.ofTask(taskId, 50).filter(({ kind }) => kind === 'work_retracted')

test('REQ 3.1.7.3: full text and abstract of one paper are one source, wherever the full text was read', async () => {
  using opened = openPaperRun()
  const { run, store, parts } = opened
  const claimId = await claimOf(opened, run, paper('trial'))
  judge(opened, run, paper('dose'), claimId)
  recomputeTask(parts, run.task.id, 'cause_test')
  const byAbstract = store.claims.get(claimId)?.confidence
  const id = readOnTheWeb(opened, 'page_full')
  store.edges.saveStance(stance('f_page_full', claimId, 'supports', 0.9))
  recomputeTask(parts, run.task.id, 'cause_test')
  const asTwo = store.claims.get(claimId)?.confidence ?? 0

  const saved = saveBy(run, { work: paper('dose'), archive: null })
  adoptFullTexts(run.deps, run.call, [saved])
  recomputeTask(parts, run.task.id, 'cause_test')

  assert.ok(asTwo > (byAbstract ?? 1), 'before it is known whose page it is, it counts')
  assert.deepEqual(
    [store.pages.get(id)?.work_id, store.pages.get(id)?.paper_metadata?.year, store.claims.get(claimId)?.confidence],
    [saved.work.id, 2020, byAbstract],
  )
  assert.notEqual(saved.pageId, id)
})

test('LYRA 5.4: the full text of a retracted paper no longer supports, whenever the retraction is told', async () => {
  using opened = openPaperRun()
  const { run, store, parts } = opened
  const claimId = await claimOf(opened, run, paper('trial'))
  const id = readOnTheWeb(opened, 'page_full')
  store.edges.saveStance(stance('f_page_full', claimId, 'supports', 0.9))
  adoptFullTexts(run.deps, run.call, [saveBy(run, { work: paper('dose'), archive: null })])
  recomputeTask(parts, run.task.id, 'cause_test')
  const before = store.claims.get(claimId)?.confidence ?? 0

  saveBy(opened.other('task_other'), { work: paper('dose', RETRACTED), archive: null })

  assert.ok(before > 0.6, `before the retraction the claim stood at ${before}`)
  assert.deepEqual([store.pages.get(id)?.is_retracted, store.claims.get(claimId)?.confidence], [true, 0.5])
  assert.equal(told(opened, 'task_other').length, 2)
})

test('LYRA 5.4: a full text that is read after the retraction is marked, once', () => {
  using opened = openPaperRun()
  const { run, store } = opened
  const saved = saveBy(run, { work: paper('dose', RETRACTED), archive: null })
  const id = readOnTheWeb(opened, 'page_full', { title: 'RETRACTED: The silverleaf paper called dose' })

  adoptFullTexts(run.deps, run.call, [saved])
  adoptFullTexts(run.deps, run.call, [saved])

  assert.equal(store.pages.get(id)?.is_retracted, true)
  assert.deepEqual(
    told(opened, run.task.id).map(({ subject_id }) => subject_id),
    [saved.pageId, id],
  )
})

test('LYRA 5.4: what the paper is to be known by may stand behind a PMID, and in a PDF', () => {
  using opened = openPaperRun()
  const { run, store } = opened
  const pmid = { type: 'pmid', value: '99017118' }
  const ids = [
    readOnTheWeb(opened, 'page_pmid', { identifiers: [pmid, DOSE] }),
    readOnTheWeb(opened, 'page_pdf', { page_type: 'pdf' }),
  ]

  const saved = saveBy(run, { work: paper('dose'), archive: null })
  adoptFullTexts(run.deps, run.call, [saved])

  assert.deepEqual(
    ids.map((id) => store.pages.get(id)?.work_id),
    [saved.work.id, saved.work.id],
  )
})

test('LYRA 5.4: a page that only names the paper keeps its own standing', () => {
  using opened = openPaperRun()
  const { run, store } = opened
  const ids = [
    readOnTheWeb(opened, 'page_citing', { title: 'A review of silverleaf papers' }),
    readOnTheWeb(opened, 'page_named_later', { identifiers: [OTHER, DOSE] }),
    readOnTheWeb(opened, 'page_news', { page_type: 'article' }),
    readOnTheWeb(opened, 'page_untitled', { title: null }),
    readOnTheWeb(opened, 'page_patent', { identifiers: [{ type: 'patent', value: 'JP2020-1' }] }),
  ]

  adoptFullTexts(run.deps, run.call, [saveBy(run, { work: paper('dose', RETRACTED), archive: null })])

  assert.deepEqual(
    ids.map((id) => [store.pages.get(id)?.work_id, store.pages.get(id)?.is_retracted]),
    ids.map(() => [null, false]),
  )
})

test('LYRA 5.4: the page of a retraction notice becomes no paper', () => {
  using opened = openPaperRun()
  const { run, store } = opened
  const title = 'Retraction notice: The silverleaf paper called dose'
  const notice = paper('notice', { title, source: 'crossref', notice_of: [{ doi: DOSE.value, type: 'retraction' }] })
  const id = readOnTheWeb(opened, 'page_notice', { title, identifiers: [{ type: 'doi', value: '10.5555/notice' }] })

  const saved = saveBy(run, { work: notice, archive: null })
  adoptFullTexts(run.deps, run.call, [saved])

  assert.equal(withReadPages(run.deps, run.call, [saved])[0]?.pageId, null)
  assert.equal(store.pages.get(id)?.work_id, null)
})

test('TRUST phase 4: a paper without an abstract has the page that was read elsewhere, and is followed', () => {
  using opened = openPaperRun()
  const { run, store } = opened
  const id = readOnTheWeb(opened, 'page_full')
  const saved = saveBy(run, { work: paper('dose', { abstract: null }), archive: null })

  adoptFullTexts(run.deps, run.call, [saved])

  assert.deepEqual([saved.pageId, withReadPages(run.deps, run.call, [saved])[0]?.pageId], [null, id])
  assert.equal(store.pages.byIdentifier(DOSE)?.id, id)
})

test('LYRA 5.4: a search that reads the full text of a retracted paper ends with it marked', async () => {
  const sources = [index('openalex', [{ work: paper('dose', { is_retracted: true }) }])]
  using opened = openPaperRun({ sources })
  const { parts, store } = opened
  const extract: typeof parts.extract = async (document) => {
    const extraction = await parts.extract(document)
    if (!extraction.ok || !document.url.startsWith('https://registry.example/')) return extraction
    const own = { title: paper('dose').title, pageType: 'paper', identifiers: [DOSE] } as const
    return { ok: true, page: { ...extraction.page, ...own } }
  }
  const { run } = opened
  const input = { ...run, queryVector: null, pageBudget: 3, outOfBudget: false }

  await runPipeline({ ...run.deps, extract }, input, () => {})

  const abstract = store.pages.byIdentifier(DOSE)
  const full = store.pages.byUrl('https://registry.example/silverleaf-tea-blood-pressure-trial')
  assert.deepEqual(
    [abstract?.url, full?.work_id, full?.is_retracted],
    ['https://journal.example/dose', abstract?.work_id, true],
  )
  const adopted = store.claims.ofTask(run.task.id).filter((one) => one.adopted)
  const sourcesOf = adopted.map((one) => store.fragments.get(one.source_fragment_id)?.page_id)
  assert.ok(adopted.length > 0 && !sourcesOf.includes(full?.id), 'no claim of the retracted full text is adopted')
})
