import assert from 'node:assert/strict'
import { test } from 'node:test'
import { slottedEmbedder } from '../../src/app/slots/models.ts'
import { slottedBrowser } from '../../src/app/slots/network.ts'
import type { LoadedPage, PageBrowser } from '../../src/browser/types.ts'
import type { Embedder } from '../../src/models/types.ts'
import { createScheduler } from '../../src/work/scheduler.ts'

const SIZES = { network_client: 4, cpu_nlp: 2, queue_limit: 100 }

function lengths() {
  const batches: number[] = []
  const embedder: Embedder = {
    modelId: 'lengths',
    dimension: 1,
    embed: async (texts) => {
      batches.push(texts.length)
      return texts.map((text) => Float32Array.of(text.length))
    },
  }
  return { embedder, batches }
}

test('REQ 3.2.2: a long list of texts is embedded by handfuls, in order, and a question gets in between', async () => {
  const { embedder, batches } = lengths()
  const slotted = slottedEmbedder(
    embedder,
    createScheduler(SIZES, () => {}),
  )
  const texts = Array.from({ length: 40 }, (_, index) => 'x'.repeat(index))

  const [many, one] = await Promise.all([slotted.embed(texts), slotted.embed(['question'])])

  assert.deepEqual(batches, [16, 1, 16, 8])
  assert.deepEqual(
    many.map((vector) => vector[0]),
    texts.map((text) => text.length),
  )
  assert.deepEqual([...(one[0] ?? [])], [8])
})

test('REQ 3.2.2: each handful holds neighbours in length, and the answers come in the order of the call', async () => {
  const handfuls: number[][] = []
  const { embedder } = lengths()
  const noting: Embedder = {
    ...embedder,
    embed: (texts, signal) => {
      handfuls.push(texts.map((text) => text.length))
      return embedder.embed(texts, signal)
    },
  }
  // 0, 7, 14, ... 33: every length from 0 to 39 once, far apart in the call.
  const texts = Array.from({ length: 40 }, (_, index) => 'x'.repeat((index * 7) % 40))

  const vectors = await slottedEmbedder(
    noting,
    createScheduler(SIZES, () => {}),
  ).embed(texts)

  const from = (first: number, count: number) => Array.from({ length: count }, (_, index) => first + index)
  assert.deepEqual(handfuls, [from(0, 16), from(16, 16), from(32, 8)])
  assert.deepEqual(
    vectors.map((vector) => vector[0]),
    texts.map((text) => text.length),
  )
})

test('REQ 3.2.2: a visible browser and a model never work at the same time; a hidden one needs no slot', async () => {
  const scheduler = createScheduler(SIZES, () => {})
  const { promise: gate, resolve: open } = Promise.withResolvers<void>()
  const working: string[] = []
  const browser: PageBrowser = {
    unavailable: () => null,
    load: async () => {
      working.push('browser')
      return {
        outcome: 'timeout',
        reason: '',
        route: 'browser',
        archive: null,
        elapsedMs: 0,
        screenshot: null,
      } as LoadedPage
    },
    close: async () => {},
  }
  const model = scheduler.run({ kind: 'embed', slot: 'gpu' }, () => gate)
  const request = { url: 'https://a.example/', purpose: 'page', taskId: null, causeId: 'cause_1' } as const
  const visible = slottedBrowser(browser, scheduler, { headful: true, timeoutMs: 60_000 }).load(request)
  await new Promise((resolve) => setImmediate(resolve))
  const before = [...working]
  await slottedBrowser(browser, scheduler, { headful: false, timeoutMs: 60_000 }).load(request)
  const hidden = [...working]
  open()
  await Promise.all([model, visible])

  assert.deepEqual(before, [])
  assert.deepEqual(hidden, ['browser'])
  assert.deepEqual(working, ['browser', 'browser'])
})
