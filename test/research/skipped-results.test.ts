import assert from 'node:assert/strict'
import { test } from 'node:test'
import { skippedDomains, skippedWarnings } from '../../src/research/skipped-results.ts'
import { type GraphWorld, graphWorld } from './graph/graph-world.ts'

const RESTORE = 'Restore: user_overrides in LYRA_HOME/domains.yaml'

function skip(world: GraphWorld, urls: readonly string[]): void {
  for (const url of urls)
    world.store.searches.savePage({
      ...{ query_id: 's_1', url, page_id: null, found_by: 'duckduckgo', outcome: 'domain_blocked', reason: null },
      ...{ attempts: [], counts_toward_budget: false, cause_id: 'cause_test' },
    })
}

test('LYRA 2.1: each result that a block keeps out is named by its address, under its domain and the reason', () => {
  using world = graphWorld()
  world.overrides('user_overrides:\n  - { domain: blog.example, trust_level: blocked, reason: spam }\n')
  skip(world, ['https://blog.example/a', 'https://www.blog.example/b?c=1', 'https://wiki.example/x'])

  assert.deepEqual(skippedWarnings(world, 's_1'), [
    `skipped: 2 results of blog.example, a blocked domain (listed as BLOCKED). ${RESTORE}`,
    'skipped: https://blog.example/a https://www.blog.example/b?c=1',
    `skipped: 1 result of wiki.example, a blocked domain (listed as BLOCKED). ${RESTORE}`,
    'skipped: https://wiki.example/x',
  ])
  assert.deepEqual(skippedDomains(world, 'task_1'), ['blog.example'])
})

test('LYRA 2.1: fifty skipped results are named in one answer, the rest is counted; long addresses are cut', () => {
  using world = graphWorld()
  const urls = Array.from({ length: 53 }, (_, at) => `https://blog.example/${at}`)
  skip(world, [...urls.slice(0, 52), `https://blog.example/${'x'.repeat(400)}`])
  const lines = skippedWarnings(world, 's_1')

  assert.equal(lines.length, 12)
  assert.equal(lines[1], `skipped: ${urls.slice(0, 5).join(' ')}`)
  assert.equal(lines.at(-1), 'skipped: 3 more of blog.example')
  using short = graphWorld()
  skip(short, [`https://blog.example/${'x'.repeat(400)}`])
  assert.equal(skippedWarnings(short, 's_1')[1]?.length, 'skipped: '.length + 140)
})
