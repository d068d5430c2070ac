import assert from 'node:assert/strict'
import { test } from 'node:test'
import { satisfactionScore, searchStatus } from '../../src/domain/satisfaction.ts'
import type { SearchRow } from '../../src/domain/task.ts'
import {
  budgetOf,
  budgetSpent,
  pageAllowance,
  raiseBudget,
  requireBudget,
  unsatisfiedQueries,
} from '../../src/research/budget.ts'
import { addTask, openDeps } from '../human/open-deps.ts'
import { aTask, searchRow } from './rows.ts'

const used = (pages: number, searches: readonly SearchRow[] = []) =>
  ({ searches: { pagesUsed: () => pages, ofTask: () => searches } }) as unknown as Parameters<typeof budgetOf>[0]

test('REQ 3.2.2: what is left is the smaller share of pages and time', () => {
  const task = { ...aTask(), budget: { max_pages: 120, max_seconds: 1200 }, seconds_used: 900 }

  assert.deepEqual(budgetOf(used(45), task), {
    pages_used: 45,
    pages_limit: 120,
    time_used_seconds: 900,
    time_limit_seconds: 1200,
    remaining_percent: 25,
    pages_left: 75,
  })
})

test('REQ 3.1: a task out of pages names the queries it leaves unsatisfied', () => {
  const searches = [
    searchRow({ id: 's_1', query: '鎮静 内視鏡 偶発症', status: 'satisfied' }),
    searchRow({ id: 's_2', query: 'sedation endoscopy adverse events', status: 'partial' }),
    searchRow({ id: 's_3', query: 'propofol mortality', status: 'exhausted' }),
  ]
  assert.throws(() => requireBudget(used(120, searches), aTask()), {
    code: 'BUDGET_EXHAUSTED',
    message: 'The task has used its 120 pages',
    details: { unsatisfied_queries: ['sedation endoscopy adverse events', 'propofol mortality'] },
  })
})

test('REQ 3.1: time runs out as pages do', () => {
  const task = { ...aTask(), seconds_used: 1200 }

  assert.equal(budgetSpent(budgetOf(used(3), task)), '1200 seconds')
})

test('REQ 3.1: a query satisfied at the second try is not named', () => {
  const searches = [
    searchRow({ id: 's_1', query: 'propofol mortality', status: 'partial' }),
    searchRow({ id: 's_2', query: 'propofol mortality', status: 'satisfied' }),
  ]
  assert.deepEqual(unsatisfiedQueries(searches), [])
})

test('REQ 3.1.1 (UCB1): a new query gets the usual number of pages, an instruction stands as given', () => {
  const before = [searchRow({ id: 's_1', query: 'a', pages_fetched: 10, useful_fragments: 1 })]

  assert.equal(pageAllowance(before, searchRow({ id: 's_2', query: 'b' }), 15).pages, 15)
  assert.equal(pageAllowance(before, searchRow({ id: 's_2', query: 'a', options: { max_pages: 40 } }), 15).pages, 40)
})

test('REQ 3.1.1 (UCB1): a query asked again gets pages by its harvest, worked by hand', () => {
  // N = 20 pages. a: 0.1 + sqrt(2 ln 20 / 10) = 0.1 + 0.77405 = 0.87405; b: 0.8 + 0.77405 = 1.57405; 15 * 0.55529 =
  // 8.33.
  const before = [
    searchRow({ id: 's_1', query: 'A', pages_fetched: 10, useful_fragments: 1 }),
    searchRow({ id: 's_2', query: 'b', pages_fetched: 10, useful_fragments: 8 }),
  ]

  const poor = pageAllowance(before, searchRow({ id: 's_3', query: 'a' }), 15)
  const rich = pageAllowance(before, searchRow({ id: 's_3', query: 'b' }), 15)

  assert.equal(poor.pages, 8)
  assert.equal(poor.inputs.index?.toFixed(5), '0.87405')
  assert.equal(poor.inputs.best?.toFixed(5), '1.57405')
  assert.equal(rich.pages, 15)
})

test('REQ 3.1.7.3: the satisfaction score for 0 to 4 independent sources, with and without a primary one', () => {
  const rows = [0, 1, 2, 3, 4].map((sources) =>
    [false, true].map((primary) => {
      const score = satisfactionScore(sources, primary)
      return `${score.toFixed(4)} ${searchStatus(score, sources, false)}`
    }),
  )
  assert.deepEqual(rows, [
    ['0.0000 exhausted', '0.3000 exhausted'],
    ['0.2333 partial', '0.5333 partial'],
    ['0.4667 partial', '0.7667 satisfied'],
    ['0.7000 satisfied', '1.0000 satisfied'],
    ['0.9333 satisfied', '1.0000 satisfied'],
  ])
})

test('REQ 3.1.7.2: a search stopped by budget or lost novelty is exhausted, unless it was satisfied', () => {
  assert.equal(searchStatus(0.5333, 1, true), 'exhausted')
  assert.equal(searchStatus(0.9333, 4, true), 'satisfied')
})

test('REQ 3.2.2: more pages than allowed leave nothing, never less; pages may be the smaller share', () => {
  const task = { ...aTask(), budget: { max_pages: 100, max_seconds: 1000 }, seconds_used: 100 }

  assert.deepEqual([budgetOf(used(60), task).remaining_percent, budgetOf(used(60), task).pages_left], [40, 40])
  assert.deepEqual([budgetOf(used(130), task).remaining_percent, budgetOf(used(130), task).pages_left], [0, 0])
  assert.equal(budgetOf(used(0), { ...task, seconds_used: 0 }).remaining_percent, 100)
  assert.doesNotThrow(() => requireBudget(used(99), task))
})

test('a budget is raised, never lowered, and only a raise is an event', (t) => {
  const { deps } = openDeps(t)
  const { id, budget } = addTask(deps)
  const raises = () => deps.store.events.ofTask(id, 100).filter(({ kind }) => kind === 'budget_raised').length

  assert.deepEqual(raiseBudget(deps, id, { max_pages: 1 }), budget)
  assert.equal(raises(), 0)
  const pages = raiseBudget(deps, id, { max_pages: budget.max_pages + 1 })
  assert.deepEqual(pages, { ...budget, max_pages: budget.max_pages + 1 })
  const time = raiseBudget(deps, id, { max_seconds: budget.max_seconds + 1 })
  assert.deepEqual(time, { max_pages: budget.max_pages + 1, max_seconds: budget.max_seconds + 1 })
  assert.equal(raises(), 2)
  assert.deepEqual(raiseBudget(deps, id, {}), time)
  assert.equal(raises(), 2)
})

test('REQ 3.1.1 (UCB1): the search itself and searches without pages are no arm; the least is one page', () => {
  const own = searchRow({ id: 's_2', query: 'a', pages_fetched: 9 })

  assert.equal(pageAllowance([own], own, 15).pages, 15)
  assert.equal(pageAllowance([searchRow({ id: 's_1', query: 'a', pages_fetched: 0 })], own, 15).pages, 15)
  const rich = searchRow({ id: 's_3', query: 'b', pages_fetched: 1, useful_fragments: 1 })
  const poor = searchRow({ id: 's_4', query: 'a', pages_fetched: 2000, useful_fragments: 0 })
  assert.equal(pageAllowance([rich, poor], own, 3).pages, 1)
})
