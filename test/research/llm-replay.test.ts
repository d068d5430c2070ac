import assert from 'node:assert/strict'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { gunzipSync } from 'node:zlib'
import { openClaimExtractor } from '../../src/app/open-claim-extractor.ts'
import type { LocalLlmParts, SharedLlm } from '../../src/app/open-local-llm.ts'
import { openReplay } from '../../src/archive/replay.ts'
import { openArchiveWriter } from '../../src/archive/writer.ts'
import { isoTime, systemClock } from '../../src/domain/clock.ts'
import { splitSentences } from '../../src/domain/sentences.ts'
import { type Settings, settingsSchema } from '../../src/domain/settings.ts'
import { Conductor } from '../../src/research/conductor.ts'
import { createTask } from '../../src/research/tasks.ts'
import { sharedLlm } from '../app/shared-llm.ts'
import { readerSaying, reader as shipped } from '../judge/shipped-reader.ts'
import { openSmallWeb } from './small-web.ts'

const QUERY = 'silverleaf tea blood pressure'

/**
 * Ollama on loopback: of each sentence it gives the part before "after" or "among", so that its claims are not the
 * built-in ones.
 */
async function ollama(t: TestContext, onQuestion: () => void = () => {}) {
  const asked: string[] = []
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk) => {
      body += chunk
    })
    request.on('end', () => {
      const { messages, keep_alive } = JSON.parse(body) as { messages: { content: string }[]; keep_alive: unknown }
      asked.push(messages.length === 0 ? `unload ${keep_alive}` : 'question')
      if (messages.length > 0) onQuestion()
      const data = messages[0]?.content.split(/<\/LYRA-\w+>\n\n/).at(-1) ?? ''
      const claims = splitSentences(data).map(({ text: quote }) => ({
        text: quote.replace(/ (?:after|among) .*$/, '.'),
        ...{ quote, type: 'fact', polarity: 'affirm' },
      }))
      response.end(JSON.stringify({ message: { role: 'assistant', content: JSON.stringify({ claims }) } }))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.after(() => server.close())
  return { endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked }
}

function openResearch(t: TestContext, folder: string, settings: Settings, over: Partial<LocalLlmParts>) {
  const web = openSmallWeb({ path: join(folder, 'lyra.db') })
  const llm = sharedLlm(settings, { ...over, scheduler: web.parts.scheduler }) as SharedLlm
  const claims = openClaimExtractor(
    settings,
    { embedder: web.parts.embedder, reader: { ...shipped, ...readerSaying('claim') } },
    llm,
  )
  const parts = { ...web.parts, claims, holdModel: llm.hold }
  const conductor = new Conductor(parts)
  t.after(async () => {
    await conductor.close()
    web.store.close()
  })
  const taskId = createTask(parts, { query: 'Does silverleaf tea help?' }).task_id
  return { web, llm, conductor, taskId }
}

async function research(...input: Parameters<typeof openResearch>) {
  const { web, llm, conductor, taskId } = openResearch(...input)
  await conductor.search(taskId, QUERY, {}, {})
  await llm.close()
  const found = web.store.claims.ofTask(taskId)
  return { taskId, found: found.map((claim) => [claim.claim_text, claim.extraction_method, claim.confidence]) }
}

test('REQ 4.6 replay, 3.3.1: what the local model said is repeated from the archive; it is unloaded at the end, and its prompt is not kept', async (t) => {
  const { endpoint, asked } = await ollama(t)
  const settings = settingsSchema.parse({ llm: { endpoint, model: 'qwen2.5:3b' } })
  const folders = [1, 2].map(() => mkdtempSync(join(tmpdir(), 'lyra-llm-replay-'))) as [string, string]
  t.after(() => {
    for (const folder of folders) rmSync(folder, { recursive: true })
  })
  const archive = openArchiveWriter({ folder: folders[0], clock: systemClock, software: 'test' })
  const live = await research(t, folders[0], settings, { archive })
  const page = { url: 'https://clinic.example/', method: 'GET', requestHeaders: {}, status: 200, statusText: 'OK' }
  const kept = { ...page, responseHeaders: {}, body: Buffer.from('a page'), time: isoTime(systemClock) }
  await archive.write(kept, live.taskId)
  await archive.close()

  assert.deepEqual(asked, ['question', 'question', 'question', 'unload 0'])
  const files = readdirSync(join(folders[0], live.taskId)).filter((name) => name.endsWith('.warc.gz'))
  const bytes = files.map((name) => gunzipSync(readFileSync(join(folders[0], live.taskId, name))).toString()).join('')
  assert.equal(bytes.match(/WARC-Target-URI: urn:lyra:llm:[0-9a-f]{64}\r/g)?.length, 3)
  assert.doesNotMatch(bytes, /LYRA-|statements of fact|Question of the research/)

  const replay = await openReplay(join(folders[0], live.taskId))
  const again = await research(t, folders[1], settings, { replay })

  assert.deepEqual(
    live.found.map(([text, method]) => [text, method]),
    [
      ['The clinic.example page on silverleaf tea blood pressure reported a mean fall of four millimetres.', 'llm'],
      [
        'The registry.example page on silverleaf tea blood pressure lists twelve completed studies and withholds judgement until longer follow up exists.',
        'llm',
      ],
      ['The journal.example page on silverleaf tea blood pressure found no difference against placebo.', 'llm'],
    ],
  )
  assert.deepEqual(again.found, live.found)
  assert.equal(asked.length, 4)
})

test('REQ 4.6 replay: a question that was not answered then is left to the built-in extractor', async (t) => {
  const { endpoint } = await ollama(t)
  const settings = settingsSchema.parse({ llm: { endpoint, model: 'qwen2.5:3b' } })
  const folder = mkdtempSync(join(tmpdir(), 'lyra-llm-replay-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const empty = { find: async () => null, routeOf: () => null, latest: 0, urls: [], unreadable: [] }
  const replay = { ...empty, modelAnswer: async () => null }
  const { found } = await research(t, folder, settings, { replay })
  assert.deepEqual([...new Set(found.map(([, method]) => method))], ['builtin'])
})

test('REQ 4.2: the model is unloaded when the task is stopped in the middle of a question', async (t) => {
  const stop = Promise.withResolvers<void>()
  const { endpoint, asked } = await ollama(t, stop.resolve)
  const settings = settingsSchema.parse({ llm: { endpoint, model: 'qwen2.5:3b' } })
  const folder = mkdtempSync(join(tmpdir(), 'lyra-llm-replay-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const { llm, conductor, taskId } = openResearch(t, folder, settings, {})
  const search = conductor.search(taskId, QUERY, {}, {})
  const ended = assert.rejects(search, { code: 'CANCELLED' })
  await stop.promise
  await conductor.cancel(taskId, 'The task was stopped')
  await ended
  await llm.close()
  assert.deepEqual([asked[0], asked.at(-1)], ['question', 'unload 0'])
})
