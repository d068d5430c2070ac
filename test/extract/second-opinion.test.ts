import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type TestContext, test } from 'node:test'
import { openQualityJudge } from '../../src/app/open-quality-judge.ts'
import { systemClock } from '../../src/domain/clock.ts'
import { settingsSchema } from '../../src/domain/settings.ts'
import { judgedExtract } from '../../src/extract/quality-judge.ts'
import type { RawDocument } from '../../src/extract/types.ts'
import { admitPage } from '../../src/intake/admit-page.ts'
import { sharedLlm } from '../app/shared-llm.ts'
import { testStore } from '../store/graph-fixture.ts'
import { defaultExtract } from './default-extract.ts'

interface Asked {
  readonly format: { readonly properties: Record<string, unknown> }
  readonly options: { readonly temperature: number; readonly seed: number }
  readonly messages: readonly { readonly content: string }[]
}

/** Ollama on loopback, as far as a chat goes. */
async function ollama(t: TestContext, answer: string) {
  const asked: Asked[] = []
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk) => {
      body += chunk
    })
    request.on('end', () => {
      asked.push(JSON.parse(body) as Asked)
      response.end(JSON.stringify({ message: { role: 'assistant', content: answer } }))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.after(() => server.close())
  const settings = settingsSchema.parse({
    llm: { endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, model: 'qwen2.5:3b' },
  })
  return { asked, extract: judgedExtract(defaultExtract(), openQualityJudge(sharedLlm(settings))) }
}

const ranks = Array.from(
  { length: 8 },
  (_, index) =>
    `<p>第${index + 1}位の青汁は、毎日の食事で不足しがちな野菜の栄養をまとめて補えるとして、多くの利用者に選ばれている商品です。</p>`,
)
/** Says the same eight times: 0.5 by the rules, which is unclear. */
const UNCLEAR = pageOf(ranks.join(''))
const CLEAR = pageOf(
  '<p>国立の研究所は、四年にわたる調査の結果をまとめ、水道水の鉛が基準を超えた家の割合を初めて明らかにした。</p><p>超えたのは一割に満たないが、古い管の残る地区に集まっており、交換には二十年かかるという。費用は市と家主が半分ずつ負う。</p><p>研究所は、交換が終わるまで浄水器を配るよう勧めている。配った町では、子どもの血中の値が三年で半分になった。</p>',
)

function pageOf(body: string): RawDocument {
  const html = `<!doctype html><html lang="ja"><head><title>青汁を比べる</title>
    <link rel="license" href="/license/by"></head><body><article><h1>青汁を比べる</h1>${body}</article></body></html>`
  return { url: 'https://rank.example/aojiru', contentType: 'text/html', body: new TextEncoder().encode(html) }
}

test('quality gate (REQ 3.3.3 stage 2): an unclear page is shown to the local model, and the answers are mixed 0.6 to 0.4', async (t) => {
  const { asked, extract } = await ollama(t, '{"score": 0.1, "problems": ["generated", "aggregator"]}')

  const extraction = await extract(UNCLEAR)

  assert.ok(extraction.ok)
  assert.equal(extraction.page.quality, 0.26)
  assert.deepEqual(extraction.page.qualityFlags, ['repetitive', 'generated', 'aggregator'])
  assert.deepEqual(extraction.page.qualityReasons, [
    '69 % of the phrases were already said',
    'Judged 0.1 by the local model: generated, aggregator',
  ])
  assert.deepEqual(
    asked.map(({ options, format }) => [options.temperature, options.seed, Object.keys(format.properties)]),
    [[0, 1, ['score', 'problems']]],
  )
  assert.match(asked[0]?.messages[0]?.content ?? '', /第8位の青汁は/)
})

test('quality gate (REQ 3.3.3 stage 2): a clear page is not shown, and an answer of another form is no opinion', async (t) => {
  const { asked, extract } = await ollama(t, 'A wonderful page!')

  const clear = await extract(CLEAR)
  const unclear = await extract(UNCLEAR)

  assert.ok(clear.ok && unclear.ok)
  assert.deepEqual([clear.page.quality, unclear.page.quality, asked.length], [0.949, 0.5, 1])
})

test('quality gate (REQ 3.3.3): without a local model the rules decide alone, in the replay of an archive without its answers too', async () => {
  const without = settingsSchema.parse({ llm: { model: '' } })
  const named = settingsSchema.parse({ llm: { model: 'qwen2.5:3b' } })
  const replay = { find: async () => null, routeOf: () => null, latest: 0, urls: [], unreadable: [] }
  assert.deepEqual([sharedLlm(without), sharedLlm(named, { replay })].map(openQualityJudge), [null, null])
})

test('page (REQ 3.3.3, 5.1.2): score, flags, reasons and licence are saved with the page, the score with its fragments', async (t) => {
  const { extract } = await ollama(t, '{"score": 0.1, "problems": ["generated"]}')
  using opened = testStore()
  const { store } = opened
  const response = { status: 200, headers: { 'content-type': 'text/html' }, body: UNCLEAR.body, finalUrl: UNCLEAR.url }
  const fetched = { result: { outcome: 'ok', route: 'http', response }, attempts: [], screenshot: null } as never

  const saved = await admitPage({ store, extract, clock: systemClock }, { url: UNCLEAR.url, fetched }, 'cause_test')

  const page = store.pages.byUrl(UNCLEAR.url)
  assert.equal(saved.outcome, 'ok')
  assert.deepEqual(
    [page?.quality_score, page?.quality_flags, page?.quality_reasons, page?.licence],
    [
      0.26,
      ['repetitive', 'generated'],
      ['69 % of the phrases were already said', 'Judged 0.1 by the local model: generated'],
      'https://rank.example/license/by',
    ],
  )
  assert.deepEqual(
    [...new Set(store.fragments.ofPage(page?.id ?? '').map((fragment) => fragment.quality_score))],
    [0.26],
  )
})

test('REQ 4.4.1 L4, L6: a page after which the judge tells its prompt is flagged and worth nothing; prattle alone is no sign', async (t) => {
  const leak = 'You judge how good a source one text of a web page is for research.'
  const told = await ollama(t, JSON.stringify({ score: 1, problems: [], note: leak }))
  const prattling = await ollama(t, JSON.stringify({ score: 1, problems: [], note: 'so good '.repeat(500) }))

  const [misled, prattled] = [await told.extract(UNCLEAR), await prattling.extract(UNCLEAR)]

  assert.ok(misled.ok && prattled.ok)
  assert.equal(misled.page.quality, 0.2)
  assert.deepEqual(misled.page.qualityFlags, ['repetitive', 'misled_the_model'])
  assert.deepEqual(prattled.page.qualityFlags, ['repetitive'])
})
