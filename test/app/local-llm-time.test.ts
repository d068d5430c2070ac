import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { type LlmTimeBudget, llmTimeAllowance, llmTimeBudget } from '../../src/app/llm-time-budget.ts'
import { keepModelLoaded } from '../../src/app/open-local-llm.ts'
import { slottedLlm } from '../../src/app/slots/models.ts'
import { systemClock } from '../../src/domain/clock.ts'
import { defaultSettings } from '../../src/domain/settings.ts'
import { createClaimExtractor } from '../../src/judge/claim-extractor.ts'
import { createLlmClaimExtractor } from '../../src/judge/llm-claim-extractor.ts'
import type { LocalLlm } from '../../src/models/local-llm.ts'
import { createScheduler, type Scheduler } from '../../src/work/scheduler.ts'
import type { WorkRequest } from '../../src/work/work-request.ts'
import { reader } from '../judge/shipped-reader.ts'
import { task, testStore } from '../store/graph-fixture.ts'

const QUESTION = { instruction: 'List the claims.', data: 'Falls fell.', schema: {}, expectedLength: 10 }
const SIZES = { network_client: 4, cpu_nlp: 2, queue_limit: 10 }
const SENTENCE = 'Vitamin D reduced falls by 14% in a trial of 240 older women.'
const CLAIM = { text: SENTENCE, quote: SENTENCE, type: 'fact', polarity: 'affirm' }
const answered = { ok: true, text: JSON.stringify({ claims: [CLAIM] }), findings: [] } as const

function model(ask: LocalLlm['ask'] = async () => answered): LocalLlm {
  return { model: 'qwen2.5:3b', ask, unload: async () => {} }
}

/** Tasks with these budgets in seconds, and a clock that only the test moves. */
function open(budgets: Readonly<Record<string, number>>) {
  const opened = testStore()
  const { store } = opened
  for (const [id, max_seconds] of Object.entries(budgets))
    store.tasks.insert(task(id, { budget: { max_pages: 120, max_seconds } }))
  const time = { ms: 0 }
  const account = () => llmTimeBudget(defaultSettings, store, systemClock, () => time.ms)
  return { opened, store, time, account }
}

/** A model whose every answer takes so long. */
function taking(
  seconds: number,
  time: { ms: number },
  scheduler: Scheduler,
  account: LlmTimeBudget,
  timeoutMs = 120_000,
) {
  const ask = async () => {
    time.ms += seconds * 1000
    return answered
  }
  return slottedLlm(model(ask), scheduler, timeoutMs, account).ask
}

test('REQ 3.1: the model has 30 % of the time that the task itself was given', () => {
  const { opened, store } = open({ short: 60, long: 3600 })
  using _ = opened
  const budgetMs = llmTimeAllowance(defaultSettings, store.tasks)
  assert.deepEqual(['short', 'long'].map(budgetMs), [18_000, 1_080_000])
  const ofSettings = defaultSettings.llm.task_share * defaultSettings.task.max_seconds * 1000
  assert.deepEqual([budgetMs('unknown'), budgetMs(null)], [ofSettings, ofSettings])
})

test('REQ 3.1: claims, translations and opinions of a task draw on one account, which outlives the process; another task has its own', async () => {
  const { opened, store, time, account } = open({ task_1: 100, task_2: 100 })
  using _ = opened
  const scheduler = createScheduler(SIZES, () => {})
  const claims = taking(10, time, scheduler, account())
  const judge = taking(5, time, scheduler, account(), 30_000)
  const of = (taskId: string, ask: LocalLlm['ask']) => scheduler.onBehalf({ taskId }, () => ask(QUESTION))

  await of('task_1', claims)
  await of('task_1', judge)
  await of('task_2', judge)
  assert.deepEqual(store.tasks.metrics('task_1'), { llm_seconds: 15 })
  assert.deepEqual(store.tasks.metrics('task_2'), { llm_seconds: 5 })

  const afterRestart = taking(15, time, scheduler, account())
  assert.equal((await of('task_1', afterRestart)).ok, true)
  assert.deepEqual(await of('task_1', afterRestart), {
    ok: false,
    reason: 'time used up',
    detail: 'the task has used its time with the model',
  })
  assert.equal((await of('task_2', afterRestart)).ok, true)
  // What belongs to no task is nobody's to pay.
  assert.equal((await afterRestart(QUESTION)).ok, true)
})

test('REQ 3.1: waiting for the slot and for the questions of others costs a task nothing, and no question may outlast the share', async () => {
  const { opened, store, time, account } = open({ task_1: 100, task_2: 1000 })
  using _ = opened
  const inner = createScheduler(SIZES, () => {})
  const asked: WorkRequest[] = []
  const scheduler: Scheduler = {
    ...inner,
    run: (request, work) => {
      asked.push(request)
      return inner.run(request, work)
    },
  }
  const { promise: gate, resolve: openGate } = Promise.withResolvers<void>()
  const slow = slottedLlm(
    model(async () => {
      await gate
      time.ms += 200_000
      return answered
    }),
    scheduler,
    120_000,
    account(),
  ).ask
  const first = inner.onBehalf({ taskId: 'task_2' }, () => slow(QUESTION))
  await turn()
  const second = inner.onBehalf({ taskId: 'task_1' }, () => taking(3, time, scheduler, account())(QUESTION))
  await turn()
  openGate()
  await Promise.all([first, second])

  assert.deepEqual(store.tasks.metrics('task_1'), { llm_seconds: 3 })
  assert.deepEqual(store.tasks.metrics('task_2'), { llm_seconds: 200 })
  assert.deepEqual(
    asked.map(({ timeoutMs }) => timeoutMs),
    [120_000, 30_000],
  )
})

test('REQ 3.1: when the share is used up the built-in extractor does the rest, with the reason', async () => {
  const { opened, time, account } = open({ task_1: 60 })
  using _ = opened
  const scheduler = createScheduler(SIZES, () => {})
  const settings = defaultSettings.judgement
  const extractor = createLlmClaimExtractor({
    llm: { ask: taking(10, time, scheduler, account()) },
    fallback: createClaimExtractor({ embedder: null, reader, settings }),
    reader,
    prompt: 'List the claims.',
    settings,
  })
  const source = {
    fragmentId: 'frag_1',
    text: SENTENCE,
    headingContext: null,
    fragmentType: 'paragraph',
  }
  const results = await scheduler.onBehalf({ taskId: 'task_1' }, () =>
    extractor.extract([source, source, source], 'Does it?'),
  )
  assert.deepEqual(
    results.map(({ method, dropped }) => [method, dropped.at(-1)?.reason]),
    [
      ['llm', undefined],
      ['llm', undefined],
      ['builtin', 'llm time used up'],
    ],
  )
})

test('REQ 4.2: the model leaves the memory at the end of the last search, and closing waits for it', async () => {
  const unloaded: string[] = []
  const { promise: gate, resolve: go } = Promise.withResolvers<void>()
  const held = keepModelLoaded({
    unload: async () => {
      await gate
      unloaded.push('model')
    },
  })
  const one = held.hold()
  const other = held.hold()
  one()
  one()
  await turn()
  assert.deepEqual(unloaded, [])
  other()
  go()
  await held.close()
  assert.deepEqual(unloaded, ['model'])
})
