import assert from 'node:assert/strict'
import { test } from 'node:test'
import { defaultSettings } from '../../src/domain/settings.ts'
import { graphJson } from '../../src/report/graph-json.ts'
import { foundClaim } from '../../src/research/found-claim.ts'
import { recomputeTask } from '../../src/research/graph/recompute.ts'
import { loadTaskGraph } from '../../src/research/graph/task-graph.ts'
import { markUnrefuted, noteRefutingQueries, type RefutationDeps } from '../../src/research/refutation.ts'
import { answerSearch } from '../../src/research/search-answer.ts'
import type { SearchCall } from '../../src/research/search-call.ts'
import type { SearchPageRow } from '../../src/store/types.ts'
import { AT, search } from '../store/graph-fixture.ts'
import { type GraphWorld, graphWorld } from './graph/graph-world.ts'
import { callOf } from './papers-run.ts'

const MODEL = 'test-embed'
const NEAR = Float32Array.from([1, 0])
const FAR = Float32Array.from([0, 1])

interface RefutingSearch {
  readonly deps: RefutationDeps
  readonly call: SearchCall
  /** Marks what it did not refute; returns the warnings. */
  mark(): readonly string[]
}

/**
 * A refuting search `s_refute` over what another search has claimed; its queries were answered unless told otherwise.
 */
function refuting(
  world: GraphWorld,
  outcome: SearchPageRow['outcome'] | null,
  warnings: readonly string[] = [],
  answered: readonly string[] = ['tea limitations'],
): RefutingSearch {
  const { store } = world
  const row = search('s_refute', 'task_1', { options: { refute: true } })
  const isNew = store.searches.get(row.id) === null
  if (isNew) store.searches.insert(row)
  if (outcome !== null)
    store.searches.savePage({
      query_id: row.id,
      url: 'https://against.example/',
      page_id: null,
      found_by: 'duckduckgo',
      outcome,
      reason: null,
      attempts: [],
      counts_toward_budget: true,
      cause_id: 'cause_refute',
    })
  const deps = { ...world, settings: defaultSettings, embedder: { modelId: MODEL } } as never as RefutationDeps
  const call = callOf(row, 'cause_refute')
  if (isNew) noteRefutingQueries(store, call, answered)
  return { deps, call, mark: () => markUnrefuted(deps, call, { queryVector: NEAR, warnings }) }
}

function claimed(world: GraphWorld, id: string, vector = NEAR, searchId?: string): void {
  world.claim(id, 'p1', searchId === undefined ? {} : { search_id: searchId })
  world.store.vectors.save('claim', id, MODEL, vector, AT)
}

const marks = (world: GraphWorld) =>
  Object.fromEntries(world.store.claims.ofTask('task_1').map((claim) => [claim.id, claim.no_refutation_found]))
const four = (value: number | undefined) => Number((value ?? Number.NaN).toFixed(4))

test('REQ 3.1.7.5: marked is what the refuting search was about, what nothing that counts speaks against, and what it has not found itself', () => {
  using world = graphWorld()
  world.source('p1', 'one.example')
  world.source('p2', 'two.example')
  world.source('gone', 'three.example', { page: { is_retracted: true } })
  const run = refuting(world, 'ok')
  for (const id of ['about', 'refuted', 'by_retracted']) claimed(world, id)
  claimed(world, 'other', FAR)
  claimed(world, 'own', NEAR, 's_refute')
  world.stance('p2', 'refuted', 'refutes', 0.9)
  world.stance('gone', 'by_retracted', 'refutes', 0.9)

  recomputeTask(world, 'task_1', 'cause_refute')
  const warnings = run.mark()

  assert.deepEqual(marks(world), { about: true, refuted: false, by_retracted: true, other: false, own: false })
  // 0.5 without evidence; being tested costs nothing
  assert.equal(four(world.store.claims.get('about')?.confidence), 0.5)
  assert.deepEqual(warnings, ['no refutation found for 2 claims'])

  const again = refuting(world, null, [...warnings, 'brave: rate_limited'])
  world.stance('p2', 'about', 'refutes', 0.9)
  recomputeTask(world, 'task_1', 'cause_citations')
  const after = again.mark()
  assert.equal(marks(world).about, false)
  assert.equal(four(world.store.claims.get('by_retracted')?.confidence), 0.5)
  assert.deepEqual(after, ['brave: rate_limited', 'no refutation found for 1 claim'])
})

test('REQ 3.1.7.5: a source that this very search got blocked refutes nothing', () => {
  using world = graphWorld()
  world.source('p1', 'nejm.org')
  world.source('p2', 'bmj.com')
  world.source('blog', 'miracle.example')
  world.source('blog2', 'miracle.example')
  const run = refuting(world, 'ok')
  claimed(world, 'about')
  world.stance('blog', 'about', 'refutes', 0.9)
  // Two claims of the blog that academic sources refute: the blog is blocked for them.
  world.claim('lie', 'blog')
  world.stance('p1', 'lie', 'refutes', 0.9)
  world.claim('lie2', 'blog2')
  world.stance('p2', 'lie2', 'refutes', 0.9)

  recomputeTask(world, 'task_1', 'cause_refute')
  run.mark()

  assert.equal(world.store.domains.get('miracle.example')?.trust_level, 'BLOCKED')
  assert.equal(marks(world).about, true)
})

test('REQ 3.1.7.5: a refuting search that read no page marks nothing and says so', () => {
  for (const outcome of [null, 'timeout', 'blocked'] as const) {
    using world = graphWorld()
    world.source('p1', 'one.example')
    const run = refuting(world, outcome)
    claimed(world, 'about')

    recomputeTask(world, 'task_1', 'cause_refute')
    const warnings = run.mark()

    assert.deepEqual(marks(world), { about: false })
    assert.equal(world.store.claims.get('about')?.confidence, 0.5)
    assert.deepEqual(warnings, ['refutation: no page was read, so no claim is marked "no refutation found"'])
  }
})

test('REQ 3.1.7.5: a search whose refuting queries were all refused marks nothing and says so, also after its citations', () => {
  using world = graphWorld()
  world.source('p1', 'one.example')
  claimed(world, 'about')
  const run = refuting(world, 'ok', [], [])
  const reason = 'refutation: no refuting query was answered, so no claim is marked "no refutation found"'

  for (const pass of [run, refuting(world, null, [reason])]) {
    recomputeTask(world, 'task_1', pass.call.causeId)
    const warnings = pass.mark()

    assert.deepEqual(marks(world), { about: false })
    assert.deepEqual(warnings, [reason])
  }
})

test('REQ 3.1.7.5: the refutations of the answer are those that count, so none stands beside a claim that is marked', () => {
  using world = graphWorld()
  for (const [id, domain] of [
    ['p1', 'one.example'],
    ['p2', 'two.example'],
  ] as const)
    world.source(id, domain)
  world.source('gone', 'three.example', { page: { is_retracted: true } })
  const run = refuting(world, 'ok')
  const [read] = world.store.searches.pagesOf('s_refute')
  for (const page of ['p2', 'gone'])
    world.store.searches.savePage({ ...(read as SearchPageRow), url: `https://${page}.example/`, page_id: page })
  for (const id of ['refuted', 'by_retracted']) claimed(world, id)
  world.stance('p2', 'refuted', 'refutes', 0.9)
  world.stance('gone', 'by_retracted', 'refutes', 0.9)

  recomputeTask(world, 'task_1', 'cause_refute')
  run.mark()

  const { refutations } = answerSearch(run.deps as never, 's_refute')
  // REQ 4.4.1 L5: with the trust of the page that speaks against the claim, and how the claim stands.
  assert.deepEqual(
    refutations.map((found) => [found.claim_id, found.source_trust_level, found.verification_status]),
    [['refuted', 'UNVERIFIED', 'contested']],
  )
  assert.deepEqual(marks(world), { refuted: false, by_retracted: true })
})

test('REQ 3.1.7.5: the mark stands in the search answer and in the graph resource', () => {
  using world = graphWorld()
  world.source('p1', 'one.example')
  world.claim('marked', 'p1', { no_refutation_found: true })
  world.claim('plain', 'p1')

  const nodes = loadTaskGraph(world, 'task_1')
  const found = nodes.map((node) => foundClaim(world, node, []))
  assert.deepEqual(
    found.map((claim) => [claim.id, claim.no_refutation_found]),
    [
      ['marked', true],
      ['plain', false],
    ],
  )
  const { claims } = JSON.parse(graphJson(world, 'task_1').json) as {
    claims: { id: string; no_refutation_found: boolean }[]
  }
  assert.deepEqual(
    claims.map((claim) => [claim.id, claim.no_refutation_found]),
    [
      ['marked', true],
      ['plain', false],
    ],
  )
})
