import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { World } from '../../bench/worlds/load-world.ts'
import { packWorld } from '../../bench/worlds/pack-world.ts'
import type { QueryAnswer } from '../../src/api/query-graph.ts'
import type { SearchAnswer } from '../../src/api/search.ts'
import { callTool, ROOT } from './demo-client.ts'
import { openReplay, type Row } from './record-archive.ts'

const ENGLISH = 'side effects of moon lichen tea in patients'
const JAPANESE = '月苔茶 副作用'
/** By the thesaurus: side effects, patients. */
const EXPANDED = 'adverse effect of moon lichen tea in patients'

const pageOf = (host: string, lang: 'en' | 'ja', title: string, paragraphs: readonly string[]) => {
  const body = paragraphs.map((text) => `<p>${text}</p>`).join('')
  return {
    ...{ file: `${host}/index.html`, host, url: `https://${host}/`, form: 'whole' as const },
    front: {
      ...{ title, description: title, lang, kind: 'html' as const },
      ...{ charset: 'utf-8' as const, status: 200, headers: {} },
    },
    text:
      `<!doctype html><html lang="${lang}"><head><title>${title}</title></head><body><main><article>` +
      `<h1>${title}</h1>${body}</article></main></body></html>`,
  }
}

/** One page that English finds, one that Japanese finds, one that only a synonym finds. */
function world(): World {
  const pages = [
    pageOf('lichen-trial.example', 'en', 'Side effects of moon lichen tea', [
      'In a trial with 120 patients, moon lichen tea caused headaches in 14 percent of the patients.',
      'The trial was run in Bergen in 2021 and compared moon lichen tea with plain water for twelve weeks.',
    ]),
    pageOf('tsukigoke.example', 'ja', '月苔茶の副作用', [
      '月苔茶を飲んだ患者の31パーセントに発疹がみられたと、2022年の調査は報告している。',
      '調査は札幌の病院で患者200人を対象に行われ、発疹は平均して三日で消えた。',
    ]),
    pageOf('adverse-notes.example', 'en', 'Adverse effects reported with moon lichen tea', [
      'A register of adverse effects lists 37 reports of dizziness after moon lichen tea between 2018 and 2023.',
    ]),
  ]
  const [trial, survey, register] = pages.map(({ url }) => url)
  const finds = (query: string, url: string | undefined) => ({ query, refute: false, results: url ? [url] : [] })
  const queries = [finds(ENGLISH, trial), finds(JAPANESE, survey), finds(EXPANDED, register)]
  const truth = { statements: [], pairs: [], junk: [], order: [], blocks: { right: [], tolerable: [], wrong: [] } }
  return {
    plan: { name: 'lichen', language: 'en', question: ENGLISH, trust: {}, queries },
    truth,
    pages,
    readEdges: [],
  }
}

test('REQ 3.1.1: the same question in both languages and by synonyms over MCP: each expansion named, the gaps told', async (t) => {
  const { client } = await openReplay(t, async () => [packWorld(world(), ROOT)])
  const graph = async (sql: string): Promise<readonly Row[]> =>
    (await callTool<QueryAnswer>(client, 'query_graph', { sql, options: { limit: 200 } })).rows
  const { task_id } = await callTool<{ task_id: string }>(client, 'create_task', { query: ENGLISH })

  const answer = await callTool<SearchAnswer>(client, 'search', {
    ...{ task_id, query: ENGLISH },
    options: { mirror: JAPANESE, expand: true, wait_seconds: 280 },
  })

  const named = (answer.expansions ?? []).map(({ query, by, term, synonym }) => [query, by, term, synonym])
  assert.deepEqual(named[0]?.slice(0, 1), [JAPANESE])
  assert.deepEqual(
    named.find(([query]) => query === EXPANDED),
    [EXPANDED, 'thesaurus', 'side effects', 'adverse effect'],
  )
  const read = await graph(`SELECT DISTINCT p.url FROM queries q JOIN search_pages sp ON sp.query_id = q.id
    JOIN pages p ON p.id = sp.page_id WHERE q.task_id = '${task_id}' ORDER BY p.url`)
  assert.deepEqual(
    read.map(({ url }) => new URL(String(url)).hostname),
    ['adverse-notes.example', 'lichen-trial.example', 'tsukigoke.example'],
  )
  const gaps = await graph(
    `SELECT gap, language, other_language, finding_text, queries_in_other, pages_in_other FROM v_language_gaps
     WHERE task_id = '${task_id}'`,
  )
  const told = (language: string) => gaps.filter((row) => row.language === language && row.gap === 'one_language')
  assert.match(JSON.stringify(told('ja')), /発疹/)
  assert.match(JSON.stringify(told('en')), /dizziness|headaches/)
  for (const { queries_in_other: asked, pages_in_other: pages } of gaps)
    assert.ok(Number(asked) >= 1 && Number(pages) >= 1, JSON.stringify(gaps))
})
