import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import type { World } from '../../bench/worlds/load-world.ts'
import { packWorld } from '../../bench/worlds/pack-world.ts'
import type { QueryAnswer } from '../../src/api/query-graph.ts'
import type { SearchAnswer } from '../../src/api/search.ts'
import { openArchiveWriter } from '../../src/archive/writer.ts'
import { systemClock } from '../../src/domain/clock.ts'
import { recordedOf } from '../sources/record-doubles.ts'
import { callTool, ROOT } from './demo-client.ts'
import { openReplay, type Row, walkBack } from './record-archive.ts'

const OWNER = '株式会社加賀見製作所'
const QUERIES = {
  domain: { en: 'who stands behind example.org', ja: 'example.org の運営者は誰か' },
  law: {
    en: 'since when is Act No. 57 of 2003 of Japan in force',
    ja: '個人情報の保護に関する法律（平成15年法律第57号）はいつから施行されているか',
  },
} as const

/** One page of the web, which every query finds. */
function webPart(): World {
  const host = 'mirror-news.example'
  const title = 'Mirrors of Kanazawa'
  const words = 'The mirror makers of Kanazawa have sold their goods over the web since 2011, and the site example.org'
  const text =
    `<!doctype html><html lang="en"><head><title>${title}</title></head><body><main><article>` +
    `<h1>${title}</h1><p>${words} is among the oldest shops of the city.</p></article></main></body></html>`
  const front = {
    ...{ title, description: 'Mirrors', lang: 'en' as const, kind: 'html' as const },
    ...{ charset: 'utf-8' as const, status: 200, headers: {} },
  }
  const page = { file: `${host}/index.html`, host, url: `https://${host}/`, form: 'whole' as const, front, text }
  const asked = Object.values(QUERIES).flatMap((one) => Object.values(one))
  const queries = asked.map((query) => ({ query, refute: false, results: [page.url] }))
  const truth = { statements: [], pairs: [], junk: [], order: [], blocks: { right: [], tolerable: [], wrong: [] } }
  const plan: World['plan'] = { name: 'mirrors', language: 'en', question: 'mirrors', trust: {}, queries }
  return { plan, truth, pages: [page], readEdges: [] }
}

/** What the public sources answer, under their own addresses. */
async function sourcePart(folder: string): Promise<Buffer> {
  const writer = openArchiveWriter({ folder, clock: systemClock, software: 'test' })
  const exchange = (url: string, answer: unknown) =>
    writer.write(
      {
        ...{ url, method: 'GET', requestHeaders: {}, status: 200, statusText: 'OK', time: '2026-01-15T09:00:00Z' },
        responseHeaders: { 'content-type': 'application/json' },
        body: new TextEncoder().encode(
          JSON.stringify(answer)
            .replaceAll('kagami.example', 'example.org')
            .replaceAll('KAGAMI.EXAMPLE', 'EXAMPLE.ORG'),
        ),
      },
      'sources',
    )
  const answerOf = (name: string, index = 0) => recordedOf(name)[index]?.answer
  const name = encodeURIComponent(OWNER)
  await exchange('https://data.iana.org/rdap/dns.json', { services: [[['org'], ['https://rdap.example/v1/']]] })
  await exchange('https://rdap.example/v1/domain/example.org', answerOf('rdap'))
  await exchange('https://crt.sh/?q=example.org&output=json&deduplicate=Y', answerOf('crtsh'))
  const paged = 'page%5Bsize%5D=5&page%5Bnumber%5D=1'
  const gleif = `https://api.gleif.org/api/v1/lei-records?filter%5Bfulltext%5D=${name}&${paged}`
  await exchange(gleif, { ...(answerOf('gleif', 1) as object), meta: { pagination: { total: 1 } } })
  await exchange(`https://api.info.gbiz.go.jp/hojin/v2/hojin?name=${name}&limit=5&page=1`, answerOf('gbizinfo'))
  const hosts = `https://crt.sh/?q=${encodeURIComponent('%.example.org')}&output=json&deduplicate=Y`
  await exchange(hosts, answerOf('crtsh', 1))
  const captures =
    'fl=timestamp%2Coriginal%2Cstatuscode%2Cdigest&filter=statuscode%3A200&collapse=timestamp%3A4&limit=40'
  const history = `https://web.archive.org/cdx/search/cdx?url=example.org&output=json&${captures}`
  await exchange(history, answerOf('wayback_captures'))
  const law = encodeURIComponent('平成十五年法律第五十七号')
  await exchange(`https://laws.e-gov.go.jp/api/2/law_data/${law}?response_format=json`, answerOf('egov_law'))
  await writer.close()
  return Buffer.concat(globSync(join(folder, '**/*.warc.gz')).map((file) => readFileSync(file)))
}

/** One server for both tests: what it was asked in one task is no part of the other. */
let opened: Awaited<ReturnType<typeof openReplay>>
const tidy: (() => Promise<void>)[] = []
before(async () => {
  opened = await openReplay({ after: (end) => tidy.push(end) }, async (home) => [
    packWorld(webPart(), ROOT),
    await sourcePart(join(home, 'made')),
  ])
})
after(async () => {
  for (const end of tidy) await end()
})

test('REQ 3.1.1, 3.1.3: "who stands behind this domain" and "since when is this law in force", in two languages, to the bytes', async (t) => {
  const { client, home } = opened
  const graph = async (sql: string): Promise<readonly Row[]> =>
    (await callTool<QueryAnswer>(client, 'query_graph', { sql, options: { limit: 200 } })).rows
  const research = async (query: string) => {
    const { task_id } = await callTool<{ task_id: string }>(client, 'create_task', { query })
    const answer = await callTool<SearchAnswer>(client, 'search', { task_id, query, options: { wait_seconds: 280 } })
    assert.deepEqual([answer.ok, answer.status === 'running'], [true, false])
    const claims =
      await graph(`SELECT c.claim_text, p.url, p.page_type FROM claims c JOIN fragments f ON f.id = c.source_fragment_id
      JOIN pages p ON p.id = f.page_id WHERE c.task_id = '${task_id}' AND p.page_type IN ('register', 'record')`)
    const pages = await graph(`SELECT sp.found_by, p.url FROM queries q JOIN search_pages sp ON sp.query_id = q.id
      JOIN pages p ON p.id = sp.page_id WHERE q.task_id = '${task_id}' AND p.route = 'api' ORDER BY sp.found_by`)
    return { claims: claims.map((row) => String(row.claim_text)), pages }
  }

  const domain = { en: await research(QUERIES.domain.en), ja: await research(QUERIES.domain.ja) }
  const law = { en: await research(QUERIES.law.en), ja: await research(QUERIES.law.ja) }

  const sources = ['crtsh', 'gbizinfo', 'gleif', 'rdap']
  assert.deepEqual(
    domain.en.pages.map((row) => row.found_by),
    sources,
  )
  assert.deepEqual(
    domain.ja.pages.map((row) => row.found_by),
    sources,
  )
  assert.ok(
    domain.en.claims.some((text) => text.includes(`is registered for ${OWNER}`)),
    domain.en.claims.join('\n'),
  )
  assert.ok(
    domain.ja.claims.some((text) => text.includes(`登録者は${OWNER}である`)),
    domain.ja.claims.join('\n'),
  )
  for (const { claims } of [domain.ja, law.ja])
    assert.deepEqual(
      claims.filter((text) => / (?:is|was|has) /.test(text)),
      [],
    )
  assert.deepEqual(
    law.en.pages.map((row) => row.url),
    ['https://laws.e-gov.go.jp/law/415AC0000000057'],
  )
  assert.ok(
    law.en.claims.some((text) => text.includes('in force since 2025-06-01')),
    law.en.claims.join('\n'),
  )
  assert.ok(
    law.ja.claims.some((text) => text.includes('2025-06-01に施行された')),
    law.ja.claims.join('\n'),
  )

  const owners = await graph(
    `SELECT m.warc_record_id FROM v_entities e JOIN v_entity_mentions m ON m.entity_id = e.entity_id
     WHERE e.kind = 'organisation' AND e.names LIKE '%${OWNER}%' AND m.role IS NOT NULL`,
  )
  assert.ok(owners.length > 0, 'REQ 3.1.2: the owner is an entity')
  assert.deepEqual([...new Set(owners.map((row) => row.warc_record_id === null))], [false])

  const told = await graph(
    `SELECT DISTINCT source, name, value, path, warc_file, warc_record_id FROM v_record_attributes`,
  )
  const answering = ['crtsh', 'egov_law', 'gbizinfo', 'gleif', 'rdap']
  assert.deepEqual([...new Set(told.map((row) => row.source))].sort(), answering)
  await walkBack(t, home, told)
})

test('REQ 3.1.1: pivot_from a domain in two languages: counted steps, a timeline, and every value to the bytes', async (t) => {
  const { client, home } = opened
  const graph = async (sql: string): Promise<readonly Row[]> =>
    (await callTool<QueryAnswer>(client, 'query_graph', { sql, options: { limit: 200 } })).rows
  for (const [language, query] of Object.entries(QUERIES.domain)) {
    const { task_id } = await callTool<{ task_id: string }>(client, 'create_task', { query })
    const asked = { task_id, pivot_from: 'https://www.example.org/', options: { wait_seconds: 280 } }

    const answer = await callTool<SearchAnswer>(client, 'search', asked)

    assert.deepEqual(
      answer.pivots?.map(({ ask, source, outcome, found }) => [ask, source, outcome, found]),
      [
        ['registration', 'rdap', 'ok', 1],
        ['certificates', 'crtsh', 'ok', 1],
        ['organisation', 'gleif', 'ok', 1],
        ['organisation', 'gbizinfo', 'ok', 1],
        ['hosts', 'crtsh', 'ok', 1],
        ['history', 'wayback_captures', 'ok', 2],
      ],
      language,
    )
    const claims = await graph(`SELECT claim_text FROM claims WHERE task_id = '${task_id}'`)
    const wanted = language === 'ja' ? `登録者は${OWNER}である` : `is registered for ${OWNER}`
    assert.ok(
      claims.some(({ claim_text }) => String(claim_text).includes(wanted)),
      claims.map(({ claim_text }) => claim_text).join('\n'),
    )
    const uri = `lyra://tasks/${task_id}/timeline/${encodeURIComponent(OWNER)}`
    const [timeline] = (await client.readResource({ uri })).contents
    assert.match(String((timeline as { text?: string }).text), /1951-02-03 founded/)
    const again = await callTool<SearchAnswer>(client, 'search', asked)
    assert.deepEqual([again.search_id, again.pivots], [answer.search_id, answer.pivots])
  }
  const told = await graph(
    'SELECT DISTINCT source, name, value, path, warc_file, warc_record_id FROM v_record_attributes',
  )
  assert.ok(told.some(({ source }) => source === 'wayback_captures'))
  await walkBack(t, home, told)
  const refused = await client.callTool({
    name: 'search',
    arguments: { task_id: 'task_x', pivot_from: 'someone@example.org' },
  })
  assert.match(JSON.stringify(refused.structuredContent), /TASK_NOT_FOUND|INVALID_PARAMS/)
})
