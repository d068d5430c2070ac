import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ErrorAnswer } from '../../src/api/error-answer.ts'
import type { SearchAnswer } from '../../src/api/search.ts'
import { callTool } from './demo-client.ts'
import { targetsWorld } from './targets-world.ts'

const QUESTION = 'Do marigold drops shorten the time to fall asleep?'

test('every kind of target is read or has its typed outcome, no engine is asked, and a replay is equal', async (t) => {
  const web = await targetsWorld(t)
  const client = await web.client()
  const call = <T>(name: string, input: Record<string, unknown>) => callTool<T>(client, name, input)
  const { task_id } = await call<{ task_id: string }>('create_task', { query: QUESTION })
  const read = (targets: readonly string[], options: Record<string, unknown> = {}) =>
    call<SearchAnswer>('search', { task_id, targets, options: { wait_seconds: 120, ...options } })
  const clinic = web.at('clinic.example', '/trial')

  const kinds = await read([
    ...[clinic, '10.5555/marigold', 'https://doi.org/10.5555/unknown', 'ISBN 0-306-40615-2', 'US 7,654,321 B2'],
    ...['昭和25年法律第201号', 'NCT01234567', 'UMIN000012345', 'PMID 12345678', clinic],
  ])
  const hostile = await read([
    ...['javascript:alert(1)', 'file:///etc/passwd', 'data:text/html,<p>hi</p>', 'http://me:pw@clinic.example/'],
    ...['http://[::ffff:10.0.0.1]/', 'http://127.0.0.1:9/', web.at('inside.example', '/x'), 'http://ex\u0430mple.com/'],
    ...["10.1000/x'; DROP TABLE pages;--", '10.1000/../../admin', '../../etc/passwd', 'cit_0123456789abcdef'],
    ...[web.at('quiet.example', '/x'), web.at('clinic.example', '/members'), web.at('clinic.example', '/broken.pdf')],
    ...[web.at('clinic.example', '/none'), clinic],
  ])
  const many = await call<ErrorAnswer>('search', {
    task_id,
    targets: Array.from({ length: 10_000 }, (_, n) => `PMC${n + 1000}`),
  })
  const nothing = await call<ErrorAnswer>('search', { task_id })
  const few = await read([web.at('news.example', '/story'), web.at('maker.example', '/about')], { max_pages: 1 })

  const became = async ({ search_id }: SearchAnswer) => {
    const sql = `SELECT given, kind, outcome FROM search_targets WHERE query_id = '${search_id}' ORDER BY position`
    const { rows } = await call<{ rows: { given: string; kind: string; outcome: string }[] }>('query_graph', { sql })
    return rows
  }
  assert.deepEqual(
    (await became(kinds)).map(({ kind, outcome }) => `${kind} ${outcome}`),
    [
      ...['url read', 'doi read', 'doi read', 'isbn read', 'patent read', 'law read', 'trial read'],
      ...['trial no_source', 'pmid not_found', 'url duplicate'],
    ],
  )
  assert.ok(
    kinds.claims_found.some(({ text }) => text.includes('12 minutes')),
    JSON.stringify(kinds.claims_found),
  )
  const refused = await became(hostile)
  assert.deepEqual(Object.fromEntries(refused.map(({ given, outcome }) => [given, outcome])), {
    'javascript:alert(1)': 'refused_address',
    'file:///etc/passwd': 'refused_address',
    'data:text/html,<p>hi</p>': 'refused_address',
    'http://***@clinic.example/': 'refused_address',
    'http://[::ffff:10.0.0.1]/': 'refused_private',
    'http://127.0.0.1:9/': 'refused_private',
    [web.at('inside.example', '/x')]: 'refused_private',
    'http://ex\u0430mple.com/': 'refused_address',
    "10.1000/x'; DROP TABLE pages;--": 'unknown_identifier',
    '10.1000/../../admin': 'unknown_identifier',
    '../../etc/passwd': 'unknown_identifier',
    cit_0123456789abcdef: 'unknown_identifier',
    [web.at('quiet.example', '/x')]: 'robots_denied',
    [web.at('clinic.example', '/members')]: 'login_wall',
    [web.at('clinic.example', '/broken.pdf')]: 'broken_document',
    [web.at('clinic.example', '/none')]: 'not_found',
    [clinic]: 'already_read',
  })
  assert.equal(many.error.code, 'INVALID_PARAMS')
  assert.equal(nothing.error.code, 'INVALID_PARAMS')
  assert.deepEqual(
    few.targets?.map(({ outcome }) => outcome),
    ['budget_spent', 'read'],
  )
  assert.ok(few.warnings.some((line) => line.startsWith('targets: 1 were not read')))
  assert.deepEqual(
    web.asked.filter((line) => line.includes('engine.example') && !line.endsWith('robots.txt')),
    [],
  )
  await client.close()
  const replay = await web.lyra<{ equal: boolean; searches: number; differences: unknown }>('replay', task_id)
  assert.deepEqual([replay.equal, replay.searches], [true, 3], JSON.stringify(replay.differences))
})
