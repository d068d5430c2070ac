import assert from 'node:assert/strict'
import { test } from 'node:test'
import { LyraError } from '../../../src/domain/errors.ts'
import { applyOverrides } from '../../../src/research/graph/apply-overrides.ts'
import { claimTimeline } from '../../../src/research/graph/claim-timeline.ts'
import { recomputeTask } from '../../../src/research/graph/recompute.ts'
import { type GraphWorld, graphWorld } from './graph-world.ts'

/** A blog claims two things, papers refute both: the blog is blocked. Another claim rests on the blog's support. */
function blockedBlog(): GraphWorld {
  const world = graphWorld()
  world.source('blog', 'blocked-but-valid.org')
  world.source('blog2', 'blocked-but-valid.org')
  world.source('paper', 'nejm.org')
  world.source('paper2', 'bmj.com')
  world.claim('c3', 'blog2')
  world.stance('paper2', 'c3', 'refutes', 0.9)
  world.source('other', 'other.example')
  world.claim('c1', 'blog')
  world.claim('c2', 'other')
  world.stance('paper', 'c1', 'refutes', 0.9)
  world.stance('blog', 'c2', 'supports', 0.9)
  recomputeTask(world, 'task_1', 'cause_1')
  return world
}

const OVERRIDE = `user_overrides:
  - domain: "blocked-but-valid.org"
    trust_level: "academic"
    reason: "Manual review completed - false positive"
    added_at: "2025-01-15"
`

const seen = (world: GraphWorld, id: string) => {
  const claim = world.store.claims.get(id)
  return [Number(claim?.confidence.toFixed(4)), claim?.verification_status]
}

test('TRUST 4.2: an override undoes a block at once and computes again what rested on it', () => {
  using world = blockedBlog()
  const before = [seen(world, 'c1'), seen(world, 'c2')]

  world.overrides(OVERRIDE)
  const applied = applyOverrides(world)

  assert.deepEqual(before, [
    [0.3166, 'rejected'],
    [0.5, 'pending'],
  ])
  // c1 is now ACADEMIC against ACADEMIC; c2 has its support back: 0.855 x 0.9, logistic 0.6834
  assert.deepEqual(
    [seen(world, 'c1'), seen(world, 'c2')],
    [
      [0.3166, 'contested'],
      [0.6834, 'verified'],
    ],
  )
  assert.deepEqual(applied, [{ domain: 'blocked-but-valid.org', from: 'BLOCKED', to: 'ACADEMIC', claims: 3 }])
  assert.deepEqual(world.store.domains.blocked(), [])
})

test('TRUST 4.2: the change is in the event log with its cause, once', () => {
  using world = blockedBlog()
  world.overrides(OVERRIDE)

  applyOverrides(world)
  const again = applyOverrides(world)

  assert.deepEqual(again, [])
  const changes = world.store.events.about(['blocked-but-valid.org'])
  assert.deepEqual(
    changes.map(({ kind, data }) => [kind, data.from, data.to, data.reason]),
    [
      [
        'trust_changed',
        'UNVERIFIED',
        'BLOCKED',
        'Contradicts bmj.com, nejm.org in 2 independent statements; none of its 2 is upheld by a trusted source',
      ],
      ['trust_changed', 'BLOCKED', 'ACADEMIC', 'user override: Manual review completed - false positive'],
    ],
  )
})

test('TRUST 4.2: taking the override out lets verification find again what it found', () => {
  using world = blockedBlog()
  world.overrides(OVERRIDE)
  applyOverrides(world)

  world.overrides('user_overrides: []\n# nothing any more\n')
  const applied = applyOverrides(world)

  assert.deepEqual(applied, [{ domain: 'blocked-but-valid.org', from: 'ACADEMIC', to: 'UNVERIFIED', claims: 3 }])
  assert.deepEqual(
    [seen(world, 'c1'), seen(world, 'c2')],
    [
      [0.3166, 'rejected'],
      [0.5, 'pending'],
    ],
  )
  assert.deepEqual(
    world.store.domains.blocked().map((row) => row.domain),
    ['blocked-but-valid.org'],
  )
})

test('TRUST 4.2: the user can block a domain that verification would keep; its evidence counts no more', () => {
  using world = graphWorld()
  world.source('a', 'one.example')
  world.source('b', 'www.reuters.com')
  world.claim('c1', 'a')
  world.stance('b', 'c1', 'supports', 0.9)
  recomputeTask(world, 'task_1', 'cause_1')
  const before = seen(world, 'c1')

  world.overrides('user_overrides:\n  - { domain: reuters.com, trust_level: blocked }\n')
  applyOverrides(world)

  assert.deepEqual(
    [before, seen(world, 'c1')],
    [
      [0.6834, 'verified'],
      [0.5, 'pending'],
    ],
  )
})

test('a domain list that is wrong is named, and nothing is changed', () => {
  using world = blockedBlog()
  const invalid = (error: unknown) => error instanceof LyraError && error.code === 'INVALID_CONFIG'

  world.overrides('user_overrides:\n  - { domain: a.example, trust_level: divine }\n')
  assert.throws(() => applyOverrides(world), invalid)
  world.overrides('user_overrides: [unclosed')
  assert.throws(() => applyOverrides(world), invalid)

  assert.deepEqual(seen(world, 'c1'), [0.3166, 'rejected'])
})

test('REQ 3.4: the timeline of a claim has its first appearance, updates, corrections and retractions, with causes', () => {
  using world = graphWorld()
  world.source('a', 'one.example', { page: { published_at: '2019-03-01', updated_at: '2021-06-30' } })
  world.source('b', 'nejm.org', {
    page: { published_at: '2015-07-16', is_retracted: true, paper_metadata: { retraction_notice: '10.1056/nejmr1' } },
  })
  world.source('c', 'reuters.com', { page: { year: 2023 } })
  world.claim('c1', 'a', { created_at: '2025-11-15T09:00:00.000Z', cause_id: 'cause_search' })
  world.stance('b', 'c1', 'supports', 0.9, { created_at: '2025-11-15T09:00:01.000Z' })
  const edge = world.stance('c', 'c1', 'supports', 0.9, { created_at: '2025-11-15T09:00:02.000Z' })
  recomputeTask(world, 'task_1', 'cause_weigh')
  world.store.events.append({ kind: 'feedback.correct_nli', taskId: 'task_1', subjectId: edge, causeId: 'cause_user' })

  const timeline = claimTimeline(world, 'c1')

  assert.deepEqual(
    timeline?.entries.map((entry) => [entry.kind, entry.at?.slice(0, 10) ?? null, entry.what]),
    [
      ['first_seen', '2019-03-01', 'published on one.example'],
      ['updated', '2021-06-30', 'one.example changed its page'],
      ['first_seen', '2025-11-15', 'found by this task'],
      ['updated', '2025-11-15', 'pending became verified: 2 independent sources agree'],
      ['corrected', '2025-11-15', 'a person: correct_nli'],
      ['updated', '2025-11-15', 'nejm.org supports it'],
      ['updated', '2025-11-15', 'reuters.com supports it'],
      ['retracted', null, 'evidence was retracted (notice 10.1056/nejmr1)'],
    ],
  )
  assert.deepEqual([timeline?.earliest_source, timeline?.latest_source], ['2015-07-16', '2023'])
  assert.equal(timeline?.entries[3]?.cause_id, 'cause_weigh')
  assert.equal(claimTimeline(world, 'claim_no'), null)
})

test('REQ 3.1.6: earlier versions of a source that the archive holds are entries of the timeline', () => {
  using world = graphWorld()
  world.source('paper', 'nejm.org', { page: { published_at: '2019-05-01' } })
  world.claim('c1', 'paper')
  world.store.events.append({
    kind: 'page_history',
    taskId: 'task_1',
    subjectType: 'page',
    subjectId: 'paper',
    data: {
      changes: [{ from: '2020-01-01', to: '2021-06-01', headings_added: ['Harms'], headings_removed: ['Benefits'] }],
    },
    causeId: 'cause_fetch',
  })
  const entries = claimTimeline(world, 'c1')?.entries ?? []
  assert.deepEqual(
    entries.filter((entry) => entry.cause_id === 'cause_fetch').map((entry) => [entry.kind, entry.at, entry.what]),
    [['updated', '2021-06-01', 'an archived version of the source differs: + Harms, - Benefits']],
  )
})
