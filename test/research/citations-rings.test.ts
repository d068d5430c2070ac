import assert from 'node:assert/strict'
import { test } from 'node:test'
import { citationDamping, findRings } from '../../src/research/citation-rings.ts'
import type { CitingPage } from '../../src/store/types.ts'
import { citation, lookAt, page, search, task, testStore } from '../store/graph-fixture.ts'

const WEIGHTS = { loop_weight: 0.5, self_loop_weight: 0.2 }

const at = (id: string, author: string, year: number | null = 2020): CitingPage => ({ id, year, authors: [author] })
const circle = (...ids: string[]) => ids.map((id, n) => [id, ids[(n + 1) % ids.length] as string] as const)

test('REQ 3.3.3: pages that cite each other in a circle are a ring, others are not', () => {
  const pages = ['a', 'b', 'c', 'd', 'e'].map((id) => at(id, `Author ${id}`))
  const citations = [...circle('a', 'b', 'c'), ['d', 'a'], ['a', 'e'], ['d', 'e']] as const
  assert.deepEqual(findRings(pages, citations), [{ pages: ['a', 'b', 'c'], selfCiting: false }])
  assert.deepEqual(findRings(pages, [...citations].slice(1)), [])
})

test('REQ 3.3.3: a circle of the same people is a self-citing ring, however their names are written', () => {
  const pages = [at('a', 'Ines Halloran'), at('b', 'Halloran, I.'), at('c', 'Halloran I')]
  assert.deepEqual(findRings(pages, circle('a', 'b', 'c')), [{ pages: ['a', 'b', 'c'], selfCiting: true }])
  const namesakes = [at('a', 'Ines Halloran'), at('b', 'Tobias Halloran')]
  assert.deepEqual(findRings(namesakes, circle('a', 'b')), [{ pages: ['a', 'b'], selfCiting: false }])
})

test('REQ 3.3.3: citing what appears years later is an error of the source, not a circle', () => {
  assert.deepEqual(findRings([at('a', 'A', 2015), at('b', 'B', 2019)], circle('a', 'b')), [])
  const [ring] = findRings([at('a', 'A', 2018), at('b', 'B', 2019)], circle('a', 'b'))
  assert.deepEqual(ring?.pages, ['a', 'b'])
  assert.equal(findRings([at('a', 'A', null), at('b', 'B', 2019)], circle('a', 'b')).length, 1)
})

test('REQ 3.3.3: a wide, loose circle is chance; the same circle of one author is not', () => {
  const ids = ['a', 'b', 'c', 'd', 'e', 'f']
  assert.deepEqual(
    findRings(
      ids.map((id) => at(id, `Author ${id}`)),
      circle(...ids),
    ),
    [],
  )
  const own = findRings(
    ids.map((id) => at(id, 'Ines Halloran')),
    circle(...ids),
  )
  assert.deepEqual(own, [{ pages: ids, selfCiting: true }])
})

test('REQ 3.3.3: a chain of ten thousand citations does not exhaust the stack', () => {
  const ids = Array.from({ length: 10_000 }, (_, n) => `p${String(n).padStart(5, '0')}`)
  const chain = ids.slice(1).map((id, n) => [id, ids[n] as string] as const)
  assert.deepEqual(
    findRings(
      ids.map((id) => at(id, 'A')),
      chain,
    ),
    [],
  )
})

test('REQ 3.3.3: the pages of a ring keep half their weight, of a self-citing ring a fifth; two sources are one line', () => {
  using opened = testStore()
  const { store } = opened
  store.tasks.insert(task('task_1'))
  store.searches.insert(search('s_1', 'task_1'))
  const people: Readonly<Record<string, string>> = {
    a: 'Anna Müller',
    b: 'José García',
    c: 'Ines Halloran',
    d: 'Halloran, I.',
  }
  const pages = ['a', 'b', 'c', 'd', 'e'].map((id) => page(id, { year: 2020, authors: [people[id] ?? '山田 太郎'] }))
  for (const one of pages) store.pages.save(one)
  lookAt(store, 's_1', pages)
  for (const [citing, cited] of [...circle('a', 'b'), ...circle('c', 'd'), ['e', 'a']] as const) {
    store.edges.saveCitation(citation(citing, cited, 'openalex'))
    store.edges.saveCitation(citation(citing, cited, 'semantic_scholar'))
  }
  assert.deepEqual(
    [...citationDamping(store, 'task_1', WEIGHTS)],
    [
      ['a', 0.5],
      ['b', 0.5],
      ['c', 0.2],
      ['d', 0.2],
    ],
  )
})
