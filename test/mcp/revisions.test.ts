import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { Client } from '@modelcontextprotocol/client'
import { TOOLS } from '../../src/app/use-cases.ts'
import { INSTRUCTIONS } from '../../src/mcp/instructions.ts'
import { TASK_ID } from './fake-lyra.ts'
import { rawClient, servedInMemory } from './raw-client.ts'

const SERVER_INFO = 'io.modelcontextprotocol/serverInfo'
const IDENTITY = { name: 'lyra', version: '0.0.0-test' }

/** What every request of the revision 2026-07-28 carries. */
const envelope = (abilities: object = {}) => ({
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientInfo': { name: 'raw', version: '1' },
  'io.modelcontextprotocol/clientCapabilities': abilities,
})

/** Makes requests by hand, one after the other; the server is never greeted. */
async function modernClient(t: TestContext, abilities: object = {}) {
  const { send, answerTo, opened } = await rawClient(t)
  let id = 0
  const ask = async (method: string, params: object = {}): Promise<Record<string, unknown>> => {
    id += 1
    await send({ id, method, params: { ...params, _meta: envelope(abilities) } })
    const { result, error } = await answerTo(id)
    return result ?? { error }
  }
  return { ask, opened }
}

const QUESTION = {
  name: 'wait_for_user',
  arguments: { prompt: 'protected.go.jp を開きますか?', options: { choices: ['開く', '飛ばす'] } },
}
const answered = (content: object) => ({ ...QUESTION, inputResponses: { answer: { action: 'accept', content } } })

test('LYRA 3.4: since 2026-07-28 discover tells versions, abilities, identity and instructions, and opens nothing', async (t) => {
  const { ask, opened } = await modernClient(t)

  const {
    supportedVersions,
    capabilities,
    instructions,
    resultType,
    ttlMs,
    cacheScope,
    _meta: meta,
  } = await ask('server/discover')

  assert.deepEqual(supportedVersions, ['2026-07-28'])
  assert.deepEqual(capabilities, {
    tools: { listChanged: false },
    resources: { listChanged: false },
    prompts: { listChanged: false },
    completions: {},
  })
  assert.equal(instructions, INSTRUCTIONS)
  assert.deepEqual([resultType, ttlMs, cacheScope], ['complete', 3_600_000, 'public'])
  const { icons, ...identity } = (meta as Record<string, { icons: { src: string }[] }>)[SERVER_INFO] ?? { icons: [] }
  assert.deepEqual(identity, {
    ...IDENTITY,
    title: 'Lyra',
    description: 'A local, zero-cost, open-source research engine that an AI assistant drives over MCP',
  })
  assert.deepEqual(
    icons.map(({ src }) => src.slice(0, 26)),
    ['data:image/svg+xml;base64,'],
  )
  assert.deepEqual(opened, [])
})

test('LYRA 3.9: since 2026-07-28 every result says that it is complete, who sent it and how long it keeps', async (t) => {
  const { ask } = await modernClient(t)

  const lists = [
    await ask('tools/list'),
    await ask('resources/list'),
    await ask('resources/templates/list'),
    await ask('prompts/list'),
  ]
  const resource = await ask('resources/read', { uri: 'lyra://tasks' })
  const call = await ask('tools/call', { name: 'get_status', arguments: { task_id: TASK_ID } })
  const prompt = await ask('prompts/get', { name: 'report', arguments: { task_id: TASK_ID } })
  const missing = await ask('resources/read', { uri: 'lyra://nothing' })

  const keeps = ({ resultType, ttlMs, cacheScope }: Record<string, unknown>) => [resultType, ttlMs, cacheScope]
  assert.deepEqual(lists.map(keeps), Array(4).fill(['complete', 3_600_000, 'public']))
  assert.deepEqual(keeps(resource), ['complete', 0, 'private'])
  assert.deepEqual([call, prompt].map(keeps), Array(2).fill(['complete', undefined, undefined]))
  const signatures = [resource, call, prompt].map(({ _meta: meta }) => Object(meta)[SERVER_INFO])
  assert.deepEqual(signatures, Array(3).fill(IDENTITY), 'without the icon, which came with the lists')
  assert.deepEqual(missing, { error: { code: -32_602, data: { uri: 'lyra://nothing' } } })
})

test('LYRA 3.4: since 2026-07-28 a question ends the call with input_required, until an answer fits the form', async (t) => {
  const { ask } = await modernClient(t, { elicitation: { form: {} } })

  const first = await ask('tools/call', QUESTION)
  const again = [await ask('tools/call', answered({})), await ask('tools/call', answered({ answer: '閉じる' }))]
  const last = await ask('tools/call', answered({ answer: '飛ばす' }))
  const declined = await ask('tools/call', { ...QUESTION, inputResponses: { answer: { action: 'decline' } } })

  const asked = {
    answer: {
      method: 'elicitation/create',
      params: {
        mode: 'form',
        message: 'protected.go.jp を開きますか?',
        requestedSchema: {
          type: 'object',
          properties: { answer: { type: 'string', title: 'Answer', enum: ['開く', '飛ばす'] } },
          required: ['answer'],
        },
      },
    },
  }
  for (const { resultType, inputRequests, requestState } of [first, ...again])
    assert.deepEqual([resultType, inputRequests, requestState], ['input_required', asked, undefined])
  assert.deepEqual([last.resultType, Object(last.structuredContent).response], ['complete', '飛ばす'])
  assert.deepEqual([declined.isError, Object(declined.structuredContent).error.code], [true, 'CANCELLED'])
})

for (const [what, abilities] of [
  ['no questions', {}],
  ['only questions by address', { elicitation: { url: {} } }],
] as const)
  test(`LYRA 3.4: since 2026-07-28 a client that takes ${what} is sent no form`, async (t) => {
    const { ask } = await modernClient(t, abilities)

    const { resultType, structuredContent } = await ask('tools/call', QUESTION)

    assert.equal(resultType, 'complete')
    assert.equal(Object(structuredContent).status, 'timed_out', 'the other channels decide')
  })

for (const version of ['2025-06-18', '2025-11-25'])
  test(`LYRA 3.4: a client of ${version} is asked while the call runs, and its results have none of the later fields`, async (t) => {
    const { send, answerTo, first, messages } = await rawClient(t)
    const capabilities = { elicitation: {} }
    const clientInfo = { name: 'old', version: '1' }
    await send({ id: 1, method: 'initialize', params: { protocolVersion: version, capabilities, clientInfo } })
    const hello = await answerTo(1)
    await send({ method: 'notifications/initialized' })

    await send({ id: 2, method: 'tools/call', params: QUESTION })
    const question = await first(({ method }) => method === 'elicitation/create')
    await send({ id: question.id, result: { action: 'accept', content: { answer: '開く' } } })
    const { result: answer } = await answerTo(2)
    await send({ id: 3, method: 'tools/list' })
    await send({ id: 4, method: 'server/discover' })
    const [list, unknown] = [await answerTo(3), await answerTo(4)]

    assert.equal(hello.result?.instructions, INSTRUCTIONS)
    assert.equal(Object(answer?.structuredContent).response, '開く')
    assert.deepEqual(Object.keys(list.result ?? {}), ['tools'])
    assert.equal(unknown.error?.code, -32_601, 'discover came later')
    assert.doesNotMatch(JSON.stringify(messages), /resultType|ttlMs|cacheScope|io\.modelcontextprotocol/)
  })

test('LYRA 3.1: lists have one order for every client of every age, and everything has a title', async (t) => {
  const listsOf = async (mode: 'legacy' | 'auto') => {
    const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode } })
    t.after(() => client.close())
    await client.connect(servedInMemory(t).near)
    const { tools } = await client.listTools()
    const { resources } = await client.listResources()
    const { resourceTemplates } = await client.listResourceTemplates()
    const { prompts } = await client.listPrompts()
    return [...tools, ...resources, ...resourceTemplates, ...prompts]
  }

  const [old, modern, again] = await Promise.all([listsOf('legacy'), listsOf('auto'), listsOf('auto')])

  assert.equal(JSON.stringify(modern), JSON.stringify(old))
  assert.equal(JSON.stringify(again), JSON.stringify(modern))
  assert.deepEqual(
    old.slice(0, TOOLS.length).map(({ name }) => name),
    TOOLS.map(({ name }) => name),
  )
  assert.deepEqual(
    old.filter(({ title = '', icons }) => title === '' || icons !== undefined).map(({ name }) => name),
    [],
    'a title each, and no icon: that of the server is enough',
  )
})
