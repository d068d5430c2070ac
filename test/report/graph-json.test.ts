import assert from 'node:assert/strict'
import { test } from 'node:test'
import { graphJson } from '../../src/report/graph-json.ts'
import { fourParts } from './report-world.ts'

interface Shown {
  readonly untrusted_fields: readonly string[]
  readonly claims: readonly {
    readonly text: string
    readonly source: { readonly url: string }
    readonly source_trust_level: string
    readonly verification_details: { readonly independent_sources: number }
    readonly evidence: readonly { readonly url: string; readonly rationale: string }[]
  }[]
}

test('REQ 4.4.1 L5: the graph names which of its texts came from the web, also where it is cut', () => {
  using world = fourParts()
  const whole = JSON.parse(graphJson(world, 'task_1').json) as Shown
  assert.deepEqual(whole.untrusted_fields, [
    'claims[].text',
    'claims[].source.url',
    'claims[].evidence[].url',
    'claims[].evidence[].rationale',
    'claims[].primary_sources[].url',
    'claims[].scope',
    'entities[].name',
    'entities[].names[]',
  ])
  const disputed = whole.claims.find(({ text }) => text === 'Statement disputed.')
  assert.deepEqual(
    [disputed?.source.url, disputed?.evidence.map(({ url, rationale }) => [url, rationale])],
    ['https://thelancet.com/p2', [['https://nejm.org/p1', 'lowered HbA1c by 0.7 points']]],
  )
  const cut = graphJson(world, 'task_1', 0, 10)
  assert.equal((JSON.parse(cut.json) as Shown).untrusted_fields.length, 8)
})

test('REQ 4.4.1 L5: beside every claim of the graph stand the trust of its source and the details of its verification', () => {
  using world = fourParts()
  const { claims } = JSON.parse(graphJson(world, 'task_1').json) as Shown
  assert.deepEqual(
    claims.map((claim) => [claim.text, claim.source_trust_level, claim.verification_details.independent_sources]),
    [
      ['Statement aside.', 'ACADEMIC', 1],
      ['Statement strong.', 'ACADEMIC', 2],
      ['Statement disputed.', 'ACADEMIC', 1],
      ['Statement weak.', 'GOVERNMENT', 1],
    ],
  )
})

test('LYRA 3.8: the pages of a graph hold every claim once and name the next', () => {
  using world = fourParts()
  const seen: string[] = []
  const addresses: (string | null)[] = []
  for (let from = 0; from < 4; from += 1) {
    const { json, next } = graphJson(world, 'task_1', from, 10)
    const page = JSON.parse(json) as Shown & { readonly total_claims: number; readonly next: string | null }
    assert.deepEqual([page.total_claims, page.next], [4, next])
    seen.push(...page.claims.map(({ text }) => text))
    addresses.push(next)
  }
  assert.deepEqual(seen, ['Statement aside.', 'Statement strong.', 'Statement disputed.', 'Statement weak.'])
  assert.deepEqual(addresses, [
    'lyra://tasks/task_1/graph/1',
    'lyra://tasks/task_1/graph/2',
    'lyra://tasks/task_1/graph/3',
    null,
  ])
})
