import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { LyraError } from '../../src/domain/errors.ts'
import type { Identifier } from '../../src/domain/paper.ts'
import { defaultSettings } from '../../src/domain/settings.ts'
import type { CitationStep } from '../../src/research/citation-plan.ts'
import { Conductor } from '../../src/research/conductor.ts'
import { taskStatus } from '../../src/research/status.ts'
import { createTask, stopRequest, stopTask } from '../../src/research/tasks.ts'
import type { AcademicSource, SourceCall } from '../../src/sources/types.ts'
import { cites, index, paper } from './papers-run.ts'
import { openSmallWeb, type SmallWebOptions } from './small-web.ts'

const TRIAL = 'silverleaf tea trial'
const SAFETY = 'silverleaf tea safety'
const SEEDS = ['a', 'b', 'c'].map((key) => paper(`seed ${key}`))
const NO_AUTH = {
  summary: { pending_count: 0, high_priority_count: 0, domains: [], oldest_queued_at: null, by_auth_type: {} },
  alerts: [],
}

interface Options extends Partial<SmallWebOptions> {
  /** Runs before an index answers for the references of a seed. */
  readonly onList?: (seed: string, signal?: AbortSignal) => Promise<void>
  readonly steps?: readonly CitationStep[]
}

/** An index of three papers that cite two each; the engine finds three pages besides. */
function world(t: TestContext, { onList, steps, ...options }: Options = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'lyra-chase-'))
  const path = options.path ?? join(folder, 'lyra.db')
  const followed: string[] = []
  const known = index(
    'openalex',
    SEEDS.map((work, n) => ({ work, references: ['x', 'y'].map((key) => cites(paper(`cited ${n} ${key}`))) })),
  )
  const openalex: AcademicSource = {
    ...known,
    references: async (wanted: Identifier, call: SourceCall) => {
      const seed = wanted.value.replace('10.5555/seed ', '')
      followed.push(seed)
      const { promise: stopped, reject } = Promise.withResolvers<never>()
      call.signal?.addEventListener('abort', () => reject(call.signal?.reason), { once: true })
      await Promise.race([onList?.(seed, call.signal), stopped])
      return (await known.references?.(wanted, call)) as never
    },
  }
  const web = openSmallWeb({ path, sources: [openalex], ...options })
  const conductor = steps === undefined ? web.conductor : new Conductor({ ...web.parts, citationSteps: steps })
  t.after(async () => {
    await conductor.close()
    if (web.store.db.isOpen) web.store.close()
    rmSync(folder, { recursive: true, force: true })
  })
  const status = (taskId: string) => taskStatus(web.parts, taskId, NO_AUTH)
  return { ...web, conductor, path, followed, status }
}

type World = ReturnType<typeof world>

const newTask = ({ parts }: World) => createTask(parts, { query: 'Does silverleaf tea lower blood pressure?' }).task_id

const jobsOf = ({ store }: World) =>
  store.db
    .prepare('SELECT kind, state, lease_owner IS NULL AS free FROM jobs ORDER BY rowid')
    .all()
    .map(({ kind, state, free }) => [kind, state, free])

/** Claims, stances and citations by what they say: ids of searches differ from home to home. */
const graphOf = ({ store }: World) => [
  store.db
    .prepare(
      `SELECT a.url AS source, coalesce(b.url, c.claim_text) AS target, e.relation, e.citation_source FROM edges e
         LEFT JOIN fragments f ON f.id = e.source_id JOIN pages a ON a.id = coalesce(f.page_id, e.source_id)
         LEFT JOIN pages b ON b.id = e.target_id LEFT JOIN claims c ON c.id = e.target_id ORDER BY 1, 2, 3, 4`,
    )
    .all(),
  store.db.prepare('SELECT claim_text, confidence, verification_status FROM claims ORDER BY 1').all(),
  store.db.prepare('SELECT url, found_by, counts_toward_budget FROM search_pages ORDER BY 1').all(),
]

const kindsOf = ({ store }: World, taskId: string) =>
  store.events.ofTask(taskId, 500).flatMap(({ kind }) => (kind.startsWith('citations') ? [kind] : []))

/** Lets go of each seed as soon as its name is opened. */
function gates() {
  const open = new Map(SEEDS.map((_, n) => ['abc'.charAt(n), Promise.withResolvers<void>()]))
  return {
    wait: async (seed: string) => open.get(seed)?.promise,
    open: (...seeds: readonly string[]) => {
      for (const seed of seeds) open.get(seed)?.resolve()
    },
  }
}

const soon = async (isSo: () => boolean) => {
  for (let tries = 0; !isSo() && tries < 500; tries += 1) await new Promise((resolve) => setTimeout(resolve, 10))
  assert.equal(isSo(), true)
}

test('LYRA 5.3: the search answers while its citations are followed; get_status counts them; they use no page of the task', async (t) => {
  const gate = gates()
  const web = world(t, { onList: gate.wait })
  const taskId = newTask(web)

  const answer = await web.conductor.search(taskId, TRIAL, {}, {})
  const meanwhile = web.status(taskId)
  const used = web.store.searches.pagesUsed(taskId)
  gate.open('a', 'b', 'c')
  await web.conductor.settle(taskId)

  // Their abstracts differ by a letter: copies, and so one source (REQ 3.1.7.3).
  assert.equal(answer.status, 'partial')
  assert.deepEqual(meanwhile.background, { citations_pending: 1 })
  assert.deepEqual(web.status(taskId).background, { citations_pending: 0 })
  assert.equal(web.store.searches.pagesUsed(taskId), used)
  assert.equal(web.status(taskId).metrics.total_pages, meanwhile.metrics.total_pages + 6)
  assert.deepEqual(web.followed, ['a', 'b', 'c'])
  assert.deepEqual(jobsOf(web), [
    ['search', 'done', 1],
    ['citations', 'done', 1],
  ])
  assert.deepEqual(kindsOf(web, taskId), [
    'citations_queued',
    'citations_followed',
    'citations_followed',
    'citations_followed',
    'citations_chased',
  ])
})

test('LYRA 5.3: a search that waits goes first; the chase lets go at the next paper and goes on after it', async (t) => {
  const gate = gates()
  const web = world(t, { onList: gate.wait })
  const taskId = newTask(web)
  await web.conductor.search(taskId, TRIAL, {}, {})
  await soon(() => web.followed.length === 1)

  const second = web.conductor.search(taskId, SAFETY, {}, {})
  gate.open('a')
  const answer = await second
  const followedBefore = [...web.followed]
  gate.open('b', 'c')
  await web.conductor.settle(taskId)

  assert.equal(answer.status, 'satisfied')
  assert.deepEqual(followedBefore, ['a'])
  assert.deepEqual(web.followed, ['a', 'b', 'c'])
  const steps = web.store.events
    .ofTask(taskId, 500)
    .filter(({ kind }) => kind === 'citations_followed' || kind === 'citations_chased')
  assert.deepEqual(
    steps.map(({ data }) => data.searches_done),
    [1, 2, 2, 2],
  )
})

test('REQ 8.3: a process that dies in the chase leaves it to the next; the graph is that of an undisturbed run', async (t) => {
  const calm = world(t)
  const calmTask = newTask(calm)
  await calm.conductor.search(calmTask, TRIAL, {}, {})
  await calm.conductor.settle(calmTask)
  const dead = world(t, {
    owner: 'elsewhere/1/1',
    onList: async (seed) => (seed === 'b' ? new Promise(() => {}) : undefined),
  })
  const taskId = newTask(dead)
  await dead.conductor.search(taskId, TRIAL, {}, {})
  await soon(() => dead.followed.length === 2)
  dead.store.db.exec("UPDATE jobs SET lease_until = '2020-01-01T00:00:00.000Z' WHERE lease_until IS NOT NULL")
  dead.store.close()

  const next = world(t, { path: dead.path })
  const resumed = next.conductor.resume()
  await next.conductor.settle(taskId)

  assert.equal(resumed, 1)
  assert.deepEqual(next.followed, ['b', 'c'])
  assert.deepEqual(graphOf(next), graphOf(calm))
})

test('LYRA 5.3: the chase of a dead process holds up no search of the next', async (t) => {
  const dead = world(t, { owner: 'elsewhere/1/1', onList: () => new Promise(() => {}) })
  const taskId = newTask(dead)
  await dead.conductor.search(taskId, TRIAL, {}, {})
  await soon(() => dead.followed.length === 1)
  dead.store.db.exec("UPDATE jobs SET lease_until = '2020-01-01T00:00:00.000Z' WHERE lease_until IS NOT NULL")
  dead.store.close()
  const gate = gates()
  const next = world(t, { path: dead.path, onList: gate.wait })

  const answer = await next.conductor.search(taskId, SAFETY, {}, {})
  const before = [...next.followed]
  gate.open('a', 'b', 'c')
  await next.conductor.settle(taskId)

  assert.equal(answer.status, 'satisfied')
  assert.deepEqual(before, [])
  assert.deepEqual(next.followed, ['a', 'b', 'c'])
})

test('LYRA 5.3: two processes on one home follow each paper once', async (t) => {
  const left = world(t, { onList: () => new Promise(() => {}) })
  const taskId = newTask(left)
  await left.conductor.search(taskId, TRIAL, {}, {})
  await left.conductor.close()

  const slow = async () => new Promise<void>((resolve) => setTimeout(resolve, 30))
  const two = ['here/2/2', 'there/3/3'].map((owner) => world(t, { path: left.path, owner, onList: slow }))
  for (const { conductor } of two) conductor.resume()
  await Promise.all(two.map(({ conductor }) => conductor.settle(taskId)))

  assert.deepEqual(two.flatMap(({ followed }) => followed).sort(), ['a', 'b', 'c'])
  assert.deepEqual(jobsOf(two[0] as World), [
    ['search', 'done', 1],
    ['citations', 'done', 1],
  ])
})

test('REQ 2.1.5: at the end of the process the chase is parked, and the next process goes on with it', async (t) => {
  const first = world(t, { onList: () => new Promise(() => {}) })
  const taskId = newTask(first)
  await first.conductor.search(taskId, TRIAL, {}, {})
  await soon(() => first.followed.length === 1)

  await first.conductor.close()
  const parked = jobsOf(first)
  const second = world(t, { path: first.path })
  second.conductor.resume(taskId)
  await second.conductor.settle(taskId)

  assert.deepEqual(parked[1], ['citations', 'queued', 1])
  assert.deepEqual(jobsOf(second)[1], ['citations', 'done', 1])
  assert.deepEqual(second.followed, ['a', 'b', 'c'])
})

test('REQ 2.1.5: a silent client parks the chase, its next call goes on with it', async (t) => {
  const settings = {
    ...defaultSettings,
    human: { ...defaultSettings.human, silent_seconds: 0.2 },
    jobs: { ...defaultSettings.jobs, lease_seconds: 0.3 },
  }
  const gate = gates()
  const web = world(t, { settings, onList: gate.wait })
  const taskId = newTask(web)
  const leave = web.conductor.beginCall()
  await web.conductor.search(taskId, TRIAL, {}, {})
  leave()
  await soon(() => jobsOf(web)[1]?.[2] === 1)

  gate.open('a', 'b', 'c')
  const back = web.conductor.beginCall()
  await web.conductor.settle(taskId)
  back()

  assert.deepEqual(jobsOf(web)[1], ['citations', 'done', 1])
})

test('REQ 2.1.5: a chase that waited for a search is free for others when the client goes silent', async (t) => {
  const settings = {
    ...defaultSettings,
    human: { ...defaultSettings.human, silent_seconds: 0.2 },
    jobs: { ...defaultSettings.jobs, lease_seconds: 0.3 },
  }
  const gate = gates()
  const onAsk = async (what: string) => (what.includes(SAFETY) ? new Promise<void>(() => {}) : undefined)
  const web = world(t, { settings, onList: gate.wait, onAsk })
  const taskId = newTask(web)
  const leave = web.conductor.beginCall()
  await web.conductor.search(taskId, TRIAL, {}, {})
  await web.conductor.search(taskId, SAFETY, { wait_seconds: 0 }, {})
  gate.open('a')
  await soon(() => web.asked.some((what) => what.includes(SAFETY)))
  leave()

  await soon(() => jobsOf(web).every(([, , free]) => free === 1))

  assert.deepEqual(jobsOf(web), [
    ['search', 'done', 1],
    ['citations', 'queued', 1],
    ['search', 'queued', 1],
  ])
})

test('LYRA 3.7: stop_task with finish_first lets the chase end; else it is cut off and named', async (t) => {
  const finishing = world(t, { onList: async () => new Promise((resolve) => setTimeout(resolve, 20)) })
  const one = newTask(finishing)
  await finishing.conductor.search(one, TRIAL, {}, {})
  await finishing.conductor.stop(one, stopRequest('completed', false, true))
  stopTask(finishing.parts, one, stopRequest('completed'))
  const cancelled = world(t, { onList: async (seed) => (seed === 'b' ? new Promise(() => {}) : undefined) })
  const two = newTask(cancelled)
  await cancelled.conductor.search(two, TRIAL, {}, {})
  await soon(() => cancelled.followed.length === 2)
  const cut = await cancelled.conductor.stop(two, stopRequest('completed'))

  assert.deepEqual(jobsOf(finishing)[1], ['citations', 'done', 1])
  assert.deepEqual(finishing.followed, ['a', 'b', 'c'])
  assert.deepEqual(jobsOf(cancelled)[1], ['citations', 'cancelled', 1])
  assert.deepEqual(cancelled.followed, ['a', 'b'])
  assert.deepEqual(cut, { searches: [], citations_of: [TRIAL] })
  assert.deepEqual(kindsOf(cancelled, two), ['citations_queued', 'citations_followed', 'citations_cancelled'])
  assert.equal(cancelled.status(two).background.citations_pending, 0)
})

test('TRUST phase 3: identifiers too many for the search are looked up after it, each once, and followed', async (t) => {
  const many = Array.from({ length: 25 }, (_, n) => paper(`p${n}`))
  const { search: _search, ...known } = index(
    'openalex',
    many.map((work, n) => ({ work, ...(n === 24 ? { references: [cites(paper('base'))] } : {}) })),
  )
  const web = world(t, { sources: [known] })
  const taskId = newTask(web)

  await web.conductor.search(taskId, `silverleaf ${many.map((_, n) => `10.5555/p${n}`).join(' ')}`, {}, {})
  const used = web.store.searches.pagesUsed(taskId)
  await web.conductor.settle(taskId)

  const lookUps = known.asked.filter((asked) => asked.startsWith('look up'))
  assert.deepEqual(
    lookUps,
    many.map((_, n) => `look up doi:10.5555/p${n}`),
  )
  const found = web.store.db.prepare(
    'SELECT found_by, count(*) AS n FROM search_pages WHERE counts_toward_budget = 0 GROUP BY 1 ORDER BY 1',
  )
  assert.deepEqual(
    found.all().map(({ found_by, n }) => [found_by, n]),
    [
      ['citation', 1],
      ['identifier', 5],
      ['openalex', 20],
    ],
  )
  assert.equal(web.store.searches.pagesUsed(taskId), used)
})

test('GRAPH 1.3: the same paper in two tasks is one page; each task has its own claims and edges', async (t) => {
  const web = world(t)
  const count = (sql: string, ...params: string[]) => Object.values(web.store.db.prepare(sql).get(...params) ?? {})[0]
  const cited = "SELECT count(*) FROM edges WHERE relation = 'cites'"
  const stances = `SELECT count(*) FROM edges e JOIN claims c ON c.id = e.target_id WHERE c.task_id = ?`
  const claims = 'SELECT count(*) FROM claims WHERE task_id = ?'
  const one = newTask(web)
  await web.conductor.search(one, TRIAL, {}, {})
  await web.conductor.settle(one)
  const before = [count('SELECT count(*) FROM pages'), count('SELECT count(*) FROM works'), count(cited)]
  const own = [count(claims, one), count(stances, one)]

  const two = newTask(web)
  await web.conductor.search(two, TRIAL, {}, {})
  await web.conductor.settle(two)

  assert.deepEqual([count('SELECT count(*) FROM pages'), count('SELECT count(*) FROM works'), count(cited)], before)
  assert.deepEqual([count(claims, one), count(stances, one)], own)
  assert.deepEqual([count(claims, two), count(stances, two)], own)
  assert.equal(count('SELECT count(*) FROM claims a JOIN claims b ON b.id = a.id AND b.task_id <> a.task_id'), 0)
})

test('LYRA 5.3: a chase that fails says so at its search, which stands', async (t) => {
  const web = world(t, {
    onList: async () => {
      throw new LyraError('MODEL_NOT_READY', 'the model went away')
    },
  })
  const taskId = newTask(web)

  const answer = await web.conductor.search(taskId, TRIAL, {}, {})
  await web.conductor.settle(taskId)

  assert.equal(answer.status, 'partial')
  assert.deepEqual(web.status(taskId).searches[0]?.warnings, ['citations: not followed to the end (MODEL_NOT_READY)'])
  assert.deepEqual(jobsOf(web)[1], ['citations', 'failed', 1])
})

test('REQ 4.6 replay: without a recorded order a search waits for the citations of the one before', async (t) => {
  const replayed = { ...defaultSettings, replay: 'demo.warc.gz' }
  const web = world(t, { settings: replayed, onList: async () => new Promise((resolve) => setTimeout(resolve, 20)) })
  const taskId = newTask(web)

  await web.conductor.search(taskId, TRIAL, {}, {})
  await web.conductor.search(taskId, SAFETY, {}, {})

  assert.deepEqual(web.followed, ['a', 'b', 'c'])
  const engines = web.store.events.ofTask(taskId, 500).filter(({ kind }) => kind === 'citations_followed')
  assert.deepEqual(
    engines.map(({ data }) => data.searches_done),
    [1, 1, 1],
  )
})

test('REQ 4.6 replay: papers are followed in the recorded order, between the same searches', async (t) => {
  const replayed = { ...defaultSettings, replay: 'task.warc.gz' }
  const first = world(t)
  const calm = newTask(first)
  await first.conductor.search(calm, TRIAL, {}, {})
  await first.conductor.settle(calm)
  const ids = SEEDS.map((seed) => first.store.pages.byIdentifier(seed.identifiers[0] as Identifier)?.id ?? '')
  const steps = [
    { search: 0, paper: ids[0] ?? '', after: 1 },
    { search: 0, paper: ids[1] ?? '', after: 2 },
    { search: 0, paper: null, after: 2 },
  ]
  const web = world(t, { settings: replayed, steps })
  const taskId = newTask(web)

  await web.conductor.search(taskId, TRIAL, {}, {})
  await web.conductor.settle(taskId)
  const between = [...web.followed]
  await web.conductor.search(taskId, SAFETY, {}, {})
  await web.conductor.settle(taskId)

  assert.deepEqual(between, ['a'])
  assert.deepEqual(web.followed, ['a', 'b'])
  assert.deepEqual(jobsOf(web), [
    ['search', 'done', 1],
    ['citations', 'done', 1],
    ['search', 'done', 1],
  ])
})
