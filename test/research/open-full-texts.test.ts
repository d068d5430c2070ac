import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { FullTextOutcome } from '../../src/domain/full-text.ts'
import { groupSources } from '../../src/research/graph/source-group.ts'
import { isEvidence } from '../../src/research/stages/evidence.ts'
import { type FullTextDeps, readFullTexts } from '../../src/research/stages/open-full-texts.ts'
import type { OpenCopy } from '../../src/sources/open-copies.ts'
import { openPaperRun, type PaperRun, paper, saveBy } from './papers-run.ts'
import { type Answer, type WebOfPages, webOfPages } from './web-of-pages.ts'

const PDF = 'https://repository.example/dose'
const TITLE = 'The silverleaf paper called dose'

/** An article with its parts, as Europe PMC would send it. */
function jats(title: string, parts: Readonly<Record<string, string>>): string {
  const sections = Object.entries(parts).map(([name, text]) => `<sec><title>${name}</title><p>${text}</p></sec>`)
  return `<?xml version="1.0"?><article article-type="research-article"><front><article-meta><title-group>
<article-title>${title}</article-title></title-group></article-meta></front><body>${sections.join('')}</body></article>`
}

const WHOLE = jats(TITLE, {
  Introduction: 'Others found that silverleaf tea lowers blood pressure by far in all adults.',
  Methods: 'We assigned eighty adults to silverleaf tea or to water for twelve weeks.',
  Results: 'Silverleaf tea did not lower systolic blood pressure compared with water at all.',
  Limitations: 'The trial ended early and had fewer participants than it was planned for.',
})

function copy(over: Partial<OpenCopy> = {}): OpenCopy {
  const found = { url: PDF, format: 'xml', licence: 'cc-by', version: 'acceptedVersion', foundBy: 'openalex' } as const
  return { ...found, terms: 'open', ...over }
}

function world(pages: Readonly<Record<string, Answer>>, copies: readonly OpenCopy[], web = webOfPages(pages)) {
  const opened = openPaperRun()
  const saved = saveBy(opened.run, { work: paper('dose'), archive: null })
  const openCopies = async () => ({ copies, refusals: [] })
  const deps: FullTextDeps = { ...opened.run.deps, ...web.parts, openCopies }
  const inScope = (pageIds: readonly string[]) => pageIds
  const read = (over: Partial<FullTextDeps> = {}, pageBudget = 5, call = opened.run.call) =>
    readFullTexts({ ...deps, ...over }, call, { papers: [saved], inScope, pageBudget, queryVector: null })
  return { opened, saved, web, deps, read }
}

function outcomeIn({ store, run }: PaperRun) {
  return store.fullTexts
    .ofTask(run.task.id)
    .map(({ outcome, url, licence, version }) => ({ outcome, url, licence, version }))
}

test('LYRA 13.1: a paper is read in full where its licence allows, its parts kept, its licence noted', async () => {
  const { opened, read, saved } = world({ [PDF]: WHOLE }, [copy()])
  using _ = opened
  const { store } = opened
  const { pageIds } = await read()

  assert.deepEqual(outcomeIn(opened), [{ outcome: 'read', url: PDF, licence: 'cc-by', version: 'acceptedVersion' }])
  const page = store.pages.byUrl(PDF)
  assert.deepEqual([pageIds, page?.work_id, page?.licence], [[page?.id], saved.work.id, 'cc-by'])
  const parts = store.fragments.ofPage(page?.id ?? '').filter(({ fragment_type: type }) => type !== 'heading')
  assert.deepEqual(
    parts.map((one) => [one.section, isEvidence(one)]),
    [
      ['introduction', false],
      ['methods', true],
      ['results', true],
      ['limitations', true],
    ],
  )
})

test('REQ 3.1.7.3: abstract and full text are one origin, and as trusted as each other', async () => {
  const { opened, read, saved } = world({ [PDF]: WHOLE }, [copy()])
  using _ = opened
  const { store, parts } = opened
  await read()
  const pages = [store.pages.get(saved.pageId ?? ''), store.pages.byUrl(PDF)].flatMap((page) => page ?? [])
  const voices = pages
    .map((page) => ({ page, fragment: store.fragments.ofPage(page.id)[0] }))
    .flatMap(({ page, fragment }) => (fragment === undefined ? [] : [{ page, fragment }]))
  assert.equal(voices.length, 2)
  assert.equal(new Set(groupSources(voices)).size, 1)
  assert.deepEqual(
    pages.map((page) => parts.trust.ofPage(page).level),
    ['ACADEMIC', 'ACADEMIC'],
  )
})

test('the copy at the address of the record is kept beside the abstract', async () => {
  const landing = 'https://journal.example/dose'
  const { opened, read, saved } = world({ [landing]: WHOLE }, [copy({ url: landing })])
  using _ = opened
  const { store } = opened
  await read()
  assert.equal(store.pages.get(saved.pageId ?? '')?.url, landing)
  assert.equal(store.fragments.ofPage(saved.pageId ?? '').length, 1)
  assert.equal(store.pages.byUrl(`${landing}#full-text`)?.work_id, saved.work.id)
})

const OUTCOMES: readonly [string, FullTextOutcome, Readonly<Record<string, Answer>>, readonly OpenCopy[]][] = [
  ['no index names a copy', 'no_open_copy', {}, []],
  ['nobody names its licence', 'licence_unknown', { [PDF]: WHOLE }, [copy({ terms: 'unknown', licence: null })]],
  [
    'its licence is none of the open ones',
    'licence_closed',
    { [PDF]: WHOLE },
    [copy({ terms: 'closed', licence: 'own' })],
  ],
  ['a login stands before it', 'wall', { [PDF]: { outcome: 'login_wall' } }, [copy()]],
  ['robots.txt forbids it', 'wall', { [PDF]: { outcome: 'robots_denied' } }, [copy()]],
  ['it is gone', 'unreadable', {}, [copy()]],
  ['it lies in a private network', 'unreadable', { [PDF]: { outcome: 'refused_private' } }, [copy()]],
  [
    'another text lies there',
    'not_a_paper',
    {
      [PDF]: jats('On the growth of moss in wells', {
        Results: 'Moss grew in nine of the twelve wells that we looked at.',
      }),
    },
    [copy()],
  ],
  [
    'only the abstract lies there',
    'not_a_paper',
    { [PDF]: jats(TITLE, { Abstract: 'Silverleaf tea lowered systolic blood pressure in the trial.' }) },
    [copy()],
  ],
]

for (const [when, outcome, pages, copies] of OUTCOMES)
  test(`where ${when} the outcome is ${outcome} and the abstract stands`, async () => {
    const { opened, read, saved } = world(pages, copies)
    using _ = opened
    await read()
    assert.deepEqual(
      outcomeIn(opened).map((row) => row.outcome),
      [outcome],
    )
    const [abstract] = opened.store.fragments.ofPage(saved.pageId ?? '')
    assert.equal(abstract?.fragment_type, 'abstract')
  })

test('a text that is not the paper is not the paper’s, and no more trusted than its site', async () => {
  const other = jats('On the growth of moss in wells', {
    Results: 'Moss grew in nine of the twelve wells that we saw.',
  })
  const { opened, read } = world({ [PDF]: other }, [copy()])
  using _ = opened
  await read()
  const page = opened.store.pages.byUrl(PDF)
  assert.deepEqual([page?.work_id, page?.full_text_of], [null, null])
  assert.equal(page === null ? null : opened.parts.trust.ofPage(page).level, 'UNVERIFIED')
})

test('the second copy is tried where the first cannot be read', async () => {
  const second = 'https://other.example/dose'
  const { opened, read, web } = world({ [second]: WHOLE }, [copy(), copy({ url: second })])
  using _ = opened
  await read()
  assert.deepEqual(web.asked, [PDF, second])
  assert.deepEqual(outcomeIn(opened)[0]?.url, second)
})

test('a copy without a licence is read where the user says so, and nothing is where the setting is off', async () => {
  const { opened, read, web, deps } = world({ [PDF]: WHOLE }, [copy({ terms: 'unknown', licence: null })])
  using _ = opened
  const settings = (over: object) => ({
    settings: { ...deps.settings, sources: { ...deps.settings.sources, ...over } },
  })
  await read(settings({ full_text: false }))
  assert.deepEqual(web.asked, [])
  await read(settings({ full_text_unknown_licence: true }))
  assert.deepEqual(
    outcomeIn(opened).map((row) => row.outcome),
    ['read'],
  )
})

test('without pages left nothing is asked for, and the search says so', async () => {
  const { opened, read, web } = world({ [PDF]: WHOLE }, [copy()])
  using _ = opened
  const { warnings } = await read({}, 0)
  assert.deepEqual(web.asked, [])
  assert.deepEqual(warnings, ['full text: the page budget is used up; abstracts stand'])
})

test('REQ 8.3: a search that dies while it reads a copy goes on there and counts the page once', async () => {
  let dies = true
  const web: WebOfPages = webOfPages({ [PDF]: WHOLE }, () => {
    if (dies) throw new Error('the process died')
  })
  const { opened, read } = world({}, [copy()], web)
  using _ = opened
  await assert.rejects(read(), /died/)
  dies = false
  const resumed = await read()
  const again = await read()
  assert.deepEqual(web.asked, [PDF, PDF])
  assert.deepEqual(again, resumed)
  assert.equal(opened.store.searches.pagesUsed(opened.run.task.id), 1)
  assert.equal(outcomeIn(opened).length, 1)
})

test('a copy at an address that the search leaves out is not asked for; another search may read it', async () => {
  const { opened, read, web } = world({ [PDF]: WHOLE }, [copy()])
  using _ = opened
  const { store, run } = opened
  const scope = { exclude_domains: ['repository.example'] }
  assert.deepEqual((await read({}, 5, { ...run.call, scope })).pageIds, [])
  assert.deepEqual([web.asked, outcomeIn(opened)], [[], []])
  assert.deepEqual(
    store.searches.pagesOf(run.row.id).flatMap(({ url, outcome, reason }) => (url === PDF ? [outcome, reason] : [])),
    ['excluded', 'exclude_domains: repository.example'],
  )
})

test('of a paper that the search leaves out no copy is looked for', async () => {
  const { opened, saved, deps, web } = world({ [PDF]: WHOLE }, [copy()])
  using _ = opened
  const input = { papers: [saved], inScope: () => [], pageBudget: 5, queryVector: null }
  assert.deepEqual((await readFullTexts(deps, opened.run.call, input)).pageIds, [])
  assert.deepEqual([web.asked, outcomeIn(opened)], [[], []])
})
