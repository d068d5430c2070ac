import assert from 'node:assert/strict'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import type { ErrorAnswer } from '../../src/api/error-answer.ts'
import type { SearchAnswer } from '../../src/api/search.ts'
import { callTool } from './demo-client.ts'
import { targetsWorld } from './targets-world.ts'

const QUERY = 'marigold drops time to fall asleep'

test('exclusions and lenses are honoured and told by name; what is named is read all the same; a replay is equal', async (t) => {
  const web = await targetsWorld(t)
  const lens = join(web.home, 'lenses', 'clinics.yaml')
  mkdirSync(join(web.home, 'lenses'))
  writeFileSync(
    lens,
    `{ name: clinics, title: Clinics, about: Clinics alone, domains: [clinic.example], sources: [],
       queries: ['{query} at clinics'] }`,
  )
  const client = await web.client()
  const call = <T>(name: string, input: Record<string, unknown>) => callTool<T>(client, name, input)
  const { task_id } = await call<{ task_id: string }>('create_task', {
    query: 'Do marigold drops shorten the time to fall asleep?',
    config: { scope: { exclude_domains: ['news.example'] } },
  })
  const search = <T = SearchAnswer>(scope: Record<string, unknown>, more: Record<string, unknown> = {}) =>
    call<T>('search', { task_id, query: QUERY, options: { wait_seconds: 120, scope, ...more } })
  const pagesAsked = () => web.asked.filter((line) => /\/(?:trial|about|drops|story)$/.test(line))
  // As they are kept: a short answer counts those it has no room for.
  const leftOut = async ({ search_id }: SearchAnswer) => {
    const sql = `SELECT w.value AS line FROM queries q, json_each(q.warnings) w
      WHERE q.id = '${search_id}' AND w.value LIKE 'left out%'`
    return (await call<{ rows: { line: string }[] }>('query_graph', { sql })).rows.map(({ line }) => line)
  }

  const own = await search({ exclude_own_pages_of: ['maker.example'] })
  const askedFirst = pagesAsked()
  const named = await call<SearchAnswer>('search', {
    task_id,
    targets: [web.at('maker.example', '/about')],
    options: { wait_seconds: 120, scope: { exclude_own_pages_of: ['maker.example'] } },
  })
  const lensed = await search({ lens: 'clinics' })
  const japanese = await search({ language: 'ja' })
  const official = await search({ kinds: ['government'] })
  const recent = await search({ exclude_domains: ['maker.example'] }, { period: { after: '2024-01-01' } })
  const unknown = await search<ErrorAnswer>({ lens: 'alchemy' })
  const nobody = await search<ErrorAnswer>({ exclude_own_pages_of: ['某研究所'] })
  writeFileSync(join(web.home, 'lenses', 'broken.yaml'), '{ name: broken, title: B, about: b, queries: [no place] }')
  const broken = await search<ErrorAnswer>({ lens: 'broken' })
  rmSync(join(web.home, 'lenses'), { recursive: true })

  const news = 'left out (exclude_domains: news.example): 1 result of news.example'
  assert.deepEqual(await leftOut(own), [
    news,
    'left out (exclude_own_pages_of: maker.example): 2 results of maker.example',
  ])
  assert.deepEqual(askedFirst, ['GET clinic.example/trial'])
  assert.equal(named.targets?.[0]?.outcome, 'read')
  const told = `read because it was named, though left out otherwise (exclude_own_pages_of: maker.example)`
  assert.ok(
    named.warnings.some((line) => line.startsWith(told)),
    named.warnings.join('\n'),
  )
  const makers = await call<{ rows: { id: string }[] }>('query_graph', {
    sql: `SELECT c.id AS id FROM claims c JOIN fragments f ON f.id = c.source_fragment_id
            JOIN pages p ON p.id = f.page_id
          WHERE c.task_id = '${task_id}' AND p.url LIKE '%maker.example%'`,
  })
  const claims = [...named.claims_found].filter(({ id }) => makers.rows.some((row) => row.id === id))
  assert.ok(claims.length > 0)
  for (const claim of claims) assert.equal(claim.verification_details?.independent_sources, 0)
  assert.ok(web.asked.some((line) => line.includes('at+clinics')))
  assert.deepEqual(await leftOut(lensed), [news, 'left out (lens: clinics): 2 results of maker.example'])
  assert.deepEqual((await leftOut(japanese)).slice(1), [
    'left out (language: en): 3 results of clinic.example, maker.example',
  ])
  assert.deepEqual(japanese.claims_found, [])
  assert.deepEqual((await leftOut(official)).slice(1), [
    'left out (kinds: other): 3 results of clinic.example, maker.example',
  ])
  assert.ok((await leftOut(recent)).includes('left out (period): 1 result of clinic.example'))
  assert.match(unknown.error.message, /no lens is called "alchemy"; known: clinics, company-research,/)
  assert.match(nobody.error.message, /no domain is known of "某研究所"/)
  assert.match(broken.error.message, /broken\.yaml: queries\.0: needs \{query\}/)
  assert.deepEqual(
    [unknown, nobody, broken].map(({ error }) => error.code),
    ['INVALID_PARAMS', 'INVALID_PARAMS', 'INVALID_CONFIG'],
  )
  await client.close()
  const replay = await web.lyra<{ equal: boolean; searches: number; differences: unknown }>('replay', task_id)
  assert.deepEqual([replay.equal, replay.searches], [true, 6], JSON.stringify(replay.differences))
})
