import assert from 'node:assert/strict'
import { test } from 'node:test'
import { systemClock } from '../../../src/domain/clock.ts'
import { INSTRUCTION_FLAG, POSTED_INSTRUCTION_FLAG } from '../../../src/guard/l6-source-verification.ts'
import { applyOverrides } from '../../../src/research/graph/apply-overrides.ts'
import { explainClaim } from '../../../src/research/graph/explain-claim.ts'
import { recomputeClaims, recomputeTask } from '../../../src/research/graph/recompute.ts'
import { type GraphWorld, graphWorld } from './graph-world.ts'

/** A blog with two statements that have nothing to do with each other; a journal refutes each in another passage. */
function twiceRefuted(site = 'miracle.example', over: Parameters<GraphWorld['source']>[2] = {}): GraphWorld {
  const world = graphWorld()
  world.source('blog1', site, over)
  world.source('blog2', site, over)
  world.source('paper1', 'nejm.org')
  world.source('paper2', 'bmj.com')
  world.claim('c1', 'blog1')
  world.claim('c2', 'blog2')
  world.stance('paper1', 'c1', 'refutes', 0.9)
  world.stance('paper2', 'c2', 'refutes', 0.9)
  return world
}

const blockedDomains = (world: GraphWorld) => world.store.domains.blocked().map((row) => row.domain)
const status = (world: GraphWorld, id: string) => world.store.claims.get(id)?.verification_status

test('LYRA 2.1: two independent contradictions with an undivided trusted side block a domain, with grounds and an end', () => {
  using world = twiceRefuted()

  recomputeTask(world, 'task_1', 'cause_1')

  const row = world.store.domains.get('miracle.example')
  assert.deepEqual(
    [row?.trust_level, row?.original_trust_level, row?.blocked_reason, row?.contradicting_claims],
    [
      'BLOCKED',
      'UNVERIFIED',
      'Contradicts bmj.com, nejm.org in 2 independent statements; none of its 2 is upheld by a trusted source',
      ['c1', 'c2'],
    ],
  )
  const [block] = world.store.domains.blocksOf('miracle.example')
  assert.deepEqual([block?.kind, block?.evidence, block?.lifted_at], ['contradictions', ['c1', 'c2'], null])
  assert.equal(Date.parse(block?.expires_at ?? '') - Date.parse(block?.blocked_at ?? ''), 180 * 24 * 3_600_000)
})

test('LYRA 2.1: what one sentence refutes twice is one contradiction', () => {
  using world = graphWorld()
  world.source('blog1', 'miracle.example')
  world.source('blog2', 'miracle.example')
  world.source('paper', 'nejm.org')
  world.claim('c1', 'blog1')
  world.claim('c2', 'blog2')
  world.stance('paper', 'c1', 'refutes', 0.9)
  world.stance('paper', 'c2', 'refutes', 0.9)

  recomputeTask(world, 'task_1', 'cause_1')

  assert.deepEqual([status(world, 'c1'), status(world, 'c2')], ['rejected', 'rejected'])
  assert.deepEqual(blockedDomains(world), [])
})

test('LYRA 2.1: two statements of one page are no record of a site', () => {
  using world = graphWorld()
  world.source('blog', 'miracle.example')
  world.source('paper1', 'nejm.org')
  world.source('paper2', 'bmj.com')
  world.claim('c1', 'blog')
  world.claim('c2', 'blog')
  world.stance('paper1', 'c1', 'refutes', 0.9)
  world.stance('paper2', 'c2', 'refutes', 0.9)

  recomputeTask(world, 'task_1', 'cause_1')

  assert.deepEqual([status(world, 'c1'), status(world, 'c2')], ['rejected', 'rejected'])
  assert.deepEqual(blockedDomains(world), [])
})

test('LYRA 2.1: where a trusted source supports the claim the trusted side is divided: contested, nobody blocked', () => {
  using world = twiceRefuted()
  world.source('other', 'thelancet.com')
  world.stance('other', 'c1', 'supports', 0.9)

  recomputeTask(world, 'task_1', 'cause_1')

  assert.deepEqual([status(world, 'c1'), status(world, 'c2')], ['contested', 'rejected'])
  assert.deepEqual(blockedDomains(world), [])
})

test('LYRA 2.1: a corrected edge lifts the block by itself, in every task, and the history stays', () => {
  using world = twiceRefuted()
  world.source('other', 'other.example')
  world.claim('elsewhere', 'other', { task: 'task_2' })
  world.stance('blog1', 'elsewhere', 'supports', 0.9)
  recomputeTask(world, 'task_1', 'cause_1')
  const before = explainClaim(world, 'elsewhere').contributions[0]?.reason
  const [edge] = world.store.edges.evidenceFor('c1')

  world.store.edges.correct(edge?.id ?? '', 'neutral', 1)
  recomputeClaims(world, ['c1'], 'cause_2')

  assert.equal(before, 'its domain is blocked')
  assert.equal(explainClaim(world, 'elsewhere').contributions[0]?.reason, null)
  assert.deepEqual(blockedDomains(world), [])
  assert.deepEqual([status(world, 'c1'), status(world, 'c2')], ['pending', 'rejected'])
  assert.deepEqual(
    world.store.domains.blocksOf('miracle.example').map(({ lifted_reason }) => lifted_reason),
    ['its evidence no longer holds'],
  )
  assert.deepEqual(
    world.store.events.about(['miracle.example']).map(({ data }) => [data.from, data.to]),
    [
      ['UNVERIFIED', 'BLOCKED'],
      ['BLOCKED', 'UNVERIFIED'],
    ],
  )
})

test('LYRA 2.1: a retracted opponent lifts the block', () => {
  using world = twiceRefuted()
  recomputeTask(world, 'task_1', 'cause_1')
  assert.deepEqual(blockedDomains(world), ['miracle.example'])

  world.store.pages.markRetracted('paper2')
  recomputeClaims(world, ['c2'], 'cause_2')

  assert.deepEqual(blockedDomains(world), [])
  assert.equal(status(world, 'c2'), 'pending')
})

test('LYRA 2.1: a block ends with its time, at the next look', () => {
  using world = twiceRefuted()
  recomputeTask(world, 'task_1', 'cause_1')
  const later = { ...world, clock: { ...systemClock, now: () => Date.parse('2027-01-01T00:00:00.000Z') } }

  applyOverrides(later)

  assert.deepEqual(blockedDomains(world), [])
  assert.equal(world.store.domains.blocksOf('miracle.example')[0]?.lifted_reason, 'the block has expired')
})

test('LYRA 2.1: posts on a board, a wiki and a host of user content cost their domain nothing', () => {
  const board = { page: { page_type: 'forum' as const } }
  const post = { fragment: { post_id: '3', post_author: 'someone' } }
  using forum = twiceRefuted('board.example', board)
  using comments = twiceRefuted('paper.example', post)
  using wiki = twiceRefuted('en.wikipedia.org', { page: { domain: 'wikipedia.org' } })

  for (const world of [forum, comments, wiki]) recomputeTask(world, 'task_1', 'cause_1')

  assert.deepEqual([forum, comments, wiki].map(blockedDomains), [[], [], []])
  assert.deepEqual(
    [status(forum, 'c1'), status(comments, 'c1'), status(wiki, 'c1')],
    ['rejected', 'rejected', 'rejected'],
  )
})

test('LYRA 2.1: a site that says the opposite itself is not blocked for quoting', () => {
  using world = twiceRefuted('checker.example')
  world.source('verdict1', 'checker.example')
  world.source('verdict2', 'checker.example')
  world.stance('verdict1', 'c1', 'refutes', 0.9)
  world.stance('verdict2', 'c2', 'refutes', 0.9)

  recomputeTask(world, 'task_1', 'cause_1')

  assert.deepEqual(blockedDomains(world), [])
})

test('LYRA 2.1: orders to an AI block from the third page of its own on, never by posts; claims of such a page stay', () => {
  using world = graphWorld()
  const own = { page: { quality_flags: [INSTRUCTION_FLAG], content_hash: null } }
  world.source('p1', 'evil.example', own)
  world.source('p2', 'evil.example', own)
  world.claim('c1', 'p1')
  recomputeTask(world, 'task_1', 'cause_1')
  const two = [blockedDomains(world), status(world, 'c1')]

  world.source('p3', 'evil.example', own)
  for (const id of ['q1', 'q2', 'q3'])
    world.source(id, 'board.example', { page: { quality_flags: [POSTED_INSTRUCTION_FLAG], content_hash: null } })
  recomputeTask(world, 'task_1', 'cause_2')

  assert.deepEqual(two, [[], 'pending'])
  assert.deepEqual(blockedDomains(world), ['evil.example'])
  assert.equal(
    world.store.domains.get('evil.example')?.blocked_reason,
    'Dangerous pattern: instructions to an AI on 3 of 3 pages read',
  )
  assert.equal(status(world, 'c1'), 'rejected')
})

test('GRAPH 4: a standing block is left as it is when nothing changed', () => {
  using world = twiceRefuted()
  recomputeTask(world, 'task_1', 'cause_1')
  const before = [world.store.domains.blocksOf('miracle.example'), world.store.events.count()]

  recomputeTask(world, 'task_1', 'cause_2')

  assert.deepEqual([world.store.domains.blocksOf('miracle.example'), world.store.events.count()], before)
})
