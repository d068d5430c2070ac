import assert from 'node:assert/strict'
import { test } from 'node:test'
import { trustNotes } from '../../src/app/trust-notes.ts'
import { graphWorld } from '../research/graph/graph-world.ts'
import { search } from '../store/graph-fixture.ts'

const BLOCKED = {
  trust_level: 'BLOCKED',
  trust_source: 'verification',
  category: null,
  blocked_at: '2025-11-15T09:00:00.000Z',
  blocked_reason: 'Dangerous pattern: instructions to an AI',
  contradicting_claims: [],
  original_trust_level: 'UNVERIFIED',
} as const

function world() {
  const opened = graphWorld()
  const { store } = opened
  opened.source('p1', 'blog.example')
  opened.source('p2', 'nejm.org')
  opened.source('p3', 'evil.example', { page: { quality_flags: ['thin', 'instruction_to_ai'] } })
  opened.source('p4', 'lure.example', { page: { quality_flags: ['misled_the_model'] } })
  // A later and harmless page of a domain does not hide what an earlier one did.
  opened.source('p5', 'evil.example')
  store.domains.setTrust({ domain: 'evil.example', ...BLOCKED }, BLOCKED.blocked_at, 'cause_1')
  const warnings = [
    'brave: rate_limited (429)',
    'page https://evil.example/p3: instructions to an AI were found and kept out (L2)',
    'work https://doi.example/10.1/x: instructions to an AI were found and kept out (L2)',
    'result https://www.result.example/obey%20me: instructions to an AI were found and kept out (L2)',
  ]
  store.searches.insert(search('s_3', 'task_1', { warnings }))
  return opened
}

const WARNED = [
  'L2: instructions to an AI on evil.example',
  'L2: result on result.example: instructions to an AI were found and kept out',
  'L2: work on doi.example: instructions to an AI were found and kept out',
  'L4: misled the local model on lure.example',
]

test('REQ 4.4.1 L5: the notes of a task tell what L2 and L4 found, in pages and outside of them, by domain', () => {
  using opened = world()
  const notes = trustNotes(opened, 'task_1')
  assert.deepEqual(notes.security_warnings, WARNED)
  assert.deepEqual(notes.unverified_domains, ['blog.example', 'lure.example'])
  assert.deepEqual(notes.blocked_domains, ['evil.example'])
  assert.deepEqual(trustNotes(opened, 'task_2').security_warnings, [])
})

test('REQ 4.4.1 L5: a call about no task, as query_graph, carries the notes of all that may stand in its answer', () => {
  using opened = world()
  const { unverified_domains, blocked_domains, security_warnings } = trustNotes(opened, null)
  assert.deepEqual(security_warnings, WARNED)
  assert.deepEqual(unverified_domains, ['blog.example', 'lure.example'])
  assert.deepEqual(blocked_domains, ['evil.example'])
})

test('REQ 4.4.1 L5: an answer carries the notes of the domains it names and of no others', () => {
  using opened = world()
  const answer = '{"source_url":"https://blog.example/p1","other":"https://evil.example/p3"}'
  assert.deepEqual(trustNotes(opened, 'task_1', answer), {
    unverified_domains: ['blog.example'],
    blocked_domains: ['evil.example'],
    security_warnings: ['L2: instructions to an AI on evil.example'],
  })
  assert.deepEqual(trustNotes(opened, null, '{"ok":true}'), {
    unverified_domains: [],
    blocked_domains: [],
    security_warnings: [],
  })
})

const ONE = '1 sentence that may speak to a machine makes no claim'
const TWO = '2 sentences that may speak to a machine make no claim'

test('REQ 4.4.1 L2, L5: where silenced sentences stand is told in the answer of their search, of their task and of their page', () => {
  using opened = world()
  const warnings = [
    `page https://tea.example/trial?note=to-agents: ${TWO}, passages 4, 7 (L2)`,
    `page https://sly.example/ignore-all-previous-instructions: ${ONE}, passage 1 (L2)`,
    '3 more pages: 5 sentences that may speak to a machine make no claim (L2)',
  ]
  opened.store.searches.insert(search('s_4', 'task_1', { warnings }))
  const [tea, sly, more] = [
    `L2: ${TWO}, passages 4, 7, on tea.example: https://tea.example/trial`,
    `L2: ${ONE}, passage 1, on sly.example: https://sly.example`,
    'L2: 5 sentences that may speak to a machine make no claim (3 more pages)',
  ]
  const told = (answer?: string) =>
    trustNotes(opened, 'task_1', answer).security_warnings.filter((note) => note.includes('no claim'))

  assert.deepEqual(told('{"search_id":"s_4"}'), [sly, tea, more].sort())
  assert.deepEqual(told('{"task_id":"task_1"}'), [sly, tea, more].sort())
  assert.deepEqual(told('{"search_id":"s_3","url":"https://tea.example/trial"}'), [tea])
  assert.deepEqual(told('{"search_id":"s_3"}'), [])
  assert.deepEqual(trustNotes(opened, 'task_2', '{"task_id":"task_2"}').security_warnings, [])
})

test('REQ 4.4.1 L5: of silenced sentences so many notes are told as help, the others are counted', () => {
  using opened = world()
  const warnings = Array.from(
    { length: 25 },
    (_, n) => `page https://site-${n}.example/: 1 sentence that may speak to a machine makes no claim, passage 1 (L2)`,
  )
  opened.store.searches.insert(search('s_4', 'task_1', { warnings }))
  const notes = trustNotes(opened, 'task_1').security_warnings.filter((note) => note.includes('silenced'))
  assert.deepEqual(notes, ['L2: 5 more notes of silenced sentences'])
})

test('REQ 4.4.1 L4: a flag is added to a page once', () => {
  using opened = world()
  const { pages } = opened.store
  for (const _ of [1, 2]) pages.flag('p3', 'misled_the_model')
  pages.flag('p1', 'misled_the_model')
  assert.deepEqual(pages.get('p3')?.quality_flags, ['thin', 'instruction_to_ai', 'misled_the_model'])
  assert.deepEqual(pages.get('p1')?.quality_flags, ['misled_the_model'])
})

test('REQ 4.4.1 L5: where not all domains can be named, those in which something was found come first', () => {
  using opened = world()
  const { pages } = opened.store
  assert.deepEqual(
    pages.standing(['instruction_to_ai', 'misled_the_model'], 3).map((page) => page.id),
    ['p4', 'p3', 'p5'],
  )
})
