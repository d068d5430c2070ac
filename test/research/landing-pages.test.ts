import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readLandingPages } from '../../src/research/stages/landing-pages.ts'
import type { NoveltyWatch } from '../../src/research/stages/novelty-watch.ts'
import { withReadPages } from '../../src/research/stages/papers.ts'
import { openPaperRun, paper, saveBy } from './papers-run.ts'

const BARE = { abstract: null }
const READS_ALL: NoveltyWatch = { goOnAfter: async () => true, isExhausted: () => false }

test("TRUST phase 4: a paper without an abstract is read at its address, and the page becomes the paper's", async () => {
  using opened = openPaperRun()
  const { run, store } = opened
  const saved = saveBy(run, { work: paper('bare', BARE), archive: null })

  await readLandingPages(run.deps, run.call, { papers: [saved], pageBudget: 3, novelty: READS_ALL })
  const [read] = withReadPages(run.deps, run.call, [saved])

  const page = store.pages.byUrl('https://journal.example/bare')
  assert.equal(saved.pageId, null)
  assert.deepEqual([read?.pageId, page?.work_id, page?.outcome], [page?.id, saved.work.id, 'ok'])
  assert.equal(page?.paper_metadata?.year, 2020)
  assert.equal(store.pages.byIdentifier({ type: 'doi', value: '10.5555/bare' })?.id, page?.id)
  assert.equal(store.searches.pagesUsed(run.task.id), 1)
})

test('LYRA 5.4: a retracted paper that was read at its address is marked there', async () => {
  using opened = openPaperRun()
  const { run, store } = opened
  const saved = saveBy(run, { work: paper('bare', { ...BARE, is_retracted: true }), archive: null })

  await readLandingPages(run.deps, run.call, { papers: [saved], pageBudget: 3, novelty: READS_ALL })
  withReadPages(run.deps, run.call, [saved])
  withReadPages(run.deps, run.call, [saved])

  assert.equal(store.pages.byUrl('https://journal.example/bare')?.is_retracted, true)
  const told = store.events.ofTask(run.task.id, 50).filter(({ kind }) => kind === 'work_retracted')
  assert.equal(told.length, 1)
})

test('TRUST phase 6: only with the pages the search has left; what cannot be read stays without a page', async () => {
  using opened = openPaperRun()
  const { run, store } = opened
  const papers = ['one', 'two', 'three'].map((key) => saveBy(run, { work: paper(key, BARE), archive: null }))

  await readLandingPages(run.deps, run.call, { papers, pageBudget: 2, novelty: READS_ALL })

  assert.deepEqual(
    store.searches.pagesOf(run.row.id).map((page) => page.url),
    ['https://journal.example/one', 'https://journal.example/two'],
  )
  assert.deepEqual(
    withReadPages(run.deps, run.call, papers).map(({ pageId }) => pageId === null),
    [false, false, true],
  )
})

test("TRUST phase 3: a page that was read before any source told of the paper is the paper's from then on", async () => {
  using opened = openPaperRun()
  const { run, store } = opened
  const first = saveBy(run, { work: paper('bare', BARE), archive: null })
  await readLandingPages(run.deps, run.call, { papers: [first], pageBudget: 3, novelty: READS_ALL })

  const again = saveBy(opened.other('task_other'), {
    work: paper('bare', { ...BARE, source: 'crossref' }),
    archive: null,
  })

  assert.equal(again.pageId, store.pages.byUrl('https://journal.example/bare')?.id)
})
