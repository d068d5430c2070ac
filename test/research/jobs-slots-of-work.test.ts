import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { logTimedOutWork } from '../../src/app/log-timed-out-work.ts'
import { llmKind, slottedLlm, slottedNli } from '../../src/app/slots/models.ts'
import { slottedFetcher, slottedGateway, slottedResultPages } from '../../src/app/slots/network.ts'
import { slottedExtract, slottedRank } from '../../src/app/slots/text.ts'
import type { LoadedPage } from '../../src/browser/types.ts'
import { LyraError } from '../../src/domain/errors.ts'
import { silentLogger } from '../../src/domain/log.ts'
import type { LocalLlm } from '../../src/models/local-llm.ts'
import type { Gateway, NetRequest, NetResult } from '../../src/net/types.ts'
import type { EventInput } from '../../src/store/types.ts'
import { createScheduler, type Scheduler } from '../../src/work/scheduler.ts'
import type { WorkRequest } from '../../src/work/work-request.ts'
import { FREE } from '../app/shared-llm.ts'

const SIZES = { network_client: 4, cpu_nlp: 2, queue_limit: 100 }
const SERP: NetRequest = {
  url: 'https://html.duckduckgo.com/html/?q=銀葉茶',
  purpose: 'serp',
  taskId: 'task_1',
  causeId: 'ev_asked',
}
const RULE = { headful: false, timeoutMs: 30_000, startMs: 15_000 }

/** A scheduler that also tells what was asked of it. */
function watched(onLate: (request: WorkRequest) => void = () => {}) {
  const scheduler = createScheduler(SIZES, onLate)
  const asked: WorkRequest[] = []
  const told: Scheduler = {
    ...scheduler,
    run: (request, work) => {
      asked.push(request)
      return scheduler.run(request, work)
    },
  }
  return { scheduler: told, asked }
}

const plain = ({ signal: _signal, ...request }: WorkRequest) => request
const never = () => new Promise<never>(() => {})
const loaded = async () =>
  ({ outcome: 'empty', reason: '', route: 'browser', archive: null, elapsedMs: 1 }) as LoadedPage

test('REQ 3.2.2: a result page is serp work in a network place, one at a time per engine, 30 s once the browser runs', async () => {
  const { scheduler, asked } = watched()
  const pages = slottedResultPages({ load: loaded }, scheduler, RULE)

  await pages.load(SERP)
  await pages.load(SERP)

  const request = {
    kind: 'serp',
    slot: 'network_client',
    domain: 'duckduckgo.com',
    taskId: 'task_1',
    causeId: 'ev_asked',
  }
  assert.deepEqual(asked.map(plain), [
    { ...request, timeoutMs: 45_000 },
    { ...request, timeoutMs: 30_000 },
  ])
})

test('REQ 3.2.2: a result page in a window takes the place of the window', async () => {
  const { scheduler, asked } = watched()

  await slottedResultPages({ load: loaded }, scheduler, { ...RULE, headful: true }).load(SERP)

  assert.deepEqual(asked.map(plain), [
    { kind: 'serp', slot: 'browser_headful', taskId: 'task_1', causeId: 'ev_asked', timeoutMs: 45_000 },
  ])
})

test('REQ 3.2.2: a result page past its time is an outcome of that engine, not the end of the search', async () => {
  const { scheduler } = watched()
  const pages = slottedResultPages({ load: never }, scheduler, { headful: false, timeoutMs: 10, startMs: 0 })

  const { outcome, reason } = (await pages.load(SERP)) as NetResult & { reason: string }

  assert.deepEqual({ outcome, reason }, { outcome: 'timeout', reason: 'serp took longer than 0.01 s' })
})

test('REQ 3.2.1: no browser at all is still the caller to know', async () => {
  const { scheduler } = watched()
  const load = async () => {
    throw new LyraError('CHROME_NOT_READY', 'No browser could be reached or started')
  }

  await assert.rejects(slottedResultPages({ load }, scheduler, RULE).load(SERP), { code: 'CHROME_NOT_READY' })
})

function llm(model: string, ask: LocalLlm['ask']): LocalLlm {
  return { model, ask, unload: async () => {} }
}
const QUESTION = { instruction: 'List the claims', data: '銀葉茶は血圧を下げた。', schema: {}, expectedLength: 100 }

test('REQ 3.2.2: a batch of the local model takes the gpu place for at most 120 s; a window waits for it', async () => {
  const { scheduler, asked } = watched()
  const { promise: gate, resolve: open } = Promise.withResolvers<void>()
  const order: string[] = []
  const model = slottedLlm(
    llm('qwen2.5:3b', async () => {
      order.push('model')
      await gate
      return { ok: true, text: '{}', findings: [] }
    }),
    scheduler,
    120_000,
    FREE,
  )
  const answer = model.ask(QUESTION)
  const load = async () => {
    order.push('window')
    return loaded()
  }
  const page = slottedResultPages({ load }, scheduler, { ...RULE, headful: true }).load(SERP)
  await turn()
  const meanwhile = [...order]
  open()
  await Promise.all([answer, page])

  assert.deepEqual(meanwhile, ['model'])
  assert.deepEqual(order, ['model', 'window'])
  assert.deepEqual(plain(asked[0] as WorkRequest), { kind: 'llm_fast', slot: 'gpu', timeoutMs: 120_000 })
})

test('REQ 3.2.2: a batch past its time counts as out of reach, so that the built-in extractor takes over', async () => {
  const { scheduler } = watched()

  const answer = await slottedLlm(llm('qwen2.5:7b', never), scheduler, 10, FREE).ask(QUESTION)

  assert.deepEqual(answer, { ok: false, reason: 'unreachable', detail: 'llm_slow took longer than 0.01 s' })
})

test('REQ 3.2.2: models below 7 billion parameters are fast, the others slow', () => {
  assert.deepEqual(
    ['qwen2.5:3b', 'qwen2.5:0.5b', 'qwen2.5:3b-instruct-q4_K_M', 'qwen2.5:7b', 'llama3.1:70b', 'phi4', 'gemma3:4b'].map(
      llmKind,
    ),
    ['llm_fast', 'llm_fast', 'llm_fast', 'llm_slow', 'llm_slow', 'llm_slow', 'llm_fast'],
  )
})

test('REQ 3.2.2: the light stance model and extraction are text work', async () => {
  const { scheduler, asked } = watched()
  const nli = slottedNli(
    { modelId: 'm', judge: async (pairs) => pairs.map(() => ({ supports: 1, refutes: 0, neutral: 0 })) },
    scheduler,
  )
  const failure = { ok: false, failure: 'too_costly', reason: 'The PDF took longer than 60 s to read' } as const
  const extract = slottedExtract(async () => failure, scheduler)

  await nli.judge([{ evidence: 'a', claim: 'b' }])
  const given = await extract({ url: 'https://a.example/', contentType: 'text/html', body: new Uint8Array() })

  assert.deepEqual(asked.map(plain), [
    { kind: 'rerank', slot: 'cpu_nlp' },
    // Without a time of its own: the reader's own limit counts from when the document is taken.
    { kind: 'extract', slot: 'cpu_nlp' },
  ])
  assert.deepEqual(given, failure)
})

test('REQ 3.2.2: a task that is cancelled gives its document up, and the reader is told', async () => {
  const { scheduler } = watched()
  const told: unknown[] = []
  const extract = slottedExtract((_document, signal) => {
    signal?.addEventListener('abort', () => told.push(signal.reason))
    return never()
  }, scheduler)
  const document = { url: 'https://a.example/', contentType: 'text/html', body: new Uint8Array() }
  const reading = scheduler.onBehalf({ taskId: 'task_1' }, () => extract(document))
  await turn()
  const stopped = new LyraError('CANCELLED', 'The task was stopped')

  scheduler.cancel('task_1', stopped)

  await assert.rejects(reading, stopped)
  assert.deepEqual(told, [stopped])
})

test('REQ 3.2.2: requests to an index of papers share the four network places, one at a time per domain', async () => {
  const { scheduler } = watched()
  const { promise: gate, resolve: open } = Promise.withResolvers<void>()
  const started: string[] = []
  const gateway: Gateway = {
    replaying: false,
    admit: async () => null,
    record: never,
    fetch: async ({ url }) => {
      started.push(url)
      await gate
      return { outcome: 'not_found', route: 'http', reason: 'none', archive: null, elapsedMs: 1 }
    },
  }
  const api = slottedGateway(gateway, scheduler, 60_000)
  const ask = (url: string) => api.fetch({ url, purpose: 'api', taskId: null, causeId: 'ev_1' })
  const all = [
    'https://api.openalex.org/works/1',
    'https://api.openalex.org/works/2',
    'https://api.crossref.org/works/3',
  ].map(ask)
  await turn()
  const atOnce = [...started]
  open()
  await Promise.all(all)

  assert.deepEqual(atOnce, ['https://api.openalex.org/works/1', 'https://api.crossref.org/works/3'])
  assert.deepEqual(started.slice(2), ['https://api.openalex.org/works/2'])
})

test('REQ 3.2.2: whatever is asked for on behalf of a task is cancelled with it, however deep', async () => {
  const scheduler = createScheduler(SIZES, () => {})
  const deep = async () => {
    await turn()
    return scheduler.run(
      { kind: 'embed', slot: 'gpu' },
      (signal) =>
        new Promise<never>((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
    )
  }
  const mine = scheduler.onBehalf({ taskId: 'task_1', causeId: 'ev_1' }, deep)
  const refused = assert.rejects(mine, { code: 'CANCELLED' })
  await turn()
  await turn()

  scheduler.cancel('task_2', new LyraError('CANCELLED', 'another task'))
  assert.equal(scheduler.counts().gpu_or_headful.running, 1)
  scheduler.cancel('task_1', new LyraError('CANCELLED', 'stopped'))

  await refused
})

test('REQ 3.2.2: work that another task lets in still belongs to its own task, and so does what it asks for', async () => {
  const late: WorkRequest[] = []
  const scheduler = createScheduler({ ...SIZES, cpu_nlp: 1 }, (request) => late.push(request))
  const { promise: gate, resolve: open } = Promise.withResolvers<void>()
  const stuck = (signal: AbortSignal) =>
    new Promise<never>((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
  const first = scheduler.onBehalf({ taskId: 'task_1', causeId: 'ev_1' }, () =>
    scheduler.run({ kind: 'rerank', slot: 'cpu_nlp' }, () => gate),
  )
  const second = scheduler.onBehalf({ taskId: 'task_2', causeId: 'ev_2' }, () =>
    scheduler.run({ kind: 'rerank', slot: 'cpu_nlp' }, () =>
      scheduler.run({ kind: 'embed', slot: 'gpu', timeoutMs: 5 }, stuck),
    ),
  )
  open()

  await first
  await assert.rejects(second, { code: 'TIMEOUT' })

  assert.deepEqual(
    late.map(({ taskId, causeId }) => [taskId, causeId]),
    [['task_2', 'ev_2']],
  )
})

test('REQ 3.2.2, 8.2: work past its time-out is in the event log with its cause', async () => {
  const events: EventInput[] = []
  const late = logTimedOutWork(
    { events: { append: (event: EventInput) => String(events.push(event)) } as never },
    silentLogger,
  )
  const { scheduler } = watched(late)
  const work = scheduler.onBehalf({ taskId: 'task_1', causeId: 'ev_asked' }, () =>
    scheduler.run(
      { kind: 'llm_slow', slot: 'gpu', timeoutMs: 10 },
      (signal) =>
        new Promise<never>((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
    ),
  )

  await assert.rejects(work, { code: 'TIMEOUT' })
  await turn()

  assert.deepEqual(events, [
    {
      kind: 'work_timed_out',
      taskId: 'task_1',
      subjectType: 'work',
      subjectId: 'llm_slow',
      data: { slot: 'gpu', seconds: 0.01 },
      causeId: 'ev_asked',
    },
  ])
})

test('REQ 3.2.2: a full disk while a late work is noted does not stop the slots', async () => {
  const append = () => {
    throw new LyraError('STORE_UNAVAILABLE', 'the disk is full')
  }
  const scheduler = createScheduler(SIZES, logTimedOutWork({ events: { append } as never }, silentLogger))
  const late = scheduler.run(
    { kind: 'embed', slot: 'gpu', timeoutMs: 5, causeId: 'ev_1' },
    (signal) => new Promise<never>((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
  )

  await assert.rejects(late, { code: 'TIMEOUT' })
  assert.equal(await scheduler.run({ kind: 'embed', slot: 'gpu' }, async () => 'next'), 'next')
})

test('REQ 3.2.2 back-pressure: only as many producers go on as there is room for', async () => {
  const scheduler = createScheduler({ ...SIZES, cpu_nlp: 1, queue_limit: 2 }, () => {})
  const gates = Array.from({ length: 3 }, () => Promise.withResolvers<void>())
  const first = gates.map(({ promise }) => scheduler.run({ kind: 'embed', slot: 'cpu_nlp' }, () => promise))
  let deepest = 0
  const producers = Array.from({ length: 50 }, async () => {
    await scheduler.room('cpu_nlp', undefined)
    const work = scheduler.run({ kind: 'embed', slot: 'cpu_nlp' }, turn)
    deepest = Math.max(deepest, scheduler.counts().cpu_nlp.queued)
    return work
  })
  for (const { resolve } of gates) resolve()
  await Promise.all([...first, ...producers])

  assert.equal(deepest, 2)
  assert.deepEqual(scheduler.finished, { done: 53, timed_out: 0, failed: 0 })
})

test('REQ 3.2.2: a page takes a network place of its domain, tells when it has it, and past its time is an outcome', async () => {
  const { scheduler, asked } = watched()
  const { promise: gate, resolve: open } = Promise.withResolvers<void>()
  const told: string[] = []
  const page = { result: { outcome: 'timeout', reason: '', route: 'http', archive: null, elapsedMs: 0 } as const }
  const fetcher = slottedFetcher(
    {
      warnings: ['damaged'],
      fetchPage: async ({ url }, onStart) => {
        onStart?.()
        await (url.endsWith('never') ? new Promise(() => {}) : gate)
        return { ...page, attempts: [], screenshot: null }
      },
    },
    scheduler,
    50,
  )
  const request = { ...SERP, purpose: 'page' } as const
  const first = fetcher.fetchPage({ ...request, url: 'https://a.example/1' }, () => told.push('first'))
  const second = fetcher.fetchPage({ ...request, url: 'https://a.example/2' }, () => told.push('second'))
  await turn()
  const before = [...told]
  open()
  await Promise.all([first, second])
  const late = await fetcher.fetchPage({ ...request, url: 'https://a.example/never' })

  assert.deepEqual(fetcher.warnings, ['damaged'])
  assert.deepEqual([before, told], [['first'], ['first', 'second']])
  assert.deepEqual(
    asked.map(({ kind, slot, domain, taskId, causeId }) => [kind, slot, domain, taskId, causeId]),
    Array.from({ length: 3 }, () => ['prefetch', 'network_client', 'a.example', 'task_1', 'ev_asked']),
  )
  assert.deepEqual([late.result.outcome, late.attempts], ['timeout', []])
})

test('REQ 3.2.2: ranking is text work', async () => {
  const { scheduler, asked } = watched()

  const ranked = await slottedRank(async () => [], scheduler)('query', [], {} as never)

  assert.deepEqual(ranked, [])
  assert.deepEqual(
    asked.map(({ kind, slot }) => [kind, slot]),
    [['rerank', 'cpu_nlp']],
  )
})
