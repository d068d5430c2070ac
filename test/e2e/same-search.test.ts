import assert from 'node:assert/strict'
import { rmSync } from 'node:fs'
import { test } from 'node:test'
import type { StatusAnswer } from '../../src/api/get-status.ts'
import type { SearchAnswer } from '../../src/api/search.ts'
import { startServer } from './crash-world.ts'
import { callTool, demoHome, demoScript } from './demo-client.ts'

const [FIRST, SECOND] = demoScript.steps.map((step) => step.search)

test('LYRA 3.6: an assistant that did not wait gets the finished answer by asking again', async (t) => {
  const home = demoHome()
  const { client } = await startServer(home)
  t.after(async () => {
    await client.close()
    rmSync(home, { recursive: true, force: true })
  })
  const { task_id } = await callTool<{ task_id: string }>(client, 'create_task', { query: demoScript.question })
  const waits: string[] = []
  const search = (query: string | undefined, options: Record<string, unknown>) =>
    callTool<SearchAnswer>(client, 'search', { task_id, query, options: { max_pages: 2, ...options } }, ({ message }) =>
      waits.push(message ?? ''),
    )
  const status = () => callTool<StatusAnswer>(client, 'get_status', { task_id })

  const begun = await search(FIRST, { wait_seconds: 0 })
  const behind = await search(SECOND, { wait_seconds: 0 })
  const meanwhile = await status()
  const ended = await search(FIRST, { wait_seconds: 280 })
  await search(SECOND, { wait_seconds: 280 })
  const before = await status()
  const again = await search(`  ${FIRST?.toUpperCase()} `, { wait_seconds: 1 })
  const after = await status()
  const anew = await search(FIRST, { fresh: true, wait_seconds: 0 })

  assert.equal(begun.status, 'running')
  assert.deepEqual([behind.status, behind.pages_fetched, behind.claims_found.length], ['queued', 0, 0])
  assert.ok(waits.includes(`Waiting for another search of the task: ${FIRST}`), waits.join('; '))
  assert.deepEqual(
    meanwhile.searches.map((one) => one.status),
    ['running', 'queued'],
  )
  assert.equal(ended.status, 'satisfied')
  assert.ok(ended.claims_found.length > 0)
  assert.ok(ended.claims_found.every((claim) => claim.provisional === undefined))
  // What the search between them showed to be the same is told once, with the others beside it.
  const told = again.claims_found.flatMap((claim) => [claim.id, ...(claim.finding?.claims ?? [])])
  assert.deepEqual(
    ended.claims_found.map((claim) => claim.id).filter((id) => !told.includes(id)),
    [],
  )
  assert.equal(again.search_id, begun.search_id)
  assert.equal(after.searches.length, 2)
  assert.deepEqual(after.budget, before.budget)
  assert.notEqual(anew.search_id, begun.search_id)
})
