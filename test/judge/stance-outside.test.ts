import assert from 'node:assert/strict'
import { test } from 'node:test'
import { defaultSettings } from '../../src/domain/settings.ts'
import { createStanceJudge } from '../../src/judge/stance-judge.ts'
import { createEmbedder } from '../../src/models/embedder.ts'
import type { NliModel, StancePair, StanceScore } from '../../src/models/types.ts'
import { reader } from './shipped-reader.ts'

const embedder = createEmbedder({ home: 'no-home', model: 'lyra-embed-mini', threads: 2 })

/** A model of another make that says what it is told to, and remembers what it was asked. */
function outside(answer: (pair: StancePair) => readonly [supports: number, refutes: number]) {
  const asked: StancePair[] = []
  const model: NliModel = {
    modelId: 'acme/nli@1234567',
    outside: true,
    judge: async (pairs) =>
      pairs.map((pair): StanceScore => {
        asked.push(pair)
        const [supports, refutes] = answer(pair)
        return { supports, refutes, neutral: 1 - supports - refutes }
      }),
  }
  return { model, asked }
}

async function judge(nli: NliModel, claim: string, text: string, title = '') {
  const judge = createStanceJudge({ nli, reader, embedder, settings: defaultSettings.judgement })
  const context = { title, heading: '' }
  const [verdict] = await judge.judgeFragments({ text: claim, language: 'en' }, [{ id: 'frag_1', text, context }])
  assert.ok(verdict)
  return verdict
}

const CLAIM = 'The night ferry to the islands stops running in winter.'
const EVIDENCE = 'From November to March there is no overnight boat to the archipelago.'

test('REQ 3.3.4: the probabilities of an outside model are its own, the mean of a reading with and without title', async () => {
  const { model, asked } = outside(({ evidence }) => (evidence.startsWith('Harbour') ? [0.9, 0.02] : [0.7, 0.1]))
  const verdict = await judge(model, CLAIM, EVIDENCE, 'Harbour timetable')
  assert.deepEqual(
    [verdict.relation, verdict.scores.supports.toFixed(2), verdict.scores.refutes.toFixed(2), verdict.decidedBy],
    ['supports', '0.80', '0.06', 'acme/nli@1234567'],
  )
  assert.deepEqual(
    asked.map(({ evidence }) => evidence.endsWith(EVIDENCE)),
    [true, true],
  )
})

test('REQ 3.3.1: what an outside model takes for plainly neutral is read once', async () => {
  const { model, asked } = outside(() => [0.2, 0.1])
  const verdict = await judge(model, CLAIM, EVIDENCE)
  assert.deepEqual([verdict.relation, asked.length], ['neutral', 1])
})

test('REQ 3.3.1: another figure for the same quantity takes the support of an outside model away', async () => {
  const { model } = outside(() => [0.95, 0.01])
  const verdict = await judge(
    model,
    'The bakery sold 40 percent more rye bread in 2023.',
    'The bakery sold 14 percent more rye bread in 2023.',
  )
  assert.equal(verdict.relation === 'supports', false)
  assert.equal(verdict.scores.supports, 0)
  assert.deepEqual(verdict.notes, ['figure_differs'])
})

test('REQ 3.3.1: a sentence that is the claim itself supports it, whatever an outside model says', async () => {
  const { model } = outside(() => [0.05, 0.05])
  const verdict = await judge(model, CLAIM, CLAIM)
  assert.deepEqual([verdict.relation, verdict.notes], ['supports', ['same_words']])
})
