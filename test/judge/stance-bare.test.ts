import assert from 'node:assert/strict'
import { test } from 'node:test'
import { defaultSettings } from '../../src/domain/settings.ts'
import { measureFirst, measureSecond, type StanceFeatures } from '../../src/judge/stance-features.ts'
import { createStanceJudge } from '../../src/judge/stance-judge.ts'
import { fuseFragment } from '../../src/judge/stance-score.ts'
import { NO_CONTEXT } from '../../src/judge/text-context.ts'
import { createEmbedder } from '../../src/models/embedder.ts'
import type { StanceScore } from '../../src/models/types.ts'
import { reader } from './shipped-reader.ts'

const BARS = { support: 0.55, refute: 0.55 }
const NO_FIGURES = { shared: 0, other: false, dateFits: false, dateDiffers: false }

/** A pair that the model has read so; the reading in reverse says the opposite. */
function measured(model: StanceScore, differs = 0): StanceFeatures {
  const reading = {
    ...{ model, similarity: 0.9, titleSimilarity: 0, figures: NO_FIGURES },
    quantity: { agrees: 0, differs },
  }
  const reverse = { supports: model.refutes, refutes: model.supports, neutral: model.neutral }
  return measureSecond(measureFirst(reading), { reverse, alone: model })
}

function likeliest({ supports, refutes, neutral }: StanceScore) {
  if (supports >= refutes && supports >= neutral) return 'supports'
  return refutes >= neutral ? 'refutes' : 'neutral'
}

test('REQ 3.3.1: without titles the answer is the one that the model gives, however sure it is', () => {
  for (let supports = 1; supports < 100; supports += 3)
    for (let refutes = 1; supports + refutes < 100; refutes += 3) {
      const model = { supports: supports / 100, refutes: refutes / 100, neutral: (100 - supports - refutes) / 100 }

      const { relation, scores } = fuseFragment(measured(model), BARS, { bare: true })

      assert.equal(relation, likeliest(model), JSON.stringify(model))
      assert.equal(likeliest(scores), relation, JSON.stringify(model))
    }
})

test('REQ 3.3.1: without titles the model is not taken to be as sure as it says', () => {
  const model = { supports: 0.9, refutes: 0.05, neutral: 0.05 }

  const { scores, read } = fuseFragment(measured(model), BARS, { bare: true })

  assert.equal(scores.supports > 0.5 && scores.supports < 0.65, true, String(scores.supports))
  assert.equal(scores.refutes, scores.neutral)
  assert.equal(read?.supports.toFixed(3), '0.900')
})

test('REQ 3.3.1: without titles another figure for the same quantity takes the support and nothing else', () => {
  const supported = { supports: 0.8, refutes: 0.05, neutral: 0.15 }
  const refuted = { supports: 0.2, refutes: 0.45, neutral: 0.35 }

  const doubtful = fuseFragment(measured(supported, 0.6), BARS, { bare: true })
  const sure = fuseFragment(measured(supported, 0.95), BARS, { bare: true })
  const borneOut = fuseFragment(measured(refuted, 0.6), BARS, { bare: true })

  assert.equal(doubtful.relation, 'neutral')
  assert.equal(doubtful.scores.supports, 0)
  assert.deepEqual([sure.relation, sure.scores.refutes, sure.notes], ['refutes', 0.95, ['figure_differs']])
  assert.equal(borneOut.relation, 'refutes')
})

test('REQ 3.3.1: without titles words for more and for less do not take a support away, with titles they do', () => {
  const features = measured({ supports: 0.9, refutes: 0.04, neutral: 0.06 })
  const agreeing = { ...features, reverseSupports: 2, reverseRefutes: -2 }

  assert.equal(fuseFragment(agreeing, BARS, { bare: true, opposed: true }).relation, 'supports')
  assert.equal(fuseFragment(agreeing, BARS, { opposed: true }).relation, 'neutral')
})

/** How much likelier a support is than nothing. */
const oddsOf = ({ supports, neutral }: StanceScore) => supports / neutral

test('REQ 3.3.1: with titles a reading that is unsure supports what is close and says nothing of what is far', () => {
  const model = { supports: 0.7, refutes: 0.05, neutral: 0.25 }
  const agreeing = { ...measured(model), reverseSupports: 0.8, reverseRefutes: -1, titleSimilarity: 0.6 }

  const between = { support: 0.45, refute: 0.45 }
  const close = fuseFragment({ ...agreeing, similarity: 0.75 }, between)
  const far = fuseFragment({ ...agreeing, similarity: 0.2 }, between)

  assert.deepEqual([close.relation, far.relation], ['supports', 'neutral'], JSON.stringify([close, far]))
  assert.equal(oddsOf(close.scores) > 1.5 * oddsOf(far.scores), true, JSON.stringify([close, far]))
})

const judge = createStanceJudge({
  ...{ nli: reader, reader, settings: defaultSettings.judgement },
  embedder: createEmbedder({ home: 'no-home', model: 'lyra-embed-mini', threads: 2 }),
})

test('REQ 4.4.1 L2: what may not speak is neutral, and without titles nobody is sure of that', async () => {
  const claim = { text: 'The tram line to the harbour opened in 2019.', language: 'en' }
  const text = 'Did the tram line to the harbour open in 2019?'
  const context = { title: 'Tram lines of the city', heading: null }

  const [bare] = await judge.judgeFragments(claim, [{ id: 'frag_1', text }])
  const [titled] = await judge.judgeFragments(claim, [{ id: 'frag_1', text, context }])
  const [blank] = await judge.judgeFragments(claim, [{ id: 'frag_1', text: ' ' }])

  assert.deepEqual([bare?.relation, bare?.confidence, bare?.decidedBy], ['neutral', 0.5, null])
  assert.deepEqual(bare?.read, { supports: 0, refutes: 0, neutral: 1 })
  assert.deepEqual([titled?.relation, titled?.confidence], ['neutral', 1])
  assert.deepEqual([blank?.relation, blank?.confidence], ['neutral', 1])
})

test('REQ 3.3.1: of a claim that stands on no page the answer is the one that the model gives, whatever title its source has', async () => {
  const text = 'The line to the harbour has been open since the spring of 2019.'
  const source = [{ id: 'frag_1', text, context: { title: 'Trams of the city', heading: 'History' } }]
  const claim = { text: 'The tram line to the harbour opened in 2019.', language: 'en' }

  const [stated] = await judge.judgeFragments(claim, source)
  const [found] = await judge.judgeFragments({ ...claim, context: NO_CONTEXT }, source)

  assert.deepEqual([stated?.relation, found?.relation], ['supports', 'supports'])
  assert.deepEqual(found?.read, found?.scores)
  assert.equal((stated?.read?.supports ?? 0) > (stated?.scores.supports ?? 1), true, JSON.stringify(stated))
})
