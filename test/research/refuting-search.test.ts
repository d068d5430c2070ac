import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import type { EngineReport } from '../../src/engines/types.ts'
import { Conductor } from '../../src/research/conductor.ts'
import type { ConductorParts } from '../../src/research/conductor-parts.ts'
import { createTask } from '../../src/research/tasks.ts'
import { openSmallWeb } from './small-web.ts'

const REFUTING = /(?:limitations|criticism|refuted|課題|批判|問題点|反論|誤り)$/

/** One search, then a refuting one whose suffixed queries end so. */
async function refuted(
  t: TestContext,
  refuting: (query: string) => EngineReport['outcome'],
  more: Partial<ConductorParts> = {},
) {
  const folder = mkdtempSync(join(tmpdir(), 'lyra-refuting-'))
  const web = openSmallWeb({ path: join(folder, 'lyra.db') })
  const parts: ConductorParts = {
    ...web.parts,
    webSearch: {
      engines: ['mojeek'],
      search: async (request) => {
        const answer = await web.parts.webSearch.search(request)
        if (!REFUTING.test(request.query) || refuting(request.query) === 'ok') return answer
        return answer.map((report) => ({ ...report, outcome: refuting(request.query), items: [] }))
      },
    },
    ...more,
  }
  const conductor = new Conductor(parts)
  t.after(async () => {
    await conductor.close()
    web.store.close()
    rmSync(folder, { recursive: true, force: true })
  })
  const task = createTask(parts, { query: 'Does silverleaf tea help?' }).task_id
  await conductor.search(task, 'silverleaf tea blood pressure', {}, {})
  const before = web.store.claims.ofTask(task)
  web.asked.length = 0
  const answer = await conductor.search(task, 'silverleaf tea blood pressure falls', { refute: true }, {})
  const marks = before.map(({ id }) => web.store.claims.get(id)?.no_refutation_found)
  return { ...web, answer, marks, engines: web.asked.filter((what) => what.startsWith('engine')) }
}

test('REQ 3.1.7.5: a refuting search asks the query with each suffix and marks what it was about', async (t) => {
  const { answer, marks, engines } = await refuted(t, () => 'ok')

  assert.deepEqual(engines, [
    'engine silverleaf tea blood pressure falls',
    'engine silverleaf tea blood pressure falls limitations',
    'engine silverleaf tea blood pressure falls criticism',
    'engine silverleaf tea blood pressure falls refuted',
  ])
  assert.deepEqual(marks, [true, true, true])
  assert.deepEqual(answer.warnings, ['no refutation found for 3 claims'])
})

test('REQ 3.1.7.5: one refuting query that was answered with nothing is a search; only refused ones are none', async (t) => {
  const one = await refuted(t, (query) => (query.endsWith('refuted') ? 'no_results' : 'captcha'))
  const none = await refuted(t, () => 'captcha')

  assert.deepEqual(one.marks, [true, true, true])
  assert.deepEqual(none.marks, [false, false, false])
  assert.ok(none.answer.pages_fetched > 0)
  assert.deepEqual(none.answer.warnings, [
    'engine mojeek: captcha',
    'refutation: no refuting query was answered, so no claim is marked "no refutation found"',
  ])
})

test('REQ 3.1.7.5, 3.1.1: the query in the other language gets the suffixes of that language', async (t) => {
  const { engines } = await refuted(t, () => 'ok', { mirror: async () => ({ ok: true, query: '銀葉茶 血圧' }) })

  assert.deepEqual(engines, [
    'engine silverleaf tea blood pressure falls',
    'engine 銀葉茶 血圧',
    'engine silverleaf tea blood pressure falls limitations',
    'engine silverleaf tea blood pressure falls criticism',
    'engine silverleaf tea blood pressure falls refuted',
    'engine 銀葉茶 血圧 課題',
    'engine 銀葉茶 血圧 批判',
    'engine 銀葉茶 血圧 問題点',
    'engine 銀葉茶 血圧 limitations',
    'engine 銀葉茶 血圧 反論',
    'engine 銀葉茶 血圧 誤り',
  ])
})
