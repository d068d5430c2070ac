import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import type { QueryAnswer } from '../../src/api/query-graph.ts'
import type { SearchAnswer } from '../../src/api/search.ts'
import { openArchiveWriter } from '../../src/archive/writer.ts'
import { systemClock } from '../../src/domain/clock.ts'
import { followPivot } from '../../src/research/stages/follow-pivot.ts'
import { openPaperRun } from '../research/papers-run.ts'
import { answerOf, withSources } from '../research/pivot-doubles.ts'
import { callTool } from './demo-client.ts'
import { openReplay, type Row, walkBack } from './record-archive.ts'

const COMPANY = 'company:Harbour Mirrors UK Ltd.'
const PERSON = 'person:Josiah Carberry'

/** Everything that the two pivots ask, with what the doubles answer, as an archive. */
async function archiveOfPivots(folder: string): Promise<Uint8Array> {
  const writer = openArchiveWriter({ folder, clock: systemClock, software: 'test' })
  for (const from of [COMPANY, PERSON]) {
    using opened = openPaperRun({ query: from })
    const { deps, call, asked } = withSources(opened)
    await followPivot(deps, call, { from, known: [] })
    for (const url of asked) {
      const answer = answerOf(url)
      await writer.write(
        {
          ...{ url, method: 'GET', requestHeaders: {}, time: '2026-01-15T09:00:00Z' },
          ...{ status: answer === undefined ? 404 : 200, statusText: answer === undefined ? 'Not Found' : 'OK' },
          responseHeaders: { 'content-type': 'application/json' },
          body: new TextEncoder().encode(JSON.stringify(answer ?? {})),
        },
        'sources',
      )
    }
  }
  await writer.close()
  return Buffer.concat(globSync(join(folder, '**/*.warc.gz')).map((file) => readFileSync(file)))
}

test('REQ 3.1.1: a company and a person by name over MCP: officers, filings, papers, and every value to the bytes', async (t) => {
  const { client, home } = await openReplay(t, async (place) => [await archiveOfPivots(join(place, 'made'))])
  const graph = async (sql: string): Promise<readonly Row[]> =>
    (await callTool<QueryAnswer>(client, 'query_graph', { sql, options: { limit: 200 } })).rows
  const pivot = async (from: string) => {
    const { task_id } = await callTool<{ task_id: string }>(client, 'create_task', {
      query: `what is known of ${from}`,
    })
    const asked = { task_id, pivot_from: from, options: { wait_seconds: 280 } }
    const { pivots = [] } = await callTool<SearchAnswer>(client, 'search', asked)
    const claims = await graph(`SELECT claim_text FROM claims WHERE task_id = '${task_id}'`)
    const step = (source: string) => {
      const one = pivots.find((pivoted) => pivoted.source === source)
      return [one?.ask, one?.outcome, one?.found, one?.same_name]
    }
    return { task_id, step, claims: claims.map((row) => String(row.claim_text)).join('\n') }
  }

  const company = await pivot(COMPANY)
  const person = await pivot(PERSON)

  assert.deepEqual(company.step('companies_house'), ['registrations', 'ok', 1, 1])
  assert.deepEqual(company.step('companies_house_officers').slice(0, 2), ['officers', 'ok'])
  assert.deepEqual(company.step('companies_house_filings').slice(0, 2), ['filings', 'ok'])
  assert.match(company.claims, /MIRROR, Mary/)
  assert.deepEqual(person.step('openalex_authors'), ['papers', 'ok', 1, 1])
  assert.deepEqual(person.step('openalex_works').slice(0, 2), ['papers', 'ok'])
  const people = await graph(
    `SELECT kind, names FROM v_entities WHERE task_id = '${person.task_id}' AND names LIKE '%Josiah%Carberry%'`,
  )
  assert.ok(
    people.some(({ kind }) => kind === 'person'),
    JSON.stringify(people),
  )

  for (const source of ['companies_house', 'companies_house_officers', 'companies_house_filings', 'openalex_authors']) {
    const told = await graph(
      `SELECT DISTINCT source, name, value, path, warc_file, warc_record_id FROM v_record_attributes
       WHERE source = '${source}'`,
    )
    assert.ok(told.length > 0, source)
    await walkBack(t, home, told)
  }
  const papers = await graph("SELECT title FROM works WHERE title = 'Fog on mirrors'")
  assert.equal(papers.length, 1, 'a paper joins the index of papers')
  const rows = JSON.stringify(await graph('SELECT text_content FROM fragments'))
  for (const hidden of ['Hidden Lane', '1970']) assert.ok(!rows.includes(hidden), `SECURITY: ${hidden} is private`)
})
