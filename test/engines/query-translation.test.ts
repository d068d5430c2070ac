import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type TestContext, test } from 'node:test'
import { openQueryTranslation } from '../../src/app/open-query-translation.ts'
import { type Settings, settingsSchema } from '../../src/domain/settings.ts'
import { createQueryTranslator } from '../../src/engines/query-translation.ts'
import { sharedLlm } from '../app/shared-llm.ts'
import { repoFile } from './data-folder.ts'

interface Asked {
  readonly model: string
  readonly format: { readonly properties: Record<string, unknown> }
  readonly options: { readonly temperature: number }
  readonly messages: readonly { readonly content: string }[]
}

/** Ollama on loopback, as far as a chat goes. */
async function ollama(t: TestContext, answers: readonly string[]) {
  const asked: Asked[] = []
  const left = [...answers]
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk) => {
      body += chunk
    })
    request.on('end', () => {
      asked.push(JSON.parse(body) as Asked)
      response.end(JSON.stringify({ message: { role: 'assistant', content: left.shift() ?? '' } }))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.after(() => server.close())
  return { endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked }
}

function settingsFor(endpoint: string, more: Partial<Settings['engines']> = {}): Settings {
  return settingsSchema.parse({ llm: { endpoint, model: 'qwen2.5:3b' }, engines: more })
}

test('REQ 3.1.1: the local model mirrors a query into the other language; operators come back untranslated', async (t) => {
  const { endpoint, asked } = await ollama(t, ['{"query": "hypertension treatment 2024"}', '{"query": "緑茶 血圧"}'])
  const { mirror } = openQueryTranslation(settingsFor(endpoint), sharedLlm(settingsFor(endpoint)))
  assert.ok(mirror !== undefined)

  const english = await mirror('高血圧 "治療" 2024 site:go.jp filetype:pdf -広告')
  const japanese = await mirror('green tea blood pressure')

  assert.deepEqual(english, { ok: true, query: 'hypertension treatment 2024 site:go.jp filetype:pdf' })
  assert.deepEqual(japanese, { ok: true, query: '緑茶 血圧' })
  assert.deepEqual(
    asked.map(({ model, format, options }) => [model, Object.keys(format.properties), options.temperature]),
    Array(2).fill(['qwen2.5:3b', ['query'], 0]),
  )
  const prompt = asked[0]?.messages[0]?.content ?? ''
  assert.match(prompt, /Translate the search query in the data into English\./)
  assert.match(prompt, /高血圧 治療 2024/)
  assert.doesNotMatch(prompt, /site:go\.jp|広告/)
})

test('REQ 3.1.1: an answer that is no translation is dropped by name', async (t) => {
  const answers = [
    '{"query": "高血圧の治療"}',
    '{"query": "hypertension site:evil.example"}',
    '{"query": "hypertension 140 mmHg"}',
    'I cannot do that',
    `{"query": "${'hypertension '.repeat(40)}"}`,
  ]
  const { endpoint } = await ollama(t, answers)
  const { mirror } = openQueryTranslation(settingsFor(endpoint), sharedLlm(settingsFor(endpoint)))
  const reasons: string[] = []
  for (const _ of answers) {
    const answer = await mirror?.('高血圧 130')
    reasons.push(answer?.ok === false ? answer.reason : 'taken')
  }

  assert.deepEqual(reasons, [
    'the answer is not English',
    'the answer adds operators',
    'the answer changes a figure',
    'the answer is not of the asked form',
    'the answer is not of the asked form',
  ])
})

test('REQ 4.4.1 L4: a mirrored query in which something was masked, or an address stands, does not go out', async (t) => {
  const [prompt] = readFileSync(repoFile('config/prompts/mirror-query.md'), 'utf8').split('\n').slice(2)
  const answers = [
    `hypertension ${prompt?.slice(0, 60)}`,
    `hypertension LYRA-${'0a'.repeat(16)}`,
    'see 203.0.113.9 now',
  ]
  const { endpoint } = await ollama(
    t,
    answers.map((query) => JSON.stringify({ query })),
  )
  const { mirror } = openQueryTranslation(settingsFor(endpoint), sharedLlm(settingsFor(endpoint)))
  const refusals: unknown[] = []
  for (const _ of answers) refusals.push(await mirror?.('高血圧'))

  assert.deepEqual(
    refusals,
    ['prompt_fragment', 'tag_name', 'ip_address'].map((kind) => ({
      ok: false,
      reason: `the local model did not answer (L4 found ${kind} in what it said)`,
    })),
  )
})

test('REQ 3.1.1: without a model or turned off there is no mirror; a replay has the recorded ones; a model that is gone is named', async () => {
  const endpoint = 'http://127.0.0.1:9'
  const none = settingsSchema.parse({ llm: { endpoint } })
  const replay = { ...settingsFor(endpoint), replay: 'some.warc.gz' }

  assert.deepEqual(openQueryTranslation(none, sharedLlm(none)), {})
  assert.deepEqual(openQueryTranslation(replay, null), {})
  const off = settingsFor(endpoint, { mirror: false })
  assert.deepEqual(openQueryTranslation(off, sharedLlm(off)), {})
  const recorded = new Map([['緑茶', { ok: true, query: 'green tea' } as const]])
  const { mirror } = openQueryTranslation(replay, null, recorded)
  assert.deepEqual(await mirror?.('緑茶'), { ok: true, query: 'green tea' })
  assert.deepEqual(await mirror?.('紅茶'), { ok: false, reason: 'there was none' })
  const gone = createQueryTranslator({
    ask: async () => ({ ok: false, detail: 'connection refused' }),
    prompt: readFileSync(repoFile('config/prompts/mirror-query.md'), 'utf8'),
  })
  assert.deepEqual(await gone('緑茶'), { ok: false, reason: 'the local model did not answer (connection refused)' })
  assert.deepEqual(await gone('site:go.jp'), { ok: false, reason: 'there are no words to translate' })
})
