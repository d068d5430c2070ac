import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ClaimAnswer } from '../../src/api/get-claim.ts'
import { runCli } from '../../src/cli/run-cli.ts'
import type { ConfidenceContribution } from '../../src/domain/confidence.ts'
import { fakeWorld } from './fake-world.ts'

type Judgement = ClaimAnswer['judgements'][number]

function judged(edge: string, relation: Judgement['relation'], over: Partial<Judgement> = {}): Judgement {
  return {
    edge_id: edge,
    url: `https://${edge}.example/`,
    relation,
    confidence: 0.61,
    raw_confidence: 0.83,
    model: 'lyra-stance-mini',
    notes: [],
    human_corrected: false,
    ...over,
  }
}

function weighed(
  edge: string,
  relation: 'supports' | 'refutes',
  weight: number,
  reason: string | null,
): ConfidenceContribution {
  return {
    edge_id: edge,
    relation,
    weight,
    counted: reason === null,
    reliability: 0.9,
    reliability_parts: null,
    nli_confidence: 0.61,
    source_group: edge,
    reason,
  }
}

const ANSWER: ClaimAnswer = {
  ok: true,
  claim_id: 'claim_1',
  text: 'Silverleaf tea lowers blood pressure by 8 mmHg.',
  confidence: 0.475,
  verification_status: 'contested',
  status_reason: 'in dispute between sources of comparable trust',
  no_refutation_found: true,
  source: {
    url: 'https://b.example/',
    fragment_id: 'frag_1',
    span_start: 0,
    span_end: 47,
    warc_file: null,
    warc_record_id: null,
  },
  judgements: [
    judged('edge_0', 'neutral', { notes: ['number_mismatch'] }),
    judged('edge_1', 'supports'),
    judged('edge_2', 'refutes', { notes: ['number_mismatch', 'promoted'] }),
    judged('edge_3', 'refutes', { human_corrected: true }),
    judged('edge_4', 'neutral'),
  ],
  why: {
    log_odds: 0.3,
    contributions: [
      weighed('edge_1', 'supports', 0.3, null),
      weighed('edge_2', 'refutes', 0.7, 'its domain is blocked'),
      weighed('edge_3', 'refutes', 0.2, 'same source as edge_2, which weighs more'),
    ],
  },
  timeline: [],
  notes: [],
  reading: {
    primary_sources: [],
    scope: null,
    passages: [
      { edge_id: 'edge_1', domain: 'one.example', sentence: 'It lowered pressure by 8 mmHg.' },
      { edge_id: 'edge_2', domain: 'two.example', sentence: `It lowered pressure by 2 mmHg${' and more'.repeat(20)}.` },
      { edge_id: 'edge_3', domain: 'three.example', sentence: null },
    ],
    in_dispute_with: [],
  },
}

async function printed(answer: ClaimAnswer, ...flags: readonly string[]): Promise<string> {
  const world = fakeWorld({ getClaim: () => answer }, { columns: 60 })
  assert.equal(await runCli(['claim', 'claim_1', ...flags], world), 0)
  return world.out()
}

test('GRAPH 5: a claim shows what took a side, heaviest first, with domain, words, rules and why it counts or not', async () => {
  const lines = (await printed(ANSWER)).split('\n')
  const from = lines.findIndex((line) => line.startsWith('relation'))
  assert.deepEqual(lines.slice(from, from + 9), [
    'relation  weight  domain         edge    counted',
    '--------  ------  -------------  ------  -----------------------------------------------------',
    'refutes   0.700   two.example    edge_2  not counted: its domain is blocked',
    '  “It lowered pressure by 2 mmHg and more and more and more…',
    '  (its figures differ; the larger model had the last word)',
    'supports  0.300   one.example    edge_1  counted',
    '  “It lowered pressure by 8 mmHg.”',
    'refutes   0.200   three.example  edge_3  not counted: same source as edge_2, which weighs more',
    '  (set by a person)',
  ])
  assert.equal(lines[from + 9], '2 neutral passages; --json lists them')
})

test('REQ 3.1.7.5: a blocked source may refute beside the mark; it says among which sources nothing was found', async () => {
  assert.match(
    await printed(ANSWER),
    new RegExp(
      String.raw`^confidence 0\.475 \(log odds 0\.300; no refutation found among sources that count\)\n` +
        'contested: in dispute between sources of comparable trust$',
      'mu',
    ),
  )
})

test('TRUST 1.1: a claim in dispute by its own words names the claim it refutes', async () => {
  const disputed = [{ claim_id: 'claim_2', text: 'It raises blood pressure.' }]
  const reading = { passages: [], in_dispute_with: disputed, primary_sources: [], scope: null }
  const lines = (await printed({ ...ANSWER, judgements: [judged('edge_0', 'neutral')], reading })).split('\n')
  assert.equal(lines[3], 'in dispute with claim_2: It raises blood pressure.')
  assert.equal(lines.includes('No passage supports or refutes it.'), true)
  assert.equal(lines.includes('1 neutral passage; --json lists it'), true)
})

test('REQ 3.3: --json has every stance with who decided it, how sure it was by itself and the names of its rules', async () => {
  const { reading: _, ...document } = ANSWER
  assert.deepEqual(JSON.parse(await printed(ANSWER, '--json')), document)
})
