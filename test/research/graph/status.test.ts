import assert from 'node:assert/strict'
import { test } from 'node:test'
import { explainClaim } from '../../../src/research/graph/explain-claim.ts'
import { recomputeTask } from '../../../src/research/graph/recompute.ts'
import { type GraphWorld, graphWorld } from './graph-world.ts'

const shown = (world: GraphWorld, id: string) => {
  const claim = world.store.claims.get(id)
  return [claim?.verification_status, claim?.status_reason, claim?.adopted]
}

test('LYRA 2.9: unknown sites agreeing with each other verify nothing and lift nobody', () => {
  using world = graphWorld()
  for (const id of ['a', 'b', 'c']) world.source(id, `${id}.example`)
  world.claim('c1', 'a')
  world.stance('b', 'c1', 'supports', 0.9)
  world.stance('c', 'c1', 'supports', 0.9)

  recomputeTask(world, 'task_1', 'cause_1')

  assert.deepEqual(shown(world, 'c1'), ['pending', '3 sources agree, none of them listed above UNVERIFIED', true])
  assert.equal(world.trust.ofUrl('https://a.example/', 'a.example').level, 'UNVERIFIED')
})

test('LYRA 2.9: a rumour of a board and a copy site is not promoted, though both are listed as LOW', () => {
  using world = graphWorld()
  world.overrides(
    'user_overrides:\n  - { domain: board.example, trust_level: low }\n' +
      '  - { domain: copy.example, trust_level: low }\n',
  )
  world.source('post', 'board.example', { page: { page_type: 'forum' } })
  world.source('copy', 'copy.example', { page: { quality_flags: ['aggregator'] } })
  world.claim('c1', 'post')
  world.stance('copy', 'c1', 'supports', 0.95)

  recomputeTask(world, 'task_1', 'cause_1')

  assert.equal(shown(world, 'c1')[0], 'pending')
})

test('LYRA 2.9: a level that Lyra gave itself does not vouch, and falls with the claim that gave it', () => {
  using world = graphWorld()
  world.source('a', 'a.example')
  world.source('b', 'b.example')
  world.source('known', 'reuters.com')
  world.claim('c1', 'a')
  world.claim('c2', 'a')
  const edge = world.stance('known', 'c1', 'supports', 0.9)
  world.stance('b', 'c2', 'supports', 0.9)
  recomputeTask(world, 'task_1', 'cause_1')
  const risen = [world.trust.ofUrl('https://a.example/', 'a.example').level, shown(world, 'c2')[0]]

  world.store.edges.correct(edge, 'neutral', 1)
  recomputeTask(world, 'task_1', 'cause_2')

  assert.deepEqual(risen, ['LOW', 'pending'])
  assert.equal(world.trust.ofUrl('https://a.example/', 'a.example').level, 'UNVERIFIED')
})

test('LYRA 2.9: posts of different writers are different voices, those of one writer are one', () => {
  using world = graphWorld()
  const by = (author: string) => ({
    page: { page_type: 'forum' as const },
    fragment: { post_id: '1', post_author: author },
  })
  world.source('news', 'reuters.com')
  world.source('ann', 'board.example', by('Ann'))
  world.source('ann2', 'board.example', by('Ann'))
  world.source('bo', 'board.example', by('Bo'))
  world.claim('one', 'ann')
  world.stance('ann2', 'one', 'supports', 0.9)
  world.claim('two', 'ann2')
  world.stance('bo', 'two', 'supports', 0.9)
  world.claim('three', 'bo')
  world.stance('news', 'three', 'supports', 0.9)

  recomputeTask(world, 'task_1', 'cause_1')

  assert.deepEqual(
    ['one', 'two', 'three'].map((id) => shown(world, id).slice(0, 2)),
    [
      ['pending', 'fewer than two independent sources'],
      ['pending', '2 sources agree, none of them listed above UNVERIFIED'],
      ['verified', '2 independent sources agree'],
    ],
  )
  assert.equal(world.trust.ofUrl('https://board.example/', 'board.example').level, 'UNVERIFIED')
})

test('LYRA 2.9: a comment under a ministry page does not speak for the ministry', () => {
  using world = graphWorld()
  world.source('comment', 'who.int', { fragment: { post_id: '4', post_author: 'Zed' } })
  world.source('paper', 'nejm.org')
  world.claim('c1', 'comment')
  world.stance('paper', 'c1', 'refutes', 0.9)

  recomputeTask(world, 'task_1', 'cause_1')

  assert.equal(shown(world, 'c1')[0], 'rejected')
  assert.equal(world.store.claims.contradictions('task_1')[0]?.claim_trust, 'LOW')
})

test('LYRA 2.9: statements about different years are not in dispute', () => {
  using world = graphWorld()
  world.source('a', 'nejm.org')
  world.source('b', 'bmj.com', { fragment: { text_content: 'In 2023 the ward treated 214 patients.' } })
  world.claim('c1', 'a', { claim_text: 'In 2019 the ward treated 318 patients.' })
  world.stance('b', 'c1', 'refutes', 0.95)

  recomputeTask(world, 'task_1', 'cause_1')

  assert.deepEqual(world.store.claims.contradictions('task_1'), [])
  assert.equal(shown(world, 'c1')[0], 'pending')
})

test('LYRA 2.9: what its own site corrects is superseded, and the correction is not in dispute with it', () => {
  using world = graphWorld()
  const note = 'Correction: 12 patients were treated, not 21.'
  world.source('old', 'reuters.com', { page: { published_at: '2024-03-01' } })
  world.source('note', 'reuters.com', { page: { published_at: '2024-03-09' }, fragment: { text_content: note } })
  world.claim('old', 'old')
  world.claim('new', 'note', { span_start: 0, span_end: note.length })
  world.stance('note', 'old', 'refutes', 0.9)

  recomputeTask(world, 'task_1', 'cause_1')

  assert.deepEqual(shown(world, 'old'), ['superseded', 'corrected on reuters.com', false])
  assert.deepEqual(shown(world, 'new').slice(0, 1), ['pending'])
})

test('LYRA 2.9: a site that says otherwise later has outdated itself; two sites are in dispute at any age', () => {
  using world = graphWorld()
  world.source('early', 'reuters.com', { page: { published_at: '2024-08-01' } })
  world.source('late', 'reuters.com', { page: { published_at: '2024-10-01' } })
  world.source('other', 'apnews.com', { page: { published_at: '2024-10-01' } })
  world.claim('own', 'early')
  world.claim('both', 'early')
  world.stance('late', 'own', 'refutes', 0.9)
  world.stance('other', 'both', 'refutes', 0.9)

  recomputeTask(world, 'task_1', 'cause_1')

  assert.deepEqual(shown(world, 'own'), ['superseded', 'outdated: reuters.com says otherwise since 2024-10-01', false])
  assert.equal(shown(world, 'both')[0], 'contested')
})

test('LYRA 5.4: claims of a retracted or replaced paper are superseded', () => {
  using world = graphWorld()
  world.source('gone', 'nejm.org', { page: { is_retracted: true } })
  world.source('first', 'bmj.com', {
    page: { paper_metadata: { updates: [{ type: 'new_version', notice: '10.1/v2', date: null }] } },
  })
  world.claim('c1', 'gone')
  world.claim('c2', 'first')

  recomputeTask(world, 'task_1', 'cause_1')

  assert.deepEqual(shown(world, 'c1'), ['superseded', 'its source was retracted', false])
  assert.deepEqual(shown(world, 'c2'), ['superseded', 'outdated: its source has a newer version, 10.1/v2', false])
})

test('LYRA 2.1: a blocked source puts nothing in dispute', () => {
  using world = graphWorld()
  world.overrides('user_overrides:\n  - { domain: bad.example, trust_level: blocked }\n')
  world.source('a', 'a.example')
  world.source('bad', 'bad.example')
  world.claim('c1', 'a')
  world.stance('bad', 'c1', 'refutes', 0.95)

  recomputeTask(world, 'task_1', 'cause_1')

  assert.equal(shown(world, 'c1')[0], 'pending')
})

test('LYRA 2.1: who repeats a ministry is not in dispute with a blog, and the blog does not weigh against it', () => {
  using world = graphWorld()
  world.source('wiki', 'wiki.example')
  world.source('ministry', 'who.int')
  world.source('blog', 'blog.example')
  world.claim('right', 'wiki')
  world.claim('wrong', 'blog')
  world.stance('ministry', 'right', 'supports', 0.9)
  world.stance('blog', 'right', 'refutes', 0.9)
  world.stance('wiki', 'wrong', 'refutes', 0.9)
  world.stance('ministry', 'wrong', 'refutes', 0.9)

  recomputeTask(world, 'task_1', 'cause_1')

  assert.deepEqual(shown(world, 'right'), ['verified', '2 independent sources agree', true])
  assert.equal(shown(world, 'wrong')[0], 'rejected')
  assert.deepEqual(
    explainClaim(world, 'right').contributions.map(({ relation, counted, reason }) => [relation, counted, reason]),
    [
      ['supports', true, null],
      ['refutes', false, 'its statement was rejected'],
    ],
  )
})
