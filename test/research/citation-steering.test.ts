import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import type { CitationSteering } from '../../src/domain/citation-steering.ts'
import { listCitations } from '../../src/research/list-citations.ts'
import { createTask } from '../../src/research/tasks.ts'
import { citedBy, cites, index, paper } from './papers-run.ts'
import { openSmallWeb } from './small-web.ts'

const QUERY = 'silverleaf tea trial'
const OLD = { year: 1999, published_at: '1999-01-01' }

/** A seed that cites an old and a new paper and is cited by one; the new one cites a deeper one. */
function world(t: TestContext) {
  const folder = mkdtempSync(join(tmpdir(), 'lyra-steering-'))
  const sources = [
    index('openalex', [
      {
        work: paper('seed'),
        references: [cites(paper('old', OLD)), cites(paper('new')), cites(paper('bare', { abstract: null }))],
        citations: [citedBy(paper('later', { year: 2024, published_at: '2024-01-01' }))],
      },
      { work: paper('new'), references: [cites(paper('deeper'))] },
    ]),
  ]
  const web = openSmallWeb({ path: join(folder, 'lyra.db'), sources: [onlySearches(sources[0], 'seed')] })
  t.after(async () => {
    await web.conductor.close()
    web.store.close()
    rmSync(folder, { recursive: true, force: true })
  })
  const { task_id: taskId } = createTask(web.parts, { query: 'Does silverleaf tea lower blood pressure?' })
  const search = async (citations?: CitationSteering) => {
    await web.conductor.search(taskId, QUERY, citations === undefined ? {} : { citations }, {})
    await web.conductor.settle(taskId)
  }
  const list = () => listCitations(web, taskId, { from: 0, limit: 100 })
  const states = () => Object.fromEntries(list().items.map(({ title, state }) => [title.split(' ').at(-1), state]))
  return { ...web, taskId, search, list, states }
}

/** The index is searched for one paper; it knows the others when it is asked for them. */
function onlySearches(source: ReturnType<typeof index> | undefined, key: string): ReturnType<typeof index> {
  if (source === undefined) throw new Error('no source')
  const search = source.search
  return {
    ...source,
    ...(search === undefined
      ? {}
      : {
          search: async (...asked: Parameters<typeof search>) => {
            const answer = await search(...asked)
            return { ...answer, items: answer.items.filter(({ title }) => title.endsWith(key)) }
          },
        }),
  }
}

test('by itself a search reads the best of both directions, one step deep, and lists all with their reasons', async (t) => {
  const web = world(t)
  await web.search()

  const { items, counts } = web.list()
  assert.deepEqual(web.states(), { old: 'kept', new: 'kept', later: 'kept', bare: 'left' })
  assert.deepEqual(counts, { kept: 3, left: 1, excluded: 0 })
  assert.equal(items.find(({ title }) => title.endsWith('bare'))?.reason, 'no index has its abstract')
  assert.match(items.find(({ title }) => title.endsWith('new'))?.reason ?? '', /^abstract alike \d\.\d\d, relevant/)
})

test('previewed, nothing is read; what is then named by its id is read and linked to the paper that cites it', async (t) => {
  const web = world(t)
  await web.search({ follow: 'none' })
  const before = web.states()
  const wanted = web.list().items.find(({ title }) => title.endsWith('new'))?.id ?? ''

  const answer = await web.conductor.search(web.taskId, undefined, { targets: [wanted] }, {})

  assert.deepEqual(before, { old: 'left', new: 'left', later: 'left', bare: 'left' })
  assert.deepEqual(
    answer.targets?.map(({ kind, outcome }) => [kind, outcome]),
    [['citation', 'read']],
  )
  assert.equal(web.states().new, 'kept')
  const links = web.store.db
    .prepare(
      `SELECT a.title AS citing, b.title AS cited FROM edges e JOIN pages a ON a.id = e.source_id
         JOIN pages b ON b.id = e.target_id WHERE e.relation = 'cites'`,
    )
    .all()
    .map((row) => ({ ...row }))
  assert.deepEqual(links, [{ citing: 'The silverleaf paper called seed', cited: 'The silverleaf paper called new' }])
})

test('direction, years and ids decide what is read, and are the reason that is given', async (t) => {
  const web = world(t)
  await web.search({ follow: 'none' })
  const excluded = web.list().items.find(({ title }) => title.endsWith('new'))?.id ?? ''
  const steered = world(t)
  await steered.search({ direction: 'references', from_year: 2010, exclude: [excluded] })

  const reasons = Object.fromEntries(steered.list().items.map(({ title, reason }) => [title.split(' ').at(-1), reason]))
  assert.deepEqual(steered.states(), { old: 'excluded', new: 'excluded', later: 'excluded', bare: 'left' })
  assert.deepEqual(
    [reasons.old, reasons.new, reasons.later],
    ['year 1999 is before 2010', 'excluded by id', 'direction: only references'],
  )
})

test('two steps deep, the papers that were found are followed as well', async (t) => {
  const web = world(t)
  await web.search({ depth: 2 })

  const deeper = web.list().items.find(({ title }) => title.endsWith('deeper'))
  assert.deepEqual([deeper?.state, deeper?.depth], ['kept', 2])
})
