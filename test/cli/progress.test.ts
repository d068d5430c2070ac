import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { SearchAnswer } from '../../src/api/search.ts'
import { progressLine } from '../../src/cli/progress.ts'
import { runCli } from '../../src/cli/run-cli.ts'
import { displayWidth, humanBytes, shorten } from '../../src/cli/text.ts'
import { fakeWorld } from './fake-world.ts'

const answer: SearchAnswer = {
  ok: true,
  search_id: 's_1',
  query: 'silverleaf tea blood pressure',
  status: 'partial',
  pages_fetched: 1,
  useful_fragments: 2,
  harvest_rate: 2,
  claims_found: [],
  refutations: [],
  refutations_total: 0,
  satisfaction_score: 0.5,
  novelty_score: 1,
  budget_remaining: { pages: 119, percent: 99.2 },
  warnings: ['mojeek: rate_limited'],
}

const status = (citations_pending: number) => () => ({ background: { citations_pending } }) as never

test('CLI: in a pipe progress is one plain line a change, on stderr', async () => {
  const world = fakeWorld({
    getStatus: status(0),
    search: (_input, hooks) => {
      hooks.onProgress?.({ done: 1, total: 4, message: 'web search' })
      hooks.onProgress?.({ done: 1, total: 4, message: 'web search' })
      hooks.onProgress?.({ done: 2, total: 4, message: '取得: https://a.example/' })
      return answer
    },
  })
  assert.equal(await runCli(['search', 'task_1', 'silverleaf tea blood pressure', '--json'], world), 0)
  assert.equal(world.err(), '1/4 web search\n2/4 取得: https://a.example/\n')
  assert.deepEqual(JSON.parse(world.out()), answer)
})

test('CLI: on a terminal progress is a bar that is wiped at the end', () => {
  const world = fakeWorld({}, { terminal: true, columns: 60 })
  const line = progressLine(world)
  line.update({ done: 1, total: 2, message: 'ranking' })
  line.end()
  assert.equal(world.err(), '\r\u001b[K[############............] 50% ranking\r\u001b[K')
})

test('CLI: search options and the abort signal reach the application', async () => {
  const controller = new AbortController()
  const calls: unknown[] = []
  const world = fakeWorld(
    {
      getStatus: status(0),
      search: ({ task_id, query, options }, hooks) => {
        calls.push([task_id, query, options, hooks.signal === controller.signal])
        return answer
      },
    },
    { signal: controller.signal },
  )
  const argv = ['search', 'task_1', '銀葉茶 血圧', '--engines', 'duckduckgo, mojeek', '--max-pages', '5', '--refute']
  assert.equal(await runCli(argv, world), 0)
  assert.deepEqual(calls, [
    [
      'task_1',
      '銀葉茶 血圧',
      { engines: ['duckduckgo', 'mojeek'], max_pages: 5, refute: true, wait_seconds: 600 },
      true,
    ],
  ])
  assert.match(world.out(), /^Warning: mojeek: rate_limited$/m)
})

test('LYRA 5.3: the answer is printed first, then the terminal stays while citations are followed', async () => {
  let printed = ''
  const world = fakeWorld({
    search: async () => answer,
    getStatus: status(1),
    resumeTask: ({ task_id }) => {
      printed = world.out()
      return { ok: true, task_id, resumed: 1 }
    },
  })
  assert.equal(await runCli(['search', 'task_1', 'silverleaf tea trial', '--json'], world), 0)
  assert.deepEqual(JSON.parse(printed), answer)
  assert.equal(world.out(), printed)
  assert.equal(
    world.err(),
    'Following the citations of the papers found; Ctrl-C leaves them for `lyra task resume task_1`\n',
  )
})

test('LYRA 5.3: Ctrl-C while citations are followed leaves them; the answer stands', async () => {
  const controller = new AbortController()
  const world = fakeWorld(
    {
      search: async () => answer,
      getStatus: status(1),
      resumeTask: () => {
        controller.abort()
        return new Promise(() => {})
      },
    },
    { signal: controller.signal },
  )
  assert.equal(await runCli(['search', 'task_1', 'silverleaf tea trial', '--json'], world), 0)
  assert.deepEqual([JSON.parse(world.out()), world.closed()], [answer, 1])
})

test('text: widths count Japanese as two columns', () => {
  assert.equal(displayWidth('血圧 bp'), 7)
  assert.equal(shorten('血圧を下げる', 7), '血圧を…')
  assert.equal(shorten('a\n b\t c', 10), 'a b c')
  assert.equal(humanBytes(27_309_769), '27.3 MB')
  assert.equal(humanBytes(999), '999 B')
})
