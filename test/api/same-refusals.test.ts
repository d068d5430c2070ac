import assert from 'node:assert/strict'
import { test } from 'node:test'
import { runCli } from '../../src/cli/run-cli.ts'
import { fakeWorld } from '../cli/fake-world.ts'
import { connect } from '../mcp/connect.ts'
import { fakeLyra, TASK_ID } from '../mcp/fake-lyra.ts'

interface Case {
  readonly tool: string
  readonly input: Record<string, unknown>
  readonly line: readonly string[]
  readonly message: string
}

const CASES: readonly Case[] = [
  {
    tool: 'query_graph',
    input: { sql: 'SELECT 1', options: { limit: 201 } },
    line: ['query', 'SELECT 1', '--limit', '201'],
    message: 'options.limit: must be at most 200',
  },
  {
    tool: 'vector_search',
    input: { query: 'tea', target: 'pages', top_k: 2.5 },
    line: ['vector', 'tea', '--target', 'pages', '--top-k', '2.5'],
    message: 'target: must be one of claims, fragments; top_k: must be an int',
  },
  {
    tool: 'create_task',
    input: { query: ' ', config: { budget: { max_pages: 0 }, priority_domains: ['not a domain'] } },
    line: ['task', 'new', ' ', '--max-pages', '0', '--domain', 'not a domain'],
    message:
      'query: must be at least 1 characters long; config.budget.max_pages: must be at least 1; ' +
      'config.priority_domains.0: must be a domain such as pmda.go.jp',
  },
  {
    tool: 'search',
    input: { task_id: TASK_ID, query: 'x'.repeat(4001), options: { engines: ['', 'mojeek'] } },
    line: ['search', TASK_ID, 'x'.repeat(4001), '--engines', ',mojeek'],
    message: 'query: must be at most 4000 characters long; options.engines.0: must be at least 1 characters long',
  },
  {
    tool: 'stop_task',
    input: { task_id: '', reason: 'r'.repeat(501) },
    line: ['task', 'stop', '', '--reason', 'r'.repeat(501)],
    message: 'task_id: must be at least 1 characters long; reason: must be at most 500 characters long',
  },
]

for (const { tool, input, line, message } of CASES)
  test(`REQ 3.2.1: ${tool} and \`lyra ${line[0]}\` refuse the same input with the same words, and open nothing`, async (t) => {
    const { client } = await connect(t, async () => fakeLyra())
    const world = fakeWorld()

    const { structuredContent } = await client.callTool({ name: tool, arguments: input })
    const exit = await runCli([...line, '--json'], world)

    const told = structuredContent as { error: { code: string; message: string; hint: string; retry: string } }
    assert.equal(told.error.message, message)
    assert.deepEqual(JSON.parse(world.out()), { ok: false, error: told.error })
    assert.equal(exit, 2)
    assert.deepEqual(world.opened, [])
  })
