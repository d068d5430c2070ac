import assert from 'node:assert/strict'
import { test } from 'node:test'
import { taskNetwork } from '../../src/report/network.ts'
import { citation, claim, fragment, lookAt, page, search, stance, task, testStore } from '../store/graph-fixture.ts'

function smallStore() {
  const opened = testStore()
  const { store } = opened
  store.tasks.insert(task('task_1'))
  store.searches.insert(search('s_1', 'task_1'))
  const pages = [
    page('page_1', { identifiers: [{ type: 'law', value: 'Act 1' }] }),
    page('page_2', { url: 'https://b.example/2' }),
    page('page_3', { url: 'https://c.example/3', route: 'api' }),
  ]
  for (const one of pages) store.pages.save(one)
  lookAt(store, 's_1', pages)
  store.fragments.saveAll([fragment('frag_1', 'page_1'), fragment('frag_2', 'page_2', { text_hash: 'b' })])
  store.claims.saveAll([claim('claim_1', 'task_1', 'frag_1')])
  store.edges.saveStance(stance('frag_1', 'claim_1', 'supports', 0.9))
  store.edges.saveStance(stance('frag_2', 'claim_1', 'neutral', 0.9))
  store.edges.saveCitation(citation('page_1', 'page_3'))
  return opened
}

test('the network holds findings, passages that take a side, their pages, cited papers and named documents', () => {
  using opened = smallStore()
  const { nodes, edges, next } = taskNetwork(opened.store, 'task_1', 0, 100)
  assert.deepEqual(
    nodes.map(({ kind }) => kind),
    ['finding', 'passage', 'page', 'paper', 'entity'],
  )
  const named = edges.map(({ from, to, relation }) => `${nodes[from]?.kind} ${relation} ${nodes[to]?.kind}`)
  assert.deepEqual(named, ['passage supports finding', 'passage on page', 'page cites paper', 'page about entity'])
  assert.equal(next, null)
})

test('in pages the network is the same, and no edge comes before both its ends', () => {
  using opened = smallStore()
  const whole = taskNetwork(opened.store, 'task_1', 0, 100)
  const [nodes, edges]: [unknown[], unknown[]] = [[], []]
  for (let from: number | null = 0; from !== null; ) {
    const part = taskNetwork(opened.store, 'task_1', from, 2)
    nodes.push(...part.nodes)
    for (const edge of part.edges) assert.ok(Math.max(edge.from, edge.to) < nodes.length)
    edges.push(...part.edges)
    from = part.next
  }
  assert.deepEqual(nodes, whole.nodes)
  assert.equal(edges.length, whole.total_edges)
})
