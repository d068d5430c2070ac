import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { splitSentences } from '../../../src/domain/sentences.ts'
import { newTask, openLoopbackHome, searchToEnd } from '../loopback-home.ts'
import { type Measure, shareFigure } from '../measure.ts'
import { article } from '../walled-sites.ts'

/** About what a model of three thousand million parameters takes for a page on a graphics card. */
const ANSWER_MS = 1500
const SITES = ['www.north.example', 'www.south.example', 'www.east.example', 'www.west.example']
const PAGES_EACH = 4

/** REQ 7 (8): a task at the product's own pace with a double of a local model that takes its time. */
export const measureLlmShare: Measure = async ({ root, folder }) => {
  const model = await startSlowModel()
  const world = await openLoopbackHome({
    root,
    folder,
    hosts: SITES,
    results: () =>
      SITES.flatMap((host) => Array.from({ length: PAGES_EACH }, (_, page) => [host, `/note-${page}`] as const)),
    answer: (request, response, host) => {
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(article(host, request.url ?? '/'))
    },
    settings: `engines: { default: [nearby], site_search: [], mirror: false }
explore: { enabled: false }
llm: { endpoint: 'http://127.0.0.1:${model.port}', model: 'double:3b' }
net: { allow_private: [engine.example, ${SITES.join(', ')}], tor_proxy: '', first_visit_share: 0 }
`,
  })
  try {
    const client = await world.client()
    const started = performance.now()
    const task = await newTask(client, 'Does silverleaf tea lower blood pressure?')
    await searchToEnd(client, task, 'silverleaf tea blood pressure trial')
    const seconds = (performance.now() - started) / 1000
    const how =
      `One search over ${SITES.length * PAGES_EACH} pages of ${SITES.length} loopback sites ` +
      `at the default pace, with a double of a local model that takes ${ANSWER_MS / 1000} s ` +
      `for an answer (${model.asked()} asked): time in which it was busy, of ${Math.round(seconds)} s. ` +
      'Real models differ; llm.task_share ends their use at 30 % of the budget of the task.'
    const busy = model.busySeconds()
    const figure = shareFigure(busy, seconds, how)
    return {
      'time.llm_share': {
        ...figure,
        shown: `${figure.value.toFixed(3)} (${busy.toFixed(0)} of ${seconds.toFixed(0)} s)`,
      },
    }
  } finally {
    await world.close()
    await model.close()
  }
}

/** An honest model that reads every sentence as a claim, one request at a time. */
async function startSlowModel() {
  let asked = 0
  let open = 0
  let since = 0
  let busy = 0
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk) => {
      body += chunk
    })
    request.on('end', async () => {
      const [message] = (JSON.parse(body || '{}') as { messages?: readonly { content: string }[] }).messages ?? []
      if (message === undefined) return response.end('{}')
      asked += 1
      if (open === 0) since = performance.now()
      open += 1
      await sleep(ANSWER_MS)
      open -= 1
      if (open === 0) busy += performance.now() - since
      response.end(JSON.stringify({ message: { role: 'assistant', content: answer(message.content) } }))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.address() as AddressInfo).port,
    asked: () => asked,
    busySeconds: () => busy / 1000,
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}

function answer(prompt: string): string {
  if (prompt.includes('"score" is 1 for an excellent source')) return JSON.stringify({ score: 0.7, problems: [] })
  const data = /<\/LYRA-[0-9a-f]{32}>\n\n([\s\S]*)$/.exec(prompt)?.[1] ?? ''
  const claims = splitSentences(data).map(({ text }) => ({ text, quote: text, type: 'fact', polarity: 'affirm' }))
  return JSON.stringify({ claims: claims.slice(0, 20) })
}
