import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import type { QueryAnswer } from '../../src/api/query-graph.ts'
import { createLyra } from '../../src/app/create-lyra.ts'
import { readAll, sqlId } from '../../src/cli/graph-reading.ts'
import { compareConclusions, countDifferences } from '../../src/cli/replay-compare.ts'
import { readCalibrations, readCitationSteps } from '../../src/cli/replay-order.ts'
import { runCli } from '../../src/cli/run-cli.ts'
import { LyraError } from '../../src/domain/errors.ts'
import { ANSWERS, bareLyra, type FakeChanges, SEARCH_ANSWER, STATUS_ANSWER } from '../mcp/fake-lyra.ts'
import { fakeWorld } from './fake-world.ts'

const answering = (answers: FakeChanges) => createLyra(async () => bareLyra(answers))

const before = {
  claims: new Map([
    ['Silverleaf tea lowered systolic pressure by 6 mmHg. <https://a.example/>', 0.71],
    ['銀葉茶は血圧を下げなかった。 <https://b.example/>', 0.4],
  ]),
  edges: new Set(['https://a.example/#aa supports "x"', 'https://b.example/#bb refutes "x"']),
}

test('REQ 4.6 replay: equal conclusions have no differences, whatever the last digits of a float', () => {
  const after = {
    claims: new Map([...before.claims].map(([claim, value]) => [claim, value + 1e-9])),
    edges: before.edges,
  }
  assert.equal(countDifferences(compareConclusions(before, after)), 0)
})

test('REQ 4.6 replay: missing and added claims and edges and changed confidences are all named', () => {
  const after = {
    claims: new Map([
      ['Silverleaf tea lowered systolic pressure by 6 mmHg. <https://a.example/>', 0.75],
      ['New <https://c.example/>', 0.5],
    ]),
    edges: new Set(['https://a.example/#aa supports "x"', 'https://b.example/#bb neutral "x"']),
  }
  assert.deepEqual(compareConclusions(before, after), {
    claims_missing: ['銀葉茶は血圧を下げなかった。 <https://b.example/>'],
    claims_added: ['New <https://c.example/>'],
    edges_missing: ['https://b.example/#bb refutes "x"'],
    edges_added: ['https://b.example/#bb neutral "x"'],
    confidences: [
      { claim: 'Silverleaf tea lowered systolic pressure by 6 mmHg. <https://a.example/>', before: 0.71, after: 0.75 },
    ],
  })
})

test('query_graph takes no parameters: only a real id is ever pasted', () => {
  assert.equal(sqlId('task_0123456789abcdef'), "'task_0123456789abcdef'")
  for (const bad of ["x' OR 1=1 --", 'task_', 'TASK_1', "task_1'"])
    assert.throws(() => sqlId(bad), { code: 'INVALID_PARAMS' })
})

test('reading the graph follows next_offset to the end, with cells as they are stored', async () => {
  const total = 230
  const asked: unknown[] = []
  const lyra = answering({
    queryGraph: ({ options }): QueryAnswer => {
      const { offset = 0, whole } = options
      asked.push([offset, whole])
      const count = Math.min(100, total - offset)
      const more = offset + count < total
      return {
        ok: true,
        rows: Array.from({ length: count }, (_, i) => ({ n: offset + i })),
        row_count: count,
        columns: ['n'],
        truncated: more,
        ...(more ? { next_offset: offset + count } : {}),
        elapsed_ms: 1,
      }
    },
  })
  const rows = await readAll(lyra, 'SELECT n FROM t ORDER BY n')
  assert.equal(rows.length, total)
  assert.deepEqual(rows.at(-1), { n: 229 })
  assert.deepEqual(asked, [
    [0, true],
    [100, true],
    [200, true],
  ])
})

test('replay: a task without an archive is ARCHIVE_UNREADABLE, exit 16', async (t) => {
  const home = mkdtempSync(join(tmpdir(), 'lyra-cli-'))
  t.after(() => rmSync(home, { recursive: true }))
  const world = fakeWorld({ home, getStatus: () => ({ searches: [] }) as never })
  assert.equal(await runCli(['replay', 'task_1', '--json'], world), 16)
})

test('replay: a task that still searches is refused', async (t) => {
  const home = mkdtempSync(join(tmpdir(), 'lyra-cli-'))
  t.after(() => rmSync(home, { recursive: true }))
  mkdirSync(join(home, 'archive', 'task_1'), { recursive: true })
  const world = fakeWorld({ home, getStatus: () => ({ searches: [{ status: 'running' }] }) as never })
  assert.equal(await runCli(['replay', 'task_1'], world), 2)
  assert.match(world.err(), /^lyra: Task task_1 is still searching/)
})

test('replay: a task whose citations are still followed is refused, and how to finish them is told', async (t) => {
  const home = mkdtempSync(join(tmpdir(), 'lyra-cli-'))
  t.after(() => rmSync(home, { recursive: true }))
  mkdirSync(join(home, 'archive', 'task_1'), { recursive: true })
  const status = { searches: [], background: { citations_pending: 1 } }
  const world = fakeWorld({ home, getStatus: () => status as never })
  assert.equal(await runCli(['replay', 'task_1'], world), 2)
  assert.match(world.err(), /Citations of task task_1 are still being followed.*lyra task resume task_1/s)
})

test('REQ 4.6 replay: the order of what was followed is read from the event log, each paper once', async () => {
  const event = (search: string, paper: string | null, after: number) => ({ search, paper, after })
  const rows = [
    event('s_1', 'page_a', 1),
    event('s_1', 'page_b', 2),
    event('s_1', 'page_b', 2),
    event('s_1', null, 2),
    event('s_2', 'page_c', 2),
  ]
  const lyra = answering({
    queryGraph: () => ({ ok: true, rows, row_count: 5, columns: [], truncated: false, elapsed_ms: 1 }),
  })

  assert.deepEqual(await readCitationSteps(lyra, 'task_1', ['s_1', 's_2']), [
    { search: 0, paper: 'page_a', after: 1 },
    { search: 0, paper: 'page_b', after: 2 },
    { search: 0, paper: null, after: 2 },
    { search: 1, paper: 'page_c', after: 2 },
  ])
})

test('REQ 3.3.4, 4.6 replay: the corrections that each search applied are read from the event log; older searches had none', async () => {
  const applied = { nli_judge: { version: 3, method: 'platt', params: { a: 0.5, b: -0.2 } }, llm_extract: null }
  const rows = [{ search: 's_2', data: JSON.stringify(applied) }]
  const lyra = answering({
    queryGraph: () => ({ ok: true, rows, row_count: 1, columns: [], truncated: false, elapsed_ms: 1 }),
  })

  assert.deepEqual(await readCalibrations(lyra, 'task_1', ['s_1', 's_2']), [
    { nli_judge: null, llm_extract: null },
    applied,
  ])
})

test('REQ 4.6 replay: a search that was cancelled is replayed to where it ended, and named', async (t) => {
  const home = mkdtempSync(join(tmpdir(), 'lyra-cli-'))
  t.after(() => rmSync(home, { recursive: true }))
  mkdirSync(join(home, 'archive', 'task_1'), { recursive: true })
  const reached = { stages: ['web', 'page https://a.example/'], claims: 0, judged: 0 }
  const answers: readonly (readonly [RegExp, readonly Record<string, string>[]])[] = [
    [
      /FROM queries/,
      [
        { id: 's_1', query: '銀葉茶 血圧', options: '{}' },
        { id: 's_2', query: 'silverleaf tea safety', options: '{"max_pages":2}' },
        { id: 's_3', query: 'an older search', options: '{}' },
      ],
    ],
    [
      /kind = 'search_failed'/,
      [
        { search: 's_2', code: 'CANCELLED', reached: JSON.stringify(reached) },
        { search: 's_3', code: 'PIPELINE_ERROR' },
      ],
    ],
  ]
  const asked: unknown[] = []
  const world = fakeWorld({
    ...ANSWERS,
    home,
    getStatus: () => ({ ...STATUS_ANSWER, searches: [] }),
    queryGraph: ({ sql }): QueryAnswer => {
      const rows = answers.find(([pattern]) => pattern.test(sql))?.[1] ?? []
      return { ok: true, rows, row_count: rows.length, columns: [], truncated: false, elapsed_ms: 1 }
    },
    search: ({ query }, hooks) => {
      asked.push([query, hooks.stopAt ?? null])
      if (hooks.stopAt !== undefined) throw new LyraError('CANCELLED', 'The search is replayed to where it ended early')
      return SEARCH_ANSWER
    },
  })

  assert.equal(await runCli(['replay', 'task_1', '--json'], world), 0)

  assert.deepEqual(asked, [
    ['銀葉茶 血圧', null],
    ['silverleaf tea safety', reached],
    ['an older search', null],
  ])
  const { equal, early_ends: early } = JSON.parse(world.out())
  assert.equal(equal, true)
  assert.deepEqual(early, [
    { query: 'silverleaf tea safety', code: 'CANCELLED', replayed_to: 'the same place' },
    { query: 'an older search', code: 'PIPELINE_ERROR', replayed_to: 'its end' },
  ])
})
