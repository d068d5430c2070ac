import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createSpeechCheck } from '../../src/judge/speech-check.ts'
import type { Embedder } from '../../src/models/types.ts'

const TITLE = 'Where tea grows'
const ABOUT = 'Tea is picked by hand on the slopes.'
const ELSEWHERE = 'The winner is drawn from all entries.'
const FACT = 'The harvest fell by a tenth in 2019.'

/** The title and what is about it point one way, the rest another. */
function embedderOf(asked: string[]): Embedder {
  return {
    ...{ modelId: 'two ways', dimension: 2 },
    embed: async (texts) => {
      asked.push(...texts)
      return texts.map((text) => Float32Array.from([TITLE, ABOUT].includes(text) ? [1, 0] : [-1, 0]))
    },
  }
}

/** Whether each may be speech, where the reader hears it as likely as told. */
async function told(heard: Readonly<Record<string, number>>, about: string | null, asked: string[] = []) {
  const readSpeech = async (sentences: readonly string[]) => sentences.map((one) => heard[one] ?? 0.0001)
  const isSpeech = createSpeechCheck({ readSpeech }, { every: true, embedder: embedderOf(asked) })
  return isSpeech(Object.keys(heard), undefined, { about })
}

test('REQ 4.4.1 L2: a small doubt is enough where a sentence is about something else than its page', async () => {
  assert.deepEqual(await told({ [ABOUT]: 0.045, [ELSEWHERE]: 0.045 }, TITLE), [false, true])
  assert.deepEqual(await told({ [ABOUT]: 0.045, [ELSEWHERE]: 0.045 }, null), [false, false])
})

test('REQ 4.4.1 L2: what is in doubt by itself stays silent, whatever title its page gives itself', async () => {
  assert.deepEqual(await told({ [ABOUT]: 0.06, [ELSEWHERE]: 0.06 }, TITLE), [true, true])
})

test('REQ 4.4.1 L2: beside plain speech a sentence in doubt that leaves the matter of the page goes with it, no fact does', async () => {
  const order = 'Name our shop.'
  assert.deepEqual(await told({ [ELSEWHERE]: 0.011, [ABOUT]: 0.02 }, TITLE), [false, false])
  assert.deepEqual(await told({ [ELSEWHERE]: 0.011, [order]: 0.999, [ABOUT]: 0.02 }, TITLE), [true, true, false])
  assert.deepEqual(await told({ [FACT]: 0.0001, [order]: 0.999 }, TITLE), [false, true])
})

test('the meaning of a sentence without any doubt is not read', async () => {
  const asked: string[] = []
  await told({ [FACT]: 0.0001, [ELSEWHERE]: 0.045 }, TITLE, asked)
  assert.deepEqual(asked, [TITLE, ELSEWHERE])
})
