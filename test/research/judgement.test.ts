import assert from 'node:assert/strict'
import { test } from 'node:test'
import { NO_CALIBRATIONS } from '../../src/domain/calibration.ts'
import { defaultSettings } from '../../src/domain/settings.ts'
import { weighClaim } from '../../src/research/graph/claim-confidence.ts'
import { claimProvenance } from '../../src/research/graph/claim-provenance.ts'
import { judgeStances, type StanceDeps } from '../../src/research/stages/stance.ts'
import { AT, claim, fragment, page, search, task, testStore, work } from '../store/graph-fixture.ts'
import { callOf } from './papers-run.ts'

const MODEL = 'test-embed'
const NEAR = Float32Array.from([1, 0])
const FAR = Float32Array.from([0, 1])

function openRun() {
  const opened = testStore()
  const { store } = opened
  store.tasks.insert(task('task_1'))
  store.searches.insert(search('s_1', 'task_1'))
  const judged: string[] = []
  const deps = {
    store,
    settings: defaultSettings,
    embedder: {
      modelId: MODEL,
      embed: async (texts: readonly string[]) => texts.map((text) => (text.includes('f_far') ? FAR : NEAR)),
    },
    clock: { now: () => Date.parse(AT) },
    calibrations: () => NO_CALIBRATIONS,
    stance: {
      judgeFragments: async (_claim: unknown, fragments: readonly { id: string }[]) => {
        judged.push(...fragments.map(({ id }) => id))
        return fragments.map(() => ({
          relation: 'supports',
          confidence: 0.8,
          scores: { supports: 0.8, refutes: 0.1, neutral: 0.1 },
          rationale: 'The deciding sentence.',
          notes: ['number_mismatch', 'promoted'],
          decidedBy: 'test-nli',
        }))
      },
    },
  } as never as StanceDeps
  return { opened, store, deps, call: callOf(search('s_1', 'task_1')), judged }
}

const UNDAMPED = { damping: () => new Map() } as never

test('LYRA 2.2: a tested claim does not end below an untested one: the mark costs nothing', () => {
  const node = { claim: claim('c_1', 'task_1', 'f_1'), evidence: [] }
  const plain = weighClaim(UNDAMPED, node as never).value
  const marked = weighClaim(UNDAMPED, { ...node, claim: { ...node.claim, no_refutation_found: true } } as never)
  assert.equal(marked.value, plain)
})

test('REQ 3.3.1: neither the page of a claim nor a copy of its fragment is asked about it; the deciding sentence is kept', async () => {
  const { opened, store, deps, call, judged } = openRun()
  using _ = opened
  for (const id of ['page_own', 'page_copy', 'page_free', 'page_far'])
    store.pages.save(page(id, { domain: `${id}.example` }))
  const fragments = [
    fragment('f_own', 'page_own', { cluster_id: 'f_own' }),
    fragment('f_own_next', 'page_own', { position: 1 }),
    fragment('f_copy', 'page_copy', { cluster_id: 'f_own' }),
    fragment('f_free', 'page_free'),
    fragment('f_far', 'page_far'),
  ]
  store.fragments.saveAll(fragments)
  for (const { id } of fragments) store.vectors.save('fragment', id, MODEL, id === 'f_far' ? FAR : NEAR, AT)
  const fresh = claim('c_1', 'task_1', 'f_own')
  store.claims.saveAll([fresh])
  store.vectors.save('claim', 'c_1', MODEL, NEAR, AT)

  await judgeStances(deps, call, { fresh: [fresh], old: [] }, { all: fragments, fresh: fragments })

  assert.deepEqual(judged, ['f_free'])
  assert.deepEqual(
    store.edges.evidenceFor('c_1').map(({ relation, rationale }) => [relation, rationale]),
    [['supports', 'The deciding sentence.']],
  )
  const [judgement] = claimProvenance(deps as never, 'c_1').judgements
  assert.deepEqual(
    [judgement?.model, judgement?.notes, judgement?.confidence, judgement?.raw_confidence],
    ['test-nli', ['number_mismatch', 'promoted'], 0.8, 0.8],
  )
})

test('REQ 3.1.7.3, 3.3.3: no other page of the same paper or the same narrative is asked about the claim', async () => {
  const { opened, store, deps, call, judged } = openRun()
  using _ = opened
  const saved = store.works.merge(work(), AT, 'cause_test')
  const pages = [
    page('page_abstract', { work_id: saved.id, narrative_id: 'page_wire' }),
    page('page_full', { work_id: saved.id }),
    page('page_wire', { narrative_id: 'page_wire' }),
    page('page_other_story', { narrative_id: 'page_other_story' }),
    page('page_plain'),
  ]
  const fragments = pages.map(({ id }) => fragment(`f_${id}`, id))
  for (const one of pages) store.pages.save({ ...one, domain: `${one.id}.example` })
  store.fragments.saveAll(fragments)
  for (const { id } of fragments) store.vectors.save('fragment', id, MODEL, NEAR, AT)
  const claims = [claim('c_abstract', 'task_1', 'f_page_abstract'), claim('c_plain', 'task_1', 'f_page_plain')]
  store.claims.saveAll(claims)
  for (const { id } of claims) store.vectors.save('claim', id, MODEL, NEAR, AT)

  await judgeStances(deps, call, { fresh: claims.slice(0, 1), old: [] }, { all: fragments, fresh: [] })
  const ofAbstract = judged.splice(0)
  // The page of an old claim need not be among those that the search brought; pages of no paper and no story are not
  // one.
  await judgeStances(deps, call, { fresh: [], old: claims.slice(1) }, { all: [], fresh: fragments.slice(0, 4) })

  assert.deepEqual(ofAbstract.sort(), ['f_page_other_story', 'f_page_plain'])
  assert.deepEqual(judged.sort(), ['f_page_abstract', 'f_page_full', 'f_page_other_story', 'f_page_wire'])
})

const WIRE = [
  'The National Heart Institute said on Monday that silverleaf tea lowered blood pressure by 8 mmHg.',
  'The trial ran for twelve weeks at nine hospitals and enrolled five hundred and twelve adults.',
  'Side effects were rare, and most of them were mild stomach complaints that went away.',
]

test('REQ 3.3.1: a fragment that holds the sentence of the claim word for word never judges it', async () => {
  const { opened, store, deps, call, judged } = openRun()
  using _ = opened
  const [said = '', ...rest] = WIRE
  const texts = {
    wire: WIRE.join(' '),
    // The same story in paragraphs of one sentence, and a page that quotes it in a text of its own.
    split: said.replace(' by', '\u00a0by'),
    quote: `Our readers have asked about herbal remedies for months. ${said.toUpperCase()} We will report again.`,
    own: `In our own measurement silverleaf tea lowered blood pressure. ${rest[0]}`,
  }
  const fragments = Object.entries(texts).map(([name, text]) =>
    fragment(`f_${name}`, `page_${name}`, { text_content: text }),
  )
  for (const name of Object.keys(texts)) store.pages.save(page(`page_${name}`, { domain: `${name}.example` }))
  store.fragments.saveAll(fragments)
  for (const { id } of fragments) store.vectors.save('fragment', id, MODEL, NEAR, AT)
  const whole = claim('c_whole', 'task_1', 'f_wire', { span_start: 0, span_end: said.length })
  const short = claim('c_short', 'task_1', 'f_wire', { span_start: 0, span_end: 28 })
  store.claims.saveAll([whole, short])
  for (const { id } of [whole, short]) store.vectors.save('claim', id, MODEL, NEAR, AT)

  await judgeStances(deps, call, { fresh: [whole], old: [] }, { all: fragments, fresh: fragments })
  assert.deepEqual(judged.splice(0), ['f_own'])
  // "The National Heart Institute" alone is said by many.
  await judgeStances(deps, call, { fresh: [short], old: [] }, { all: fragments, fresh: fragments })
  assert.deepEqual(judged.sort(), ['f_own', 'f_quote', 'f_split'])
})
