import assert from 'node:assert/strict'
import { test } from 'node:test'
import { LyraError } from '../../src/domain/errors.ts'
import { connect } from './connect.ts'
import { fakeLyra, TASK_ID } from './fake-lyra.ts'

interface ToolError {
  readonly ok: boolean
  readonly error: { code: string; message: string; retry: string; hint?: string; error_id?: string; details?: unknown }
}

const REFUSED: readonly (readonly [string, string, Record<string, unknown>, string])[] = [
  ['a missing field', 'create_task', {}, 'query: is needed and must be a string'],
  ['a wrong type', 'search', { task_id: TASK_ID, query: 7 }, 'query: must be a string'],
  ['an unknown field', 'get_status', { task_id: TASK_ID, verbose: true }, 'verbose: there is no such field'],
  [
    'an unknown option',
    'search',
    { task_id: TASK_ID, query: 'x', options: { depth: 2 } },
    'options.depth: there is no such field',
  ],
  [
    'an oversized query',
    'search',
    { task_id: TASK_ID, query: 'a'.repeat(4001) },
    'query: must be at most 4000 characters long',
  ],
  ['oversized SQL', 'query_graph', { sql: 'x'.repeat(20_001) }, 'sql: must be at most 20000 characters long'],
  ['an empty query', 'create_task', { query: '   ' }, 'query: must be at least 1 characters long'],
  [
    'a limit beyond the maximum',
    'query_graph',
    { sql: 'SELECT 1', options: { limit: 201 } },
    'options.limit: must be at most 200',
  ],
  [
    'an unknown choice',
    'resolve_auth',
    { target: 'page', data: { status: 'resolved' } },
    'target: must be one of item, domain',
  ],
]

for (const [what, name, input, message] of REFUSED) {
  test(`REQ 3.2.1: ${what} is answered INVALID_PARAMS and names the field (${name})`, async (t) => {
    let loaded = 0
    const { client } = await connect(t, async () => {
      loaded += 1
      return fakeLyra()
    })
    await client.listTools()

    const result = await client.callTool({ name, arguments: input })

    const { ok, error } = result.structuredContent as unknown as ToolError
    assert.equal(result.isError, true)
    assert.equal(ok, false)
    assert.equal(error.code, 'INVALID_PARAMS')
    assert.equal(error.message, message)
    assert.equal(loaded, 0, 'a wrong input does not even load the application')
  })
}

test('REQ 3.2.1: an unknown task is answered TASK_NOT_FOUND with advice', async (t) => {
  const { client } = await connect(t, async () => fakeLyra())

  const result = await client.callTool({ name: 'get_status', arguments: { task_id: 'task_none' } })

  const { error } = result.structuredContent as unknown as ToolError
  assert.equal(result.isError, true)
  assert.equal(error.code, 'TASK_NOT_FOUND')
  assert.equal(error.message, 'No task has the id task_none')
  assert.equal(error.hint, 'Create one with create_task, or list them with `lyra task list`')
  assert.equal(error.retry, 'never')
})

test('REQ 4.4.1 L7: a crash becomes INTERNAL_ERROR with an id that the log explains, and no stack or path leaves', async (t) => {
  const crash = new TypeError("Cannot read properties of undefined (reading 'x') at /srv/lyra/src/research/run.ts:12")
  const lyra = fakeLyra({
    getStatus: () => {
      throw crash
    },
  })
  const { client, lines } = await connect(t, async () => lyra)

  const result = await client.callTool({ name: 'get_status', arguments: { task_id: TASK_ID } })

  const { error } = result.structuredContent as unknown as ToolError
  assert.equal(error.code, 'INTERNAL_ERROR')
  assert.equal(error.message, 'Internal processing error')
  assert.match(error.error_id ?? '', /^err_[0-9a-f]{16}$/)
  assert.doesNotMatch(JSON.stringify(result), /srv|TypeError|run\.ts|undefined/)
  assert.equal(lines.length, 1)
  assert.equal(lines[0]?.event, 'call.failed')
  assert.equal(lines[0]?.fields.error_id, error.error_id)
  assert.equal(lines[0]?.fields.message, crash.message)
})

test('REQ 3.2.1: a pipeline error keeps its words without paths and carries an error_id', async (t) => {
  const lyra = fakeLyra({
    search: async () => {
      throw new LyraError('PIPELINE_ERROR', 'Extraction failed while reading /home/user/.lyra/archive/a.warc.gz')
    },
  })
  const { client } = await connect(t, async () => lyra)

  const result = await client.callTool({ name: 'search', arguments: { task_id: TASK_ID, query: 'x' } })

  const { error } = result.structuredContent as unknown as ToolError
  assert.equal(error.code, 'PIPELINE_ERROR')
  assert.equal(error.message, 'Extraction failed while reading [path]')
  assert.match(error.error_id ?? '', /^err_[0-9a-f]{16}$/)
})

test('REQ 4.4.1 L7: an answer that does not fit its schema is our fault and leaves as INTERNAL_ERROR', async (t) => {
  const lyra = fakeLyra({ getStatus: () => ({ ok: true, task_id: TASK_ID }) as never })
  const { client, lines } = await connect(t, async () => lyra)

  const result = await client.callTool({ name: 'get_status', arguments: { task_id: TASK_ID } })

  const { error } = result.structuredContent as unknown as ToolError
  assert.equal(error.code, 'INTERNAL_ERROR')
  assert.match(String(lines[0]?.fields.message), /^The answer of get_status does not fit its schema: status: /)
})

test('an application that cannot start is reported with its code, and the next call tries again', async (t) => {
  let starts = 0
  const { client } = await connect(t, async () => {
    starts += 1
    if (starts === 1) throw new LyraError('STORE_UNAVAILABLE', 'The database cannot be opened')
    return fakeLyra()
  })

  const first = await client.callTool({ name: 'get_status', arguments: { task_id: TASK_ID } })
  const second = await client.callTool({ name: 'get_status', arguments: { task_id: TASK_ID } })

  const { code, retry } = (first.structuredContent as unknown as ToolError).error
  assert.deepEqual([code, retry], ['STORE_UNAVAILABLE', 'later'])
  assert.equal((second.structuredContent as unknown as ToolError).ok, true)
})

test('LYRA 3.9: an error names no source and carries no notes; its text says what to do', async (t) => {
  const failing = () => {
    throw new LyraError('STORE_UNAVAILABLE', 'The database is locked', { hint: 'Close the other program' })
  }
  const { client } = await connect(t, async () => fakeLyra({ search: failing, meta: failing }))

  const result = await client.callTool({ name: 'search', arguments: { task_id: TASK_ID, query: 'x' } })

  const answer = result.structuredContent as unknown as ToolError & { _lyra_meta: unknown }
  assert.deepEqual([answer.error.code, answer._lyra_meta], ['STORE_UNAVAILABLE', {}])
  assert.deepEqual(result.content, [
    { type: 'text', text: 'STORE_UNAVAILABLE: The database is locked\nClose the other program\nRetry: later' },
  ])
})
