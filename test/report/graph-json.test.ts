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
  const whole = JSON.parse(graphJson(world, 'task_1', 60_000)) as Shown
  assert.deepEqual(whole.untrusted_fields, [
    'claims[].text',
    'claims[].source.url',
    'claims[].evidence[].url',
    'claims[].evidence[].rationale',
  ])
  const disputed = whole.claims.find(({ text }) => text === 'Statement disputed.')
  assert.deepEqual(
    [disputed?.source.url, disputed?.evidence.map(({ url, rationale }) => [url, rationale])],
    ['https://thelancet.com/p2', [['https://nejm.org/p1', 'lowered HbA1c by 0.7 points']]],
  )
  const cut = graphJson(world, 'task_1', 900)
  assert.equal(cut.length <= 900, true)
  assert.equal((JSON.parse(cut) as Shown).untrusted_fields.length, 4)
})

test('REQ 4.4.1 L5: beside every claim of the graph stand the trust of its source and the details of its verification', () => {
  using world = fourParts()
  const { claims } = JSON.parse(graphJson(world, 'task_1', 60_000)) as Shown
  assert.deepEqual(
    claims.map((claim) => [claim.text, claim.source_trust_level, claim.verification_details.independent_sources]),
    [
      ['Statement aside.', 'ACADEMIC', 1],
      ['Statement disputed.', 'ACADEMIC', 1],
      ['Statement strong.', 'ACADEMIC', 2],
      ['Statement weak.', 'GOVERNMENT', 1],
    ],
  )
})
