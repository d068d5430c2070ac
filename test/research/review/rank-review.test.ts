import assert from 'node:assert/strict'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { recomputeClaims, recomputeTask } from '../../../src/research/graph/recompute.ts'
import { rankReview } from '../../../src/research/review/rank-review.ts'
import { readReview } from '../../../src/research/review/read-review.ts'
import { refreshNamed, refreshReview } from '../../../src/research/review/refresh-review.ts'
import { AT } from '../../store/graph-fixture.ts'
import { type GraphWorld, graphWorld } from '../graph/graph-world.ts'

/** A claim that is its page's only sentence; near ones have the same angle. */
function say(world: GraphWorld, id: string, domain: string, text: string, angle = 0, language = 'en'): void {
  world.source(id, domain, { fragment: { text_content: text, heading_context: null }, page: { title: 'Report' } })
  world.claim(id, id, { claim_text: text, span_start: 0, span_end: text.length, language })
  const radians = (angle * Math.PI) / 180
  world.store.vectors.save('claim', id, 'm', Float32Array.from([Math.cos(radians), Math.sin(radians)]), AT)
}

const reading = (supports: number, refutes: number) => ({ nli_supports: supports, nli_refutes: refutes })

/** One claim with a refutation nearly heard, one with a plain support, one with a pair that is plainly neutral. */
function reviewed(): GraphWorld {
  const world = graphWorld()
  say(world, 'dam', 'nih.gov', 'The dam holds 48,300 tonnes of water.')
  say(world, 'shore', 'blog.example', 'Anglers like the northern shore in May.', 90)
  say(world, 'rival', 'who.int', 'The reservoir has never held more than half of that.', 45)
  world.stance('rival', 'dam', 'neutral', 0.5, reading(0.05, 0.45))
  world.stance('shore', 'dam', 'neutral', 0.97, reading(0.02, 0.01))
  world.stance('dam', 'shore', 'supports', 0.85, reading(0.85, 0.01))
  recomputeTask(world, 'task_1', 'cause_1')
  return world
}

test('FEEDBACK 1: the queue begins with the verdict whose correction would change a finding most', () => {
  using world = reviewed()

  const { items, counts } = rankReview(world, 'task_1')

  const [first] = items
  assert.deepEqual(
    [first?.kind, first?.claim_id, first?.fragment_id, first?.verdict, first?.probability?.toFixed(2)],
    ['pair', 'dam', 'f_rival', 'neutral', '0.64'],
  )
  const dam = world.store.findings.byClaim('task_1').get('dam')
  const own = first?.changes.filter(({ finding_id, to }) => finding_id === dam && to === 'refutes')
  assert.deepEqual(
    own?.map(({ to, status }) => [to, status]),
    [['refutes', 'contested']],
  )
  assert.deepEqual(first?.decides.includes(dam ?? ''), true)
  assert.deepEqual([counts.decisions, counts.pairs], [3, 4])
  assert.deepEqual(
    items.filter(({ fragment_id, claim_id }) => fragment_id === 'f_shore' && claim_id === 'dam'),
    [],
  )
})

test('FEEDBACK 1: what the queue says of a correction is what the correction does', () => {
  using world = reviewed()
  const [first] = rankReview(world, 'task_1').items
  const byClaim = world.store.findings.byClaim('task_1')
  const said = first?.changes.find(({ finding_id, to }) => finding_id === byClaim.get('dam') && to === 'refutes')

  world.store.edges.correct(first?.target_id ?? '', 'refutes', 0.9)
  recomputeClaims(world, ['dam'], 'cause_2')

  const finding = world.store.findings.get(byClaim.get('dam') ?? '')
  assert.equal(finding?.verification_status, said?.status)
  assert.equal(finding?.confidence, said?.confidence)
  assert.deepEqual(
    rankReview(world, 'task_1').items.filter(({ target_id }) => target_id === first?.target_id),
    [],
  )
})

test('FEEDBACK 1: copies of one sentence against one claim text are one entry, Japanese letters folded', () => {
  using world = graphWorld()
  say(world, 'a', 'nih.gov', '鎮静下内視鏡の偶発症の頻度は0.0013%であった。', 0, 'ja')
  for (const copy of ['x', 'y'])
    world.source(copy, `${copy}.example`, {
      fragment: { text_content: copy === 'x' ? '偶発症は ０．０１％ だった。' : '偶発症は 0.01% だった。' },
    })
  const first = world.stance('x', 'a', 'neutral', 0.5, reading(0.1, 0.4))
  const second = world.stance('y', 'a', 'neutral', 0.5, reading(0.1, 0.4))
  recomputeTask(world, 'task_1', 'cause_1')

  const pairs = rankReview(world, 'task_1').items.filter(({ kind }) => kind === 'pair')

  assert.equal(pairs.length, 1)
  assert.deepEqual([pairs[0]?.target_id, ...(pairs[0]?.copies ?? [])].sort(), [first, second].sort())
})

test('LYRA 2.7: a claim that stands in a finding by a weak link, and one that names no subject, are shown', () => {
  using world = graphWorld()
  say(world, 'c1', 'nih.gov', 'The press is rated at 6,250 tonnes.')
  say(world, 'c2', 'paper.example', 'Some 6,250 tonnes can be pressed in the new hall.', 50)
  say(world, 'c3', 'who.int', 'They were found in the old hall by a team of seven.', 120)
  world.stance('c1', 'c3', 'supports', 0.95, reading(0.95, 0.01))
  recomputeTask(world, 'task_1', 'cause_1')

  const kinds = rankReview(world, 'task_1').items.map(({ kind, target_id, changes }) => [
    kind,
    target_id,
    changes[0]?.to,
  ])

  assert.deepEqual(kinds, [
    ['merge', 'c2', 'apart'],
    ['referent', 'c3', 'dropped'],
  ])
})

test('FEEDBACK 1: a pair that nobody judged near a decisive finding is named by its passage and the claim', () => {
  using world = graphWorld()
  say(world, 'kiln', 'nih.gov', 'The kiln was fired 6,250 times.')
  say(world, 'oven', 'who.int', 'The oven of the old works was sold.', 30)
  recomputeTask(world, 'task_1', 'cause_1')

  const { items } = rankReview(world, 'task_1')

  assert.deepEqual(items.map(({ kind, target_id, claim_id, verdict }) => [kind, target_id, claim_id, verdict]).sort(), [
    ['unjudged', 'f_kiln', 'oven', null],
    ['unjudged', 'f_oven', 'kiln', null],
  ])
})

test('LYRA 2.1: a block that rests on a refutation in doubt is shown with its weakest refutation', () => {
  using world = graphWorld()
  for (const [n, text] of ['The tea cures all fevers.', 'The tea mends broken bones.'].entries()) {
    say(world, `quack${n}`, 'quack.example', text, 90 * n)
    say(world, `r${n}`, 'nih.gov', `No trial has shown that: ${text}`, 90 * n + 45)
    world.stance(`r${n}`, `quack${n}`, 'refutes', n === 0 ? 0.72 : 0.95, reading(0.01, n === 0 ? 0.72 : 0.95))
  }
  recomputeTask(world, 'task_1', 'cause_1')

  const block = rankReview(world, 'task_1').items.find(({ kind }) => kind === 'block')

  assert.deepEqual(
    [block?.target_id, block?.claim_id, block?.verdict, block?.probability],
    ['quack.example', 'quack0', 'blocked', 0.72],
  )
  assert.deepEqual(block?.decides.length, 2)
})

test('FEEDBACK 1: the same graph gives the same order; a kept queue is made anew after a change', () => {
  using world = reviewed()
  const first = rankReview(world, 'task_1')
  assert.deepEqual(rankReview(world, 'task_1'), first)
  const { counts } = refreshReview(world, 'task_1')

  const kept = readReview(world, 'task_1', { from: 0, limit: 1 })
  world.store.edges.correct(kept.items[0]?.target_id ?? '', 'refutes', 0.9)
  recomputeClaims(world, ['dam'], 'cause_2')
  const after = readReview(world, 'task_1', { from: 0, limit: 100 })

  assert.deepEqual([counts.decisions, kept.decisions, kept.total], [3, 3, first.items.length])
  assert.equal(kept.next, first.items.length === 1 ? null : 'lyra://tasks/task_1/review/1')
  assert.deepEqual(
    after.items.filter(({ target_id }) => target_id === kept.items[0]?.target_id),
    [],
  )
  const rows = world.store.db.prepare(`SELECT place, kind FROM v_review WHERE task_id = 'task_1'`).all()
  assert.equal(rows.length, after.total)
})

test('LYRA 6.1: the queue is told while another process writes, and saved when nobody does', () => {
  using world = reviewed()
  world.store.db.exec('PRAGMA busy_timeout = 20')
  using other = new DatabaseSync(world.store.path)
  other.exec('BEGIN IMMEDIATE')

  const meanwhile = readReview(world, 'task_1', { from: 1, limit: 2 })
  const unsaved = world.store.reviews.size('task_1')
  other.exec('ROLLBACK')
  const after = readReview(world, 'task_1', { from: 1, limit: 2 })

  assert.deepEqual(meanwhile, after)
  assert.deepEqual([meanwhile.items.map(({ place }) => place), unsaved], [[2, 3], 0])
  assert.equal(world.store.reviews.size('task_1'), after.total)
})

test('LYRA 6.1: a queue of a graph that changed while it was ranked is told, and not kept as that of the new graph', () => {
  using world = reviewed()
  using other = new DatabaseSync(world.store.path)
  const { store } = world
  const read: typeof store.read = (work) => {
    const done = store.read(work)
    other.exec(`UPDATE claims SET claim_text = 'The dam holds 12 tonnes.' WHERE id = 'dam'`)
    return done
  }

  const { unsaved } = refreshReview({ ...world, store: { ...store, read } }, 'task_1')

  assert.deepEqual([unsaved?.length, store.reviews.counts('task_1')], [rankReview(world, 'task_1').items.length, null])
})

test('LYRA 6.1: SQL reads the queue of a moment ago where one is kept, and else is told who writes', () => {
  using world = reviewed()
  refreshNamed(world, 'SELECT * FROM v_review')
  world.store.reviews.outdate('task_1')
  world.store.db.exec('PRAGMA busy_timeout = 20')
  using other = new DatabaseSync(world.store.path)
  const kept = world.store.reviews.size('task_1')
  other.exec('BEGIN IMMEDIATE')

  refreshNamed(world, 'SELECT * FROM v_review')
  other.exec('ROLLBACK')
  other.exec('DELETE FROM review_items; BEGIN IMMEDIATE')

  assert.equal(kept, 5)
  assert.throws(() => refreshNamed(world, 'SELECT * FROM v_review'), { code: 'STORE_UNAVAILABLE', name: 'StoreBusy' })
})

const [FULL, HALF] = ['The dam holds 48,300 tonnes of water.', 'The reservoir has never held more than half of that.']

/** Two claims, each held beside the sentence of the other, and both readings in doubt. */
function bothWays(): GraphWorld {
  const world = graphWorld()
  say(world, 'dam', 'nih.gov', FULL)
  say(world, 'rival', 'who.int', HALF, 45)
  world.stance('rival', 'dam', 'neutral', 0.5, { ...reading(0.05, 0.45), rationale: HALF })
  world.stance('dam', 'rival', 'neutral', 0.55, { ...reading(0.05, 0.4), rationale: FULL })
  recomputeTask(world, 'task_1', 'cause_1')
  return world
}

test('23.1: of a pair and its other direction the second counts a third, since the first will have told it', () => {
  using world = bothWays()

  const [first, second] = rankReview(world, 'task_1').items.filter(({ kind }) => kind === 'pair')

  assert.deepEqual([first?.claim_id, second?.claim_id], ['dam', 'rival'])
  assert.ok((second?.score ?? 1) < 0.4 * (first?.score ?? 0))
})

test('23.1: a dispute that would begin is a decision of both findings', () => {
  using world = bothWays()

  const [first] = rankReview(world, 'task_1').items

  const byClaim = world.store.findings.byClaim('task_1')
  assert.deepEqual(first?.decides.toSorted(), [byClaim.get('dam'), byClaim.get('rival')].toSorted())
})

test('23.1: what was told of a pair is most likely true of its other direction, which then decides less', () => {
  using world = bothWays()
  const scoreOf = (claimId: string) =>
    rankReview(world, 'task_1').items.find(({ kind, claim_id: id }) => kind === 'pair' && id === claimId)?.score ?? 0
  const before = scoreOf('dam')

  const [edge] = world.store.edges.evidenceFor('rival')
  world.store.edges.correct(edge?.id ?? '', 'neutral', 0.9)
  recomputeClaims(world, ['rival'], 'cause_2')

  assert.ok(scoreOf('dam') < before / 3)
})

test('23.1: verdicts that were overturned make the verdicts of their kind less sure', () => {
  using world = reviewed()
  for (const n of [1, 2, 3, 4]) {
    say(world, `kiln_${n}`, 'nih.gov', `Kiln number ${n} burns wood.`, 170 + n)
    say(world, `coal_${n}`, 'who.int', `Coal is what kiln ${n} burns.`, 130 + n)
    world.stance(`coal_${n}`, `kiln_${n}`, 'neutral', 0.9, { ...reading(0.05, 0.05), nli_label: 'neutral' })
  }
  recomputeTask(world, 'task_1', 'cause_2')
  const scoreOf = () => rankReview(world, 'task_1').items.find(({ claim_id: id }) => id === 'dam')?.score ?? 0
  const before = scoreOf()

  for (const n of [1, 2, 3, 4]) {
    const [edge] = world.store.edges.evidenceFor(`kiln_${n}`)
    world.store.edges.correct(edge?.id ?? '', 'refutes', 0.9)
  }
  recomputeTask(world, 'task_1', 'cause_3')

  assert.ok(scoreOf() > before * 1.2)
})

const THIRD = 'A survey of 2019 measured 24,000 tonnes in the reservoir.'

/** Of three claims two contradict each other, and the third was told to agree with one of them. */
function threeSides(relation: 'supports' | 'neutral'): GraphWorld {
  const world = graphWorld()
  say(world, 'dam', 'nih.gov', FULL)
  say(world, 'rival', 'who.int', HALF, 60)
  say(world, 'survey', 'survey.example', THIRD, 120)
  // Together too weak to imply the third pair: what follows surely is not left to a reviewer.
  world.stance('rival', 'dam', 'refutes', 0.7, { ...reading(0.02, 0.7), rationale: HALF })
  world.stance('survey', 'dam', 'neutral', 0.93, { ...reading(0.02, 0.05), rationale: THIRD })
  const read = relation === 'supports' ? reading(0.7, 0.02) : reading(0.02, 0.02)
  world.stance('survey', 'rival', relation, 0.7, { ...read, rationale: THIRD })
  recomputeTask(world, 'task_1', 'cause_1')
  return world
}

const plainlyNeutral = (world: GraphWorld) =>
  rankReview(world, 'task_1').items.find(({ fragment_id: id, claim_id: of }) => id === 'f_survey' && of === 'dam')

test('23.1: a pair read as plainly neutral is shown where a third statement is for the one and against the other', () => {
  using world = threeSides('supports')
  using apart = threeSides('neutral')

  assert.deepEqual(
    plainlyNeutral(world)
      ?.changes.map(({ to }) => to)
      .includes('refutes'),
    true,
  )
  assert.equal(plainlyNeutral(apart), undefined)
})

test('23.1: a correction speaks of the pairs around it', () => {
  using world = threeSides('neutral')

  const edge = world.store.edges.evidenceFor('rival').find(({ fragment }) => fragment.id === 'f_survey')
  world.store.edges.correct(edge?.id ?? '', 'supports', 0.7)
  recomputeClaims(world, ['rival'], 'cause_2')

  assert.ok((plainlyNeutral(world)?.score ?? 0) > 0.1)
})
