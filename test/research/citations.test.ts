import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Paper } from '../../src/domain/paper.ts'
import { followStep, nextStep, openChase } from '../../src/research/citation-chase.ts'
import { finishChase } from '../../src/research/finish-chase.ts'
import { recomputeTask } from '../../src/research/graph/recompute.ts'
import { chaseCitations } from '../../src/research/stages/citations.ts'
import type { AcademicSource } from '../../src/sources/types.ts'
import {
  citedBy,
  cites,
  claimOf,
  index,
  openPaperRun,
  type PaperRun,
  paper,
  saveBy,
  type TestSearch,
} from './papers-run.ts'

const citationsOf = ({ store }: PaperRun) =>
  store.db
    .prepare(
      `SELECT a.title AS citing, b.title AS cited, e.citation_source AS source, e.is_influential AS influential FROM edges e
       JOIN pages a ON a.id = e.source_id JOIN pages b ON b.id = e.target_id WHERE e.relation = 'cites' ORDER BY 1, 2, 3`,
    )
    .all()
    .map(({ citing, cited, source, influential }) => [citing, cited, source, influential])

/** All papers of a chase, then the taking in; the event that tells what came of it. */
async function chase(run: TestSearch, works: readonly Paper[]) {
  const { deps, call, task, row } = run
  const saved = works.map((work) => saveBy(run, { work, archive: null }))
  const papers = saved.map(({ pageId, work }) => ({ page_id: pageId ?? '', work_id: work.id }))
  let state = openChase(deps.memo, { papers, identifiers: [], lookedUp: [], warnings: [] })
  const next = () => nextStep(deps.settings.sources, state)
  for (let step = next(); step !== null; step = next()) state = await followStep(deps, call, state, step)
  await finishChase(deps, call, { task, row, queryVector: null, outOfBudget: false, kept: [] }, state, () => {})
  return deps.store.events.ofTask(task.id, 50).find(({ kind }) => kind === 'citations_chased')?.data
}

const titled = (key: string) => `The silverleaf paper called ${key}`

test('TRUST phase 3 test_citation_tracking_adds_referenced_papers: both APIs, both directions, one page a work', async () => {
  const [seed, base, later] = [paper('seed'), paper('base'), paper('later')]
  const openalex = index('openalex', [{ work: seed, references: [cites(base)], citations: [citedBy(later)] }])
  const scholar = index('semantic_scholar', [{ work: seed, references: [cites({ ...base, abstract: null }, true)] }])
  using opened = openPaperRun({ sources: [openalex, scholar] })
  const { run, store } = opened
  const saved = saveBy(run, { work: seed, archive: null })

  const { pageIds: added } = await chaseCitations(run.deps, run.call, { papers: [saved, saved], lookedUp: [] })

  assert.deepEqual(citationsOf(opened), [
    [titled('later'), titled('seed'), 'openalex', 0],
    [titled('seed'), titled('base'), 'openalex', 0],
    [titled('seed'), titled('base'), 'semantic_scholar', 1],
  ])
  assert.equal(added.length, 2)
  assert.deepEqual(store.works.byIdentifier({ type: 'doi', value: '10.5555/base' })?.sources, [
    'openalex',
    'semantic_scholar',
  ])
  assert.equal(openalex.asked.filter((asked) => asked.startsWith('references')).length, 1)
})

test('TRUST 3.1: a citation that one API tells without the abstract is told by both', async () => {
  const [seed, base] = [paper('seed'), paper('base')]
  const openalex = index('openalex', [{ work: seed, references: [cites({ ...base, abstract: null })] }])
  const scholar = index('semantic_scholar', [{ work: seed, references: [cites(base, true)] }])
  using opened = openPaperRun({ sources: [openalex, scholar] })

  await chaseCitations(opened.run.deps, opened.run.call, {
    papers: [saveBy(opened.run, { work: seed, archive: null })],
    lookedUp: [],
  })

  assert.deepEqual(citationsOf(opened), [
    [titled('seed'), titled('base'), 'openalex', 0],
    [titled('seed'), titled('base'), 'semantic_scholar', 1],
  ])
})

test('TRUST phase 3 test_relevance_filtering_top_10: the ten best of fourteen become pages', async () => {
  const seed = paper('seed')
  const listed = Array.from({ length: 14 }, (_, n) => cites(paper(`cited ${String(n).padStart(2, '0')}`), n >= 4))
  using opened = openPaperRun({ sources: [index('semantic_scholar', [{ work: seed, references: listed }])] })
  const saved = saveBy(opened.run, { work: seed, archive: null })

  await chaseCitations(opened.run.deps, opened.run.call, { papers: [saved], lookedUp: [] })

  assert.deepEqual(
    citationsOf(opened).map(([, cited]) => cited),
    Array.from({ length: 10 }, (_, n) => titled(`cited ${String(n + 4).padStart(2, '0')}`)),
  )
})

test('TRUST 3.2: only the best become pages of the task, whether another task knows the others or not', async () => {
  const seed = paper('seed')
  const listed = Array.from({ length: 6 }, (_, n) => paper(`cited ${n}`))
  const references = listed.map((work, n) => cites(work, n === 3))
  const chased = async (knownElsewhere: boolean) => {
    using opened = openPaperRun({
      sources: [index('semantic_scholar', [{ work: seed, references }])],
      settings: { citations_kept: 1 },
    })
    const { run, store } = opened
    if (knownElsewhere) for (const work of listed) saveBy(opened.other(`task_${work.title}`), { work, archive: null })
    const report = await chase(run, [seed])
    const pages = store.pages.ofTask(run.task.id).map((page) => page.title)
    return { pages, added: report?.pages, cited: citationsOf(opened).map(([, cited]) => cited) }
  }

  const [fresh, known] = [await chased(false), await chased(true)]

  assert.deepEqual([fresh.pages, fresh.added], [[titled('cited 3')], 1])
  assert.deepEqual([known.pages, known.added], [[titled('cited 3')], 1])
  // That the paper cites the others is known all the same, where they are pages.
  assert.deepEqual([fresh.cited.length, known.cited.length], [1, 6])
})

test('TRUST 3.2: the stance model judges the abstract against the query; what speaks to it goes first', async () => {
  const seed = paper('seed')
  const abstract = 'Leaves were dried for three weeks in the shade and weighed.'
  const listed = ['dried', 'weighed', 'stored'].map((key) => cites(paper(key, { abstract: `${abstract} ${key}` })))
  const asked: string[] = []
  const nli = {
    modelId: 'by the word',
    judge: async (pairs: readonly { readonly evidence: string; readonly claim: string }[]) =>
      pairs.map(({ evidence, claim }) => {
        asked.push(claim)
        const refutes = evidence.endsWith('stored') ? 0.9 : 0
        return { supports: 0, refutes, neutral: 1 - refutes }
      }),
  }
  using opened = openPaperRun({
    sources: [index('openalex', [{ work: seed, references: listed }])],
    settings: { citations_kept: 1 },
    nli,
  })

  await chaseCitations(opened.run.deps, opened.run.call, {
    papers: [saveBy(opened.run, { work: seed, archive: null })],
    lookedUp: [],
  })

  assert.deepEqual(citationsOf(opened), [[titled('seed'), titled('stored'), 'openalex', 0]])
  assert.deepEqual(asked, Array(3).fill('silverleaf tea blood pressure trial'))
  const decided = opened.store.db.prepare("SELECT inputs, outcome FROM decisions WHERE kind = 'citations_kept'").get()
  const inputs = JSON.parse(String(decided?.inputs)) as { listed: number; scores: number[] }
  assert.deepEqual([inputs.listed, inputs.scores.length], [3, 1])
  assert.deepEqual(JSON.parse(String(decided?.outcome)), { kept: ['doi:10.5555/stored'] })
})

const FINDINGS = {
  first: 'Systolic blood pressure fell by four points among 240 adults who drank silverleaf tea every day.',
  second: 'A twelve-week crossover of silverleaf infusion: readings at home were lower than on the control drink.',
  third: 'Isolated arteries relaxed when the main flavonoid of silverleaf was added to the bath in three laboratories.',
}

test('TRUST phase 3 test_new_theory_not_isolated: cited support reaches the claim of a new paper', async () => {
  const theory = paper('new theory')
  const support = Object.entries(FINDINGS).map(([key, abstract]) => paper(key, { abstract }))
  const listed = support.map((one) => cites(one))
  using opened = openPaperRun({ sources: [index('openalex', [{ work: theory, references: listed }])] })
  const { run, store, parts } = opened
  const claimId = await claimOf(opened, run, theory)
  recomputeTask(parts, run.task.id, 'cause_test')
  assert.equal(store.claims.get(claimId)?.confidence, 0.5)

  // The search ended with the claim; its citations are followed afterwards, with a cause of their own.
  const report = await chase({ ...run, call: { ...run.call, causeId: 'cause_chase' } }, [theory])

  assert.deepEqual(report, { papers: 1, pages: 3, claims: 3, left: 0, searches_done: 1 })
  const supporting = store.edges.evidenceFor(claimId).filter((edge) => edge.relation === 'supports')
  assert.deepEqual(supporting.map((edge) => edge.page.title).sort(), [
    titled('first'),
    titled('second'),
    titled('third'),
  ])
  // logistic(3 x 0.8): three independent sources, each believed at 0.8.
  assert.equal(store.claims.get(claimId)?.confidence.toFixed(3), '0.917')
  // Cited papers have their own limit: the task's pages are not used up.
  assert.equal(store.searches.pagesUsed(run.task.id), 1)
})

test('LYRA 5.3: the chase has its own limits of pages and time; what is left is named', async () => {
  const seeds = ['a', 'b', 'c'].map((key) => paper(`seed ${key}`))
  const entries = seeds.map((work, n) => ({
    work,
    references: Array.from({ length: 4 }, (_, m) => cites(paper(`cited ${n} ${m}`))),
  }))
  using opened = openPaperRun({ sources: [index('openalex', entries)], settings: { citation_pages: 6 } })
  const { run, store } = opened

  const report = await chase(run, seeds)

  assert.deepEqual([report?.papers, report?.pages, report?.left], [2, 8, 1])
  assert.deepEqual(store.searches.get(run.row.id)?.warnings, [
    'citations: 1 papers were not followed (limit of pages or time)',
  ])
})

test('LYRA 5.4: a paper found by a citation is looked up at Crossref once, and its retraction is known', async () => {
  const [seed, bad] = [paper('seed'), paper('bad')]
  const crossref = index('crossref', [{ work: { ...bad, is_retracted: true, retraction_notice: '10.5555/notice' } }])
  const openalex = index('openalex', [{ work: seed, references: [cites(bad)] }])
  using opened = openPaperRun({ sources: [openalex, crossref] })
  const { run, store } = opened

  await chaseCitations(run.deps, run.call, { papers: [saveBy(run, { work: seed, archive: null })], lookedUp: [] })

  assert.deepEqual(
    crossref.asked.filter((asked) => asked.startsWith('look up')),
    ['look up doi:10.5555/bad'],
  )
  assert.equal(store.pages.byIdentifier({ type: 'doi', value: '10.5555/bad' })?.is_retracted, true)
})

test('LYRA 5.4: what Crossref told an earlier task is asked again: the paper may have been retracted since', async () => {
  const [seed, bad] = [paper('seed'), paper('bad')]
  const crossref = index('crossref', [{ work: { ...bad, is_retracted: true } }])
  using opened = openPaperRun({ sources: [index('openalex', [{ work: seed, references: [cites(bad)] }]), crossref] })
  const { run, store } = opened
  saveBy(opened.other('task_earlier'), { work: { ...bad, source: 'crossref' }, archive: null })
  const paperOfSeed = saveBy(run, { work: seed, archive: null })

  const papers = [paperOfSeed]
  const { lookedUp } = await chaseCitations(run.deps, run.call, { papers, lookedUp: [] })
  await chaseCitations(run.deps, run.call, { papers, lookedUp })

  assert.deepEqual(
    crossref.asked.filter((asked) => asked.startsWith('look up')),
    ['look up doi:10.5555/bad'],
  )
  assert.equal(store.pages.byIdentifier({ type: 'doi', value: '10.5555/bad' })?.is_retracted, true)
})

test('LYRA 5.1: a refused list is named in the warnings and the other API still counts', async () => {
  const [seed, base] = [paper('seed'), paper('base')]
  const scholar: AcademicSource = {
    ...index('semantic_scholar', []),
    references: async () => ({ source: 'semantic_scholar', outcome: 'rate_limited', reason: '429', items: [] }),
  }
  using opened = openPaperRun({ sources: [index('openalex', [{ work: seed, references: [cites(base)] }]), scholar] })

  const { warnings } = await chaseCitations(opened.run.deps, opened.run.call, {
    papers: [saveBy(opened.run, { work: seed, archive: null })],
    lookedUp: [],
  })

  assert.deepEqual(warnings, ['source semantic_scholar: rate_limited (429)'])
  assert.deepEqual(citationsOf(opened), [[titled('seed'), titled('base'), 'openalex', 0]])
})
